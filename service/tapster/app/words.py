"""The words that the house's messages share, and what every body is."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tapster.games.kernel.kind import AnyKind

MAXIMUM_INTEGER = 2**53

_UNSEEN = "\\x00-\\x1f\\x7f-\\xa0\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff"
"""Characters that no name may have, as the inside of a regular expression's class."""

GAME_ID = "^g_[0-9A-HJKMNP-TV-Z]{26}$"
GAME_ID_EXAMPLE = "g_01KB7M2Q8V5T0W3XN4R6Y9ZC1D"
GameId: TypeAlias = Annotated[
    str,
    Meta(
        pattern=GAME_ID,
        description="A game's id: `g_` and a ULID.",
        examples=[GAME_ID_EXAMPLE],
    ),
]
_NAME = f"^[^ {_UNSEEN}][^{_UNSEEN}]*$"
_CLIENT_SEED = "^[A-Za-z0-9._-]{1,64}$"
SERVER_SEED = "^[0-9a-f]{64}$"
SENTENCES = {
    _NAME: "Must not begin with a space, nor have control, unseen or direction characters.",
    _CLIENT_SEED: "Must be 1 to 64 of A-Z, a-z, 0-9, `.`, `_` and `-`.",
    SERVER_SEED: "Must be 64 digits of lower-case hexadecimal.",
}
"""What each pattern asks for, for people."""

Name: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=_NAME,
        description="Who sits there, for people: 1 to 40 characters, not beginning with a space, "
        "without control characters and those that are unseen or turn text round.",
        examples=["Ada"],
    ),
]
ClientSeed: TypeAlias = Annotated[
    str,
    Meta(
        pattern=_CLIENT_SEED,
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
