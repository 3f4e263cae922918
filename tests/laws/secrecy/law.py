"""The law itself: to a viewer who can know no difference, the service shows none."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count

import flask

from tapster.app.context import Context
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.table import Table
from tests.laws.secrecy.probes import Probe, probes
from tests.laws.secrecy.twins import Case, cases, looks_same, some_exchange
from tests.laws.secrecy.worlds import Answer, World, as_entries, ask, play_through_service
from tests.support import memory_app

VERSIONS = 60
"""How far the games are played."""
TWINS = 6
"""How many exchanges are tried in each game."""
IN_HANDS, IN_PILES = 5, 1
"""How many cases a game gives: those in which others see a difference are nearer to what can leak
than those in which nobody does."""
BARREN = 50
"""After so many games in a row without a case, a kind has nothing to hide from anybody."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What both worlds answered to one probe."""

    case: Case
    probe: Probe
    here: Answer
    there: Answer

    @property
    def leaks(self) -> bool:
        """Whether the viewer can tell the worlds apart by these answers."""
        return self.here != self.there

    def __str__(self) -> str:
        return (
            f"{self.case.where}, at version {self.case.cut}, asks {self.probe.request} "
            f"as {self.probe.holder} and can tell twin worlds apart:\n{self.here}\n{self.there}"
        )


def campaign(app: flask.Flask, kind: AnyKind, first: int = 0) -> Iterator[Case]:
    """Cases from random games without end, the numbers from `first` on."""
    barren = 0
    for number in count(first):
        world = play_through_service(app, kind, number, VERSIONS, open_seats=number % 3 == 2)
        chooser = random.Random(number)
        found = [
            case
            for _ in range(TWINS)
            for case in cases(world, some_exchange(world.entries, chooser), chooser)
        ]
        chooser.shuffle(found)
        yield from [case for case in found if case.others_differ][:IN_HANDS]
        yield from [case for case in found if not case.others_differ][:IN_PILES]
        barren = 0 if found else barren + 1
        assert barren < BARREN, (
            f"in {BARREN} games of {kind.name} every exchange of two cards shows to every viewer "
            f"at once: tests/laws/observers/{kind.name}.py must leave out what is hidden"
        )


@cache
def collected(kind: AnyKind, count: int) -> list[Case]:
    """So many cases, made once for all tests, by a service without planted leaks."""
    source = campaign(memory_app(), kind)
    return [next(source) for _ in range(count)]


def comparisons(app: flask.Flask, case: Case) -> Iterator[Comparison]:
    """Both worlds' answers to everything that the viewer can ask."""
    chooser = random.Random(f"{case.where} {case.cut}")
    shown = case.world.context(case.cut), case.twin.context(case.cut)
    for probe in probes(case.world, case.cut, case.viewer, chooser):
        if probe.writes:
            shown = case.world.context(case.cut), case.twin.context(case.cut)
        here, there = (
            ask(app, context, probe.request, token_of(world, probe))
            for context, world in zip(shown, (case.world, case.twin), strict=True)
        )
        comparison = Comparison(case, probe, here, there)
        if not (probe.writes and comparison.leaks and _may_differ(case, shown)):
            yield comparison


def token_of(world: World, probe: Probe) -> str | None:
    """The token that comes with the probe."""
    return None if probe.holder is None else world.tokens[probe.holder]


def _may_differ(case: Case, contexts: tuple[Context, Context]) -> bool:
    """Whether what was asked has given the viewer a new thing to know, other in each world."""
    here, there = (
        _outcome(world, context, case.cut)
        for world, context in zip((case.world, case.twin), contexts, strict=True)
    )
    if here.version != there.version:
        return False
    over = "over" in (here.status, there.status)
    return over or not looks_same(case.world.kind, here.state, there.state, case.viewer)


def _outcome(world: World, context: Context, cut: int) -> Table:
    """The world's table after what was asked of it."""
    table = world.table(cut)
    for entry in as_entries(world.kind, context.store.rows(world.game_id, after=cut)):
        table.apply(entry.version, entry.seat, entry.at, entry.events)
    return table
