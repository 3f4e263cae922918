"""The access matrix: every operation of the document, for every sort of caller, in every sort of
game. What each cell must answer follows from the operation's `security` and the rules below.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tapster.store.memory import MemoryStore
from tests.contract.calls import Answer, AppCaller, call
from tests.contract.careless import CarelessStore
from tests.contract.documents import Operation, service_document
from tests.contract.playing import Played, create
from tests.support import memory_app, memory_context

UNKNOWN = "g_00000000000000000000000000"

CALLERS = (
    "no token",
    "garbage",
    "garbage with a prefix",
    "another scheme",
    "a scheme without a token",
    "empty header",
    "own seat",
    "other seat",
    "host",
    "seat of another game",
    "host of another game",
    "dead token",
    "seat of a deleted game",
)
INSIDERS = ("own seat", "other seat", "host")
PLACES = ("public", "private", "unknown", "deleted")

Expected = tuple[int, str | None]
"""A status, and a problem's code."""

NOT_FOUND: Expected = (404, "game_not_found")
GRANTED: dict[str, Expected] = {
    "createGame": (201, None),
    "deleteGame": (204, None),
    "claimSeat": (201, None),
    "renewSeatToken": (201, None),
    # Once the door is open, these depend on the game: it has another version, and is not over.
    "act": (409, "version_conflict"),
    "getLog": (409, "game_not_over"),
}
"""What an operation answers if the caller may; the others 200."""
CHANGES_NOTHING = {"action": None, "expected_version": 4_999}

OPERATIONS = tuple(service_document().operations.values())


class Security(NamedTuple):
    """Who may call an operation, as its `security` says."""

    schemes: frozenset[str]
    optional: bool

    @classmethod
    def of(cls, operation: Operation) -> "Security":
        """Reads it."""
        alternatives = operation.definition["security"]
        return cls(
            frozenset(name for names in alternatives for name in names),
            not alternatives or {} in alternatives,
        )


@dataclass(slots=True)
class World:
    """A fresh game in which to try one cell, and other games whose tokens do not belong there."""

    caller: AppCaller
    kind: AnyKind
    other: Played
    deleted: Played

    def game(self, place: str) -> Played:
        """A game with two seats taken and one open."""
        return _new(self.caller, self.kind, "private" if place == "private" else "public")

    def header(self, caller: str, game: Played) -> str | None:
        """The `Authorization` of the caller."""
        if caller == "dead token":
            dead = game.tokens[0]
            assert call(self.caller, "POST", f"{game.path}/seats/0/token", dead).status == 201
            return f"Bearer {dead}"
        headers: dict[str, str | None] = {
            "no token": None,
            "garbage": "Bearer rubbish",
            "garbage with a prefix": "Bearer tap_seat_" + "A" * 43,
            "another scheme": "Basic " + game.tokens[0],
            "a scheme without a token": "Bearer",
            "empty header": "",
            "own seat": "Bearer " + game.tokens[0],
            "other seat": "Bearer " + game.tokens[1],
            "host": "Bearer " + game.host,
            "seat of another game": "Bearer " + self.other.tokens[0],
            "host of another game": "Bearer " + self.other.host,
            "seat of a deleted game": "Bearer " + self.deleted.tokens[0],
        }
        return headers[caller]

    def ask(self, operation: Operation, caller: str, place: str) -> tuple[Answer, str]:
        """The answer of a cell, and the id of the game that was asked about."""
        game = self.game(place)
        header = self.header(caller, game)
        if place == "deleted":
            assert call(self.caller, "DELETE", game.path, game.host).status == 204
        game_id = UNKNOWN if place == "unknown" else game.id
        seat = 2 if operation.id == "claimSeat" else 0
        path = operation.path.format(game_id=game_id, seat=seat, kind=self.kind.name)
        headers = {} if header is None else {"Authorization": header}
        body = self._body(operation)
        return call(self.caller, operation.method.upper(), path, None, body, headers), game_id

    def _body(self, operation: Operation) -> object:
        if operation.id == "createGame":
            return {"kind": self.kind.name, "seats": [{}] * self.kind.seats[0]}
        if operation.id == "act":
            mapping = service_document().components["Action"]["discriminator"]["mapping"]
            example = operation.definition["requestBody"]["content"]["application/json"]["example"]
            assert example["action"]["type"] in mapping
            return {**CHANGES_NOTHING, "action": example["action"]}
        return None


def _new(caller: AppCaller, kind: AnyKind, visibility: str) -> Played:
    seats = [{}, {}, {"fill": "open"}]
    assert kind.seats[0] <= len(seats) <= kind.seats[1]
    return create(caller, {"kind": kind.name, "seats": seats, "visibility": visibility})


def world(kind: AnyKind, store: MemoryStore | None = None) -> World:
    caller = AppCaller(memory_app(memory_context(store)))
    deleted = _new(caller, kind, "public")
    assert call(caller, "DELETE", deleted.path, deleted.host).status == 204
    return World(caller, kind, _new(caller, kind, "public"), deleted)


def expected(operation: Operation, caller: str, place: str) -> Expected:
    """What the cell must answer."""
    security = Security.of(operation)
    granted = GRANTED.get(operation.id, (200, None))
    if "{game_id}" not in operation.path:
        return granted
    if place in ("unknown", "deleted"):
        return NOT_FOUND
    if not security.schemes:
        return granted
    if caller not in INSIDERS and place == "private":
        return NOT_FOUND
    if caller == "no token":
        return granted if security.optional else (401, "token_missing")
    if caller not in INSIDERS:
        return 401, "token_invalid"
    return _for_insiders(security, caller, granted, names_a_seat="{seat}" in operation.path)


def _for_insiders(
    security: Security, caller: str, granted: Expected, *, names_a_seat: bool
) -> Expected:
    scheme = "hostToken" if caller == "host" else "seatToken"
    if scheme not in security.schemes:
        missing = "seat_token_required" if caller == "host" else "host_token_required"
        return 403, missing
    if caller == "other seat" and names_a_seat:
        return 403, "wrong_seat"
    return granted


def cells() -> Iterator[tuple[Operation, str, str]]:
    """The matrix. Where no game is, there is one place only."""
    for operation in OPERATIONS:
        places = PLACES if "{game_id}" in operation.path else ("public",)
        for place in places:
            for caller in CALLERS:
                yield operation, caller, place


def test_the_matrix_is_whole() -> None:
    in_games = [operation for operation in OPERATIONS if "{game_id}" in operation.path]
    assert len(in_games) >= 9
    elsewhere = len(OPERATIONS) - len(in_games)
    counted = sum(1 for _ in cells())
    assert counted == len(CALLERS) * (len(in_games) * len(PLACES) + elsewhere)
    assert counted >= 13 * (9 * 4 + 8)


def wrong_cells(asked: World) -> dict[tuple[str, str, str], object]:
    """The cells that answer otherwise than they must: what they answer, and what they must."""
    wrong: dict[tuple[str, str, str], object] = {}
    for operation, caller, place in cells():
        answer, _ = asked.ask(operation, caller, place)
        code = answer.json()["code"] if answer.status >= 400 else None
        must = expected(operation, caller, place)
        if (answer.status, code) != must:
            wrong[operation.id, caller, place] = (answer.status, code), must
        if answer.status == 401 and "www-authenticate" not in answer.headers:
            wrong[operation.id, caller, place] = "a 401 does not say how to authenticate"
    return wrong


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_cell_answers_as_it_must(kind: AnyKind) -> None:
    assert not wrong_cells(world(kind))


def test_a_token_that_opens_every_game_is_seen() -> None:
    wrong = wrong_cells(world(KINDS[0], CarelessStore()))
    guarded = [o for o in OPERATIONS if "{game_id}" in o.path and Security.of(o).schemes]
    # A renewal asks the store once more, when it puts the new token in the place of the old one.
    seen = {operation.id for operation in guarded} - {"renewSeatToken"}
    assert {name for name, _, _ in wrong} == seen
    assert {caller for _, caller, _ in wrong} >= {"seat of another game", "host of another game"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_to_outsiders_a_private_game_is_not_there(kind: AnyKind) -> None:
    """Status, headers and body are those of an unknown id, byte for byte but for the id itself."""
    asked = world(kind)
    outsiders = [caller for caller in CALLERS if caller not in INSIDERS]
    compared = 0
    for operation in OPERATIONS:
        if "{game_id}" not in operation.path or not Security.of(operation).schemes:
            continue
        nothing, _ = asked.ask(operation, "no token", "unknown")
        for place in ("private", "deleted", "unknown"):
            for caller in outsiders:
                answer, game_id = asked.ask(operation, caller, place)
                same = answer.body.replace(game_id.encode(), UNKNOWN.encode())
                assert (answer.status, same) == (404, nothing.body), (operation, caller, place)
                assert answer.headers == nothing.headers, (operation, caller, place)
                compared += 1
    assert compared == 8 * 3 * len(outsiders)


def test_with_api_keys_only_their_holders_create_games() -> None:
    key = "a-key-of-the-operator"
    caller = AppCaller(memory_app(api_keys=(key,)))
    body = {"kind": KINDS[0].name, "seats": [{}] * KINDS[0].seats[0]}
    made = create_with(caller, f"Bearer {key}", body)
    assert made.status == 201
    seat = made.json()["tokens"][0]["token"]
    for header, code in (
        (None, "token_missing"),
        ("", "token_invalid"),
        ("Bearer", "token_invalid"),
        (f"Basic {key}", "token_invalid"),
        (f"Bearer {key}x", "token_invalid"),
        (f"Bearer {seat}", "token_invalid"),
        (f"Bearer {made.json()['host_token']}", "token_invalid"),
        ("Bearer ключ", "token_invalid"),
    ):
        answer = create_with(caller, header, body)
        assert (answer.status, answer.json()["code"]) == (401, code), header


def create_with(caller: AppCaller, header: str | None, body: object) -> Answer:
    """Creates a game with an `Authorization` of one's own."""
    headers = {} if header is None else {"Authorization": header}
    return call(caller, "POST", "/v1/games", None, body, headers)
