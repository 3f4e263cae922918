"""Problems: the one table from an error's code to its status, and the one shape of all errors.

Every error body is an RFC 9457 `application/problem+json` document. A code that is not in this
table does not leave the service.
"""

import logging
from typing import Annotated, NamedTuple

import flask
import msgspec
from msgspec import Meta, Struct
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from tapster.app.errors import Refused
from tapster.app.ports import StoreBusy, StoreFull, StoreUnavailable
from tapster.app.words import Version
from tapster.games.kernel.log import CorruptLog

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER = "1"
"""Seconds, on every problem that says `retryable`."""

log = logging.getLogger("tapster")


class Meaning(NamedTuple):
    """What a code means over HTTP."""

    status: int
    title: str
    retryable: bool = False


TABLE: dict[str, Meaning] = {
    "invalid_json": Meaning(400, "The body is not JSON as this service takes it"),
    "token_missing": Meaning(401, "A token is needed"),
    "token_invalid": Meaning(401, "The token opens nothing here"),
    "seat_token_required": Meaning(403, "A seat's token is needed"),
    "host_token_required": Meaning(403, "The host's token is needed"),
    "wrong_seat": Meaning(403, "The token opens another seat"),
    "seeds_not_allowed": Meaning(403, "Seeds may not be chosen here"),
    "not_found": Meaning(404, "There is nothing at this address"),
    "kind_not_found": Meaning(404, "There is no such kind of game"),
    "game_not_found": Meaning(404, "There is no such game"),
    "seat_not_found": Meaning(404, "There is no such seat"),
    "version_not_found": Meaning(404, "There is no such version yet"),
    "method_not_allowed": Meaning(405, "The method is not allowed here"),
    "illegal_action": Meaning(409, "The rules do not allow the action"),
    "decision_answered": Meaning(409, "The decision was answered with another action"),
    "decision_closed": Meaning(409, "The decision is not open"),
    "version_conflict": Meaning(409, "The game has moved on"),
    "seat_taken": Meaning(409, "The seat is taken"),
    "seat_open": Meaning(409, "The seat is still open"),
    "game_not_over": Meaning(409, "The game is not over"),
    "options_conflict": Meaning(409, "The options contradict each other or the seats"),
    "idempotency_key_reused": Meaning(409, "The key came with another request"),
    "body_too_large": Meaning(413, "The body is too large"),
    "unsupported_media_type": Meaning(415, "The body must be application/json"),
    "invalid_request": Meaning(422, "The request does not fit its schema"),
    "bad_request": Meaning(400, "The request cannot be read"),
    "internal_error": Meaning(500, "Something went wrong inside the service"),
    "corrupt_log": Meaning(500, "The game's log cannot be read"),
    "waiting_capacity": Meaning(503, "Too many requests are waiting", retryable=True),
    "store_busy": Meaning(503, "The store is busy", retryable=True),
    "store_unavailable": Meaning(503, "The store cannot be used", retryable=True),
    "store_full": Meaning(507, "The store is full"),
}


UNREADABLE: dict[int, tuple[str, str]] = {
    414: ("uri_too_long", "The address is too long"),
    417: ("expectation_failed", "The expectation cannot be met"),
    431: ("headers_too_large", "The headers are too large"),
    501: ("not_implemented", "The transfer coding is not supported"),
}
"""Codes and titles, by status, of what the HTTP server refuses before it is a request at all;
every other status is a `bad_request` there."""


class ProblemError(Struct, frozen=True, kw_only=True, rename={"place": "in"}):
    """One thing that is wrong with a request."""

    place: Annotated[
        str,
        Meta(
            description="Where: `body`, `query`, `path` or `header`.",
            examples=["body"],
        ),
    ]
    pointer: Annotated[
        str,
        Meta(
            description="JSON Pointer into the body, or the parameter's name.",
            examples=["/seats/0/name"],
        ),
    ]
    message: Annotated[str, Meta(description="What was expected there.")]


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request was not granted (RFC 9457)."""

    type: Annotated[
        str,
        Meta(
            description="Names the problem: `urn:tapster:problem:` and the code.",
            examples=["urn:tapster:problem:illegal_action"],
        ),
    ]
    title: Annotated[str, Meta(description="What the code means, the same every time.")]
    status: Annotated[int, Meta(ge=400, le=599, examples=[409])]
    detail: Annotated[str, Meta(description="What is wrong with this request, for people.")]
    instance: Annotated[str, Meta(description="The path of the request.")]
    code: Annotated[str, Meta(description="For programs.", examples=["illegal_action"])]
    retryable: Annotated[
        bool, Meta(description="True if the same request may be granted a little later.")
    ]
    version: Annotated[
        Version | None, Meta(description="On 409 in a game: its present version.")
    ] = None
    reason: Annotated[
        str | None,
        Meta(description="On `illegal_action`: the game's own code.", examples=["not_your_turn"]),
    ] = None
    errors: Annotated[list[ProblemError] | None, Meta(description="On 422: what does not fit.")] = (
        None
    )


class Unfit(Exception):
    """A request that does not fit its schema, with what was expected where."""

    def __init__(self, errors: list[ProblemError]) -> None:
        super().__init__(errors[0].message)
        self.errors = errors


def make_problem(
    code: str,
    meaning: Meaning,
    detail: str,
    instance: str,
    *,
    version: int | None = None,
    reason: str | None = None,
    errors: list[ProblemError] | None = None,
) -> Problem:
    """The one way from a code and its meaning to the body that says it."""
    return Problem(
        type=f"urn:tapster:problem:{code}",
        title=meaning.title,
        status=meaning.status,
        detail=detail,
        instance=instance,
        code=code,
        retryable=meaning.retryable,
        version=version,
        reason=reason,
        errors=errors,
    )


def problem(
    code: str,
    detail: str,
    *,
    version: int | None = None,
    reason: str | None = None,
    errors: list[ProblemError] | None = None,
    headers: dict[str, str] | None = None,
) -> flask.Response:
    """The answer that says the problem."""
    meaning = TABLE[code]
    path = flask.request.path
    body = make_problem(code, meaning, detail, path, version=version, reason=reason, errors=errors)
    response = flask.Response(msgspec.json.encode(body), meaning.status, content_type=MEDIA_TYPE)
    response.headers.update(headers or {})
    if meaning.status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="tapster"'
    if meaning.retryable:
        response.headers["Retry-After"] = RETRY_AFTER
    return response


def unreadable(status: int) -> bytes:
    """The body of a problem that the HTTP server has with what it was sent."""
    code, title = UNREADABLE.get(status, ("bad_request", TABLE["bad_request"].title))
    return msgspec.json.encode(make_problem(code, Meaning(status, title), f"{title}.", "/"))


def refused(error: Refused) -> flask.Response:
    """A refusal by a use case."""
    return problem(error.code, error.detail, version=error.version, reason=error.reason)


def unfit(error: Unfit) -> flask.Response:
    """A body that does not fit its schema."""
    first = error.errors[0]
    detail = f"{first.pointer or 'The body'}: {first.message}"
    return problem("invalid_request", detail, errors=error.errors)


def http_error(error: HTTPException) -> flask.Response:
    """What Flask and webargs raise themselves."""
    match error.code:
        case 404:
            return problem("not_found", "There is nothing at this address.")
        case 405:
            assert isinstance(error, MethodNotAllowed)
            allowed = ", ".join(sorted(error.valid_methods or ()))
            detail = f"This address takes {allowed}."
            return problem("method_not_allowed", detail, headers={"Allow": allowed})
        case 422:
            return unfit(Unfit(_parameter_errors(getattr(error, "data", {}))))
        case code if code is not None and code < 500:
            return problem("bad_request", "The request cannot be read as HTTP.")
        case _:
            return problem("internal_error", "The service failed; it has taken note.")


def _parameter_errors(data: dict[str, dict[str, dict[str, list[str]]]]) -> list[ProblemError]:
    places = {"query": "query", "headers": "header", "path": "path"}
    return [
        ProblemError(place=places[location], pointer=name, message=" ".join(messages))
        for location, fields in data["messages"].items()
        for name, messages in fields.items()
    ]


def store_busy(error: StoreBusy) -> flask.Response:
    """The store could not take the work in time."""
    return problem("store_busy", "The store is busy; nothing was changed, try again.")


def store_unavailable(error: StoreUnavailable) -> flask.Response:
    """The store is gone, replaced, read-only or broken. The operator must know."""
    log.critical("%s: the store cannot be used: %s", flask.request.path, error)
    return problem("store_unavailable", "The store cannot be used; the operator has been told.")


def store_full(error: StoreFull) -> flask.Response:
    """The disk is full."""
    return problem("store_full", "The store has no room left; nothing was changed.")


def corrupt_log(error: CorruptLog) -> flask.Response:
    """A row that is not what was written. The operator must know; the client gets no details."""
    log.critical("%s: corrupt log: %s", flask.request.path, error)
    return problem("corrupt_log", "The game's log cannot be read; the operator has been told.")


def unexpected(error: Exception) -> flask.Response:
    """A fault of ours: the trace goes to the log, never to the client."""
    log.error("%s %s failed", flask.request.method, flask.request.path, exc_info=error)
    return problem("internal_error", "The service failed; it has taken note.")


def register(app: flask.Flask) -> None:
    """Makes every error of the app a problem."""
    app.register_error_handler(Refused, refused)
    app.register_error_handler(Unfit, unfit)
    app.register_error_handler(StoreBusy, store_busy)
    app.register_error_handler(StoreUnavailable, store_unavailable)
    app.register_error_handler(StoreFull, store_full)
    app.register_error_handler(CorruptLog, corrupt_log)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(Exception, unexpected)
