"""What the tests of the HTTP surface share: a service in memory, its games, and its problems."""

import json
import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

import flask
import jsonschema
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tapster.api.problems import TABLE
from tapster.app.context import Context
from tapster.bootstrap import openapi_document
from tests.support import FakeClock, memory_app, memory_context

Json: TypeAlias = Any
Viewer: TypeAlias = int | str | None
"""A seat's number, `host`, or None for somebody without a token."""

SEED = "5eed" * 16


@cache
def validator(component: str) -> jsonschema.Draft202012Validator:
    """Checks values against a component of the service's own document."""
    document = openapi_document()
    schema = {"$ref": f"#/components/schemas/{component}", "components": document["components"]}
    return jsonschema.Draft202012Validator(schema)


def bearer(token: str) -> dict[str, str]:
    """The header that carries a token."""
    return {"Authorization": f"Bearer {token}"}


def problem(response: TestResponse, code: str) -> Json:
    """The problem that the answer is, which must have this code and all that belongs to it."""
    assert response.content_type == "application/problem+json", response.get_data(as_text=True)
    body = response.get_json()
    assert body["code"] == code, body
    check_problem(body, response.status_code, dict(response.headers))
    assert body["instance"] == response.request.path
    return body


def check_problem(body: Json, status: int, headers: dict[str, str]) -> None:
    """An error's body and headers are as the table and the document say."""
    validator("Problem").validate(body)
    meaning = TABLE[body["code"]]
    assert (status, body["status"]) == (meaning.status, meaning.status)
    assert body["title"] == meaning.title
    assert body["type"] == f"urn:tapster:problem:{body['code']}"
    assert body["retryable"] is meaning.retryable
    assert body["detail"]
    assert ("errors" in body) == (status == 422)
    assert ("reason" in body) == (body["code"] == "illegal_action")
    assert ("WWW-Authenticate" in headers) == (status == 401)
    assert ("Retry-After" in headers) == meaning.retryable
    assert ("Allow" in headers) == (status == 405)
    assert headers["X-Content-Type-Options"] == "nosniff"


@dataclass
class Game:
    """A game that a test created, with every token that it was given."""

    client: FlaskClient
    id: str
    host: str
    tokens: dict[int, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    def headers(self, viewer: Viewer) -> dict[str, str]:
        if viewer is None:
            return {}
        return bearer(self.host if isinstance(viewer, str) else self.tokens[viewer])

    def get(self, part: str = "", viewer: Viewer = None, **headers: str) -> TestResponse:
        """GET of what is below the game's address; headers with `_` for `-`."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(self.path + part, headers={**self.headers(viewer), **more})

    def look(self, viewer: Viewer = None) -> Json:
        response = self.get("", viewer)
        assert response.status_code == 200, response.get_data(as_text=True)
        return response.get_json()

    def post(
        self, part: str, viewer: Viewer = None, body: Json = None, **headers: str
    ) -> TestResponse:
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(
            self.path + part, json=body, headers={**self.headers(viewer), **more}
        )

    def act(self, seat: Viewer, action: Json, **fields: Json) -> TestResponse:
        return self.post("/actions", seat, {"action": action, **fields})

    def claim(self, seat: int, **body: Json) -> Json:
        """Claims a seat and remembers its token."""
        response = self.post(f"/seats/{seat}/claim", body=body)
        assert response.status_code == 201, response.get_data(as_text=True)
        claimed = response.get_json()
        self.tokens[seat] = claimed["token"]
        return claimed

    def turn(self) -> tuple[int, int]:
        """The seat that must act, and its decision."""
        for decision in self.look("host")["decisions"]:
            if decision["required"]:
                return decision["seat"], decision["decision"]
        raise AssertionError("nobody must act")

    def next_request(self, choose: random.Random | None = None) -> tuple[int, Json]:
        """The seat that must act, and a body that plays one of its legal actions."""
        seat, decision = self.turn()
        actions = self.look(seat)["legal_actions"]
        action = choose.choice(actions) if choose else actions[0]
        return seat, {"decision": decision, "action": action}

    def play(self, actions: int = 1) -> list[tuple[int, Json, TestResponse]]:
        """Plays so many actions; the seats, the bodies sent, and the answers."""
        played = []
        choose = random.Random(7)
        for _ in range(actions):
            seat, body = self.next_request(choose)
            response = self.post("/actions", seat, body)
            assert response.status_code == 201, response.get_data(as_text=True)
            played.append((seat, body, response))
        return played

    def finish(self) -> None:
        """Plays to the end."""
        choose = random.Random(7)
        game = self.look("host")
        while game["status"] != "over":
            decision = next(d for d in game["decisions"] if d["required"])
            seat = decision["seat"]
            actions = self.get("/legal-actions", seat).get_json()["legal_actions"]
            response = self.act(seat, choose.choice(actions), decision=decision["decision"])
            assert response.status_code == 201, response.get_data(as_text=True)
            game = response.get_json()["game"]


@dataclass
class House:
    """The service in memory and a client of it."""

    context: Context
    client: FlaskClient

    @property
    def clock(self) -> FakeClock:
        assert isinstance(self.context.clock, FakeClock)
        return self.context.clock

    def create(self, seats: int | list[Json] = 2, **fields: Json) -> Game:
        """Creates a game and remembers its tokens."""
        response = self.post_game(seats, **fields)
        assert response.status_code == 201, response.get_data(as_text=True)
        return self.game(response.get_json())

    def post_game(
        self, seats: int | list[Json] = 2, headers: dict[str, str] | None = None, **fields: Json
    ) -> TestResponse:
        body = {"kind": "drinko", "seats": [{}] * seats if isinstance(seats, int) else seats}
        return self.client.post("/v1/games", json={**body, **fields}, headers=headers)

    def game(self, creation: Json) -> Game:
        """The game of an answer to a creation."""
        tokens = {entry["seat"]: entry["token"] for entry in creation["tokens"]}
        return Game(self.client, creation["game"]["id"], creation["host_token"], tokens)

    def finished(self, seats: int | list[Json] = 2, **fields: Json) -> Game:
        """A game that is over."""
        game = self.create(seats, **fields)
        game.finish()
        return game


_apps: list[flask.Flask] = []
"""The apps of earlier tests: to make one takes longer than most tests, to give it another context
takes no time."""
_free: list[flask.Flask] = []


def begin_test() -> None:
    """From now on the apps of earlier tests may be used again."""
    _free[:] = _apps


def house(
    context: Context | None = None, api_keys: tuple[str, ...] = (), **settings: Json
) -> House:
    """A service in memory for one test, independent of all others."""
    context = context or memory_context(**settings)
    if not _free:
        _apps.append(memory_app())
        _free.append(_apps[-1])
    app = _free.pop()
    app.extensions["tapster"] = context
    app.config["TAPSTER_API_KEYS"] = api_keys
    return House(context, app.test_client())


def lasting_house() -> House:
    """A service in memory for several tests."""
    context = memory_context()
    return House(context, memory_app(context).test_client())


def compact(value: Json) -> bytes:
    """JSON as the service stores it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
