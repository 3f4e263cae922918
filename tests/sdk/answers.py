"""Made-up answers for clients without a service, and a record of what they asked."""

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import httpx2

from tapster_sdk import Client, Retries

AT_ONCE = Retries(attempts=4, first=0.0)
"""Retries without waiting."""
GAME_ID = "g_01KB7M2Q8V5T0W3XN4R6Y9ZC1D"
SEAT_TOKEN = "tap_seat_" + 43 * "s"
HOST_TOKEN = "tap_host_" + 43 * "h"

Made: TypeAlias = httpx2.Response | type[Exception]
"""An answer, or the exception that comes instead of one."""


class Script:
    """Gives the answers one after the other, and the last one ever after; keeps the requests."""

    def __init__(self, answers: Iterable[Made]) -> None:
        self._answers = list(answers)
        self.requests: list[httpx2.Request] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        made = self._answers[min(len(self.requests), len(self._answers)) - 1]
        if isinstance(made, httpx2.Response):
            # A response can be used once only.
            return httpx2.Response(made.status_code, headers=made.headers, content=made.content)
        raise made("made up")

    @property
    def bodies(self) -> list[Any]:
        """The JSON bodies sent."""
        return [json.loads(request.content) for request in self.requests]


def scripted(*answers: Made, retries: Retries = AT_ONCE) -> tuple[Client, Script]:
    """A client whose service says just this."""
    script = Script(answers)
    transport = httpx2.MockTransport(script)
    client = Client("http://test", retries=retries, following=retries, transport=transport)
    return client, script


def by_path(handler: Callable[[httpx2.Request], httpx2.Response]) -> Client:
    """A client whose service is a function."""
    return Client("http://test", retries=AT_ONCE, transport=httpx2.MockTransport(handler))


def good(body: Any, status: int = 200) -> httpx2.Response:
    """An answer of the service."""
    return httpx2.Response(status, json=body)


def refusal(status: int, code: str, **more: Any) -> httpx2.Response:
    """A problem of the service; `retry_after` becomes the header."""
    headers = {"Content-Type": "application/problem+json"}
    if "retry_after" in more:
        headers["Retry-After"] = more.pop("retry_after")
    body = {
        "type": f"urn:tapster:problem:{code}",
        "title": "A title",
        "status": status,
        "detail": "A detail.",
        "instance": "/v1",
        "code": code,
        "retryable": False,
        **more,
    }
    return httpx2.Response(status, headers=headers, content=json.dumps(body).encode())


def game(**changes: Any) -> dict[str, Any]:
    """A game of Drinko in which seat 0 must act at version 41."""
    moment = "2026-11-29T18:04:11.092Z"
    whole = {
        "kind": "drinko",
        "id": GAME_ID,
        "ruleset": "drinko@1",
        "status": "active",
        "visibility": "public",
        "version": 41,
        "created_at": moment,
        "updated_at": moment,
        "options": {},
        "seats": [{"seat": seat, "name": None, "fill": "token"} for seat in range(2)],
        "viewer": {"seat": 0},
        "decisions": [{"seat": 0, "decision": 41, "duty": "turn", "required": True}],
        "state": {
            "kind": "drinko",
            "phase": "play",
            "seat_to_act": 0,
            "direction": 1,
            "top": "red-7",
            "play_pile": ["red-7"],
            "draw_pile_count": 60,
            "draw_pile": None,
            "train": None,
            "hand": ["red-3"],
            "seats": [],
        },
        "legal_actions": [{"type": "drinko.play", "card": "red-3"}],
        "commitment": "00" * 32,
        "open_seed": False,
        "result": None,
    }
    return {**whole, **changes}


OVER = game(status="over", version=60, decisions=[], legal_actions=[])
CREATION = {
    "game": game(viewer={"seat": None}, legal_actions=None),
    "host_token": HOST_TOKEN,
    "tokens": [{"seat": 0, "token": SEAT_TOKEN}],
}
CLAIM = {"seat": 0, "token": SEAT_TOKEN, "game": game()}
ACTED = {"applied": [42], "game": game(version=42, decisions=[], legal_actions=[])}
