"""Replay: a game's log, folded into a table at which the game can be looked at and played.

Folding judges nothing and draws nothing. `deal` and `play` judge, and leave the table as it is: the
events that they return are applied once they are stored.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import msgspec

from tapster.games.kernel.chance import Chance
from tapster.games.kernel.decisions import Decision, renew
from tapster.games.kernel.kind import AnyKind
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
    decisions: dict[int, Decision] = field(default_factory=dict)

    @property
    def status(self) -> Status:
        """`open` while a seat is to be claimed, then `active`, `over` once nobody is awaited."""
        if self.state is None:
            return "open"
        return "active" if self.decisions else "over"

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

    def apply(self, version: int, seat: int | None, at: str, events: Sequence[Event]) -> None:
        """Writes one version's facts into the table."""
        evolve = self.kind.evolve
        state = self.state
        for event in events:
            # Not isinstance, which asks the metaclass of every struct: this is every replay's loop.
            if type(event) in _HOUSE_EVENTS:
                self._house(cast(HouseEvent, event), at)
                state = self.state
            elif state is None:
                raise CorruptLog(f"version {version}: {type(event).__name__} before the start")
            else:
                evolve(state, event)
        self.version = version
        self.updated_at = at
        if state is not None:
            self.decisions = renew(self.decisions, self.kind.awaited(state), seat, version)

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


def replay(
    kind: AnyKind, rows: Sequence[tuple[int, int | None, str]], events: Sequence[Sequence[Event]]
) -> Table:
    """The table after the given rows (version, seat, at) with their events, from version 0 on."""
    table = Table(kind)
    apply = table.apply
    for (version, seat, at), facts in zip(rows, events, strict=True):
        if version != table.version + 1:
            raise CorruptLog(f"expected version {table.version + 1}, found {version}")
        apply(version, seat, at, facts)
    return table
