"""Describing operations: what stands in the OpenAPI document beside what the code can tell itself.

An operation's docstring is its summary and description. `operation` adds its name, who may call it,
its answers and every problem that it can answer with, by code; the statuses follow from the codes.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeAlias

import flask
import marshmallow as ma
import msgspec
from flask_smorest import Blueprint

from tapster.api.parameters import HeaderReader, NoQuery, QueryReader
from tapster.api.problems import MEDIA_TYPE, TABLE, make_problem
from tapster.app import words
from tapster.games import KINDS
from tapster.games.kernel.messages import MAXIMUM_SEATS

View: TypeAlias = Callable[..., flask.Response]
Requirement: TypeAlias = dict[str, list[str]]

SEAT_TOKEN: Requirement = {"seatToken": []}
HOST_TOKEN: Requirement = {"hostToken": []}
API_KEY: Requirement = {"apiKey": []}
NOBODY: Requirement = {}
"""In a list of requirements: it also works without a token."""

GAME_ID = {
    "in": "path",
    "name": "game_id",
    "description": "The game's id.",
    "schema": {"type": "string", "pattern": words.GAME_ID},
    "example": words.GAME_ID_EXAMPLE,
}
SEAT = {
    "in": "path",
    "name": "seat",
    "description": "The seat's number, from 0.",
    "schema": {"type": "integer", "minimum": 0, "maximum": MAXIMUM_SEATS - 1},
    "example": 1,
}
KIND = {
    "in": "path",
    "name": "kind",
    "description": "The kind's name.",
    "schema": {"type": "string", "enum": [kind.name for kind in KINDS]},
    "example": KINDS[0].name,
}

EVERYWHERE = ("internal_error",)
WITH_STORE = ("store_busy", "store_unavailable")
WITH_GAME = ("game_not_found", "corrupt_log", *WITH_STORE)
WITH_BODY = ("invalid_json", "bad_request", "body_too_large", "unsupported_media_type")
WRITING = ("store_full",)

_HEADERS = {
    "Location": ("The path of the new resource.", {"type": "string"}),
    "ETag": ("The version and the viewer.", {"type": "string"}),
    "Link": ('The next page, as `rel="next"`; absent on the last one.', {"type": "string"}),
    "Idempotency-Replayed": (
        "`true`: this was done before, and this is the same answer again.",
        {"type": "string", "const": "true"},
    ),
    "Allow": ("The methods that the address takes.", {"type": "string"}),
    "Retry-After": ("Seconds to wait before trying again.", {"type": "integer"}),
    "WWW-Authenticate": ("How to authenticate.", {"type": "string"}),
}


def headers(*names: str) -> dict[str, Any]:
    """The documentation of response headers."""
    return {
        name: {
            "description": _HEADERS[name][0],
            "schema": _HEADERS[name][1],
            **({} if name in ("Link",) else {"required": True}),
        }
        for name in names
    }


def answer(
    description: str,
    component: str | None = None,
    *,
    media_type: str = "application/json",
    header_names: Sequence[str] = (),
) -> dict[str, Any]:
    """An answer's documentation: its body is a component, or there is none."""
    documented: dict[str, Any] = {"description": description}
    if component is not None:
        schema = {"$ref": f"#/components/schemas/{component}"}
        documented["content"] = {media_type: {"schema": schema}}
    if header_names:
        documented["headers"] = headers(*header_names)
    return documented


def body(component: str, *, required: bool = True) -> dict[str, Any]:
    """A request body's documentation."""
    schema = {"$ref": f"#/components/schemas/{component}"}
    return {"required": required, "content": {"application/json": {"schema": schema}}}


def operation(
    blueprint: Blueprint,
    method: str,
    rule: str,
    operation_id: str,
    *,
    answers: dict[int, dict[str, Any]],
    problems: Sequence[str] = (),
    security: Sequence[Requirement] = (),
    request_body: dict[str, Any] | None = None,
    path: Sequence[dict[str, Any]] = (),
    query: type[ma.Schema] | None = None,
    header: type[ma.Schema] | None = None,
) -> Callable[[View], View]:
    """Makes a function the operation at this address, and documents it.

    `answers` by status; `problems` are codes of the table. The function gets the parameters of the
    path by name; `query=` and `header=`, as dictionaries, where it has such parameters. Query
    parameters that it does not have are refused.
    """
    documented: dict[str, Any] = {
        "operationId": operation_id,
        "security": list(security),
        "responses": {**answers, **problem_answers((*problems, "invalid_request", *EVERYWHERE))},
    }
    if request_body is not None:
        documented["requestBody"] = request_body

    read_query = QueryReader(query or NoQuery)
    read_header = None if header is None else HeaderReader(header)

    def make(function: View) -> View:
        @wraps(function)
        def view(**arguments: Any) -> flask.Response:
            asked = read_query()
            if query is not None:
                arguments["query"] = asked
            if read_header is not None:
                arguments["header"] = read_header()
            return function(**arguments)

        # The decorators are for the document alone: each would cost every request three calls.
        described = view
        if header is not None:
            described = blueprint.arguments(header, location="headers")(described)
        described = blueprint.arguments(query or NoQuery, location="query")(described)
        described = blueprint.doc(**documented)(described)
        vars(view)["_apidoc"] = vars(described)["_apidoc"]
        blueprint.route(rule, methods=[method], parameters=list(path))(view)
        return function

    return make


def problem_answers(codes: Sequence[str]) -> dict[int, dict[str, Any]]:
    """The answers that carry these problems, one for each status."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(TABLE[code].status, []).append(code)
    return {status: _problem_answer(status, by_status[status]) for status in sorted(by_status)}


def _problem_answer(status: int, codes: list[str]) -> dict[str, Any]:
    meanings = "; ".join(f"`{code}`: {TABLE[code].title}" for code in codes)
    names = []
    if status == 401:
        names.append("WWW-Authenticate")
    if any(TABLE[code].retryable for code in codes):
        names.append("Retry-After")
    documented = answer(f"{meanings}.", "Problem", media_type=MEDIA_TYPE, header_names=names)
    meaning = TABLE[codes[0]]
    example = make_problem(codes[0], meaning, f"{meaning.title}.", "/v1/games")
    documented["content"][MEDIA_TYPE]["example"] = msgspec.to_builtins(example)
    return documented
