"""Given-when-then for the rules of every kind.

game = Scenario(KIND, options, seats=3)
game.given(dealt(...), played(...))                    # facts, folded without judgement
game.when(0, DrinkoPlay(card=Card.RED_7))              # decides, checks the laws, applies
game.then(DrinkoPlayed(...))                           # the events that must have followed
game.refuses(1, DrinkoDraw(), "not_your_turn")         # decide must refuse, with this code
"""

import copy
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tapster.games.kernel.chance import Chance, Draw, FairChance, Pick, Shuffle
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.messages import Command, Event, Options
from tapster.games.kernel.rejected import Rejected


class FixedChance:
    """Gives the orders and numbers that a test has chosen, in turn; fails when there are none."""

    def __init__(self, *outcomes: Sequence[int] | int) -> None:
        self.draws: list[Draw] = []
        self._outcomes = list(outcomes)

    def shuffle(self, n: int) -> list[int]:
        order = self._next()
        assert isinstance(order, Sequence), f"a shuffle of {n} was asked for, the test gave {order}"
        assert sorted(order) == list(range(n)), f"{order} is no order of {n}"
        self.draws.append(Shuffle(list(order)))
        return list(order)

    def pick(self, n: int) -> int:
        value = self._next()
        assert isinstance(value, int), f"a pick below {n} was asked for, the test gave {value}"
        assert 0 <= value < n, f"{value} is not below {n}"
        self.draws.append(Pick(n, value))
        return value

    def _next(self) -> Sequence[int] | int:
        assert self._outcomes, "more chance was asked for than the test has given"
        return self._outcomes.pop(0)


NO_CHANCE = FixedChance()
"""For commands that must not draw."""


def seeded(version: int = 1, seed: int = 0) -> Chance:
    """Some fair chance, the same on every run."""
    return FairChance(seed.to_bytes(32, "big"), version)


class Scenario:
    """A state of one kind of game, and what a test says about it."""

    def __init__(self, kind: AnyKind, options: Options | None = None, seats: int = 2) -> None:
        self.kind = kind
        self.seats = seats
        self.options = kind.resolve(options or kind.options_type(), seats)
        self.state: Any = kind.empty(self.options, seats)
        self.events: list[Event] = []

    def given(self, *events: Event) -> "Scenario":
        """Folds facts into the state."""
        for event in events:
            self.kind.evolve(self.state, event)
        return self

    def when(self, seat: int, command: Command, chance: Chance = NO_CHANCE) -> list[Event]:
        """Decides and applies; the events can be checked with `then`."""
        before = copy.deepcopy(self.state)
        cards = Counter(self.kind.cards(self.state))
        legal = self.kind.legal(self.state, seat)
        assert self.kind.canonical(command) in legal, f"{command} is accepted but not listed"
        self.events = list(self.kind.decide(self.state, seat, command, chance))
        assert self.state == before, "decide has changed the state"
        for event in self.events:
            self.kind.evolve(self.state, event)
        assert Counter(self.kind.cards(self.state)) == cards, "cards were made or lost"
        return self.events

    def then(self, *expected: Event) -> None:
        """These events, and no others, followed."""
        assert self.events == list(expected)

    def refuses(self, seat: int, command: Command, code: str) -> str:
        """The command is refused with this code, and not listed; returns the sentence."""
        before = copy.deepcopy(self.state)
        assert self.kind.canonical(command) not in self.kind.legal(self.state, seat)
        with pytest.raises(Rejected) as refusal:
            self.kind.decide(self.state, seat, command, seeded())
        assert refusal.value.code == code, refusal.value.message
        assert self.state == before, "decide has changed the state"
        return refusal.value.message
