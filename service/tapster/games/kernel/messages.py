"""The base classes and shared words of all messages: options, commands, events, views.

Every message is frozen. What comes in refuses unknown fields; struct names carry the kind
(`DrinkoPlay`), because each becomes a component of the OpenAPI document.
"""

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias, Union

from msgspec import Meta, Struct

MAXIMUM_SEATS = 10

Seat: TypeAlias = Annotated[
    int,
    Meta(ge=0, lt=MAXIMUM_SEATS, description="A seat's number, from 0, clockwise.", examples=[1]),
]
Viewer: TypeAlias = int | None
"""Who looks: a seat's number, or None for a spectator."""


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a host may choose before a game starts. Every field has a default."""


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """What a seat wants to do. Subclasses set `tag="<kind>.<command>"`."""


class Event(Struct, frozen=True, tag_field="type", kw_only=True, gc=False):
    """A fact of a game. Subclasses set `tag="<kind>.<past participle>"`.

    A tag never changes its shape. An event that needs another shape gets a required field
    `shape: Literal[2]`; rows written before it are read through the kind's upcasters.
    """


class View(Struct, frozen=True, tag_field="kind", kw_only=True):
    """A game's state as one viewer may know it. Subclasses set `tag="<kind>"`."""


def union(types: Iterable[type]) -> Any:
    """The union of messages that are only known at run time, which no static type can follow."""
    return Union[tuple(types)]  # noqa: UP007


class CardInfo(Struct, frozen=True, kw_only=True):
    """One entry of a kind's card catalogue."""

    code: Annotated[str, Meta(description="The card's code, as used in actions, events and views.")]
    name: Annotated[str, Meta(description="The card's name in English.")]
    attributes: Annotated[
        dict[str, str | int | bool | None],
        Meta(description="What the code stands for, for example its colour and number."),
    ]
    copies: Annotated[
        int,
        Meta(description="Copies in the deck under the default options (for the fewest seats)."),
    ]


class Ranked(Struct, frozen=True, kw_only=True):
    """One seat's place in the result."""

    seat: Seat
    rank: Annotated[int, Meta(ge=1, description="1 is the best; equal seats share a rank.")]
    score: Annotated[
        int | None, Meta(description="Points, null in a kind that does not count any.")
    ]


class Result(Struct, frozen=True, kw_only=True):
    """How a game ended."""

    reason: Annotated[
        str,
        Meta(description="Why it ended: a word of the kind, or `too_long`.", examples=["too_long"]),
    ]
    winners: Annotated[list[Seat], Meta(description="The winning seats; empty if nobody won.")]
    tie: Annotated[bool, Meta(description="True if several seats share the win.")]
    ranking: Annotated[
        list[Ranked], Meta(description="Every seat, best first; empty if the game was cut short.")
    ]


def ranked(scores: list[int], reason: str) -> Result:
    """The result of a game that the highest score wins; equal scores share rank and win."""
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    ranking = [
        Ranked(seat=seat, rank=1 + sum(s > scores[seat] for s in scores), score=scores[seat])
        for seat in order
    ]
    winners = [entry.seat for entry in ranking if entry.rank == 1]
    return Result(reason=reason, winners=winners, tie=len(winners) > 1, ranking=ranking)


TOO_LONG = Result(reason="too_long", winners=[], tie=False, ranking=[])
"""The result of a game that reached the last version that a log may have, and has no winner."""
