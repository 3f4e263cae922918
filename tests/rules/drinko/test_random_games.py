"""Whole random games: they end, make and lose no card, and fold again from what was stored."""

import copy
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.cards import new_deck
from tapster.games.drinko.messages import DrinkoEvent, DrinkoOptions
from tapster.games.drinko.state import State
from tapster.games.kernel.codec import codec, encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import MAXIMUM_VERSIONS
from tests.laws.players.drinko import OPTIONS
from tests.rules.scenario import seeded


def resolved(number: int) -> tuple[int, DrinkoOptions]:
    """Table size and options of one of the random games."""
    seats, options = OPTIONS[number % len(OPTIONS)]
    assert isinstance(options, DrinkoOptions)
    return seats, KIND.resolve(options, seats)


def play_out(number: int, checked: bool) -> tuple[State, list[Sequence[DrinkoEvent]]]:
    """Plays one random game to its end; checks the laws at some of its states if asked to."""
    chooser = random.Random(number)
    seats, options = resolved(number)
    state = KIND.empty(options, seats)
    rows: list[Sequence[DrinkoEvent]] = [KIND.start(options, seats, seeded(0, number))]
    fold(state, rows[0])
    while KIND.result(state) is None and len(rows) < MAXIMUM_VERSIONS:
        seat = chooser.choice(sorted(KIND.awaited(state)))
        command = chooser.choice(KIND.legal(state, seat))
        before = copy.deepcopy(state) if checked and len(rows) % 7 == 0 else None
        events = KIND.decide(state, seat, command, seeded(len(rows), number))
        if before is not None:
            for viewer in (None, *range(seats)):
                KIND.view(state, viewer)
                assert bool(viewer is not None and KIND.legal(state, viewer)) == (
                    viewer in KIND.awaited(state)
                )
            assert state == before, "decide, legal, view or awaited has changed the state"
        fold(state, events)
        rows.append(events)
    if KIND.result(state) is None:
        rows.append(KIND.cut_short(state))
        fold(state, rows[-1])
    return state, rows


def fold(state: State, events: Sequence[DrinkoEvent]) -> None:
    """Applies facts in their order."""
    for event in events:
        KIND.evolve(state, event)


@pytest.mark.parametrize("number", range(60))
def test_a_random_game_ends_and_folds_again_from_its_stored_log(number: int) -> None:
    state, rows = play_out(number, checked=True)
    seats, options = resolved(number)

    assert KIND.result(state) is not None
    assert not KIND.awaited(state)
    assert Counter(KIND.cards(state)) == Counter(str(card) for card in new_deck(options.deck))

    kind: AnyKind = KIND
    again = kind.empty(options, seats)
    for events in codec(KIND).decode_events([encode(list(row)) for row in rows]):
        for event in events:
            kind.evolve(again, event)
    assert again == state
