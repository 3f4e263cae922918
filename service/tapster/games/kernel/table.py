"""Replay: a game's log, folded into a table at which the game can be looked at and played.

Folding judges nothing and draws nothing. `deal` and `play` judge, and leave the table as it is: the
events that they return are applied once they are stored.
"""

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, cast

import msgspec

from tapster.games.kernel.chance import Chance
from tapster.games.kernel.decisions import Decision, renew
from tapster.games.kernel.kind import AnyKind, Duty
from tapster.games.kernel.log import (
    HOUSE_EVENTS,
    MAXIMUM_VERSIONS,
    CorruptLog,
    Fill,
    GameCreated,
    GameStarted,
    HouseEvent,
    SeatClaimed,
    Status,
    Visibility,
)
from tapster.games.kernel.messages import Command, Event, Options, Result
from tapster.games.kernel.rejected import Rejected

_HOUSE_EVENTS = frozenset[type[Event]](HOUSE_EVENTS)


class Version(Protocol):
    """What replay needs of a version beside its events."""

    @property
    def version(self) -> int:
        """Its number."""

    @property
    def seat(self) -> int | None:
        """The seat that acted, None for the house."""

    @property
    def at(self) -> str:
        """When it was."""


class _Version(NamedTuple):
    version: int
    seat: int | None
    at: str


@dataclass(slots=True)
class TableSeat:
    """A seat at the table: who sits there, if anybody."""

    name: str | None
    fill: Fill
    client_seed: str | None


@dataclass(slots=True)
class Table:
    """A game as of one version. `apply` moves it to the next one."""

    kind: AnyKind
    version: int = -1
    ruleset: str = ""
    visibility: Visibility = "public"
    options: Options = field(default_factory=Options)
    seats: list[TableSeat] = field(default_factory=list)
    commitment: str = ""
    open_seed: bool = False
    created_at: str = ""
    updated_at: str = ""
    state: Any = None
    """The kind's state, None while a seat is open."""
    awaited: Mapping[int, Duty] = field(default_factory=dict)
    """Who may act now, and why."""
    opened: Mapping[int, int] = field(default_factory=dict)
    """For every awaited seat, the version that opened its decision."""

    @property
    def decisions(self) -> dict[int, Decision]:
        """The open decisions, by seat."""
        return {seat: Decision(self.opened[seat], duty) for seat, duty in self.awaited.items()}

    @property
    def status(self) -> Status:
        """`open` while a seat is to be claimed, then `active`, `over` once nobody is awaited."""
        if self.state is None:
            return "open"
        return "active" if self.awaited else "over"

    @property
    def open_seats(self) -> int:
        """How many seats are still to be claimed."""
        return sum(seat.fill == "open" for seat in self.seats)

    @property
    def client_seeds(self) -> list[str | None]:
        """The seats' seeds, in seat order."""
        return [seat.client_seed for seat in self.seats]

    @property
    def result(self) -> Result | None:
        """The game's result, once there is one."""
        return None if self.state is None else self.kind.result(self.state)

    def seated(self, events: Iterable[HouseEvent]) -> "Table":
        """Another table, with the seats as they are after these events: what a deal asks of it."""
        seated = Table(self.kind, options=self.options, seats=list(self.seats))
        for event in events:
            seated._house(event, "")
        return seated

    def apply(self, version: int, seat: int | None, at: str, events: Sequence[Event]) -> None:
        """Writes the next version's facts into the table."""
        self.fold([_Version(version, seat, at)], [events])

    def fold(self, versions: Iterable[Version], events: Iterable[Sequence[Event]]) -> None:
        """Writes the facts of the versions that follow into the table.

        Raises CorruptLog for a version that does not follow, or that cannot come before the start.
        This is the loop of every request, so it keeps what it needs in local names.
        """
        evolve, awaited = self.kind.evolve, self.kind.awaited
        state, duties, opened = self.state, self.awaited, self.opened
        number = self.version
        for version, facts in zip(versions, events, strict=True):
            number += 1
            if version.version != number:
                raise CorruptLog(f"expected version {number}, found {version.version}")
            for event in facts:
                # Not isinstance, which would ask the metaclass of every struct.
                if type(event) in _HOUSE_EVENTS:
                    self._house(cast(HouseEvent, event), version.at)
                    state = self.state
                elif state is None:
                    raise CorruptLog(f"version {number}: {type(event).__name__} before the start")
                else:
                    evolve(state, event)
            if state is not None:
                before, duties = duties, awaited(state)
                opened = renew(opened, before, duties, version.seat, number)
            self.updated_at = version.at
        self.version = number
        self.awaited = duties
        self.opened = opened

    def _house(self, event: HouseEvent, at: str) -> None:
        match event:
            case GameCreated():
                self.ruleset = event.ruleset
                self.visibility = event.visibility
                self.options = msgspec.convert(event.options, self.kind.options_type)
                self.seats = [TableSeat(s.name, s.fill, s.client_seed) for s in event.seats]
                self.commitment = event.commitment
                self.open_seed = event.open_seed
                self.created_at = at
            case SeatClaimed():
                name = event.name if event.name is not None else self.seats[event.seat].name
                self.seats[event.seat] = TableSeat(name, "token", event.client_seed)
            case GameStarted():
                self.state = self.kind.empty(self.options, len(self.seats))


def deal(table: Table, chance: Chance) -> list[Event]:
    """The events that start the game of a table whose seats are all taken."""
    started: list[Event] = [GameStarted()]
    started.extend(table.kind.start(table.options, len(table.seats), chance))
    return started


def play(table: Table, seat: int, command: Command, chance: Chance) -> list[Event]:
    """The events that follow if the seat gives the command now. Raises Rejected.

    The last version that a log may have ends its game, with whatever result the kind gives then.
    """
    if not isinstance(command, table.kind.command_types):
        raise Rejected("wrong_kind", f"this game is {table.kind.name}, which knows no such action")
    if table.status == "open":
        raise Rejected("game_not_started", "the game has not started: a seat is still open")
    if table.status == "over":
        raise Rejected("game_over", "the game is over")
    events: list[Event] = list(table.kind.decide(table.state, seat, command, chance))
    if table.version + 2 == MAXIMUM_VERSIONS:
        events.extend(_cut_short(table, events))
    return events


def _cut_short(table: Table, events: Sequence[Event]) -> Sequence[Event]:
    """What ends the game after the given events, if they have not ended it themselves."""
    # A copy, since only a stored entry may change the table. Once in a game of 5,000 versions.
    state = copy.deepcopy(table.state)
    for event in events:
        table.kind.evolve(state, event)
    return table.kind.cut_short(state) if table.kind.awaited(state) else ()


def replay(kind: AnyKind, versions: Iterable[Version], events: Iterable[Sequence[Event]]) -> Table:
    """The table after the given versions with their events, from version 0 on."""
    table = Table(kind)
    table.fold(versions, events)
    return table
