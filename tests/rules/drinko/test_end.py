"""The end of a game [R42-R44]."""

import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.messages import DrinkoCommand, DrinkoEnded, DrinkoPhase
from tapster.games.kernel.messages import TOO_LONG
from tests.rules.drinko.tables import CALL, DRAW, DRINK, call_out, drank, play, table
from tests.rules.scenario import Scenario

REDS = "red-1 red-2 red-3"
COMMANDS: list[DrinkoCommand] = [DRAW, DRINK, CALL, call_out(0), play("red-1"), play("red-6")]


def debts_and_a_train() -> Scenario:
    """Seat 0 is open to be called out, seat 1 owes, a train of 1 runs and goes to seat 2."""
    game = table("red-5 red-6", "red-plus-1 red-2", f"red-plus-1 {REDS}", top="red-9", draw="red-7")
    game.when(0, play("red-5"))
    game.when(1, play("red-plus-1"))
    assert game.state.train == 1
    return game


def over(game: Scenario) -> None:
    """Nobody is to act, no train runs, no call and no window stands; nothing is accepted."""
    view = KIND.view(game.state, None)
    assert (view.phase, view.seat_to_act, view.train) == (DrinkoPhase.OVER, None, None)
    assert not any(seat.owes_call or seat.called or seat.open_to_call_out for seat in view.seats)
    assert not KIND.awaited(game.state)
    for seat in range(3):
        for command in COMMANDS:
            game.refuses(seat, command, "game_over")


def test_the_end_closes_every_window() -> None:  # [R42]
    game = table("red-5 red-6", "red-8 red-2", "red-7", top="red-9", draw="red-3")
    game.when(0, play("red-5"))
    game.when(1, play("red-8", call_drinko=True))
    game.when(2, play("red-7"))
    over(game)


def test_the_winner_ranks_first_and_all_others_second() -> None:  # [R44]
    game = table(REDS, "red-7", REDS, top="red-9", seat=1)
    game.when(1, play("red-7"))
    result = KIND.result(game.state)
    assert result is not None
    assert (result.reason, result.winners, result.tie) == ("hand_played", [1], False)
    assert [(entry.seat, entry.rank, entry.score) for entry in result.ranking] == [
        (1, 1, None),
        (0, 2, None),
        (2, 2, None),
    ]


def test_drinks_decide_nothing() -> None:  # [R44]
    game = table("red-7", "green-1", "green-2", top="red-9")
    game.given(drank(0, 9))
    game.when(0, play("red-7"))
    result = KIND.result(game.state)
    assert result is not None
    assert result.winners == [0]
    assert [seat.drinks for seat in KIND.view(game.state, 1).seats] == [9, 0, 0]


def test_a_game_that_is_too_long_ends_without_a_winner() -> None:  # [R42, R43]
    game = debts_and_a_train()
    assert KIND.result(game.state) is None
    events = KIND.cut_short(game.state)
    assert list(events) == [DrinkoEnded(result=TOO_LONG)]
    game.given(*events)
    assert KIND.result(game.state) == TOO_LONG
    over(game)


def test_a_game_that_is_over_is_not_cut_short() -> None:  # [R43]
    game = table("red-7", REDS, REDS, top="red-9")
    game.when(0, play("red-7"))
    assert list(KIND.cut_short(game.state)) == []


@pytest.mark.parametrize("seat", [-1, 3, 10])
def test_a_seat_beyond_the_table_can_do_nothing(seat: int) -> None:  # [R48]
    game = table(REDS, REDS, REDS, top="red-9")
    for command in COMMANDS:
        game.refuses(seat, command, "no_such_seat")
