"""Shuffling, dealing, the first card and the starting seat [R7-R12]."""

from collections import Counter

import msgspec
import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.cards import DrinkoDeck, new_deck
from tapster.games.drinko.messages import DrinkoDealt, DrinkoOptions, DrinkoTrainOrder
from tapster.games.kernel.chance import Pick, Shuffle
from tapster.games.kernel.rejected import Rejected
from tests.rules.drinko.tables import cards
from tests.rules.scenario import FixedChance, Scenario, seeded

UNSHUFFLED = list(range(105))


def deal(options: DrinkoOptions, seats: int, *outcomes: list[int] | int) -> DrinkoDealt:
    """The deal under chosen chance."""
    (event,) = KIND.start(KIND.resolve(options, seats), seats, FixedChance(*outcomes))
    assert isinstance(event, DrinkoDealt)
    return event


def test_seven_cards_each_one_hand_after_the_other() -> None:  # [R9]
    event = deal(DrinkoOptions(starting_seat=0), 3, UNSHUFFLED)
    assert event.hands == [
        cards("red-0 red-1 red-1 red-2 red-2 red-3 red-3"),
        cards("red-4 red-4 red-5 red-5 red-6 red-6 red-7"),
        cards("red-7 red-8 red-8 red-9 red-9 red-skip red-skip"),
    ]
    # Under the hands lie two +1, a +2 and a +3 before the first number card [R10].
    assert event.play_pile == cards("red-plus-1 red-plus-1 red-plus-2 red-plus-3 green-0")
    assert event.draw_pile == new_deck(DrinkoDeck())[26:]
    assert event.draw_pile_count == 79


def test_a_number_card_is_turned_up_at_once() -> None:  # [R10]
    event = deal(DrinkoOptions(starting_seat=0), 2, UNSHUFFLED)
    assert event.play_pile == cards("red-7")
    assert event.draw_pile_count == 105 - 14 - 1


def test_special_cards_turned_up_have_no_effect() -> None:  # [R10, R11]
    order = [*range(14), *range(100, 105), *range(14, 100)]
    game = Scenario(KIND, DrinkoOptions(starting_seat=1), seats=2)
    game.given(*KIND.start(game.options, 2, FixedChance(order)))
    view = KIND.view(game.state, None)
    assert view.play_pile == cards("deflect deflect split split target red-7")
    assert (view.top, view.train, view.direction, view.seat_to_act) == ("red-7", None, 1, 1)


def test_the_shuffled_order_is_that_of_the_deck() -> None:  # [R5, R9]
    event = deal(DrinkoOptions(starting_seat=0), 2, UNSHUFFLED[::-1])
    assert event.hands[0] == cards("target split split deflect deflect blue-plus-3 blue-plus-2")
    assert event.draw_pile is not None
    assert event.draw_pile[-1] == "red-0"


@pytest.mark.parametrize("seat", range(10))
def test_the_starting_seat_is_the_one_that_was_chosen(seat: int) -> None:  # [R8, R11]
    assert deal(DrinkoOptions(starting_seat=seat), 10, UNSHUFFLED).seat_to_act == seat


@pytest.mark.parametrize("seat", range(4))
def test_the_starting_seat_is_drawn_after_the_deck(seat: int) -> None:  # [R8, R12]
    chance = FixedChance(UNSHUFFLED, seat)
    (event,) = KIND.start(DrinkoOptions(), 4, chance)
    assert isinstance(event, DrinkoDealt)
    assert event.seat_to_act == seat
    assert chance.draws == [Shuffle(UNSHUFFLED), Pick(4, seat)]


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_starting_seat_beyond_the_table_is_refused(seats: int) -> None:  # [R8]
    with pytest.raises(Rejected) as refusal:
        KIND.resolve(DrinkoOptions(starting_seat=seats), seats)
    assert refusal.value.code == "options_conflict"
    allowed = DrinkoOptions(starting_seat=seats - 1)
    assert KIND.resolve(allowed, seats) == allowed


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_table_is_dealt_whole(seats: int) -> None:  # [R1, R9]
    state = KIND.empty(DrinkoOptions(), seats)
    for event in KIND.start(DrinkoOptions(), seats, seeded(0, seats)):
        KIND.evolve(state, event)
    assert [len(hand) for hand in state.hands] == [7] * seats
    assert Counter(KIND.cards(state)) == Counter(map(str, new_deck(DrinkoDeck())))


def test_the_train_order_is_rising_or_falling() -> None:  # [R7]
    assert DrinkoOptions().train_order is DrinkoTrainOrder.RISING
    for order in ("rising", "falling"):
        assert msgspec.convert({"train_order": order}, DrinkoOptions).train_order == order
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"train_order": "sideways"}, DrinkoOptions)
