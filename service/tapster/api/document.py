"""The OpenAPI document: what flask-smorest has gathered, with components and an introduction."""

import json
from importlib import resources
from typing import Any

from flask import Flask
from flask_smorest import Api

from tapster import __version__
from tapster.api.play import NDJSON
from tapster.api.problems import MEDIA_TYPE
from tapster.api.schemas import COMPONENTS

_DESCRIPTION = """\
Card games with hidden information, as resources. Create a game, give every seat its token, and
let each seat look and act; nobody is shown what their seat may not know.

- **Tokens** go into `Authorization: Bearer …`. A seat's token plays, the host's manages.
- **Decisions.** A seat that may act has an open decision, named by the version that opened it.
  Send it with the action: then the request can be repeated safely, and what others do meanwhile
  does not disturb it.
- **Errors** are `application/problem+json` with a `code` for programs. `retryable` says whether
  the same request may be granted later.
- **Limits.** Bodies: 16 KiB of UTF-8 JSON, nested at most 16 deep, integers within ±2^53, numbers
  at most 64 characters long, no key twice, no control characters. Unknown fields and parameters
  are refused.
- **Fairness.** Every random outcome can be checked after the end; see *Check a game's chance*.
"""

_SECURITY = {
    "seatToken": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "tap_seat_…",
        "description": "A seat's token. It opens one seat of one game.",
    },
    "hostToken": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "tap_host_…",
        "description": "The host's token. It manages one game and sees what spectators see.",
    },
    "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "description": "Where the service has API keys, they are needed to create games.",
    },
}


class TapsterApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """flask-smorest without its own error bodies: problems are made in one place alone."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Leaves all errors to `api.problems`."""

    def _register_responses(self) -> None:
        """Leaves out the error bodies that this service does not have."""

    def _register_pagination_header(self) -> None:
        """Leaves out the page header that this service does not have."""


def make_api(app: Flask) -> TapsterApi:
    """The API of an app, ready to take blueprints."""
    app.config.update(
        API_TITLE="Tapster",
        API_VERSION=__version__,
        OPENAPI_VERSION="3.1.0",
        API_SPEC_OPTIONS={
            "info": {
                "description": _DESCRIPTION,
                "license": {"name": "MIT", "identifier": "MIT"},
            },
            "servers": [{"url": "/", "description": "This service."}],
        },
    )
    api = TapsterApi(app)
    for name, schema in COMPONENTS.items():
        api.spec.components.schema(name, schema)
    for name, scheme in _SECURITY.items():
        api.spec.components.security_scheme(name, scheme)
    return api


_GAME = {"game_id": "$response.body#/game/id"}
_SAME = {"game_id": "$request.path.game_id"}
_HEAD = {"after": "$response.body#/applied/0"}
_THEN = {"version": "$response.body#/applied/0"}
_LISTED = {"game_id": "$response.body#/items/0/id"}
_ON_A_GAME = ("getGame", "getEvents", "getProof", "getLegalActions", "act", "deleteGame")

LINKS: dict[str, dict[str, dict[str, str]]] = {
    "createGame": dict.fromkeys(_ON_A_GAME, _GAME),
    "claimSeat": dict.fromkeys(_ON_A_GAME, _GAME),
    "act": {
        "getGame": {**_SAME, **_THEN},
        "getEvents": {**_SAME, **_HEAD},
        "getLegalActions": _SAME,
        "getLog": _SAME,
    },
    "renewSeatToken": {"getGame": _SAME},
    "listGames": {"getGame": _LISTED, "getEvents": _LISTED, "getProof": _LISTED},
}
"""Where to go from an answer: by operation, the operations that it leads to, and with what."""


def document(api: TapsterApi) -> dict[str, Any]:
    """The finished document, with examples and links."""
    finished: dict[str, Any] = api.spec.to_dict()
    examples: dict[str, dict[str, Any]] = json.loads(
        resources.files("tapster.api").joinpath("examples.json").read_bytes()
    )
    for path in finished["paths"].values():
        for method, operation in path.items():
            if method != "parameters":
                _add_examples(operation, examples.get(operation["operationId"], {}))
                _add_links(operation)
    return finished


def _add_examples(operation: dict[str, Any], examples: dict[str, Any]) -> None:
    """Puts a real body beside every schema of a body that there is one for."""
    bodies = {**operation["responses"], "request": operation.get("requestBody", {})}
    for place, example in examples.items():
        for media_type, content in bodies.get(place, {}).get("content", {}).items():
            if media_type == NDJSON:
                content["example"] = example["entries"][0]
            elif media_type in ("application/json", MEDIA_TYPE):
                content["example"] = example


def _add_links(operation: dict[str, Any]) -> None:
    """Says where a granted request leads."""
    for status in ("200", "201"):
        answer = operation["responses"].get(status)
        for target, parameters in LINKS.get(operation["operationId"], {}).items():
            if answer is not None:
                answer.setdefault("links", {})[target] = {
                    "operationId": target,
                    "parameters": parameters,
                }
