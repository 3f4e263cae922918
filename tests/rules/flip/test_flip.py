"""[R12] to [R17], [R35]: laying pairs, and the Flipper's call of an exact number."""

from tapster.games.flip.events import FlipFlipped, FlipPairLaid, FlipTaken
from tapster.games.flip.messages import FlipCall, FlipCallWord, FlipFlip, FlipOptions, FlipTake
from tests.rules.flip.tables import card, cards, table, turn_over, with_base, with_calls


def test_R16_a_right_number_steals_the_turn_and_the_card_goes_to_the_flipper() -> None:
    game = table(["1h 2h", "3h 4h"])
    game.when(0, FlipFlip(slot=1, number=9))
    game.then(
        FlipFlipped(seat=0, slot=1, number=9, card=card("9c"), right=True, drinks=0),
        FlipTaken(seat=0, slots=[1], cards=cards("9c")),
        *turn_over(1, {1: "13h"}, 0),
    )
    assert game.state.hands[0] == cards("1h 2h 9c")
    assert game.state.phase == "flip"
    assert game.state.middle == cards("7h 13h 8h 5c")


def test_R12_the_stolen_turns_card_is_laid_at_once_with_its_like() -> None:
    game = table(["1h 9h", "3h 4h"])
    game.when(0, FlipFlip(slot=1, number=9))
    game.then(
        FlipFlipped(seat=0, slot=1, number=9, card=card("9c"), right=True, drinks=0),
        FlipTaken(seat=0, slots=[1], cards=cards("9c")),
        FlipPairLaid(seat=0, cards=cards("9h 9c"), drinks_to_give=0),
        *turn_over(1, {1: "13h"}, 0),
    )
    assert game.state.hands[0] == cards("1h")


def test_R17_a_wrong_number_makes_the_base_card() -> None:
    game = table(["1h 2h", "3h 4h"])
    game.when(0, FlipFlip(slot=1, number=10))
    game.then(FlipFlipped(seat=0, slot=1, number=10, card=card("9c"), right=False, drinks=0))
    view = game.kind.view(game.state, None)
    assert (view.phase, view.base, view.calls) == ("gamble", 1, 0)


def test_R35_a_party_flipper_with_a_wrong_number_drinks() -> None:
    game = table(["1h 2h", "3h 4h"], options=FlipOptions(party=True))
    game.when(0, FlipFlip(slot=1, number=10))
    game.then(FlipFlipped(seat=0, slot=1, number=10, card=card("9c"), right=False, drinks=1))
    assert game.state.drinks == [1, 0]


def test_R35_a_right_number_costs_nothing() -> None:
    game = table(["1h 2h", "3h 4h"], options=FlipOptions(party=True))
    game.when(0, FlipFlip(slot=1, number=9))
    assert game.state.drinks == [0, 0]


def test_R15_only_the_flipper_flips_and_only_in_its_phase() -> None:
    game = table(["1h 2h", "3h 4h"], held=["", "peek"])
    game.refuses(1, FlipFlip(slot=0, number=7), "not_your_turn")
    with_base(game)
    game.refuses(0, FlipFlip(slot=1, number=7), "not_your_turn")
    game.refuses(1, FlipFlip(slot=1, number=7), "wrong_phase")


def test_R15_slot_and_number_exist() -> None:
    game = table(["1h 2h", "3h 4h"])
    game.refuses(0, FlipFlip(slot=4, number=7), "no_such_slot")
    game.refuses(0, FlipFlip(slot=-1, number=7), "no_such_slot")
    game.refuses(0, FlipFlip(slot=0, number=0), "no_such_number")
    game.refuses(0, FlipFlip(slot=0, number=14), "no_such_number")


def test_R13_pairs_are_laid_as_if_the_cards_came_one_by_one() -> None:
    # The Flipper takes 7 9 9 7 after a bust on call 3: the nines first.
    game = with_calls(
        with_base(table(["1h 2h", "3h 4h"], middle="7h 9c 9h 7c")), calls=2, slots=(1, 2)
    )
    game.when(1, FlipCall(slot=3, call=FlipCallWord.HOT))
    assert game.state.pairs[0] == [cards("9c 9h"), cards("7h 7c")]
    assert game.state.hands[0] == cards("1h 2h")


def test_R13_of_three_the_oldest_two_are_laid() -> None:
    game = with_calls(with_base(table(["1h 7c", "3h 4h"], middle="7h 9c 7h 5c")), calls=1)
    game.when(1, FlipCall(slot=2, call=FlipCallWord.OUTSIDE))
    assert game.state.pairs[0] == [cards("7c 7h")]
    assert game.state.hands[0] == cards("1h 9c 7h")


def test_R6_cards_enter_a_hand_in_the_order_in_which_they_were_turned_up() -> None:
    game = with_calls(with_base(table(["1h 2h", "3h 4h"]), slot=3), calls=1, slots=(1, 2))
    game.when(1, FlipTake())
    assert game.state.hands[1] == cards("3h 4h 5c 9c")
