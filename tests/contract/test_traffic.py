"""Whole random games through the API: every answer is as the document says, and so is every
request that was granted."""

import json
import random
from typing import Any

import pytest

from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tests.contract.calls import Answer, AppCaller, Request, call
from tests.contract.conformance import Conforming
from tests.contract.documents import service_document
from tests.contract.playing import Played, create, new_game
from tests.laws.games import lengths
from tests.support import memory_app

GAMES = 2
LONGEST = 400
"""After so many actions a game is left as it is."""
LOOK_EVERY = 25

each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def conforming() -> Conforming:
    return Conforming(AppCaller(memory_app()), service_document())


@each_kind
@pytest.mark.parametrize("number", range(GAMES))
def test_a_whole_game_is_as_the_document_says(kind: AnyKind, number: int) -> None:
    caller = conforming()
    chooser = random.Random(f"traffic {kind.name} {number}")
    body = new_game(kind, chooser.randrange(1000), visibility=chooser.choice(["public", "private"]))
    body["seats"][-1]["fill"] = "open"
    game = create(caller, body)
    _look_around(game)
    game.claim(len(body["seats"]) - 1, name="Zoë", client_seed="my-lucky-7")
    actions = 0
    for seat, sent in game.moves(chooser, LONGEST):
        actions += 1
        if actions % LOOK_EVERY == 1:
            _repeat(game, seat, sent)
            _look_around(game)
    _look_around(game)
    assert actions == caller.seen["act", 201] > 0
    assert actions > 5 or min(lengths(kind)) <= 5, "the games of this kind are longer"
    assert caller.requests["act"] == actions + caller.seen["act", 200]
    _end(game)
    granted = {operation for operation, status in caller.seen if status < 300}
    over = {"getLog"} if caller.seen["getLog", 200] else set()
    assert granted == over | {
        *("createGame", "claimSeat", "getGame", "getLegalActions", "act", "getEvents", "getProof"),
        *("renewSeatToken", "deleteGame"),
    }


def _repeat(game: Played, seat: int, sent: dict[str, Any]) -> None:
    """The same request again, the decision with another action, one that never was, and nonsense.

    The wrapped caller checks the answers against the document.
    """
    token, path = game.tokens[seat], game.path + "/actions"
    assert call(game.caller, "POST", path, token, sent).status == 200
    for wrong, status in (
        ({**sent, "decision": 4_999}, 409),
        ({"action": sent["action"], "expected_version": 4_999}, 409),
        ({"action": {"type": "nothing.known"}}, 422),
        ({}, 422),
    ):
        assert call(game.caller, "POST", path, token, wrong).status == status


def _look_around(game: Played) -> None:
    """Everything that can be read of a game, as everybody who may."""
    version = game.get().json()["version"]
    for seat in (None, *game.tokens):
        answer = game.get("", seat)
        same = call(game.caller, "GET", game.path, *_as(game, seat), headers=_tagged(answer))
        assert (answer.status, same.status) == (200, 304)
        assert game.get(f"?version={version // 2}", seat).status == 200
        assert game.get(f"/events?after={version - 5}&limit=3", seat).status == 200
        assert game.get("/proof", seat).status == 200
    over = answer.json()["status"] == "over"
    log = call(
        game.caller,
        "GET",
        game.path + "/log",
        game.host,
        headers={"Accept": "application/x-ndjson"},
    )
    assert (log.status, game.get("/log").status) == ((200, 200) if over else (409, 409))


def _as(game: Played, seat: int | None) -> tuple[str, None]:
    return (game.host if seat is None else game.tokens[seat]), None


def _tagged(answer: Answer) -> dict[str, str]:
    return {"If-None-Match": answer.headers["etag"]}


def _end(game: Played) -> None:
    """New tokens, and then no game."""
    path = f"{game.path}/seats/0/token"
    assert call(game.caller, "POST", path, game.tokens[0]).status == 201
    assert call(game.caller, "POST", path, game.tokens[0]).status in (401, 404)
    assert call(game.caller, "DELETE", game.path, game.tokens[1]).status == 403
    assert call(game.caller, "DELETE", game.path, game.host).status == 204
    assert call(game.caller, "GET", game.path, game.host).status == 404


def test_the_house_is_as_the_document_says() -> None:
    caller = conforming()
    for path in ("/healthz", "/readyz", "/docs", "/openapi.json", "/v1/kinds", "/v1/games"):
        assert call(caller, "GET", path).status == 200
    for kind in KINDS:
        assert call(caller, "GET", f"/v1/kinds/{kind.name}").status == 200
        for number in range(3):
            create(caller, new_game(kind, number))
    assert call(caller, "GET", "/v1/kinds/none").status == 404
    page = call(caller, "GET", "/v1/games?limit=2&open_seats=false&status=active")
    assert len(page.json()["items"]) == 2
    assert call(caller, "GET", f"/v1/games?cursor={page.json()['next_cursor']}").status == 200
    assert call(caller, "GET", "/v1/games?limit=0").status == 422


def test_keys_are_as_the_document_says() -> None:
    caller = conforming()
    key = {"Idempotency-Key": "a" * 22}
    body = new_game(KINDS[0], 0)
    body["seats"][-1] = {"fill": "open"}
    statuses = [call(caller, "POST", "/v1/games", None, body, key).status for _ in range(2)]
    claim = call(caller, "GET", "/v1/games").json()["items"][0]["id"]
    path = f"/v1/games/{claim}/seats/{len(body['seats']) - 1}/claim"
    statuses += [call(caller, "POST", path, None, {}, key).status for _ in range(2)]
    assert statuses == [201, 200, 201, 200]
    assert call(caller, "POST", path, None, {"name": "Eve"}, key).status == 409


class Spoiling:
    """Passes requests on and spoils the answers, one way at a time."""

    def __init__(self, inner: AppCaller, **spoilt: Any) -> None:
        self._inner = inner
        self._spoilt = spoilt

    def __call__(self, request: Request) -> Answer:
        answer = self._inner(request)
        changed = {"status": answer.status, "headers": answer.headers, "body": answer.body}
        return Answer(**{**changed, **self._spoilt})


@pytest.mark.parametrize(
    "spoilt",
    [
        {"status": 418},
        {"headers": {"content-type": "text/plain", "etag": '"0.0"'}},
        {"headers": {"content-type": "application/json"}},
        {"body": b'{"kind": "chess"}'},
    ],
    ids=["status", "media type", "header", "body"],
)
def test_an_answer_that_differs_from_the_document_is_seen(spoilt: dict[str, Any]) -> None:
    app = AppCaller(memory_app())
    game = create(app, new_game(KINDS[0], 0))
    with pytest.raises(AssertionError):
        call(Conforming(Spoiling(app, **spoilt), service_document()), "GET", game.path)


def test_a_request_that_should_have_been_refused_is_seen() -> None:
    app = AppCaller(memory_app())
    created = Spoiling(app, status=201, body=app(_nonsense(new_game(KINDS[0], 0))).body)
    seen = Conforming(created, service_document()).faults(
        _nonsense({"kind": KINDS[0].name, "seats": "two"}), created(_nonsense({}))
    )
    assert any("two" in fault for fault in seen)


def _nonsense(body: dict[str, Any]) -> Request:
    return Request(
        "POST", "/v1/games", {"Content-Type": "application/json"}, json.dumps(body).encode()
    )
