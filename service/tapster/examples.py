"""The examples of the OpenAPI document: real answers, from a game played for the purpose.

Everything about that game is fixed (clock, entropy, moves), so the examples change only when the
service does. `make openapi` writes them to `api/examples.json`, which the service reads.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tapster.api.factory import create_app
from tapster.app.context import Context
from tapster.app.waiting import Waiting
from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tapster.store.memory import MemoryStore

_KEY = {"Idempotency-Key": "0b9f1f6e-4c1d-4f0e-9d7e-6a1f0c2b3d4e"}
_SHOWN = 2
"""How many members of a long list an example shows."""
_RULES_SHOWN = 400
"""How many characters of the rules an example shows."""


class _Clock:
    """A second passes whenever somebody looks."""

    def __init__(self) -> None:
        self._time = datetime(2026, 11, 29, 18, 4, 10, 92_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._time += timedelta(seconds=1)
        return self._time


class _Entropy:
    """Bytes that look the part and are always the same."""

    def __init__(self) -> None:
        self._calls = 0

    def __call__(self, size: int) -> bytes:
        self._calls += 1
        return bytes((self._calls * 89 + place * 151) % 256 for place in range(size))


class _Recorder:
    """A client that keeps the first example of every operation and status."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        self.examples: dict[str, dict[str, Any]] = {}

    def call(
        self, operation: str, method: str, path: str, token: str | None = None, **arguments: Any
    ) -> Any:
        headers = arguments.pop("headers", {})
        if token is not None:
            headers = {**headers, "Authorization": f"Bearer {token}"}
        answer: TestResponse = self._client.open(path, method=method, headers=headers, **arguments)
        kept = self.examples.setdefault(operation, {})
        if arguments.get("json") is not None and answer.status_code < 300:
            kept.setdefault("request", arguments["json"])
        if answer.is_json or answer.mimetype == "application/problem+json":
            kept.setdefault(str(answer.status_code), _shortened(answer.get_json(force=True)))
        return answer.get_json(force=True, silent=True)


def _shortened(answer: Any) -> Any:
    """The answer with long lists cut, so that an example can be read."""
    if not isinstance(answer, dict):
        return answer
    cut = {"entries", "items", "cards", "actions", "legal_actions"}
    result = {
        key: value[:_SHOWN] if key in cut and isinstance(value, list) else value
        for key, value in answer.items()
    }
    if isinstance(result.get("rules"), str):
        result["rules"] = result["rules"][:_RULES_SHOWN]
    return result


def new_game_example(kind: AnyKind) -> dict[str, Any]:
    """A body that creates a game of the kind with the fewest seats, one of them open."""
    names = ["Ada", "Ben", "Cleo", "Dan"]
    seats: list[dict[str, Any]] = [{"name": name} for name in names[: kind.seats[0]]]
    seats[-1] = {"fill": "open"}
    return {"kind": kind.name, "seats": seats}


def make_examples() -> dict[str, dict[str, Any]]:
    """By operation: `request`, the body of a request, and by status the body of an answer."""
    context = Context(
        store=MemoryStore(bytes(32)),
        clock=_Clock(),
        entropy=_Entropy(),
        waiting=Waiting(1),
        wait_maximum=0.0,
    )
    recorder = _Recorder(create_app(context).test_client())
    _look_around(recorder)
    _play(recorder)
    return dict(sorted(recorder.examples.items()))


def _look_around(recorder: _Recorder) -> None:
    recorder.call("getHealth", "GET", "/healthz")
    recorder.call("getReadiness", "GET", "/readyz")
    recorder.call("listKinds", "GET", "/v1/kinds")
    recorder.call("getKind", "GET", f"/v1/kinds/{KINDS[0].name}")
    recorder.call("getKind", "GET", "/v1/kinds/chess")


def _play(recorder: _Recorder) -> None:
    """One game from its creation to its end, with some things that go wrong on the way."""
    body = new_game_example(KINDS[0])
    created = recorder.call("createGame", "POST", "/v1/games", json=body, headers=_KEY)
    recorder.call("createGame", "POST", "/v1/games", json=body, headers=_KEY)
    seats = [{"name": "Ada", "fill": "token"}]
    recorder.call("createGame", "POST", "/v1/games", json={**body, "seats": seats})
    game = f"/v1/games/{created['game']['id']}"
    claim = {"name": "Ben", "client_seed": "my-lucky-7"}
    claimed = recorder.call("claimSeat", "POST", f"{game}/seats/1/claim", json=claim, headers=_KEY)
    recorder.call("claimSeat", "POST", f"{game}/seats/1/claim", json=claim, headers=_KEY)
    recorder.call("claimSeat", "POST", f"{game}/seats/1/claim", json=claim)
    tokens = [created["tokens"][0]["token"], claimed["token"]]
    recorder.call("listGames", "GET", "/v1/games")
    recorder.call("getGame", "GET", game, tokens[0])
    recorder.call("getGame", "GET", game, "tap_seat_that-was-never-given-out")
    recorder.call("getLegalActions", "GET", f"{game}/legal-actions", tokens[0])
    recorder.call("getLog", "GET", f"{game}/log")
    _play_to_the_end(recorder, game, tokens)
    recorder.call("getEvents", "GET", f"{game}/events?after=0", tokens[0])
    recorder.call("getLog", "GET", f"{game}/log")
    recorder.call("getProof", "GET", f"{game}/proof")
    recorder.call("renewSeatToken", "POST", f"{game}/seats/0/token", tokens[0])
    recorder.call("deleteGame", "DELETE", game, tokens[1])
    recorder.call("deleteGame", "DELETE", game, created["host_token"])
    recorder.call("deleteGame", "DELETE", game, created["host_token"])


def _play_to_the_end(recorder: _Recorder, game: str, tokens: list[str]) -> None:
    actions = f"{game}/actions"
    while True:
        view = recorder.call("", "GET", game)
        awaited = [decision for decision in view["decisions"] if decision["required"]]
        if not awaited:
            break
        decision = awaited[0]
        token = tokens[decision["seat"]]
        legal = recorder.call("", "GET", f"{game}/legal-actions", token)["legal_actions"]
        body = {"action": legal[0], "decision": decision["decision"]}
        recorder.call("act", "POST", actions, token, json=body)
        recorder.call("act", "POST", actions, token, json=body)
        recorder.call("act", "POST", actions, token, json={"action": legal[0]})
    recorder.examples.pop("")
