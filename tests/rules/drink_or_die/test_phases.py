"""[R39], [R55], [R56]: who may act and when; games over or cut short."""

from collections.abc import Sequence

import pytest

from tapster.games.drink_or_die import KIND
from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.events import DrinkOrDieEnded
from tapster.games.drink_or_die.messages import (
    DrinkOrDieCommand,
    DrinkOrDieDistill,
    DrinkOrDieDrink,
    DrinkOrDieSteal,
    DrinkOrDieUseAlchemistsEye,
    DrinkOrDieUseSmuggle,
    DrinkOrDieUseSwap,
)
from tapster.games.kernel.kind import Duty
from tapster.games.kernel.messages import TOO_LONG
from tests.rules.drink_or_die.tables import (
    CREATE,
    DOWN,
    EYE,
    F1,
    F2,
    I1,
    I2,
    L1,
    S1,
    SMUGGLE,
    SWAP,
    TURN,
    UP,
    add,
    create,
    down,
    table,
    up,
)
from tests.rules.scenario import Scenario

COMMANDS: Sequence[DrinkOrDieCommand] = [
    create((F1, DOWN), (F2, UP)),
    add(F1, UP),
    DrinkOrDieDrink(),
    DrinkOrDieUseSmuggle(cards=[F1, F2]),
    DrinkOrDieUseAlchemistsEye(),
    DrinkOrDieUseSwap(give=0, take=0),
    DrinkOrDieSteal(seat=1, position=0),
    DrinkOrDieDistill(position=0),
]
SPECIALS = {0: [up(I1), up(SMUGGLE), up(EYE), up(SWAP)], 1: [up(I1)]}


def over() -> Scenario:
    """A game that has ended."""
    game = table([F1], [L1], cauldron=[up(S1)], final_round=True, drunk=[1])
    game.when(0, DrinkOrDieDrink())
    return game


@pytest.mark.parametrize("command", COMMANDS)
def test_r55_only_the_awaited_seat_may_act(command: DrinkOrDieCommand) -> None:
    for phase in (CREATE, TURN):
        game = table([F1, F2], [F1, F2], collections=SPECIALS, phase=phase)
        # Seat 1 holds none of the specials, and is told of its turn alone.
        game.refuses(1, command, "not_your_turn")
        for nobody in (2, -1):
            game.refuses(nobody, command, "no_such_seat")


@pytest.mark.parametrize("command", COMMANDS)
def test_r55_each_phase_has_its_actions(command: DrinkOrDieCommand) -> None:
    creating = table([F1, F2], [L1], collections=SPECIALS, phase=CREATE)
    if command is COMMANDS[0]:
        creating.when(0, command)
    else:
        creating.refuses(0, command, "wrong_phase")
    playing = table([F1, F2], [L1], cauldron=[down(S1, 1), up(S1)], collections=SPECIALS)
    if command in (COMMANDS[0], *COMMANDS[6:]):
        playing.refuses(0, command, "wrong_phase")
    else:
        playing.when(0, command)


@pytest.mark.parametrize("command", COMMANDS)
def test_r55_nothing_is_done_when_the_game_is_over(command: DrinkOrDieCommand) -> None:
    game = over()
    for seat in (-1, 0, 1, 2):
        game.refuses(seat, command, "game_over")


def test_r55_duties_are_named_after_the_phases() -> None:
    assert KIND.awaited(table([F1, F2], [L1], phase=CREATE).state) == {0: Duty("create", True)}
    assert KIND.awaited(table([F1], [L1], cauldron=[up(S1)]).state) == {0: Duty("turn", True)}
    assert KIND.awaited(over().state) == {}


def test_r55_orders_without_effect_are_one_command() -> None:
    assert KIND.canonical(create((I2, UP), (F1, DOWN))) == create((F1, DOWN), (I2, UP))
    assert KIND.canonical(create((I2, UP), (F1, UP))) == create((F1, UP), (I2, UP))
    assert KIND.canonical(create((I2, DOWN), (F1, UP))) == create((I2, DOWN), (F1, UP))
    assert KIND.canonical(DrinkOrDieUseSmuggle(cards=[I2, F1])) == DrinkOrDieUseSmuggle(
        cards=[F1, I2]
    )
    assert KIND.canonical(DrinkOrDieUseSwap(give=1, take=0)) == DrinkOrDieUseSwap(give=1, take=0)


def test_r55_legal_lists_each_potion_once() -> None:
    game = table([F1, I2, F1], [L1], phase=CREATE)
    assert game.kind.legal(game.state, 0) == [
        create((F1, DOWN), (F1, UP)),
        create((F1, DOWN), (I2, UP)),
        create((I2, DOWN), (F1, UP)),
    ]


def test_r56_house_a_game_cut_short_shows_everything_and_has_no_winner() -> None:
    game = table([F1], [L1], cauldron=[down(S1, 1)], collections={0: [down(Card.POISON, 0)]})
    game.given(*KIND.cut_short(game.state))
    assert KIND.result(game.state) == TOO_LONG
    assert KIND.awaited(game.state) == {}
    assert KIND.legal(game.state, 0) == []
    view = KIND.view(game.state, None)
    assert view.seats[0].hand == [F1]
    assert view.seats[0].collection[0].card is Card.POISON
    assert view.seats[0].score is not None
    assert view.seats[0].score.total == -2


def test_r56_a_game_that_is_over_keeps_its_result() -> None:
    game = over()
    assert KIND.cut_short(game.state) == []
    assert isinstance(game.events[-1], DrinkOrDieEnded)
    assert KIND.result(game.state) == game.events[-1].result
