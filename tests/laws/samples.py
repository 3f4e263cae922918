"""States of random games, sampled once for all the laws about single states."""

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

from tapster.games.kernel.chance import FairChance
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import Entry
from tapster.games.kernel.messages import Viewer
from tapster.games.kernel.table import Table
from tests.laws.games import chance_of, player, steps

BETWEEN = 3
"""Versions between the deal and the end that are sampled of a game, if it has so many."""
FEWEST, FEWEST_ENDS = 40, 10
"""How many samples there are of a kind, and how many of them are the end of a game."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A table as it stood at one version, and the entry that led to it."""

    number: int
    table: Table
    entry: Entry

    @property
    def where(self) -> str:
        """For the message of a failed law: enough to find the state again."""
        return f"{self.table.kind.name}, game {self.number}, version {self.table.version}"

    @property
    def seats(self) -> range:
        """The table's seats."""
        return range(len(self.table.seats))

    @property
    def viewers(self) -> list[Viewer]:
        """Everybody who may look."""
        return [None, *self.seats]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended at this version."""
        return self.table.status == "over"

    def chance(self) -> FairChance:
        """Some chance for what comes next."""
        return chance_of(self.number, self.table.version + 1)


@cache
def samples(kind: AnyKind) -> list[Sample]:
    """From a game at each table of the player file: the deal, the end, and a few versions between.

    Two of them, if there are any, have several seats that may act: those are rare. If few tables
    or short games give too few samples, all tables have further games.
    """
    tables = len(player(kind).OPTIONS)
    found: list[Sample] = []
    for number in count():
        found += _from_game(kind, number)
        rounds, further = divmod(number + 1, tables)
        if not further and len(found) >= FEWEST and rounds * tables >= FEWEST_ENDS:
            break
    return found


def _from_game(kind: AnyKind, number: int) -> Iterator[Sample]:
    crowded: list[int] = []
    last = 0
    for table, entry in steps(kind, number):
        last = entry.version
        if len(table.decisions) > 1:
            crowded.append(table.version)
    chooser = random.Random(number)
    between = range(1, last)
    some = chooser.sample(between, min(BETWEEN, len(between)))
    wanted = {0, last, *some, *crowded[:1], *crowded[-1:]}
    reached: Entry | None = None
    for table, entry in steps(kind, number):
        if reached is not None and table.version in wanted:
            yield Sample(number, copied(table), reached)
        reached = entry
    assert reached is not None, "every game has a version 0"
    yield Sample(number, table, reached)


def copied(table: Table) -> Table:
    """The table as it is now. Its kind is known by identity, so that stays the same one."""
    return copy.deepcopy(table, {id(table.kind): table.kind})
