"""[R45], [R46]: distillates, and what they do to the score."""

import pytest

from tapster.games.drink_or_die.events import (
    DrinkOrDieDistillateLeft,
    DrinkOrDieDistilled,
    DrinkOrDieDistillOpened,
    DrinkOrDieDrunk,
    DrinkOrDieEnded,
    DrinkOrDieRoundEnded,
)
from tapster.games.drink_or_die.messages import DrinkOrDieDistill, DrinkOrDieDrink
from tapster.games.kernel.kind import Duty
from tests.rules.drink_or_die.tables import (
    BOMB,
    DISTILL,
    DISTILLATE,
    F1,
    F2,
    I1,
    L1,
    POISON,
    by,
    codes,
    down,
    left,
    open_down,
    table,
    up,
)


def test_r27_r45_a_distillate_waits_for_its_owner_before_scoring() -> None:
    game = table(
        [],
        [],
        cauldron=[up(DISTILLATE)],
        collections={0: [up(F1), down(POISON, 0)]},
        drunk=[1],
        final_round=True,
    )
    game.when(0, DrinkOrDieDrink())
    game.then(
        DrinkOrDieDrunk(seat=0, forced=False, cards=[up(DISTILLATE)], thieves=0),
        DrinkOrDieRoundEnded(round=3, not_drunk=[]),
        DrinkOrDieDistillOpened(seat=0),
    )
    assert game.kind.awaited(game.state) == {0: Duty("distill", required=True)}
    game.refuses(1, DrinkOrDieDistill(position=0), "not_your_turn")
    game.refuses(0, DrinkOrDieDrink(), "wrong_phase")
    game.refuses(0, DrinkOrDieDistill(position=2), "names_itself")
    game.refuses(0, DrinkOrDieDistill(position=3), "no_such_position")
    game.refuses(0, DrinkOrDieDistill(position=-1), "no_such_position")

    game.when(0, DrinkOrDieDistill(position=1))
    assert game.events[0] == DrinkOrDieDistilled(
        seat=0, position=1, card=down(POISON, 0), distillate=left(2)
    )
    assert codes(game, 0) == [F1]
    # The distillate was shown; the card stays with those who knew it, also after the end.
    assert game.kind.view(game.state, 0).out_of_game == [DISTILLATE, POISON]
    assert game.kind.view(game.state, 1).out_of_game == [DISTILLATE, None]
    assert game.kind.redact(game.events[0], 1).card.card is None
    # F1 alone: 1 - 3 = -2, without the poison.
    ended = game.events[1]
    assert isinstance(ended, DrinkOrDieEnded)
    assert [score.total for score in ended.scores] == [-2, 0]


@pytest.mark.parametrize(("position", "distillate"), [(0, 1), (2, 1)])
def test_r41_r45_either_side_of_the_distillate(position: int, distillate: int) -> None:
    cards = [up(F1), down(DISTILLATE, 0), up(F2)]
    game = table([], [], collections={0: cards}, phase=DISTILL, final_round=True)
    game.when(0, DrinkOrDieDistill(position=position))
    assert game.events[0] == DrinkOrDieDistilled(
        seat=0, position=position, card=cards[position], distillate=left(distillate, by(0))
    )
    assert codes(game, 0) == [F2 if position == 0 else F1]
    assert game.kind.redact(game.events[0], 1).distillate.position is None


def test_r45_ruling_a_distillate_alone_leaves_alone() -> None:
    game = table([], [], cauldron=[up(DISTILLATE)], drunk=[1], final_round=True)
    game.when(0, DrinkOrDieDrink())
    assert game.events[2] == DrinkOrDieDistillateLeft(seat=0)
    assert codes(game, 0) == []
    ended = game.events[3]
    assert isinstance(ended, DrinkOrDieEnded)
    assert ended.result.tie


def test_r41_r45_a_distillate_may_remove_another() -> None:
    game = table(
        [],
        [],
        collections={0: [up(DISTILLATE), up(DISTILLATE), up(F1)]},
        phase=DISTILL,
        final_round=True,
    )
    game.when(0, DrinkOrDieDistill(position=0))
    # The copy at 0 is named, so the one at 1 works; both are gone, and nothing waits any more.
    assert game.events[0] == DrinkOrDieDistilled(
        seat=0, position=0, card=up(DISTILLATE), distillate=left(1)
    )
    assert isinstance(game.events[1], DrinkOrDieEnded)
    assert codes(game, 0) == [F1]


def test_r46_seats_settle_clockwise_from_the_starting_seat_each_all_its_own() -> None:
    game = table(
        [],
        [],
        [],
        cauldron=[up(DISTILLATE), up(F2)],
        collections={
            0: [up(DISTILLATE), up(F1)],
            1: [up(DISTILLATE), up(I1), up(DISTILLATE), up(L1)],
        },
        drunk=[0, 1],
        seat=2,
        starting_seat=1,
        final_round=True,
    )
    game.when(2, DrinkOrDieDrink())
    assert game.events[-1] == DrinkOrDieDistillOpened(seat=1)
    game.when(1, DrinkOrDieDistill(position=1))
    # [distillate, I1, distillate, L1] has become [distillate, L1].
    assert game.events[-1] == DrinkOrDieDistillOpened(seat=1)
    game.when(1, DrinkOrDieDistill(position=1))
    assert game.events[-1] == DrinkOrDieDistillOpened(seat=2)
    game.when(2, DrinkOrDieDistill(position=1))
    assert game.events[-1] == DrinkOrDieDistillOpened(seat=0)
    game.when(0, DrinkOrDieDistill(position=1))
    assert isinstance(game.events[-1], DrinkOrDieEnded)
    assert [codes(game, seat) for seat in range(3)] == [[], [], []]


def test_r44_r45_a_distillate_can_bring_a_bomb_into_balance() -> None:
    game = table(
        [],
        [],
        collections={0: [up(BOMB), up(F1), up(I1), up(DISTILLATE), up(F2)]},
        phase=DISTILL,
        final_round=True,
    )
    # F3 I1 would have a final delta of 2; without F2 it is 0, so the bomb gives 6: 2 + 6.
    game.when(0, DrinkOrDieDistill(position=4))
    ended = game.events[1]
    assert isinstance(ended, DrinkOrDieEnded)
    assert ended.scores[0].final_delta == 0
    assert (ended.scores[0].bonus, ended.scores[0].total) == (6, 8)


def test_r6_r45_a_card_known_to_all_is_shown_to_all() -> None:
    game = table(
        [],
        [],
        collections={0: [open_down(POISON), up(DISTILLATE), up(F1)]},
        phase=DISTILL,
        final_round=True,
    )
    game.when(0, DrinkOrDieDistill(position=0))
    assert game.kind.redact(game.events[0], None).card.card is POISON
    assert game.kind.view(game.state, None).out_of_game == [DISTILLATE, POISON]
