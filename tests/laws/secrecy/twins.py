"""Twin worlds: the same game with two cards of a shuffled deck exchanged.

The viewers' own commands are theirs to know, so a twin in which a viewer would have had to say
something else is a different world to that viewer.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from tapster.games.kernel.chance import Draw, RecordedChance, Shuffle
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import Entry, GameStarted
from tapster.games.kernel.messages import Command, Event, Viewer
from tapster.games.kernel.rejected import Rejected
from tapster.games.kernel.table import Table, deal, play
from tests.laws.games import observer
from tests.laws.samples import copied
from tests.laws.secrecy.worlds import World

TWIN_SEED = bytes(range(32))
"""The twin's server seed: what is not dealt yet, and the seed itself, are secrets too."""


class Exchange(NamedTuple):
    """Which two outcomes of a recorded shuffle change places."""

    version: int
    draw: int
    first: int
    second: int

    def applied(self, entry: Entry) -> list[Draw]:
        """The entry's chance with the exchange, if it is the one."""
        draws = list(entry.chance)
        if entry.version == self.version:
            shuffle = draws[self.draw]
            assert isinstance(shuffle, Shuffle), "only shuffles are exchanged"
            order = list(shuffle.order)
            order[self.first], order[self.second] = order[self.second], order[self.first]
            draws[self.draw] = Shuffle(order)
        return draws


@dataclass(frozen=True, slots=True)
class Case:
    """Two worlds that are one to the viewer, up to version `cut`."""

    world: World
    twin: World
    viewer: Viewer
    cut: int
    others_differ: bool
    """Whether the difference shows to some other seat: it is in a hand, not deep in a pile."""

    @property
    def where(self) -> str:
        """For the message of a broken law."""
        return f"{self.world.game_id} of {self.world.kind.name}, viewer {self.viewer}"


def some_exchange(entries: Sequence[Entry], chooser: random.Random) -> Exchange:
    """Mostly of the deal, and mostly of a card early in the deck: hands come from there."""
    shuffles = [
        (entry.version, number, len(draw.order))
        for entry in entries
        for number, draw in enumerate(entry.chance)
        if isinstance(draw, Shuffle) and len(draw.order) > 1
    ]
    assert shuffles, "nothing was shuffled, so there are no cards to exchange"
    of_deal = [shuffle for shuffle in shuffles if shuffle[0] == shuffles[0][0]]
    version, draw, size = chooser.choice(of_deal if chooser.random() < 0.8 else shuffles)
    first = chooser.randrange(max(2, size // 3) if chooser.random() < 0.7 else size)
    second = chooser.randrange(size)
    return Exchange(version, draw, first, second)


def cases(world: World, exchange: Exchange, chooser: random.Random) -> list[Case]:
    """For every viewer to whom the exchange makes no difference for a while, one case."""
    viewers: list[Viewer] = [None, *range(world.record.seats)]
    unaware = set(viewers)
    last: dict[Viewer, int] = {}
    noticed: list[bool] = []
    entries: list[Entry] = []
    different = False
    eyes = _Eyes(world.kind, viewers), _Eyes(world.kind, viewers)
    for entry, here, there in _both(world.kind, world.entries, exchange):
        original = world.entries[entry.version]
        entries.append(entry)
        before, after = eyes[0].seen(here, original), eyes[1].seen(there, entry)
        same = {viewer for viewer in viewers if before[viewer] == after[viewer]}
        if entry.command != original.command:
            same.discard(entry.seat)
        unaware &= same
        noticed.append(len(same) < len(viewers))
        different = different or here.state != there.state
        if different and not unaware:
            break
        if different:
            last |= dict.fromkeys(unaware, entry.version)
    found = []
    twin = world.instead(entries, TWIN_SEED)
    for viewer, latest in last.items():
        cut = latest if chooser.random() < 0.5 else chooser.randint(exchange.version, latest)
        found.append(Case(world, twin, viewer, cut, noticed[cut]))
    return found


class _Eyes:
    """Watches a game fact by fact: what lies open for a moment only has been seen too."""

    def __init__(self, kind: AnyKind, viewers: Sequence[Viewer]) -> None:
        self._kind = kind
        self._observe = observer(kind)
        self._viewers = viewers
        self._state: Any = None

    def seen(self, table: Table, entry: Entry) -> dict[Viewer, list[object]]:
        """What each viewer could see while the entry happened; the table is the one after it."""
        seen: dict[Viewer, list[object]] = {viewer: [] for viewer in self._viewers}
        for event in entry.events:
            if isinstance(event, GameStarted):
                self._state = self._kind.empty(table.options, len(table.seats))
            elif self._state is not None:
                self._kind.evolve(self._state, event)
                for viewer in self._viewers:
                    seen[viewer].append(self._observe(self._state, viewer))
        return seen


def looks_same(kind: AnyKind, here: Any, there: Any, viewer: Viewer) -> bool:
    """Whether the viewer can know no difference between the two states."""
    observe = observer(kind)
    return bool(observe(here, viewer) == observe(there, viewer))


def _both(
    kind: AnyKind, entries: Sequence[Entry], exchange: Exchange
) -> Iterator[tuple[Entry, Table, Table]]:
    """The twin's entries, with the tables of both worlds after each.

    Ends where the twin cannot follow, and before the end of either game, when all is shown.
    """
    here, there = Table(kind), Table(kind)
    swap: dict[str, str] = {}
    for entry in entries:
        twin = _again(there, entry, exchange.applied(entry), swap)
        if twin is None:
            return
        here.apply(entry.version, entry.seat, entry.at, entry.events)
        there.apply(twin.version, twin.seat, twin.at, twin.events)
        if "over" in (here.status, there.status):
            return
        if entry.version == exchange.version:
            swap = _swapped(kind, here, there)
        yield twin, here, there


def _swapped(kind: AnyKind, here: Table, there: Table) -> dict[str, str]:
    """The exchanged cards' codes, each with the other; nothing if it is not as simple as that."""
    pairs = zip(kind.cards(here.state), kind.cards(there.state), strict=True)
    codes = {str(one): str(other) for one, other in pairs if one != other}
    return codes if len(codes) == 2 else {}


def _again(table: Table, entry: Entry, draws: list[Draw], swap: dict[str, str]) -> Entry | None:
    """The entry decided again at the twin's table; None if that cannot be."""
    chance = RecordedChance(draws)
    if entry.seat is None:
        events = _house(table, entry, chance)
        return msgspec.structs.replace(entry, chance=chance.draws, events=events)
    command = entry.command
    assert command is not None, "a seat's entry has a command"
    for said in (command, _exchanged(command, swap)):
        chance = RecordedChance(draws)
        try:
            events = play(table, entry.seat, said, chance)
        except Rejected:
            continue
        return msgspec.structs.replace(
            entry,
            decision=table.decisions[entry.seat].opened,
            command=said,
            chance=chance.draws,
            events=events,
        )
    return None


def _house(table: Table, entry: Entry, chance: RecordedChance) -> list[Event]:
    """A house's entry: its own events stay, a deal is dealt again."""
    started = next(
        (place for place, event in enumerate(entry.events) if isinstance(event, GameStarted)), None
    )
    if started is None:
        return list(entry.events)
    seated = copied(table)
    seated.apply(entry.version, None, entry.at, entry.events[:started])
    return [*entry.events[:started], *deal(seated, chance)]


def _exchanged(command: Command, swap: dict[str, str]) -> Command:
    """The command with the exchanged cards' codes in each other's place."""

    def swapped(value: Any) -> Any:
        match value:
            case dict():
                return {key: swapped(member) for key, member in value.items()}
            case list():
                return [swapped(member) for member in value]
            case str():
                return swap.get(value, value)
            case _:
                return value

    return msgspec.convert(swapped(msgspec.to_builtins(command)), type(command))
