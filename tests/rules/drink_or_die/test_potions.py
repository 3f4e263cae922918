"""[R3], [R11]–[R15], [R21]: creating potions, adding cards, drinking."""

import pytest

from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.events import (
    DrinkOrDieCardAdded,
    DrinkOrDieCreatorNamed,
    DrinkOrDieDrunk,
    DrinkOrDiePotionCreated,
    DrinkOrDieTurnPassed,
)
from tapster.games.drink_or_die.messages import DrinkOrDieDrink, DrinkOrDieFace, DrinkOrDieOptions
from tests.rules.drink_or_die.tables import (
    CREATE,
    DOWN,
    F1,
    F2,
    F3,
    I1,
    I2,
    L1,
    S1,
    THIEF,
    UP,
    add,
    create,
    down,
    table,
    up,
)

OPEN = DrinkOrDieOptions(open_cauldron=True)


def test_r11_a_potion_is_one_card_down_and_one_up() -> None:
    game = table([F1, I2, THIEF], [L1], phase=CREATE)
    # The order of the cards has no effect: the face-down card lies first ([R21], [R55]).
    game.when(0, create((F1, UP), (THIEF, DOWN)))
    game.then(
        DrinkOrDiePotionCreated(seat=0, cards=[down(THIEF, 0), up(F1)]),
        DrinkOrDieTurnPassed(seat=1),
    )
    assert game.state.hands[0] == [I2]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([], "wrong_number_of_cards"),
        ([(F1, DOWN)], "wrong_number_of_cards"),
        ([(F1, DOWN), (F2, UP), (F3, UP)], "wrong_number_of_cards"),
        ([(F1, UP), (F2, UP)], "face_not_allowed"),
        ([(F1, DOWN), (F2, DOWN)], "face_not_allowed"),
        ([(F1, DOWN), (F1, UP)], "card_not_in_hand"),
        ([(F1, DOWN), (S1, UP)], "card_not_in_hand"),
    ],
)
def test_r11_nothing_else_is_a_potion(cards: list[tuple[Card, DrinkOrDieFace]], code: str) -> None:
    game = table([F1, F2, F3], [L1], phase=CREATE)
    game.refuses(0, create(*cards), code)


def test_r11_two_copies_make_a_potion() -> None:
    game = table([F1, F1], [L1], phase=CREATE)
    game.when(0, create((F1, DOWN), (F1, UP)))
    assert game.state.hands[0] == []


def test_r6_r11_r21_an_open_potion_lies_face_up_in_deck_order() -> None:
    game = table([I2, F1], [L1], phase=CREATE, options=OPEN)
    game.refuses(0, create((I2, DOWN), (F1, UP)), "face_not_allowed")
    game.when(0, create((I2, UP), (F1, UP)))
    game.then(
        DrinkOrDiePotionCreated(seat=0, cards=[up(F1), up(I2)]),
        DrinkOrDieTurnPassed(seat=1),
    )


def test_r12_turns_go_clockwise_and_pass_over_empty_hands() -> None:
    game = table([F1, F2], [], [L1], [L1], phase=CREATE)
    game.when(0, create((F1, DOWN), (F2, UP)))
    assert game.events[-1] == DrinkOrDieTurnPassed(seat=2)
    game.when(2, add(L1, UP))
    # Seat 3 is next; after it only the empty-handed are left on the way back to it.
    assert game.events[-1] == DrinkOrDieTurnPassed(seat=3)


def test_r12_a_seat_that_alone_holds_cards_acts_again() -> None:
    game = table([F1, F2], [], [], cauldron=[down(S1, 1), up(S1)])
    game.when(0, add(F1, UP))
    game.then(DrinkOrDieCardAdded(seat=0, card=up(F1)), DrinkOrDieTurnPassed(seat=0))


def test_r3_the_oldest_copy_is_the_one_that_is_laid() -> None:
    game = table([F1, I1, F1, I2], [L1], cauldron=[down(S1, 1), up(S1)])
    game.when(0, add(F1, UP))
    assert game.state.hands[0] == [I1, F1, I2]


def test_r13_balanced_cauldrons_leave_the_choice() -> None:
    for face, lying in ((DOWN, down(F1, 0)), (UP, up(F1))):
        game = table([F1], [L1], cauldron=[down(S1, 1), up(S1)])
        game.when(0, add(F1, face))
        game.then(DrinkOrDieCardAdded(seat=0, card=lying), DrinkOrDieTurnPassed(seat=1))


def test_r13_the_fewer_must_catch_up() -> None:
    game = table([F1], [L1], cauldron=[down(S1, 1), up(S1), down(F2, 1)])
    game.refuses(0, add(F1, DOWN), "face_not_allowed")
    game.when(0, add(F1, UP))
    game = table([F1], [L1], cauldron=[down(S1, 1), up(S1), up(F2)])
    game.refuses(0, add(F1, UP), "face_not_allowed")
    game.when(0, add(F1, DOWN))
    # Added cards follow ([R21]).
    assert [lying.card for lying in game.state.cauldron] == [S1, S1, F2, F1]


def test_r6_r13_an_open_cauldron_needs_no_balance() -> None:
    game = table([F1], [L1], cauldron=[up(S1), up(S1), up(S1)], options=OPEN)
    game.refuses(0, add(F1, DOWN), "face_not_allowed")
    game.when(0, add(F1, UP))
    assert game.state.cauldron[-1].face is UP


def test_r13_only_cards_of_the_hand_are_added() -> None:
    game = table([F1], [L1], cauldron=[down(S1, 1), up(S1)])
    game.refuses(0, add(L1, UP), "card_not_in_hand")


def test_r14_r21_r34_a_drink_takes_the_whole_cauldron() -> None:
    game = table(
        [F1, F2],
        [L1],
        [L1],
        cauldron=[down(S1, 1), up(I1), down(I2, 0)],
        collections={0: [up(F3)]},
    )
    game.when(0, DrinkOrDieDrink())
    game.then(
        DrinkOrDieDrunk(
            seat=0, forced=False, cards=[down(S1, 0, 1), up(I1), down(I2, 0)], thieves=0
        ),
        DrinkOrDieCreatorNamed(seat=0),
    )
    assert [lying.card for lying in game.state.collections[0]] == [F3, S1, I1, I2]
    assert game.state.cauldron == []
    assert game.state.drunk == [True, False, False]


def test_r15_who_has_drunk_must_add() -> None:
    game = table([F1], [L1], cauldron=[down(S1, 1), up(S1)], drunk=[0])
    game.refuses(0, DrinkOrDieDrink(), "already_drunk")
    assert game.kind.legal(game.state, 0) == [add(F1, DOWN), add(F1, UP)]
