"""[R22]–[R27]: filling hands, and the Final Round for every number of seats."""

from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.events import (
    DrinkOrDieCardAdded,
    DrinkOrDieCreatorNamed,
    DrinkOrDieDrunk,
    DrinkOrDieEnded,
    DrinkOrDieFinalRoundDealt,
    DrinkOrDiePotionCreated,
    DrinkOrDieRefilled,
    DrinkOrDieRoundEnded,
    DrinkOrDieTurnPassed,
)
from tapster.games.drink_or_die.messages import DrinkOrDieDrink, DrinkOrDieOptions
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
    N2,
    N3,
    S1,
    S2,
    S3,
    UP,
    add,
    create,
    down,
    table,
    up,
)
from tests.rules.scenario import FixedChance, Scenario

POTION = [down(N1, 0), up(N1)]


def last_drink(
    *hands: list[Card], draw_pile: list[Card], removed_pile: list[Card], starting_seat: int
) -> Scenario:
    """A table at which the last seat alone has not drunk."""
    last = len(hands) - 1
    return table(
        *hands,
        cauldron=POTION,
        drunk=range(last),
        seat=last,
        draw_pile=draw_pile,
        removed_pile=removed_pile,
        starting_seat=starting_seat,
    )


def test_r22_hands_are_filled_clockwise_from_the_new_starting_seat() -> None:
    # Seat 1 lacks 2, seat 2 none, seat 0 one: 3 in all, and the draw pile holds 4.
    game = last_drink(
        [I1] * 5, [I2] * 4, [I3] * 6, draw_pile=[F1, F2, F3, S1], removed_pile=[], starting_seat=0
    )
    game.when(2, DrinkOrDieDrink())
    assert game.events[1:] == [
        DrinkOrDieRoundEnded(round=3, not_drunk=[]),
        DrinkOrDieRefilled(round=4, starting_seat=1, dealt=[[F3], [F1, F2], []]),
        DrinkOrDieCreatorNamed(seat=1),
    ]
    # Dealt cards go to the end of the hand ([R3]).
    assert game.state.hands[1] == [I2, I2, I2, I2, F1, F2]
    assert game.state.draw_pile == [S1]


def test_r23_ruling_a_draw_pile_that_just_suffices_runs_out() -> None:
    game = last_drink(
        [I1] * 5, [I2] * 4, [I3] * 6, draw_pile=[F1, F2, F3], removed_pile=[], starting_seat=0
    )
    # The pool: the draw pile, then the surplus of seat 2 and of seat 0. Everybody holds 4 already.
    game.when(2, DrinkOrDieDrink(), FixedChance([5, 4, 3, 2, 1, 0]))
    assert game.events[2:] == [
        DrinkOrDieFinalRoundDealt(
            round=4,
            starting_seat=1,
            surplus=[[I1], [], [I3, I3]],
            dealt=[[], [], []],
            removed_pile=[I1, I3, I3, F3, F2, F1],
        ),
        DrinkOrDieCreatorNamed(seat=1),
    ]
    assert [len(hand) for hand in game.state.hands] == [4, 4, 4]


def test_r24_r25_the_final_round_of_two() -> None:
    game = last_drink(
        [F1, F2], [I1], draw_pile=[L1, L2], removed_pile=[S1, S2, S3, N2], starting_seat=0
    )
    # Shuffled to N2 S3 S2 S1 L2 L1: seat 1, seat 0, seat 1, seat 0, seat 1 take one each.
    game.when(1, DrinkOrDieDrink(), FixedChance([5, 4, 3, 2, 1, 0]))
    game.then(
        DrinkOrDieDrunk(seat=1, forced=False, cards=[down(N1, 0, 1), up(N1)], thieves=0),
        DrinkOrDieRoundEnded(round=3, not_drunk=[]),
        DrinkOrDieFinalRoundDealt(
            round=4,
            starting_seat=1,
            surplus=[[], []],
            dealt=[[S3, S1], [N2, S2, L2]],
            removed_pile=[L1],
        ),
        DrinkOrDieCreatorNamed(seat=1),
    )
    assert game.state.hands == [[F1, F2, S3, S1], [I1, N2, S2, L2]]
    assert game.state.draw_pile == []
    assert game.state.drunk == [False, False]


def test_r24_r25_the_final_round_of_three() -> None:
    game = last_drink(
        [F1, F2, F3, I1, I2, I3],
        [L1, L1, L1, L1],
        [],
        draw_pile=[N1],
        removed_pile=[N2, N3],
        starting_seat=0,
    )
    # The pool N1 N2 N3 I2 I3 (seat 0's newest) is shuffled to I2 N1 I3 N2 N3.
    game.when(2, DrinkOrDieDrink(), FixedChance([3, 0, 4, 1, 2]))
    assert game.events[2] == DrinkOrDieFinalRoundDealt(
        round=4,
        starting_seat=1,
        surplus=[[I2, I3], [], []],
        dealt=[[], [], [I2, N1, I3, N2]],
        removed_pile=[N3],
    )
    assert game.state.hands[0] == [F1, F2, F3, I1]


def test_r24_ruling_surplus_is_gathered_clockwise_from_the_starting_seat_of_four() -> None:
    game = last_drink(
        [F1, F1, F1, F1, F2],
        [L1, L1, L1],
        [L2, L2, L2, L2],
        [I1, I1, I1, I1, I2],
        draw_pile=[S1],
        removed_pile=[S2],
        starting_seat=2,
    )
    # The new starting seat is 3, so the pool is S1 S2 I2 F2; it is shuffled to F2 S1 S2 I2.
    game.when(3, DrinkOrDieDrink(), FixedChance([3, 0, 1, 2]))
    assert game.events[2] == DrinkOrDieFinalRoundDealt(
        round=4,
        starting_seat=3,
        surplus=[[F2], [], [], [I2]],
        dealt=[[], [F2], [], []],
        removed_pile=[S1, S2, I2],
    )
    assert [len(hand) for hand in game.state.hands] == [4, 4, 4, 4]


def test_r25_ruling_the_pool_of_five_can_fall_short() -> None:
    game = last_drink(
        [F1],
        [],
        [],
        [I1, I1, I1, I1, I2],
        [L1, L1],
        draw_pile=[S1, S2],
        removed_pile=[],
        starting_seat=4,
    )
    # The pool S1 S2 I2 gives one card each to seats 0, 1, 2; nothing is left for seat 4.
    game.when(4, DrinkOrDieDrink(), FixedChance([0, 1, 2]))
    assert game.events[2:] == [
        DrinkOrDieFinalRoundDealt(
            round=4,
            starting_seat=0,
            surplus=[[], [], [], [I2], []],
            dealt=[[S1], [S2], [I2], [], []],
            removed_pile=[],
        ),
        DrinkOrDieCreatorNamed(seat=0),
    ]
    assert [len(hand) for hand in game.state.hands] == [2, 1, 1, 4, 2]


def test_r25_five_seats_hold_four_each_if_the_pool_lasts() -> None:
    game = last_drink(
        [F1] * 4,
        [I1] * 3,
        [L1] * 6,
        [S1] * 4,
        [N1] * 3,
        draw_pile=[S3],
        removed_pile=[],
        starting_seat=0,
    )
    # The pool S3 L1 L1: seat 1 takes S3, seat 4 takes L1.
    game.when(4, DrinkOrDieDrink(), FixedChance([0, 1, 2]))
    assert game.events[2] == DrinkOrDieFinalRoundDealt(
        round=4,
        starting_seat=1,
        surplus=[[], [], [L1, L1], [], []],
        dealt=[[], [S3], [], [], [L1]],
        removed_pile=[L1],
    )
    assert [len(hand) for hand in game.state.hands] == [4] * 5


def test_r26_a_final_potion_is_one_card_either_way() -> None:
    for face, lying in ((DOWN, down(F1, 0)), (UP, up(F1))):
        game = table([F1, F2], [L1], phase=CREATE, final_round=True)
        game.refuses(0, create((F1, DOWN), (F2, UP)), "wrong_number_of_cards")
        game.refuses(0, create(), "wrong_number_of_cards")
        game.when(0, create((F1, face)))
        game.then(
            DrinkOrDiePotionCreated(seat=0, cards=[lying]),
            DrinkOrDieTurnPassed(seat=1),
        )


def test_r13_r26_the_second_card_balances_the_first() -> None:
    game = table([F1], [L1], cauldron=[down(S1, 1)], final_round=True)
    game.refuses(0, add(F1, DOWN), "face_not_allowed")
    game.when(0, add(F1, UP))


def test_r26_an_open_final_potion_lies_face_up() -> None:
    options = DrinkOrDieOptions(open_cauldron=True)
    game = table([F1], [L1], phase=CREATE, final_round=True, options=options)
    game.refuses(0, create((F1, DOWN)), "face_not_allowed")
    game.when(0, create((F1, UP)))
    assert game.events[0] == DrinkOrDiePotionCreated(seat=0, cards=[up(F1)])


def test_r26_the_final_limit_is_four() -> None:
    game = table([F1, F1], [L1], [L2], cauldron=[down(S1, 1), up(S1)], final_round=True)
    game.when(0, add(F1, DOWN))
    assert game.events[-1] == DrinkOrDieTurnPassed(seat=1)
    game.when(1, add(L1, UP))
    game.then(
        DrinkOrDieCardAdded(seat=1, card=up(L1)),
        DrinkOrDieDrunk(
            seat=2,
            forced=True,
            cards=[down(S1, 1, 2), up(S1), down(F1, 0, 2), up(L1)],
            thieves=0,
        ),
        # One card is enough to create with ([R17], [R26]).
        DrinkOrDieCreatorNamed(seat=2),
    )
    assert game.kind.view(game.state, None).limit == 4


def test_r18_r27_a_final_round_in_which_nobody_can_create_ends_the_game() -> None:
    game = table([F1], [], [], cauldron=[down(S1, 1)], final_round=True, drunk=[1])
    game.when(0, add(F1, UP))
    # No hand holds a card: seat 2 must drink ([R19]), and nobody can create ([R18]).
    assert [type(event) for event in game.events] == [
        DrinkOrDieCardAdded,
        DrinkOrDieDrunk,
        DrinkOrDieRoundEnded,
        DrinkOrDieEnded,
    ]
    assert game.events[2] == DrinkOrDieRoundEnded(round=3, not_drunk=[0])
    ended = game.events[3]
    assert isinstance(ended, DrinkOrDieEnded)
    # Seat 2 drank S1 and F1: raw 2, delta 2, so 2 - 6 = -4; empty collections count 0.
    assert [score.total for score in ended.scores] == [0, 0, -4]
    assert ended.result.winners == [0, 1]


def test_r27_the_game_ends_with_the_final_round() -> None:
    game = table([F1], [L1], cauldron=[up(S1)], final_round=True, drunk=[1])
    game.when(0, DrinkOrDieDrink())
    assert [type(event) for event in game.events[1:]] == [DrinkOrDieRoundEnded, DrinkOrDieEnded]
    assert game.kind.awaited(game.state) == {}
    assert game.kind.legal(game.state, 0) == []
