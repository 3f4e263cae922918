"""What is listed is what is accepted, for all seats and every command [R48, R49]."""

import random

import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.state import State
from tapster.games.kernel.kind import Duty
from tapster.games.kernel.rejected import Rejected
from tests.laws.players.drinko import commands
from tests.rules.drinko.tables import CALL, DRAW, DRINK, call_out, play, table
from tests.rules.drinko.test_random_games import fold, resolved
from tests.rules.scenario import seeded


def accepted(state: State, seat: int) -> list[object]:
    """Every command to try that `decide` accepts from the seat."""
    found: list[object] = []
    for command in commands(state):
        try:
            KIND.decide(state, seat, command, seeded())
        except Rejected:
            continue
        found.append(command)
    return found


@pytest.mark.parametrize("number", range(16))
def test_legal_is_what_decide_accepts(number: int) -> None:  # [R48]
    chooser = random.Random(number)
    seats, options = resolved(number)
    state = KIND.empty(options, seats)
    fold(state, KIND.start(options, seats, seeded(0, number)))
    for version in range(1, 41):
        if version % 10 == 0:
            for seat in range(-1, seats + 1):
                legal = list(KIND.legal(state, seat))
                assert sorted(map(repr, legal)) == sorted(map(repr, accepted(state, seat)))
                assert bool(legal) == (seat in KIND.awaited(state))
        if not KIND.awaited(state):
            break
        seat = chooser.choice(sorted(KIND.awaited(state)))
        command = chooser.choice(KIND.legal(state, seat))
        fold(state, KIND.decide(state, seat, command, seeded(version, number)))


def test_a_seat_that_is_not_awaited_hears_so_before_anything_else() -> None:  # [R48]
    game = table("red-1 red-2 red-3", "red-4 target red-6", "blue-1", top="red-9")
    for command in (DRAW, DRINK, CALL, call_out(0), call_out(7), play("red-4"), play("blue-1")):
        game.refuses(1, command, "not_your_turn")
    game.refuses(1, play("target", 9), "not_your_turn")


def test_only_a_card_in_hand_can_be_played() -> None:  # [R48]
    game = table("red-1 red-2 red-3", "red-4 red-5 red-6", top="red-9")
    game.refuses(0, play("red-4"), "card_not_in_hand")
    game.refuses(0, play("suffer"), "card_not_in_hand")


def test_the_duties_are_turn_and_react() -> None:  # [R49]
    game = table("red-5 red-6", "red-1 red-2 red-3", "red-7 red-8 red-0", top="red-9")
    assert KIND.awaited(game.state) == {0: Duty("turn", True)}
    game.when(0, play("red-5"))
    assert KIND.awaited(game.state) == {1: Duty("turn", True), 0: Duty("react", False)}
    game.when(1, play("red-1"))
    assert KIND.awaited(game.state) == {2: Duty("turn", True), 1: Duty("react", False)}
