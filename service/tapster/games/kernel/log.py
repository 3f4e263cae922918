"""What a game's log says: one entry a version, and the house's own events.

The kinds' events tell what happened in the game; the house's tell what happened around it: it was
created, a seat was claimed, it started. Replay folds both alike.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from tapster.games.kernel.chance import Draw
from tapster.games.kernel.messages import Command, Event, Seat

MAXIMUM_VERSIONS = 5_000
"""The most versions that a log may have; the last one ends its game."""

Visibility: TypeAlias = Literal["public", "private"]
Fill: TypeAlias = Literal["token", "open"]
Status: TypeAlias = Literal["open", "active", "over"]


class SeatSetup(Struct, frozen=True, kw_only=True):
    """A seat as the host set it up."""

    name: str | None
    fill: Annotated[
        Fill, Meta(description="`token`: a token was given out at creation; `open`: to be claimed.")
    ]
    client_seed: str | None


class GameCreated(Event, frozen=True, tag="created"):
    """A game was created. Options are complete, defaults included."""

    kind: str
    ruleset: str
    visibility: Visibility
    options: dict[str, Any]
    seats: list[SeatSetup]
    commitment: str
    open_seed: bool


class SeatClaimed(Event, frozen=True, tag="seat_claimed"):
    """Somebody took an open seat."""

    seat: Seat
    name: str | None
    client_seed: str | None


class GameStarted(Event, frozen=True, tag="started"):
    """The last open seat is taken; the deal follows in the same version."""


HouseEvent: TypeAlias = GameCreated | SeatClaimed | GameStarted
HOUSE_EVENTS: tuple[type[HouseEvent], ...] = (GameCreated, SeatClaimed, GameStarted)


class Entry(Struct, frozen=True, kw_only=True):
    """One version of a game, whole: what was asked, the chance that it used, what followed."""

    version: int
    seat: int | None
    """The seat that acted, None for the house."""
    at: str
    """When, as RFC 3339 in UTC with milliseconds. Never used for order."""
    decision: int | None
    """The decision that the seat answered, None for the house."""
    command: Command | None
    chance: list[Draw]
    events: list[Event]


class CorruptLog(Exception):
    """A stored row that cannot be read as what it must be; never skipped, never guessed."""
