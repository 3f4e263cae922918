"""[R17] to [R23], [R36]: the calls, taking, and going bust."""

import pytest

from tapster.games.flip.events import FlipCalled, FlipPairLaid, FlipTaken
from tapster.games.flip.messages import FlipCall, FlipCallWord, FlipOptions, FlipTake
from tests.rules.flip.tables import MIDDLE, card, cards, table, turn_over, with_base, with_calls

HIGHER, LOWER, INSIDE, OUTSIDE, HOT, COLD = FlipCallWord
PARTY = FlipOptions(party=True)
REQUIRED = FlipOptions(first_call="required")


def called(
    slot: int, call: FlipCallWord, short: str, *, right: bool, drinks: int = 0
) -> FlipCalled:
    return FlipCalled(seat=1, slot=slot, call=call, card=card(short), right=right, drinks=drinks)


@pytest.mark.parametrize(
    ("base", "turned", "word", "right"),
    [
        ("7h", "9c", HIGHER, True),
        ("7h", "9c", LOWER, False),
        ("7h", "6c", LOWER, True),
        ("7h", "6c", HIGHER, False),
        ("7h", "7c", HIGHER, False),  # a tie
        ("7h", "7c", LOWER, False),  # a tie
        ("13h", "12c", HIGHER, False),  # cannot win
        ("13h", "13c", HIGHER, False),  # cannot win
        ("1h", "2c", LOWER, False),  # cannot win
    ],
)
def test_R18_R21_higher_or_lower(base: str, turned: str, word: FlipCallWord, right: bool) -> None:
    game = with_base(table(["1h 2h", "3h 4h"], middle=f"{base} {turned} 8h 5c"))
    game.when(1, FlipCall(slot=1, call=word))
    assert game.events[0] == called(1, word, turned, right=right)
    assert game.state.phase == ("gamble" if right else "flip")


@pytest.mark.parametrize(
    ("first", "second", "turned", "word", "right"),
    [
        ("7h", "9c", "8h", INSIDE, True),
        ("9h", "7c", "8h", INSIDE, True),
        ("7h", "9c", "8h", OUTSIDE, False),
        ("7h", "9c", "6h", OUTSIDE, True),
        ("7h", "9c", "10h", OUTSIDE, True),
        ("7h", "9c", "10h", INSIDE, False),
        ("7h", "9c", "6h", INSIDE, False),
        ("7h", "9c", "7c", INSIDE, False),  # a tie with the base card
        ("7h", "9c", "7c", OUTSIDE, False),
        ("7h", "9c", "9h", INSIDE, False),  # a tie with the card of call 1
        ("7h", "9c", "9h", OUTSIDE, False),
        ("7h", "8c", "9h", INSIDE, False),  # cannot win
        ("7h", "8c", "8h", INSIDE, False),  # cannot win
        ("1h", "13c", "13h", OUTSIDE, False),  # cannot win
    ],
)
def test_R19_R21_inside_or_outside(
    first: str, second: str, turned: str, word: FlipCallWord, right: bool
) -> None:
    game = with_base(table(["2h 3h", "3c 4h"], middle=f"{first} {second} {turned} 5c"))
    with_calls(game, calls=1)
    game.when(1, FlipCall(slot=2, call=word))
    assert game.events[0] == called(2, word, turned, right=right)
    assert game.state.phase == ("gamble" if right else "flip")


@pytest.mark.parametrize(
    ("turned", "word", "right"),
    [
        ("5c", COLD, True),
        ("5c", HOT, False),
        ("5h", HOT, True),
        ("5h", COLD, False),
        ("7c", COLD, True),  # an equal number does no harm
        ("7c", HOT, False),
        ("8c", COLD, True),
    ],
)
def test_R20_hot_or_cold_compares_no_number(turned: str, word: FlipCallWord, right: bool) -> None:
    game = with_base(table(["1h 2h", "3h 4h"], middle=f"7h 9c 8h {turned}"))
    with_calls(game, calls=2)
    game.when(1, FlipCall(slot=3, call=word))
    assert game.events[0] == called(3, word, turned, right=right)
    assert game.state.phase == ("steal" if right else "flip")


def test_R17_calls_go_to_any_face_down_slot() -> None:
    game = with_base(table(["1h 2h", "3h 4h"]), slot=2)
    game.when(1, FlipCall(slot=3, call=LOWER))
    game.then(called(3, LOWER, "5c", right=True))
    view = game.kind.view(game.state, None)
    assert (view.phase, view.base, view.calls) == ("gamble", 2, 1)
    assert [slot.state for slot in view.middle] == ["down", "down", "up", "up"]
    game.refuses(1, FlipCall(slot=3, call=INSIDE), "slot_not_face_down")
    game.refuses(1, FlipCall(slot=4, call=INSIDE), "no_such_slot")


@pytest.mark.parametrize(
    ("calls", "wrong"),
    [(0, [INSIDE, OUTSIDE, HOT, COLD]), (1, [HIGHER, LOWER, HOT, COLD]), (2, [HIGHER, INSIDE])],
)
def test_R57_the_word_belongs_to_the_call(calls: int, wrong: list[FlipCallWord]) -> None:
    game = with_calls(with_base(table(["1h 2h", "3h 4h"])), calls)
    for word in wrong:
        game.refuses(1, FlipCall(slot=3, call=word), "wrong_word")


def test_R17_only_the_flippee_calls_and_takes_and_only_while_it_gambles() -> None:
    game = table(["1h 2h", "3h 4h"], held=["peek", "peek"])
    game.refuses(1, FlipCall(slot=0, call=HIGHER), "not_your_turn")
    game.refuses(1, FlipTake(), "not_your_turn")
    game.refuses(0, FlipTake(), "wrong_phase")
    with_base(game)
    game.refuses(0, FlipCall(slot=1, call=HIGHER), "not_your_turn")
    game.refuses(0, FlipTake(), "not_your_turn")


def test_R22_take_before_the_first_call_if_it_is_optional() -> None:
    game = with_base(table(["1h 2h", "3h 4h"]))
    game.when(1, FlipTake())
    game.then(FlipTaken(seat=1, slots=[0], cards=cards("7h")), *turn_over(1, {0: "13h"}, 0))


def test_R22_no_take_before_the_first_call_if_it_is_required() -> None:
    game = with_base(table(["1h 2h", "3h 4h"], options=REQUIRED))
    game.refuses(1, FlipTake(), "call_required")
    with_calls(game, calls=1)
    game.when(1, FlipTake())
    assert game.state.hands[1] == cards("3h 4h 7h 9c")


def test_R22_take_after_two_right_calls() -> None:
    game = with_calls(with_base(table(["1h 2h", "3h 9h"])), calls=2)
    game.when(1, FlipTake())
    game.then(
        FlipTaken(seat=1, slots=[0, 1, 2], cards=cards("7h 9c 8h")),
        FlipPairLaid(seat=1, cards=cards("9h 9c"), drinks_to_give=0),
        *turn_over(1, {0: "13h", 1: "13c", 2: "12h"}, 0),
    )
    assert game.state.hands[1] == cards("3h 7h 8h")


def test_R23_a_bust_gives_everything_turned_up_to_the_flipper() -> None:
    game = with_base(table(["1h 9h", "3h 4h"]))
    game.when(1, FlipCall(slot=1, call=LOWER))
    game.then(
        called(1, LOWER, "9c", right=False),
        FlipTaken(seat=0, slots=[0, 1], cards=cards("7h 9c")),
        FlipPairLaid(seat=0, cards=cards("9h 9c"), drinks_to_give=0),
        *turn_over(1, {0: "13h", 1: "13c"}, 0),
    )
    assert game.state.hands == [cards("1h 7h"), cards("3h 4h")]


@pytest.mark.parametrize(
    ("calls", "slot", "word", "drinks"), [(0, 1, LOWER, 0), (1, 2, OUTSIDE, 0), (2, 3, HOT, 4)]
)
def test_R36_a_party_bust_costs_four_drinks_on_call_3_only(
    calls: int, slot: int, word: FlipCallWord, drinks: int
) -> None:
    game = with_calls(with_base(table(["1h 2h", "3h 4h"], options=PARTY)), calls)
    game.when(1, FlipCall(slot=slot, call=word))
    assert game.state.drinks == [0, drinks]
    assert game.state.hands[0][2:] == cards(MIDDLE)[: calls + 2]


def test_R36_without_a_party_nobody_drinks() -> None:
    game = with_calls(with_base(table(["1h 2h", "3h 4h"])), calls=2)
    game.when(1, FlipCall(slot=3, call=HOT))
    assert game.state.drinks == [0, 0]
