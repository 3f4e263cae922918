"""[R16]–[R20]: the limit, who creates next, rounds that end early."""

from tapster.games.drink_or_die.events import (
    DrinkOrDieCardAdded,
    DrinkOrDieCreatorNamed,
    DrinkOrDieDrunk,
    DrinkOrDiePotionCreated,
    DrinkOrDieRefilled,
    DrinkOrDieRoundEnded,
    DrinkOrDieTurnPassed,
)
from tapster.games.drink_or_die.messages import DrinkOrDieDrink
from tests.rules.drink_or_die.tables import (
    CREATE,
    DOWN,
    F1,
    F2,
    F3,
    I1,
    I2,
    I3,
    L1,
    L2,
    N1,
    S1,
    UP,
    add,
    create,
    down,
    table,
    up,
)

FOUR = [down(S1, 1), up(S1), down(F2, 1), up(F2)]
FIVE = [*FOUR, down(F3, 1)]


def test_r16_five_cards_are_below_the_limit() -> None:
    game = table([F1], [L1], cauldron=FOUR)
    game.when(0, add(F1, UP))
    assert game.events[-1] == DrinkOrDieTurnPassed(seat=1)


def test_r16_the_sixth_card_makes_the_next_seat_drink() -> None:
    game = table([F1, I1], [L1, L1], [L2, L2], cauldron=FIVE)
    game.when(0, add(F1, UP))
    game.then(
        DrinkOrDieCardAdded(seat=0, card=up(F1)),
        DrinkOrDieDrunk(
            seat=1,
            forced=True,
            cards=[down(S1, 1), up(S1), down(F2, 1), up(F2), down(F3, 1), up(F1)],
            thieves=0,
        ),
        DrinkOrDieCreatorNamed(seat=1),
    )


def test_r16_seats_that_have_drunk_are_skipped() -> None:
    game = table([F1, I1], [L1, L1], [L2, L2], cauldron=FIVE, drunk=[1])
    game.when(0, add(F1, UP))
    assert game.state.drunk == [False, True, True]
    assert game.events[-1] == DrinkOrDieCreatorNamed(seat=2)


def test_r16_ruling_the_adder_drinks_who_alone_has_not() -> None:
    game = table([F1, I1], [L1, L1], [L2, L2], cauldron=FIVE, drunk=[1, 2], draw_pile=[N1] * 20)
    game.when(0, add(F1, UP))
    drunk = game.events[1]
    assert isinstance(drunk, DrinkOrDieDrunk)
    assert (drunk.seat, drunk.forced) == (0, True)
    # Everybody has drunk: the round is over ([R20]). 5 + 4 + 4 cards are missing, 20 are there.
    assert game.events[2:] == [
        DrinkOrDieRoundEnded(round=3, not_drunk=[]),
        DrinkOrDieRefilled(round=4, starting_seat=1, dealt=[[N1] * 5, [N1] * 4, [N1] * 4]),
        DrinkOrDieCreatorNamed(seat=1),
    ]


def test_r16_r17_ruling_an_empty_hand_is_made_to_drink_and_does_not_create() -> None:
    game = table([F1, I1], [], [L2, L2], cauldron=FIVE)
    game.when(0, add(F1, UP))
    drunk = game.events[1]
    assert isinstance(drunk, DrinkOrDieDrunk)
    assert (drunk.seat, drunk.forced) == (1, True)
    assert game.events[2:] == [DrinkOrDieCreatorNamed(seat=2)]


def test_r17_who_holds_too_few_leaves_the_potion_to_the_next() -> None:
    game = table([F1], [L1], [L2, L2], [I1, I2], cauldron=[down(S1, 1), up(S1)])
    game.when(0, DrinkOrDieDrink())
    assert game.events[-1] == DrinkOrDieCreatorNamed(seat=2)


def test_r17_the_creator_may_have_drunk_already() -> None:
    game = table([F1], [L1], [L2, L2], cauldron=[down(S1, 1), up(S1)], drunk=[2])
    game.when(0, DrinkOrDieDrink())
    assert game.events[1] == DrinkOrDieCreatorNamed(seat=2)
    game.when(2, create((L2, DOWN), (L2, UP)))
    assert game.state.seat_to_act == 0


def test_r18_ruling_the_round_ends_if_nobody_can_create() -> None:
    game = table([F1], [L1], [L2], cauldron=[down(S1, 1), up(S1)], draw_pile=[N1] * 16)
    game.when(0, DrinkOrDieDrink())
    game.then(
        DrinkOrDieDrunk(seat=0, forced=False, cards=[down(S1, 0, 1), up(S1)], thieves=0),
        DrinkOrDieRoundEnded(round=3, not_drunk=[1, 2]),
        DrinkOrDieRefilled(round=4, starting_seat=1, dealt=[[N1] * 5, [N1] * 5, [N1] * 5]),
        DrinkOrDieCreatorNamed(seat=1),
    )
    assert game.state.drunk == [False, False, False]


def test_r19_ruling_a_potion_without_hands_is_drunk_after_the_last_add() -> None:
    game = table([], [F1], [], cauldron=[down(S1, 1), up(S1)], seat=1, draw_pile=[N1] * 19)
    game.when(1, add(F1, UP))
    drunk = game.events[1]
    assert isinstance(drunk, DrinkOrDieDrunk)
    assert (drunk.seat, drunk.forced) == (2, True)
    # Nobody can create either: the round is over although two have not drunk ([R18]).
    assert game.events[2] == DrinkOrDieRoundEnded(round=3, not_drunk=[0, 1])


def test_r19_ruling_the_last_actor_drinks_who_alone_has_not() -> None:
    game = table(
        [], [F1], [], cauldron=[down(S1, 1), up(S1)], seat=1, drunk=[0, 2], draw_pile=[N1] * 19
    )
    game.when(1, add(F1, UP))
    drunk = game.events[1]
    assert isinstance(drunk, DrinkOrDieDrunk)
    assert (drunk.seat, drunk.forced) == (1, True)
    assert game.events[2] == DrinkOrDieRoundEnded(round=3, not_drunk=[])


def test_r19_ruling_a_creator_can_be_the_last_actor() -> None:
    game = table([F1, I3], [], [], phase=CREATE, drunk=[1], draw_pile=[N1] * 19)
    game.when(0, create((F1, DOWN), (I3, UP)))
    assert game.events[:2] == [
        DrinkOrDiePotionCreated(seat=0, cards=[down(F1, 0), up(I3)]),
        DrinkOrDieDrunk(seat=2, forced=True, cards=[down(F1, 0, 2), up(I3)], thieves=0),
    ]


def test_r20_the_round_ends_with_the_last_drink() -> None:
    game = table([F1, F1], [L1, L1], cauldron=[down(S1, 1), up(S1)], drunk=[1], draw_pile=[N1] * 9)
    game.when(0, DrinkOrDieDrink())
    assert game.events[1:] == [
        DrinkOrDieRoundEnded(round=3, not_drunk=[]),
        DrinkOrDieRefilled(round=4, starting_seat=1, dealt=[[N1] * 4, [N1] * 4]),
        DrinkOrDieCreatorNamed(seat=1),
    ]
