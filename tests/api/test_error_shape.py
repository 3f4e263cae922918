"""One shape for all errors: every code of the table is provoked, none has another shape."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from tapster.api.problems import TABLE
from tapster.app.logs import Logs
from tapster.app.ports import LogRow, StoreBusy, StoreFull, StoreUnavailable
from tapster.app.waiting import Waiting
from tapster.bootstrap import openapi_document
from tapster.store.memory import MemoryStore
from tests.api.house import House, Json, house, problem
from tests.support import memory_context

OPEN = {"fill": "open"}
DRAW = {"type": "drinko.draw"}
KEY = {"Idempotency-Key": "0b9f1f6e-4c1d-4f0e-9d7e-6a1f0c2b3d4e"}


class FailingStore(MemoryStore):
    """A store in which creating a game fails in a given way."""

    def __init__(self, error: Exception) -> None:
        super().__init__(bytes(32))
        self._error = error

    def create(self, *_: Any) -> None:
        raise self._error


class RottingStore(MemoryStore):
    """A store that, once it is rotten, gives back other bytes than it was given."""

    rotten = False

    def rows(self, game_id: str, after: int = -1, limit: int | None = None) -> list[LogRow]:
        rows = super().rows(game_id, after, limit)
        if self.rotten:
            return [msgspec.structs.replace(row, at="1999-12-31T23:59:59.999Z") for row in rows]
        return rows


def failing(error: Exception) -> House:
    return house(memory_context(FailingStore(error)))


def post(path: str, **arguments: Json) -> TestResponse:
    return house().client.post(path, **arguments)


def decision_answered() -> TestResponse:
    game = house().create(2)
    ((seat, body, _),) = game.play()
    return game.post("/actions", seat, {**body, "action": {"type": "drinko.call_drinko"}})


def key_reused() -> TestResponse:
    h = house()
    h.post_game(2, KEY)
    return h.post_game(3, KEY)


def corrupt_log() -> TestResponse:
    store = RottingStore(bytes(32))
    game = house(replace(memory_context(store), logs=Logs(maximum_rows=0))).create(2)
    store.rotten = True
    return game.get()


def no_room_to_wait() -> TestResponse:
    context = replace(memory_context(wait_maximum=30), waiting=Waiting(0))
    return house(context).create(2).get("/events?after=0&wait=30")


def deleted(path: str) -> TestResponse:
    game = house().create(2)
    return game.client.delete(game.path + path, headers=game.headers(0))


PROVOKED: dict[str, Callable[[], TestResponse]] = {
    "invalid_json": lambda: post("/v1/games", data=b"{", content_type="application/json"),
    "token_missing": lambda: house().create(2).act(None, DRAW),
    "token_invalid": lambda: house().create(2).get("", None, Authorization="Bearer x"),
    "seat_token_required": lambda: house().create(2).act("host", DRAW),
    "host_token_required": lambda: deleted(""),
    "wrong_seat": lambda: house().create(2).post("/seats/0/token", 1),
    "seeds_not_allowed": lambda: house(allow_seeds=False).post_game(seed="00" * 32),
    "not_found": lambda: house().client.get("/nothing"),
    "kind_not_found": lambda: house().client.get("/v1/kinds/chess"),
    "game_not_found": lambda: house().client.get("/v1/games/g_" + "0" * 26),
    "seat_not_found": lambda: house().create(2).post("/seats/2/claim"),
    "version_not_found": lambda: house().create(2).get("?version=1"),
    "method_not_allowed": lambda: house().client.put("/v1/games"),
    "illegal_action": lambda: house().create(2).act(0, {"type": "drinko.drink"}),
    "decision_answered": decision_answered,
    "decision_closed": lambda: house().create(2).act(0, DRAW, decision=5),
    "version_conflict": lambda: house().create(2).act(0, DRAW, expected_version=5),
    "seat_taken": lambda: house().create(2).post("/seats/0/claim"),
    "seat_open": lambda: house().create([{}, OPEN]).post("/seats/1/token", "host"),
    "game_not_over": lambda: house().create(2).get("/log"),
    "options_conflict": lambda: house().post_game(options={"starting_seat": 9}),
    "idempotency_key_reused": key_reused,
    "body_too_large": lambda: post("/v1/games", data=b" " * 20_000),
    "unsupported_media_type": lambda: post("/v1/games", data=b"{}", content_type="text/plain"),
    "invalid_request": lambda: house().post_game(1),
    "bad_request": lambda: post(
        "/v1/games", data=b"{}", environ_overrides={"CONTENT_LENGTH": "100"}
    ),
    "internal_error": lambda: failing(RuntimeError("the cat")).post_game(),
    "corrupt_log": corrupt_log,
    "waiting_capacity": no_room_to_wait,
    "store_busy": lambda: failing(StoreBusy("locked")).post_game(),
    "store_full": lambda: failing(StoreFull("disk")).post_game(),
    "store_unavailable": lambda: failing(StoreUnavailable("gone")).post_game(),
}
VERSIONED = {
    "illegal_action",
    "decision_answered",
    "decision_closed",
    "version_conflict",
    "seat_taken",
    "seat_open",
    "game_not_over",
}
"""The codes that depend on a game's state and so say its version."""


def test_every_code_of_the_table_is_provoked() -> None:
    assert PROVOKED.keys() == TABLE.keys()


@pytest.mark.parametrize("code", TABLE)
def test_a_code_has_the_shape_of_all_problems(code: str) -> None:
    response = PROVOKED[code]()
    body = problem(response, code)
    assert ("version" in body) == (code in VERSIONED)
    assert not re.search(r"Traceback|\.py\b|locked|disk|the cat", response.get_data(as_text=True))
    assert response.headers["Cache-Control"] in ("no-cache", "private, no-cache")


def test_retryable_problems_say_when() -> None:
    retryable = [code for code, meaning in TABLE.items() if meaning.retryable]
    assert retryable
    for code in retryable:
        assert int(PROVOKED[code]().headers["Retry-After"]) >= 1


def documented() -> dict[tuple[str, str], dict[str, Json]]:
    paths = openapi_document()["paths"]
    return {
        (path, method): operation["responses"]
        for path, operations in paths.items()
        for method, operation in operations.items()
        if method in ("get", "post", "delete")
    }


RULES = [
    (r"/v1/games", "/v1/games"),
    (r"/v1/games/[^/]+", "/v1/games/{game_id}"),
    (r"/v1/games/[^/]+/(actions|events|log|legal-actions|proof)", r"/v1/games/{game_id}/\1"),
    (r"/v1/games/[^/]+/seats/\d+/(claim|token)", r"/v1/games/{game_id}/seats/{seat}/\1"),
    (r"/v1/kinds/[^/]+", "/v1/kinds/{kind}"),
]


@pytest.mark.parametrize("code", sorted(TABLE.keys() - {"not_found", "method_not_allowed"}))
def test_what_is_answered_is_documented_at_its_operation(code: str) -> None:
    """Status, media type and required headers; what has no operation is not in the document."""
    response = PROVOKED[code]()
    path = response.request.path
    rule, template = next((r, t) for r, t in RULES if re.fullmatch(r, path))
    operation = documented()[re.sub(rule, template, path), response.request.method.lower()]
    answer = operation[str(response.status_code)]
    assert f"`{code}`" in answer["description"]
    assert response.content_type in answer["content"]
    for name, header in answer.get("headers", {}).items():
        assert name in response.headers or not header["required"]


def test_no_operation_documents_a_status_without_a_code() -> None:
    for (path, method), answers in documented().items():
        for status, answer in answers.items():
            if int(status) >= 400:
                codes = re.findall(r"`(\w+)`:", answer["description"])
                assert codes, (path, method, status)
                assert {TABLE[code].status for code in codes} == {int(status)}
