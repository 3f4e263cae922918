"""Reading bodies: one strict JSON loader for all of them, then the body's own type.

JSON leaves open what this service does not: text is UTF-8, a key comes once, a number is finite,
and 3.0 is the integer 3. So what is stored and compared is what the client meant.
"""

import json
import math
import re
from typing import Any, TypeVar

import flask
import msgspec
from gunicorn.http.errors import ParseException

from tapster.api.expectations import choices_at, fields_at
from tapster.api.problems import ProblemError, Unfit
from tapster.app.errors import Refused
from tapster.app.words import MAXIMUM_INTEGER, SENTENCES

MAXIMUM_BYTES = 16 * 1024
MAXIMUM_DEPTH = 16
MAXIMUM_DIGITS = 64
"""The longest number, in characters: far more than the largest integer needs."""

_CONTROL_OR_SURROGATE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_PATH_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_AT = re.compile(r" - at `(?:key in )?\$(.*)`$")

BodyT = TypeVar("BodyT")


def _bad(detail: str) -> Refused:
    return Refused("invalid_json", detail)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _bad("An object of the body has the same key twice.")
    return result


def _integer(text: str) -> int:
    if len(text) > MAXIMUM_DIGITS or abs(int(text)) > MAXIMUM_INTEGER:
        raise _bad("Integers must be between -2^53 and 2^53.")
    return int(text)


def _number(text: str) -> int | float:
    number = float(text) if len(text) <= MAXIMUM_DIGITS else math.inf
    if not math.isfinite(number):
        raise _bad(f"Numbers must be finite and at most {MAXIMUM_DIGITS} characters long.")
    return _integer(str(int(number))) if number.is_integer() else number


def _constant(text: str) -> float:
    raise _bad(f"{text} is not JSON.")


_decoder = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_number,
    parse_constant=_constant,
    strict=True,
)


def loads(body: bytes) -> Any:
    """The body as plain values. Refuses `invalid_json`, whatever the bytes are."""
    try:
        value = _decoder.decode(body.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise _bad("The body must be UTF-8.") from error
    except json.JSONDecodeError as error:
        raise _bad(f"{error.msg}, at character {error.pos}.") from error
    except RecursionError as error:
        raise _too_deep() from error
    _check(value, 1)
    return value


def _too_deep() -> Refused:
    return _bad(f"The body must not nest deeper than {MAXIMUM_DEPTH} levels.")


def _check(value: Any, depth: int) -> None:
    """Refuses text with control characters or half characters, and deep nesting."""
    if depth > MAXIMUM_DEPTH:
        raise _too_deep()
    match value:
        case str():
            if _CONTROL_OR_SURROGATE.search(value):
                raise _bad("Text must not have control characters or lone surrogates.")
        case dict():
            for key, member in value.items():
                _check(key, depth)
                _check(member, depth + 1)
        case list():
            for member in value:
                _check(member, depth + 1)


def read_body(body_type: type[BodyT], component: str, *, optional: bool = False) -> BodyT:
    """The request's body as its type, which the document has as the component. An optional one may
    be left out altogether."""
    return parse_body(receive_body(), body_type, component, optional=optional)


def parse_body(
    body: bytes, body_type: type[BodyT], component: str, *, optional: bool = False
) -> BodyT:
    """What was received as its type."""
    request = flask.request
    if request.content_encoding not in (None, "", "identity"):
        raise Refused("unsupported_media_type", "The body must be sent as it is, not encoded.")
    if not body and optional and not request.mimetype:
        return body_type()
    if request.mimetype != "application/json":
        raise Refused("unsupported_media_type", "The body must be sent as application/json.")
    return fit(loads(body), body_type, component)


def receive_body() -> bytes:
    """The request's body once it is there, chunked or not, never more than the limit."""
    request = flask.request
    announced = request.content_length or 0
    if announced > MAXIMUM_BYTES:
        raise _too_large()
    try:
        body = request.stream.read(MAXIMUM_BYTES + 1)
    except (OSError, ParseException) as error:
        raise Refused("bad_request", "The body ends too early or is badly chunked.") from error
    if len(body) > MAXIMUM_BYTES:
        raise _too_large()
    if len(body) < announced:
        raise Refused("bad_request", "The body is shorter than its `Content-Length`.")
    return body


def _too_large() -> Refused:
    return Refused("body_too_large", f"The body must not be over {MAXIMUM_BYTES} bytes.")


def fit(value: Any, body_type: type[BodyT], component: str) -> BodyT:
    """The value as the type, which the document has as the component. Raises Unfit with the first
    place where it does not fit."""
    try:
        return msgspec.convert(value, body_type)
    except msgspec.ValidationError as error:
        raise Unfit([_as_error(str(error), value, component)]) from error


def _as_error(message: str, value: Any, component: str) -> ProblemError:
    """msgspec's sentence, its place turned into a JSON Pointer; or our own, where we know more."""
    place = _AT.search(message)
    steps = [] if place is None else [name or index for name, index in _PATH_STEP.findall(place[1])]
    sentence = message if place is None else message[: place.start()]
    return ProblemError(
        place="body",
        pointer="".join(f"/{step}" for step in steps),
        message=_expected(sentence, value, component, steps),
    )


def _expected(sentence: str, value: Any, component: str, steps: list[str]) -> str:
    """What was expected, as exactly as the document tells."""
    for pattern, words in SENTENCES.items():
        if sentence == f"Expected `str` matching regex {pattern!r}":
            return words
    if sentence.startswith("Invalid") and (choices := choices_at(component, value, steps)):
        return f"Must be one of: {', '.join(choices)}."
    if sentence.startswith("Object contains unknown field"):
        fields = fields_at(component, value, steps)
        return f"{sentence}; its fields are: {', '.join(fields) or 'none'}."
    return f"{sentence}."
