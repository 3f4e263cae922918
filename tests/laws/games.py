"""Random games of every kind: the material of all laws.

A kind brings two files of its own, and without them its laws fail by name: `players/<kind>.py` says
at which tables to play and which commands to try there, `observers/<kind>.py` says a second time,
independently of the kind's views, what a viewer may know.
"""

import importlib
import importlib.util
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Protocol, cast

import msgspec

from tapster.games.kernel.chance import FairChance
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import Entry, GameCreated, SeatSetup
from tapster.games.kernel.messages import Command, Event, Options, Viewer
from tapster.games.kernel.table import Table, deal, play

AT = "2026-01-02T03:04:05.678Z"
"""When everything in a random game happens; the rules do not know of time."""

_DEFINES = {
    "players": "`OPTIONS`, tables as pairs of a number of seats and options, and "
    "`commands(state)`, every command to try",
    "observers": "`observe(state, viewer)`, all that the viewer may know as one comparable value",
}
"""What the files of a kind define, by their folder."""


class Player(Protocol):
    """What a kind's player file defines."""

    OPTIONS: list[tuple[int, Options]]
    """Tables to play at: how many seats, and which options."""

    def commands(self, state: Any) -> Iterable[Command]:
        """Every command to try at the state, sensible or not."""
        ...


def player(kind: AnyKind) -> Player:
    """The kind's player file."""
    return cast(Player, _module("players", kind))


def observer(kind: AnyKind) -> Callable[[Any, Viewer], object]:
    """The kind's `observe(state, viewer)`: all that the viewer may know, as a comparable value."""
    observe: Callable[[Any, Viewer], object] = _module("observers", kind).observe
    return observe


def _module(folder: str, kind: AnyKind) -> Any:
    name = f"tests.laws.{folder}.{kind.name}"
    assert importlib.util.find_spec(name) is not None, (
        f"the kind {kind.name} has no tests/laws/{folder}/{kind.name}.py: write it, "
        f"to define {_DEFINES[folder]}"
    )
    return importlib.import_module(name)


def table_of(kind: AnyKind, number: int) -> tuple[int, Options]:
    """At how many seats and with which options, resolved, the random game is played."""
    tables = player(kind).OPTIONS
    seats, options = tables[number % len(tables)]
    return seats, kind.resolve(options, seats)


def chance_of(number: int, version: int) -> FairChance:
    """The chance of one version of a random game."""
    return FairChance(number.to_bytes(32, "big"), version)


def steps(kind: AnyKind, number: int) -> Iterator[tuple[Table, Entry]]:
    """Plays a random game to its end; the same number gives the same game.

    Yields each entry with the table as it is before that entry. It is one table that moves on: once
    the iteration is over, it stands at the end of the game.
    """
    chooser = random.Random(f"{kind.name} {number}")
    table = Table(kind)
    entry = _first(kind, number)
    yield table, entry
    table.apply(0, None, AT, entry.events)
    while table.decisions:
        seat, command = _choice(table, chooser)
        chance = chance_of(number, table.version + 1)
        events = play(table, seat, command, chance)
        entry = Entry(
            version=table.version + 1,
            seat=seat,
            at=AT,
            decision=table.decisions[seat].opened,
            command=command,
            chance=chance.draws,
            events=events,
        )
        yield table, entry
        table.apply(entry.version, seat, AT, events)


def _first(kind: AnyKind, number: int) -> Entry:
    """Version 0: the creation, with the deal."""
    seats, options = table_of(kind, number)
    created = GameCreated(
        kind=kind.name,
        ruleset=kind.ruleset,
        visibility="public",
        options=msgspec.to_builtins(options),
        seats=[SeatSetup(name=None, fill="token", client_seed=None)] * seats,
        commitment="",
        open_seed=True,
    )
    seated = Table(kind)
    seated.apply(0, None, AT, [created])
    chance = chance_of(number, 0)
    events: list[Event] = [created, *deal(seated, chance)]
    return Entry(
        version=0,
        seat=None,
        at=AT,
        decision=None,
        command=None,
        chance=chance.draws,
        events=events,
    )


def _choice(table: Table, chooser: random.Random) -> tuple[int, Command]:
    """Some seat that is awaited, and something that it may do."""
    seats = sorted(table.decisions)
    chooser.shuffle(seats)
    for seat in seats:
        commands = table.kind.legal(table.state, seat)
        if commands:
            return seat, chooser.choice(commands)
    raise AssertionError(f"version {table.version}: seats {seats} are awaited, none can act")


@cache
def lengths(kind: AnyKind) -> list[int]:
    """How many actions the random games have, one at each table of the player file.

    Tests that want a game of some length ask less of a kind whose games are all shorter.
    """
    return [len(whole_game(kind, number)[1]) - 1 for number in range(len(player(kind).OPTIONS))]


def whole_game(kind: AnyKind, number: int) -> tuple[Table, list[Entry]]:
    """A random game from start to end: the table at its end, and all its entries."""
    played = [(table, entry) for table, entry in steps(kind, number)]
    return played[-1][0], [entry for _, entry in played]
