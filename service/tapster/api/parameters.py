"""The parameters of requests, in queries and headers, as marshmallow schemas."""

import re
from typing import Any

import flask
import marshmallow as ma
from webargs.flaskparser import parser

from tapster.app.words import GAME_ID, MAXIMUM_INTEGER
from tapster.games import KINDS

_INTEGER = re.compile(r"-?[0-9]+")
_LONGEST = 30
"""More digits than any integer that makes a difference."""


class Integer(ma.fields.Integer):
    """An integer in decimal digits and nothing else (`int` would also take `1_000` or ` 7 `).

    However many digits it has, it is one: beyond ±2^53 its sign alone matters.
    """

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not isinstance(value, str) or not _INTEGER.fullmatch(value):
            raise ma.ValidationError("Must be an integer, in decimal digits.")
        sign = -1 if value.startswith("-") else 1
        digits = value.removeprefix("-").lstrip("0") or "0"
        amount = MAXIMUM_INTEGER if len(digits) > _LONGEST else int(digits)
        return sign * min(amount, MAXIMUM_INTEGER)


def between(least: int, most: int) -> ma.validate.Range:
    """A bound with a sentence that says it."""
    return ma.validate.Range(min=least, max=most, error="Must be from {min} to {max}, inclusive.")


class Flag(ma.fields.Boolean):
    """`true` or `false`, in these words."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            truthy={"true"},
            falsy={"false"},
            error_messages={"invalid": "Must be true or false."},
            **kwargs,
        )


class Whole(ma.validate.Regexp):
    """A pattern for the whole text; the `$` of Python alone would let a line break follow."""

    def __call__(self, value: Any) -> Any:
        if self.regex.fullmatch(value) is None:
            raise ma.ValidationError(self._format_error(value))
        return value


class Query(ma.Schema):
    """Takes each parameter once: nobody could know which of two counts."""

    @ma.pre_load
    def refuse_repeated(self, parameters: Any, **_: Any) -> Any:
        """Refuses parameters that were given several times, known ones and unknown ones."""
        repeated = [name for name in parameters if len(parameters.data.getlist(name)) > 1]
        if repeated:
            raise ma.ValidationError({name: ["Must be given once."] for name in repeated})
        return parameters


class NoQuery(Query):
    """Operations without query parameters refuse any."""


class LookQuery(Query):
    """What of a game to show."""

    version = Integer(
        validate=between(0, MAXIMUM_INTEGER),
        metadata={"description": "Show the game as the viewer knew it at this version."},
    )


class FeedQuery(Query):
    """Which part of a game's feed to give, and how long to wait for it."""

    after = Integer(
        load_default=-1,
        metadata={
            "description": "Only versions above this one. Every integer is a valid cursor: "
            "start with -1, go on with the last version seen.",
            "example": 41,
        },
    )
    limit = Integer(
        load_default=100,
        validate=between(1, 100),
        metadata={"description": "The most versions to give at once."},
    )
    wait = Integer(
        load_default=0,
        validate=between(0, 3600),
        metadata={
            "description": "If there is nothing yet, wait up to this many seconds for it. The "
            "service cuts longer waits to its own maximum, 25 seconds unless set otherwise."
        },
    )


class GamesQuery(Query):
    """Which games to list."""

    kind = ma.fields.String(
        validate=ma.validate.OneOf([kind.name for kind in KINDS]),
        metadata={"description": "Only games of this kind."},
    )
    status = ma.fields.String(
        validate=ma.validate.OneOf(["open", "active", "over"]),
        metadata={"description": "Only games of this status."},
    )
    open_seats = Flag(
        metadata={"description": "`true`: only games with an open seat; `false`: only others."}
    )
    limit = Integer(
        load_default=50,
        validate=between(1, 100),
        metadata={"description": "The most games on a page."},
    )
    cursor = ma.fields.String(
        validate=Whole(GAME_ID, error="Must be a page's `next_cursor`."),
        metadata={"description": "Where the page begins: the `next_cursor` of the page before."},
    )


class KeyHeader(ma.Schema):
    """The key that makes a creation or a claim repeatable."""

    key = ma.fields.String(
        data_key="Idempotency-Key",
        validate=Whole(
            "^[A-Za-z0-9_-]{22,64}$", error="Must be 22 to 64 of A-Z, a-z, 0-9, _ and -."
        ),
        metadata={
            "description": "22 to 64 of `A-Za-z0-9_-`, chosen at random (a UUID does): whoever "
            "knows it can ask for the tokens again. Within 24 hours the same request with the "
            "same key gives the very same answer, with 200 and `Idempotency-Replayed: true`.",
            "example": "0b9f1f6e-4c1d-4f0e-9d7e-6a1f0c2b3d4e",
        },
    )


class ViewHeader(ma.Schema):
    """The version that the client has."""

    if_none_match = ma.fields.String(
        data_key="If-None-Match",
        metadata={
            "description": "The `ETag` of an earlier answer: 304 if there is nothing new.",
            "example": '"41.0"',
        },
    )


class QueryReader:
    """Reads the parameters of a request's query; raises 422 where they do not fit the schema.

    Most requests have none. What they get is worked out once, because asking marshmallow for it
    takes longer than reading the game.
    """

    def __init__(self, schema: type[ma.Schema]) -> None:
        self._schema = schema()
        self._given_nothing = self._schema.load({})

    def __call__(self) -> dict[str, Any]:
        if not flask.request.query_string:
            return dict(self._given_nothing)
        return _parse(self._schema, "query", ma.RAISE)


class HeaderReader:
    """Reads those headers of a request that are parameters; otherwise like `QueryReader`."""

    def __init__(self, schema: type[ma.Schema]) -> None:
        self._schema = schema()
        self._given_nothing = self._schema.load({})
        self._names = [field.data_key or name for name, field in self._schema.fields.items()]

    def __call__(self) -> dict[str, Any]:
        if not any(name in flask.request.headers for name in self._names):
            return dict(self._given_nothing)
        return _parse(self._schema, "headers", ma.EXCLUDE)


def _parse(schema: ma.Schema, location: str, unknown: str) -> dict[str, Any]:
    parsed: dict[str, Any] = parser.parse(schema, location=location, unknown=unknown)
    return parsed
