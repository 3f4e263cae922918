"""The words that the house's messages share, and what every body is."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tapster.games.kernel.kind import AnyKind

MAXIMUM_INTEGER = 2**53

GameId: TypeAlias = Annotated[
    str,
    Meta(
        pattern="^g_[0-9A-HJKMNP-TV-Z]{26}$",
        description="A game's id: `g_` and a ULID.",
        examples=["g_01KB7M2Q8V5T0W3XN4R6Y9ZC1D"],
    ),
]
Name: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern="^[^\\x00-\\x1f\\x7f-\\x9f]+$",
        description="Who sits there, for people: 1 to 40 characters, no control characters.",
        examples=["Ada"],
    ),
]
ClientSeed: TypeAlias = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9._-]{1,64}$",
        description="The player's own contribution to the game's chance. Given at a claim, after "
        "the commitment was published, it binds the service.",
        examples=["my-lucky-7"],
    ),
]
Version: TypeAlias = Annotated[int, Meta(ge=0, le=MAXIMUM_INTEGER, examples=[41])]
Moment: TypeAlias = Annotated[
    str,
    Meta(
        description="A moment in UTC, RFC 3339 with milliseconds. For people; order is by version.",
        examples=["2026-11-29T18:04:11.092Z"],
        extra_json_schema={"format": "date-time"},
    ),
]


class Request(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A body that a client sends. Unknown fields are refused."""


class Answer(Struct, frozen=True, kw_only=True):
    """A body that the service sends. Fields may be added in later releases."""


def camel(kind: AnyKind) -> str:
    """The kind's name as the first part of component names: `drink_or_die` is `DrinkOrDie`."""
    return "".join(part.capitalize() for part in kind.name.split("_"))
