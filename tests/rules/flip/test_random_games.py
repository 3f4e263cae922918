"""Random games of Flip end, keep their cards, and fold from their log to the state they reached."""

import copy
import random
from collections import Counter

import pytest

from tapster.games.flip import KIND
from tapster.games.flip.events import FlipEvent
from tapster.games.flip.messages import FlipOptions
from tapster.games.flip.state import FlipState
from tapster.games.kernel.codec import codec, encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.messages import Options
from tests.laws.players.flip import OPTIONS
from tests.rules.scenario import seeded

GAMES = 60


def play_to_the_end(
    seats: int, options: Options, seed: int
) -> tuple[FlipState, list[list[FlipEvent]]]:
    """One random game: its last state and the events of each version."""
    assert isinstance(options, FlipOptions)
    chooser = random.Random(seed)
    resolved = KIND.resolve(options, seats)
    state = KIND.empty(resolved, seats)
    log: list[list[FlipEvent]] = [list(KIND.start(resolved, seats, seeded(version=0, seed=seed)))]
    for event in KIND.start(resolved, seats, seeded(version=0, seed=seed)):
        KIND.evolve(state, event)
    deck = Counter(KIND.cards(state))
    assert resolved.copies is not None
    assert len(list(KIND.cards(state))) == 26 * resolved.copies + 32 * resolved.action_cards
    while awaited := KIND.awaited(state):
        able = [seat for seat in awaited if KIND.legal(state, seat)]
        assert able, "nobody can act, but the game is not over"
        seat = chooser.choice(able)
        command = chooser.choice(KIND.legal(state, seat))
        chance = seeded(version=len(log), seed=seed)
        decided = KIND.decide(state, seat, command, chance)
        for event in decided:
            KIND.evolve(state, event)
        log.append(list(decided))
        assert Counter(KIND.cards(state)) == deck, "cards were made or lost"
        assert len(log) < 5_000, "the game does not end"
    return state, log


@pytest.mark.parametrize("game", range(GAMES))
def test_a_random_game_ends_and_replays(game: int) -> None:
    seats, options = OPTIONS[game % len(OPTIONS)]
    state, log = play_to_the_end(seats, options, game)
    assert KIND.result(state) is not None
    assert all(not KIND.legal(state, seat) for seat in range(seats))

    kind: AnyKind = KIND  # the codec's events are of no static kind
    replayed = KIND.empty(state.options, seats)
    for events in codec(KIND).decode_events([encode(events) for events in log]):
        for event in events:
            kind.evolve(replayed, event)
    assert replayed == state


@pytest.mark.parametrize("game", range(len(OPTIONS)))
def test_asking_changes_nothing(game: int) -> None:
    seats, options = OPTIONS[game]
    _, log = play_to_the_end(seats, options, game)
    assert isinstance(options, FlipOptions)
    state = KIND.empty(KIND.resolve(options, seats), seats)
    for version, events in enumerate(log):
        for event in events:
            KIND.evolve(state, event)
        if version % 7 == 0:
            before = copy.deepcopy(state)
            for viewer in (None, *range(seats)):
                KIND.view(state, viewer)
                for event in events:
                    KIND.redact(event, viewer)
            for seat in KIND.awaited(state):
                for command in KIND.legal(state, seat):
                    KIND.decide(state, seat, command, seeded())
            assert state == before
