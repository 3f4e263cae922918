"""[R57], [R58]: who is awaited, and why; drafts leave the state alone."""

import dataclasses

from tapster.games.flip.cards import FlipActionCard
from tapster.games.flip.draft import Draft
from tapster.games.flip.events import FlipCleanSwept, FlipPairLaid
from tapster.games.flip.messages import FlipOptions, FlipPlayAction
from tapster.games.kernel.kind import Duty
from tests.rules.flip.tables import cards, table, with_base
from tests.rules.flip.test_clean_sweep import swept

TURN = Duty("turn", required=True)
REACT = Duty("react", required=False)
STEAL = Duty("steal", required=True)
HANDS = ["1h 2h", "3h 4h", "6h 10c"]


def test_R58_the_turn_is_the_flippers_then_the_flippees() -> None:
    game = table(HANDS)
    assert game.kind.awaited(game.state) == {0: TURN}
    with_base(game)
    assert game.kind.awaited(game.state) == {1: TURN}


def test_R58_seats_with_an_action_card_may_react_playable_or_not() -> None:
    game = table(HANDS, held=["peek", "", "insurance"])
    assert game.kind.awaited(game.state) == {0: TURN, 2: REACT}
    assert game.kind.legal(game.state, 2) == []
    game.refuses(2, FlipPlayAction(card=FlipActionCard.INSURANCE), "not_gambling")
    with_base(game)
    assert game.kind.awaited(game.state) == {0: REACT, 1: TURN, 2: REACT}


def test_R58_seats_with_a_credit_may_react() -> None:
    game = table(HANDS, options=FlipOptions(party=True))
    game.given(FlipCleanSwept(seat=2, drinks_to_give=0, shots_to_give=1))
    assert game.kind.awaited(game.state) == {0: TURN, 2: REACT}


def test_R58_in_a_steal_action_cards_are_no_reason_but_credits_are() -> None:
    game = swept(HANDS, held=["peek", "peek", "peek"], options=FlipOptions(party=True))
    assert game.kind.awaited(game.state) == {1: STEAL}
    game.given(FlipCleanSwept(seat=0, drinks_to_give=1, shots_to_give=0))
    assert game.kind.awaited(game.state) == {0: REACT, 1: STEAL}


def test_a_seat_that_is_not_at_the_table_is_not_awaited() -> None:
    game = table(HANDS, held=["peek", "peek", "peek"])
    for seat in (-1, 3):
        command = FlipPlayAction(card=FlipActionCard.PEEK, slot=0)
        game.refuses(seat, command, "not_your_turn")


def test_a_draft_shares_nothing_that_changes() -> None:
    game = table(HANDS, held=["peek", "shield", ""], pairs={0: ["2h 2c"]})
    draft = Draft(game.state)
    assert draft.state == game.state
    for field in dataclasses.fields(game.state):
        value = getattr(game.state, field.name)
        if isinstance(value, list):
            copied = getattr(draft.state, field.name)
            assert copied is not value
            for inner, other in zip(value, copied, strict=True):
                assert inner is not other or not isinstance(inner, list | set)
    draft.add(FlipPairLaid(seat=0, cards=cards("1h 2h"), drinks_to_give=1))
    assert game.state.hands[0] == cards("1h 2h")
    assert game.state.drinks_to_give == [0, 0, 0]
