"""[R32]–[R37]: who sees what, in views and in events; also for whole worlds exchanged unseen."""

import copy
import random
from typing import Any

import pytest
from msgspec.structs import replace

from tapster.games.drink_or_die import KIND
from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.events import (
    DrinkOrDieCardAdded,
    DrinkOrDieDealt,
    DrinkOrDieFinalRoundDealt,
    DrinkOrDieLyingCard,
    DrinkOrDiePotionCreated,
    DrinkOrDieRefilled,
)
from tapster.games.drink_or_die.messages import (
    DrinkOrDieDrink,
    DrinkOrDieOptions,
    DrinkOrDiePhase,
    DrinkOrDieSeatView,
    DrinkOrDieSeenCard,
    DrinkOrDieView,
)
from tapster.games.drink_or_die.state import Lying, State
from tapster.games.kernel.codec import encode
from tapster.games.kernel.rejected import Rejected
from tests.laws.observers.drink_or_die import observe
from tests.laws.players.drink_or_die import OPTIONS
from tests.rules.drink_or_die.tables import (
    CREATE,
    DOWN,
    F1,
    F2,
    F3,
    I1,
    L1,
    L2,
    S1,
    S2,
    TURN,
    UP,
    create,
    down,
    open_down,
    table,
    up,
)
from tests.rules.scenario import seeded

VIEWERS = (None, 0, 1, 2)


def test_r32_a_hand_is_seen_by_its_seat_alone_and_piles_by_nobody() -> None:
    game = table([F1, F2], [L1], [L2], cauldron=[up(S1)], draw_pile=[I1, I1], removed_pile=[F3])
    hands = {viewer: game.kind.view(game.state, viewer).hand for viewer in VIEWERS}
    assert hands == {None: None, 0: [F1, F2], 1: [L1], 2: [L2]}
    for viewer in VIEWERS:
        view = game.kind.view(game.state, viewer)
        assert [seat.hand_count for seat in view.seats] == [2, 1, 1]
        assert [seat.hand for seat in view.seats] == [None, None, None]
        assert (view.draw_pile_count, view.removed_pile_count) == (2, 1)


def test_r32_r36_a_seat_is_told_its_own_cards_of_every_deal() -> None:
    dealt = DrinkOrDieDealt(starting_seat=0, hands=[[F1], [L1]], draw_pile=[S1], removed_pile=[S2])
    assert KIND.redact(dealt, 1) == DrinkOrDieDealt(
        starting_seat=0, hands=[[None], [L1]], draw_pile=None, removed_pile=None
    )
    refilled = DrinkOrDieRefilled(round=2, starting_seat=1, dealt=[[F1, F2], []])
    assert KIND.redact(refilled, 0) == refilled
    assert KIND.redact(refilled, None) == DrinkOrDieRefilled(
        round=2, starting_seat=1, dealt=[[None, None], []]
    )
    final = DrinkOrDieFinalRoundDealt(
        round=3,
        starting_seat=0,
        surplus=[[F1], []],
        dealt=[[], [L1, L2]],
        removed_pile=[F1],
    )
    assert KIND.redact(final, 0) == DrinkOrDieFinalRoundDealt(
        round=3,
        starting_seat=0,
        surplus=[[F1], []],
        dealt=[[], [None, None]],
        removed_pile=None,
    )


def test_r33_r34_r36_a_new_potion_is_half_known() -> None:
    game = table([F1, F2], [L1], [L2], phase=CREATE)
    game.when(0, create((F1, DOWN), (F2, UP)))
    for viewer in VIEWERS:
        hidden = F1 if viewer == 0 else None
        seen = game.kind.view(game.state, viewer).cauldron
        assert [(card.face, card.card) for card in seen] == [(DOWN, hidden), (UP, F2)]
        assert game.kind.redact(game.events[0], viewer) == DrinkOrDiePotionCreated(
            seat=0,
            cards=[
                DrinkOrDieLyingCard(face=DOWN, card=hidden),
                DrinkOrDieLyingCard(face=UP, card=F2),
            ],
        )


def test_r36_the_feed_keeps_nothing_about_who_knows() -> None:
    added = DrinkOrDieCardAdded(seat=0, card=down(F1, 0, 2))
    hidden = DrinkOrDieCardAdded(seat=0, card=DrinkOrDieLyingCard(face=DOWN, card=None))
    shown = DrinkOrDieCardAdded(seat=0, card=DrinkOrDieLyingCard(face=DOWN, card=F1))
    assert hidden.card.known_by is None
    told_to = {viewer: KIND.redact(added, viewer) for viewer in VIEWERS}
    assert told_to == {None: hidden, 0: shown, 1: hidden, 2: shown}
    # What has been redacted has nothing left to hide.
    assert KIND.redact(hidden, 1) == hidden
    assert KIND.redact(shown, 2) == shown


def test_r33_r35_a_drunk_potion_is_known_as_it_was_and_to_its_drinker() -> None:
    game = table([F1, F1], [L1], [L2], cauldron=[down(S1, 1), up(I1), open_down(S2)])
    game.when(0, DrinkOrDieDrink())
    expected = {
        None: [None, I1, S2],
        0: [S1, I1, S2],
        1: [S1, I1, S2],
        2: [None, I1, S2],
    }
    for viewer, cards in expected.items():
        seen = game.kind.view(game.state, viewer).seats[0].collection
        assert [card.card for card in seen] == cards
        assert [card.face for card in seen] == [DOWN, UP, DOWN]
        told = game.kind.redact(game.events[0], viewer)
        assert [card.card for card in told.cards] == cards


def test_r37_the_end_shows_collections_and_hands_but_no_pile() -> None:
    game = table(
        [F1],
        [L1],
        [L2],
        cauldron=[down(S1, 1)],
        collections={1: [down(F3, 1)]},
        drunk=[1, 2],
        removed_pile=[I1],
        final_round=True,
    )
    game.when(0, DrinkOrDieDrink())
    for viewer in VIEWERS:
        view = game.kind.view(game.state, viewer)
        assert view.phase is DrinkOrDiePhase.OVER
        assert view.seat_to_act is None
        assert [seat.hand for seat in view.seats] == [[F1], [L1], [L2]]
        assert [[card.card for card in seat.collection] for seat in view.seats] == [[S1], [F3], []]
        assert [seat.score.total for seat in view.seats if seat.score] == [-2, -6, 0]
        assert view.removed_pile_count == 1
        assert I1.value.encode() not in encode(view)


def test_r32_r35_the_whole_table_as_a_seat_and_as_a_spectator_see_it() -> None:
    game = table(
        [F1, F2],
        [L1],
        cauldron=[down(S1, 1), up(S2)],
        collections={0: [down(F3, 0), up(I1)]},
        drunk=[1],
        draw_pile=[L2] * 3,
        starting_seat=1,
    )

    def expected(own: bool) -> DrinkOrDieView:
        return DrinkOrDieView(
            phase=TURN,
            round=3,
            final_round=False,
            starting_seat=1,
            seat_to_act=0,
            limit=6,
            cauldron=[
                DrinkOrDieSeenCard(face=DOWN, card=None),
                DrinkOrDieSeenCard(face=UP, card=S2),
            ],
            draw_pile_count=3,
            removed_pile_count=0,
            out_of_game=[],
            steals_left=0,
            hand=[F1, F2] if own else None,
            seats=[
                DrinkOrDieSeatView(
                    seat=0,
                    hand_count=2,
                    drunk=False,
                    collection=[
                        DrinkOrDieSeenCard(face=DOWN, card=F3 if own else None),
                        DrinkOrDieSeenCard(face=UP, card=I1),
                    ],
                    hand=None,
                    score=None,
                ),
                DrinkOrDieSeatView(
                    seat=1, hand_count=1, drunk=True, collection=[], hand=None, score=None
                ),
            ],
        )

    assert KIND.view(game.state, 0) == expected(own=True)
    assert KIND.view(game.state, None) == expected(own=False)


# Worlds exchanged unseen


class Place:
    """A place of the game in which a card lies."""

    def __init__(self, row: list[Any], index: int) -> None:
        self.row = row
        self.index = index

    def read(self) -> Card:
        """The card that lies here."""
        here = self.row[self.index]
        return here.card if isinstance(here, Lying) else here

    def write(self, card: Card) -> None:
        """Lays another card here, as this one lies."""
        here = self.row[self.index]
        self.row[self.index] = replace(here, card=card) if isinstance(here, Lying) else card


def places(state: State) -> list[Place]:
    """Every place in which a card lies."""
    rows: list[list[Any]] = [
        *state.hands,
        state.draw_pile,
        state.removed_pile,
        state.cauldron,
        state.out_of_game,
        *state.collections,
    ]
    return [Place(row, index) for row in rows for index in range(len(row))]


def twin(state: State, viewer: int | None, chooser: random.Random) -> State | None:
    """A state that the viewer cannot tell from this one: hidden cards have changed places."""
    other = copy.deepcopy(state)
    exchanged = False
    found = places(other)
    for _ in range(25):
        here, there = chooser.sample(found, 2)
        one, another = here.read(), there.read()
        if one is another:
            continue
        here.write(another)
        there.write(one)
        if observe(other, viewer) == observe(state, viewer):
            exchanged = True
        else:
            here.write(one)
            there.write(another)
    return other if exchanged else None


def outcome(state: State, seat: int, command: Any, row: int) -> tuple[State, list[Any]] | str:
    """What follows from a command: the next state and its events, or the code of a refusal."""
    try:
        events = KIND.decide(state, seat, command, seeded(row))
    except Rejected as refusal:
        return refusal.code
    after = copy.deepcopy(state)
    for event in events:
        KIND.evolve(after, event)
    return after, list(events)


def told(events: list[Any], viewer: int | None) -> bytes:
    """The bytes that the viewer's feed shows of these events."""
    return encode([KIND.redact(event, viewer) for event in events])


def look_alike(state: State, other: State, viewer: int | None, command: Any, row: int) -> bool:
    """Asserts that the viewer cannot tell these worlds apart, nor, if it may still not know them
    apart afterwards, what happens in them. True if there was something to compare afterwards."""
    assert encode(KIND.view(other, viewer)) == encode(KIND.view(state, viewer))
    seat = state.seat_to_act
    assert seat is not None
    if viewer is not None:
        assert KIND.legal(other, viewer) == KIND.legal(state, viewer)
    here, there = outcome(state, seat, command, row), outcome(other, seat, command, row)
    if isinstance(here, str) or isinstance(there, str):
        assert seat != viewer or here == there
        return False
    if observe(here[0], viewer) != observe(there[0], viewer):
        return False
    assert told(here[1], viewer) == told(there[1], viewer)
    return True


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_r32_r36_worlds_that_differ_unseen_look_alike(number: int) -> None:
    chooser = random.Random(number)
    seats, given = OPTIONS[number]
    assert isinstance(given, DrinkOrDieOptions)
    options = KIND.resolve(given, seats)
    state: State = KIND.empty(options, seats)
    for event in KIND.start(options, seats, seeded(0, number)):
        KIND.evolve(state, event)
    row = twins = fed = 0
    while state.seat_to_act is not None:
        row += 1
        command = chooser.choice(KIND.legal(state, state.seat_to_act))
        # A thief or a distillate that is waited for is told by the phase, wherever it lies.
        if state.phase in (CREATE, TURN) and row % 3 == 0:
            viewer = chooser.choice([None, *range(seats)])
            other = twin(state, viewer, chooser)
            if other is not None:
                twins += 1
                fed += look_alike(state, other, viewer, command, row)
        for event in KIND.decide(state, state.seat_to_act, command, seeded(row, number)):
            KIND.evolve(state, event)
    assert twins >= 5
    assert fed >= 3
