"""The last card [R30, R31]."""

import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.messages import DrinkoEnded, DrinkoPhase
from tapster.games.kernel.messages import Ranked, Result
from tests.rules.drinko.tables import drank, drew, play, played, table

DRAW_PILE = "green-1 green-2 green-3 green-4 green-5 green-6"


def won(winner: int, *others: int) -> DrinkoEnded:
    """The end of a game that this seat has won."""
    ranking = [Ranked(seat=winner, rank=1, score=None)]
    ranking += [Ranked(seat=other, rank=2, score=None) for other in others]
    result = Result(reason="hand_played", winners=[winner], tie=False, ranking=ranking)
    return DrinkoEnded(result=result)


@pytest.mark.parametrize(
    "card", ["red-7", "red-skip", "red-plus-1", "red-plus-0", "red-minus-1", "blue-5"]
)
def test_a_last_card_that_is_not_special_wins_at_once(card: str) -> None:  # [R30]
    game = table("green-9", card, "green-8", top="red-5", seat=1)
    game.when(1, play(card))
    game.then(played(1, card, None), won(1, 0, 2))
    assert KIND.view(game.state, None).phase is DrinkoPhase.OVER


def test_a_train_that_runs_at_the_win_is_nobodys() -> None:  # [R30]
    game = table("red-plus-2", "green-9", "green-8", top="red-plus-2", train=2)
    game.when(0, play("red-plus-2"))
    game.then(played(0, "red-plus-2", None), won(0, 1, 2))
    assert game.state.train is None
    assert game.state.drinks == [0, 0, 0]


def test_a_win_leaves_the_turn_order_as_it_was() -> None:  # [R30]
    game = table("red-skip", "green-9", "green-8", top="red-5", direction=-1)
    game.when(0, play("red-skip"))
    game.then(played(0, "red-skip", None, direction=-1), won(0, 1, 2))
    assert KIND.view(game.state, None).direction == -1


def test_a_last_deflect_outside_a_train_draws_two_and_turns_round() -> None:  # [R31]
    game = table("deflect", "green-9", "green-8", top="red-5", draw=DRAW_PILE)
    game.when(0, play("deflect"))
    game.then(played(0, "deflect", 2, direction=-1), drew(0, "green-1 green-2"))


def test_a_last_deflect_in_a_train_draws_two_and_passes_it_back() -> None:  # [R31]
    game = table("deflect", "green-9", "green-8", top="red-plus-3", train=3, draw=DRAW_PILE)
    game.when(0, play("deflect"))
    game.then(played(0, "deflect", 2, train=3, direction=-1), drew(0, "green-1 green-2"))
    assert game.state.drinks == [0, 0, 0]


@pytest.mark.parametrize("train", [None, 3])
def test_a_last_target_draws_two_and_names_a_seat(train: int | None) -> None:  # [R31]
    game = table("target", "green-9", "green-8", top="red-plus-3", train=train, draw=DRAW_PILE)
    game.when(0, play("target", 2))
    game.then(played(0, "target", 2, train=train, named=2), drew(0, "green-1 green-2"))


def test_a_last_split_outside_a_train_draws_two() -> None:  # [R31]
    game = table("split", "green-9", "green-8", top="red-5", draw=DRAW_PILE)
    game.when(0, play("split"))
    game.then(played(0, "split", 1), drew(0, "green-1 green-2"))


def test_a_last_split_in_a_train_of_three_draws_two_and_then_three() -> None:  # [R31]
    game = table("split", "green-9", "green-8", top="red-plus-3", train=3, draw=DRAW_PILE)
    game.when(0, play("split", 1))
    game.then(
        played(0, "split", 1, named=1),
        drew(0, "green-1 green-2"),
        drank(0, 2),
        drank(1, 2),
        drew(0, "green-3 green-4 green-5"),
    )
    assert len(game.state.hands[0]) == 5


def test_a_last_suffer_outside_a_train_draws_two() -> None:  # [R31]
    game = table("suffer", "green-9", "green-8", top="red-5", draw=DRAW_PILE)
    game.when(0, play("suffer"))
    game.then(played(0, "suffer", 1), drew(0, "green-1 green-2"))


def test_a_last_suffer_in_a_train_draws_two_and_then_the_total() -> None:  # [R31]
    game = table("suffer", "green-9", "green-8", top="red-plus-1", train=1, draw=DRAW_PILE)
    game.when(0, play("suffer"))
    game.then(
        played(0, "suffer", 1),
        drew(0, "green-1 green-2"),
        drank(0, 1),
        drank(1, 1),
        drank(2, 1),
        drew(0, "green-3"),
    )


def test_after_a_last_special_card_the_game_goes_on() -> None:  # [R31]
    game = table("deflect", "green-9", top="red-5", draw=DRAW_PILE)
    game.when(0, play("deflect"))
    assert KIND.result(game.state) is None
    assert set(KIND.awaited(game.state)) == {1}
