"""[R48]: insurance on each call."""

import pytest

from tapster.games.flip.cards import FlipActionCard
from tapster.games.flip.events import (
    FlipActionPlayed,
    FlipCalled,
    FlipInsured,
    FlipPairLaid,
    FlipTaken,
)
from tapster.games.flip.messages import (
    FlipCall,
    FlipCallWord,
    FlipFlip,
    FlipOptions,
    FlipPlayAction,
    FlipTake,
)
from tests.rules.flip.tables import MIDDLE, card, cards, table, turn_over, with_base, with_calls
from tests.rules.scenario import FixedChance, Scenario

HIGHER, LOWER, INSIDE, OUTSIDE, HOT, COLD = FlipCallWord
INSURE = FlipPlayAction(card=FlipActionCard.INSURANCE)
PILE = ["13h", "13c", "12h", "12c"]


def insured(calls: int, hands: list[str] | None = None, *, party: bool = False) -> Scenario:
    game = table(
        hands or ["1h 2h", "3h 4h"],
        held=["insurance", "insurance insurance"],
        options=FlipOptions(party=party),
    )
    with_calls(with_base(game), calls)
    game.when(1, INSURE)
    game.then(FlipActionPlayed(seat=1, card=FlipActionCard.INSURANCE), FlipInsured(seat=1))
    assert [seat.insured for seat in game.kind.view(game.state, None).seats] == [False, True]
    return game


@pytest.mark.parametrize(("calls", "word"), [(0, LOWER), (1, OUTSIDE), (2, HOT)])
def test_a_bust_gives_the_flipper_the_wrong_card_only(calls: int, word: FlipCallWord) -> None:
    game = insured(calls)
    slot = calls + 1
    shown = cards(MIDDLE)
    game.when(1, FlipCall(slot=slot, call=word))
    game.then(
        FlipCalled(seat=1, slot=slot, call=word, card=shown[slot], right=False, drinks=0),
        FlipTaken(seat=0, slots=[slot], cards=[shown[slot]]),
        FlipTaken(seat=1, slots=list(range(slot)), cards=shown[:slot]),
        *turn_over(1, dict(enumerate(PILE[: slot + 1])), 0),
    )
    assert game.state.hands == [[*cards("1h 2h"), shown[slot]], cards("3h 4h") + shown[:slot]]
    assert not game.state.insured


@pytest.mark.parametrize(("calls", "word"), [(0, HIGHER), (1, INSIDE)])
def test_a_right_call_uses_it_up(calls: int, word: FlipCallWord) -> None:
    game = insured(calls)
    game.when(1, FlipCall(slot=calls + 1, call=word))
    assert not game.state.insured
    assert game.state.phase == "gamble"
    game.when(1, INSURE)  # again, for the call after it
    assert game.state.insured


def test_a_clean_sweep_uses_it_up() -> None:
    game = insured(2)
    game.when(1, FlipCall(slot=3, call=COLD), FixedChance([0]))  # its card is drawn again
    assert game.state.phase == "steal"
    assert not any(seat.insured for seat in game.kind.view(game.state, None).seats)


def test_on_call_3_a_party_flippee_still_drinks_four() -> None:
    game = insured(2, party=True)
    game.when(1, FlipCall(slot=3, call=HOT))
    assert game.state.drinks == [0, 4]


def test_pairs_are_laid_on_both_sides() -> None:
    game = insured(0, ["1h 9h", "3h 7c"])
    game.when(1, FlipCall(slot=1, call=LOWER))
    assert game.events[1:5] == [
        FlipTaken(seat=0, slots=[1], cards=cards("9c")),
        FlipPairLaid(seat=0, cards=cards("9h 9c"), drinks_to_give=0),
        FlipTaken(seat=1, slots=[0], cards=cards("7h")),
        FlipPairLaid(seat=1, cards=cards("7c 7h"), drinks_to_give=0),
    ]


def test_a_tie_is_a_bust_that_is_insured() -> None:
    game = table(["1h 2h", "3h 4h"], middle="7h 7c 8h 5c", held=["", "insurance"])
    with_base(game).when(1, INSURE)
    game.when(1, FlipCall(slot=1, call=HIGHER))
    assert game.state.hands == [cards("1h 2h 7c"), cards("3h 4h 7h")]


def test_it_lapses_with_the_turn() -> None:
    game = insured(0)
    game.when(1, FlipTake())
    assert game.events[0] == FlipTaken(seat=1, slots=[0], cards=cards("7h"))
    assert not game.state.insured


def test_it_is_for_the_flippee_while_it_gambles_and_is_not_insured() -> None:
    game = table(["1h 2h", "3h 4h"], held=["insurance", "insurance insurance"])
    game.refuses(1, INSURE, "not_gambling")
    with_base(game)
    game.refuses(0, INSURE, "not_gambling")
    game.when(1, INSURE)
    game.refuses(1, INSURE, "already_insured")


def test_a_right_number_of_the_flipper_is_no_call() -> None:
    game = table(["1h 2h", "3h 4h"], held=["", "insurance"])
    game.when(0, FlipFlip(slot=0, number=7))
    assert game.state.hands[0][-1] == card("7h")
    game.refuses(1, INSURE, "not_gambling")
