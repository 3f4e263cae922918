"""Whole random games: they end, make and lose no card, and fold again from what was stored."""

import copy
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tapster.games.drink_or_die import KIND
from tapster.games.drink_or_die.cards import new_deck
from tapster.games.drink_or_die.deal import COPIES_OF_SPECIALS
from tapster.games.drink_or_die.events import DrinkOrDieEvent
from tapster.games.drink_or_die.messages import DrinkOrDieOptions
from tapster.games.drink_or_die.state import State
from tapster.games.kernel.codec import codec, encode
from tapster.games.kernel.rejected import Rejected
from tests.laws.players.drink_or_die import OPTIONS, commands
from tests.rules.scenario import seeded


def resolved(number: int) -> tuple[int, DrinkOrDieOptions]:
    """Table size and options of one of the random games."""
    seats, options = OPTIONS[number % len(OPTIONS)]
    assert isinstance(options, DrinkOrDieOptions)
    return seats, KIND.resolve(options, seats)


evolve: Any = KIND.evolve
"""As replay folds it: over events of which it knows only that they are the kind's."""


def fold(state: State, events: Sequence[DrinkOrDieEvent]) -> None:
    """Applies facts in their order."""
    for event in events:
        KIND.evolve(state, event)


def looks(state: State, seats: int) -> None:
    """Looks at the state in every way that must not change it."""
    for viewer in (None, *range(seats)):
        assert encode(KIND.view(state, viewer))
        if viewer is not None:
            assert bool(KIND.legal(state, viewer)) == (viewer in KIND.awaited(state))


def play_out(number: int) -> tuple[State, list[Sequence[DrinkOrDieEvent]]]:
    """Plays one random game to its end."""
    chooser = random.Random(number)
    seats, options = resolved(number)
    deck = Counter(new_deck(COPIES_OF_SPECIALS[options.expansion]))
    state = KIND.empty(options, seats)
    rows: list[Sequence[DrinkOrDieEvent]] = [KIND.start(options, seats, seeded(0, number))]
    fold(state, rows[0])
    while KIND.result(state) is None:
        (seat,) = KIND.awaited(state)
        checked = len(rows) % 7 == 0
        before = copy.deepcopy(state) if checked else None
        command = chooser.choice(KIND.legal(state, seat))
        events = KIND.decide(state, seat, command, seeded(len(rows), number))
        if before is not None:
            looks(state, seats)
            assert state == before, "decide, legal, view or awaited has changed the state"
        fold(state, events)
        rows.append(events)
        assert Counter(KIND.cards(state)) == deck, "cards were made or lost"
    return state, rows


@pytest.mark.parametrize("number", range(60))
def test_a_random_game_ends_and_folds_again_from_its_stored_log(number: int) -> None:
    state, rows = play_out(number)
    seats, options = resolved(number)
    assert not KIND.awaited(state)
    looks(state, seats)

    again: Any = KIND.empty(options, seats)
    for events in codec(KIND).decode_events([encode(list(row)) for row in rows]):
        for event in events:
            evolve(again, event)
    assert again == state


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_what_is_listed_is_what_is_accepted(number: int) -> None:
    _, rows = play_out(number)
    seats, options = resolved(number)
    state = KIND.empty(options, seats)
    for version, events in enumerate(rows):
        fold(state, events)
        if version % 9 and not {"steal", "distill"} & {state.phase.value}:
            continue
        for seat in range(seats):
            accepted = []
            for command in commands(state):
                try:
                    KIND.decide(state, seat, command, seeded(1))
                except Rejected:
                    continue
                accepted.append(KIND.canonical(command))
            listed = [encode(command) for command in KIND.legal(state, seat)]
            assert len(set(listed)) == len(listed)
            assert set(listed) == {encode(command) for command in accepted}
