"""[R47]–[R49]: thieves in a potion."""

from tapster.games.drink_or_die.events import (
    DrinkOrDieCardAdded,
    DrinkOrDieCreatorNamed,
    DrinkOrDieDistillOpened,
    DrinkOrDieDrunk,
    DrinkOrDieEnded,
    DrinkOrDieRefilled,
    DrinkOrDieRoundEnded,
    DrinkOrDieStealOpened,
    DrinkOrDieStolen,
    DrinkOrDieThiefLeft,
)
from tapster.games.drink_or_die.messages import (
    DrinkOrDieDistill,
    DrinkOrDieDrink,
    DrinkOrDieOptions,
    DrinkOrDiePhase,
    DrinkOrDieSteal,
    DrinkOrDieUseAlchemistsEye,
    DrinkOrDieUseSwap,
)
from tapster.games.kernel.kind import Duty
from tests.rules.drink_or_die.tables import (
    ALL,
    AMPLIFIER_FIRE,
    DISTILLATE,
    DOWN,
    EYE,
    F1,
    F2,
    F3,
    I1,
    L1,
    L2,
    N1,
    S1,
    SWAP,
    THIEF,
    UP,
    add,
    by,
    codes,
    create,
    down,
    left,
    open_down,
    table,
    up,
)


def test_r47_a_drunk_thief_waits_for_its_drinker() -> None:
    game = table(
        [F1, F1],
        [L1, L1],
        [L2],
        cauldron=[down(THIEF, 1), up(S1)],
        collections={0: [up(F2)], 1: [down(I1, 1), up(N1)]},
    )
    game.when(0, DrinkOrDieDrink())
    game.then(
        DrinkOrDieDrunk(seat=0, forced=False, cards=[down(THIEF, 0, 1), up(S1)], thieves=1),
        DrinkOrDieStealOpened(seat=0),
    )
    assert game.kind.awaited(game.state) == {0: Duty("steal", required=True)}
    assert game.kind.view(game.state, None).steals_left == 1
    assert game.kind.legal(game.state, 0) == [
        DrinkOrDieSteal(seat=1, position=0),
        DrinkOrDieSteal(seat=1, position=1),
    ]
    game.refuses(1, DrinkOrDieSteal(seat=2, position=0), "not_your_turn")
    game.refuses(0, add(F1, UP), "wrong_phase")
    game.refuses(0, DrinkOrDieSteal(seat=3, position=0), "no_such_seat")
    game.refuses(0, DrinkOrDieSteal(seat=-1, position=0), "no_such_seat")
    game.refuses(0, DrinkOrDieSteal(seat=0, position=0), "not_an_opponent")
    game.refuses(0, DrinkOrDieSteal(seat=2, position=0), "no_such_position")
    game.refuses(0, DrinkOrDieSteal(seat=1, position=2), "no_such_position")
    game.refuses(0, DrinkOrDieSteal(seat=1, position=-1), "no_such_position")

    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    game.then(
        # The thief lay behind F2; seats 0 and 1 knew it.
        DrinkOrDieStolen(
            seat=0,
            victim=1,
            position=0,
            card=down(I1, 0, 1),
            thief=left(1, by(0, 1)),
            steals_left=0,
        ),
        DrinkOrDieCreatorNamed(seat=0),
    )
    assert codes(game, 0) == [F2, S1, I1]
    assert codes(game, 1) == [N1]
    assert game.kind.view(game.state, None).out_of_game == [THIEF]


def test_r34_a_stolen_hidden_card_is_known_to_victim_and_thief_alone() -> None:
    game = table(
        [F1, F1],
        [L1],
        [L2],
        cauldron=[up(THIEF)],
        collections={1: [down(I1, 1)]},
    )
    game.when(0, DrinkOrDieDrink())
    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    seen = {
        viewer: game.kind.view(game.state, viewer).seats[0].collection[0].card
        for viewer in (None, 0, 1, 2)
    }
    assert seen == {None: None, 0: I1, 1: I1, 2: None}
    stolen = game.events[0]
    told = {viewer: game.kind.redact(stolen, viewer).card for viewer in (None, 0, 1, 2)}
    assert {viewer: card.card for viewer, card in told.items()} == seen
    assert all(card.known_by is None for card in told.values())


def test_r6_r47_with_open_collections_everyone_knows_the_stolen_card() -> None:
    game = table(
        [F1, F1],
        [L1],
        [L2],
        cauldron=[up(THIEF)],
        collections={1: [down(I1, 1)]},
        options=DrinkOrDieOptions(open_collections=True),
    )
    game.when(0, DrinkOrDieDrink())
    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    assert game.events[0] == DrinkOrDieStolen(
        seat=0, victim=1, position=0, card=open_down(I1), thief=left(0), steals_left=0
    )


def test_r47_two_thieves_in_one_potion_steal_one_by_one() -> None:
    game = table(
        [F1, F1],
        [L1, L1],
        [L2],
        cauldron=[down(THIEF, 1), up(THIEF), down(S1, 2)],
        collections={1: [up(F2)], 2: [up(F3)]},
    )
    game.when(0, DrinkOrDieDrink())
    drunk = game.events[0]
    assert isinstance(drunk, DrinkOrDieDrunk)
    assert drunk.thieves == 2
    game.when(0, DrinkOrDieSteal(seat=2, position=0))
    game.then(
        DrinkOrDieStolen(
            seat=0,
            victim=2,
            position=0,
            card=up(F3),
            thief=left(0, by(0, 1)),
            steals_left=1,
        ),
        DrinkOrDieStealOpened(seat=0),
    )
    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    game.then(
        DrinkOrDieStolen(
            seat=0, victim=1, position=0, card=up(F2), thief=left(0, ALL), steals_left=0
        ),
        DrinkOrDieCreatorNamed(seat=0),
    )
    assert codes(game, 0) == [S1, F3, F2]


def test_r48_thieves_that_find_nothing_just_leave() -> None:
    game = table(
        [F1, F1],
        [L1],
        cauldron=[up(THIEF), down(THIEF, 1)],
        collections={0: [up(F2)]},
    )
    game.when(0, DrinkOrDieDrink())
    game.then(
        DrinkOrDieDrunk(seat=0, forced=False, cards=[up(THIEF), down(THIEF, 0, 1)], thieves=2),
        DrinkOrDieThiefLeft(seat=0, thief=left(1, ALL), steals_left=1),
        DrinkOrDieThiefLeft(seat=0, thief=left(1, by(0, 1)), steals_left=0),
        DrinkOrDieCreatorNamed(seat=0),
    )
    assert codes(game, 0) == [F2]
    assert game.kind.view(game.state, None).out_of_game == [THIEF, THIEF]


def test_r48_the_second_thief_can_find_what_the_first_left_none_of() -> None:
    game = table([F1, F1], [L1], cauldron=[up(THIEF), up(THIEF)], collections={1: [up(F2)]})
    game.when(0, DrinkOrDieDrink())
    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    game.then(
        DrinkOrDieStolen(seat=0, victim=1, position=0, card=up(F2), thief=left(0), steals_left=1),
        DrinkOrDieThiefLeft(seat=0, thief=left(0), steals_left=0),
        DrinkOrDieCreatorNamed(seat=0),
    )
    assert codes(game, 0) == [F2]


def test_r47_a_forced_drinker_steals_before_the_round_ends() -> None:
    game = table(
        [F1],
        [],
        cauldron=[up(THIEF), down(S1, 0), up(S1)],
        collections={0: [up(F2)]},
        drunk=[0],
        final_round=True,
    )
    game.when(0, add(F1, DOWN))
    assert [type(event) for event in game.events] == [
        DrinkOrDieCardAdded,
        DrinkOrDieDrunk,
        DrinkOrDieStealOpened,
    ]
    assert game.events[-1] == DrinkOrDieStealOpened(seat=1)
    game.when(1, DrinkOrDieSteal(seat=0, position=0))
    assert [type(event) for event in game.events] == [
        DrinkOrDieStolen,
        DrinkOrDieRoundEnded,
        DrinkOrDieEnded,
    ]


def test_r18_r19_r47_an_empty_hand_made_to_drink_steals_before_the_round_ends() -> None:
    game = table(
        [F1],
        [],
        [],
        cauldron=[down(THIEF, 1), up(S1)],
        collections={2: [up(F2)]},
        draw_pile=[N1] * 19,
    )
    # No hand holds a card after the add, so seat 1 must drink, and nobody could create.
    game.when(0, add(F1, UP))
    game.then(
        DrinkOrDieCardAdded(seat=0, card=up(F1)),
        DrinkOrDieDrunk(seat=1, forced=True, cards=[down(THIEF, 1), up(S1), up(F1)], thieves=1),
        DrinkOrDieStealOpened(seat=1),
    )
    game.when(1, DrinkOrDieSteal(seat=2, position=0))
    # 18 cards are missing, 19 are there.
    game.then(
        DrinkOrDieStolen(
            seat=1, victim=2, position=0, card=up(F2), thief=left(0, by(1)), steals_left=0
        ),
        DrinkOrDieRoundEnded(round=3, not_drunk=[0, 2]),
        DrinkOrDieRefilled(round=4, starting_seat=1, dealt=[[N1] * 6, [N1] * 6, [N1] * 6]),
        DrinkOrDieCreatorNamed(seat=1),
    )
    assert codes(game, 1) == [S1, F1, F2]


def test_r45_r47_a_stolen_distillate_is_settled_by_the_thief() -> None:
    game = table(
        [],
        [],
        cauldron=[up(THIEF), up(F1)],
        collections={1: [down(DISTILLATE, 1)]},
        drunk=[1],
        final_round=True,
    )
    game.when(0, DrinkOrDieDrink())
    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    assert game.events[1:] == [
        DrinkOrDieRoundEnded(round=3, not_drunk=[]),
        DrinkOrDieDistillOpened(seat=0),
    ]
    game.when(0, DrinkOrDieDistill(position=0))
    ended = game.events[-1]
    assert isinstance(ended, DrinkOrDieEnded)
    # Without F1 and the distillate both collections are empty.
    assert [score.total for score in ended.scores] == [0, 0]


def test_r56_a_game_cut_short_waits_for_no_thief() -> None:
    game = table([F1], [L1], cauldron=[up(THIEF), down(F1, 1)], collections={1: [up(F2)]})
    game.when(0, DrinkOrDieDrink())
    game.given(*game.kind.cut_short(game.state))
    view = game.kind.view(game.state, None)
    assert (view.phase, view.seat_to_act, view.steals_left) == (DrinkOrDiePhase.OVER, None, 0)
    # The thief counts 0 ([R38]); F1 alone is 1 - 3 × 1, F2 alone is 2 - 3 × 2.
    assert [seat.score.total for seat in view.seats if seat.score] == [-2, -4]
    assert [card.card for card in view.seats[0].collection] == [THIEF, F1]


def test_r49_ruling_thieves_of_before_and_stolen_ones_do_nothing() -> None:
    game = table(
        [F1, F1],
        [L1, L1],
        [L2],
        cauldron=[up(THIEF), down(S1, 1)],
        collections={0: [up(THIEF)], 1: [up(THIEF), up(F2)]},
    )
    game.when(0, DrinkOrDieDrink())
    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    game.then(
        # Not the thief at position 0, which lay there before: the drunk one at 1.
        DrinkOrDieStolen(
            seat=0, victim=1, position=0, card=up(THIEF), thief=left(1), steals_left=0
        ),
        DrinkOrDieCreatorNamed(seat=0),
    )
    assert codes(game, 0) == [THIEF, S1, THIEF]


def test_r49_ruling_a_thief_that_a_swap_brought_does_nothing() -> None:
    game = table(
        [F1],
        [L1],
        cauldron=[up(THIEF), down(S1, 1)],
        collections={0: [up(F2), up(SWAP)], 1: [up(F3)]},
    )
    game.when(0, DrinkOrDieUseSwap(give=0, take=0))
    assert codes(game, 0) == [THIEF]
    assert game.kind.awaited(game.state) == {0: Duty("turn", required=True)}


def test_r47_a_thief_laid_back_by_a_swap_works_when_it_is_drunk() -> None:
    game = table(
        [F1, F1],
        [L1],
        cauldron=[up(S1), down(S1, 1)],
        collections={0: [up(THIEF), up(SWAP)], 1: [up(F3)]},
    )
    game.when(0, DrinkOrDieUseSwap(give=0, take=0))
    game.when(0, DrinkOrDieDrink())
    assert game.events[-1] == DrinkOrDieStealOpened(seat=0)


def test_r47_a_stolen_one_shot_works_as_usual() -> None:
    game = table([F1, F2, F3], [L1, L2], cauldron=[up(THIEF)], collections={1: [down(EYE, 1)]})
    game.when(0, DrinkOrDieDrink())
    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    assert codes(game, 0) == [EYE]
    game.when(0, create((F1, DOWN), (F2, UP)))
    game.when(1, add(L1, DOWN))
    game.when(0, DrinkOrDieUseAlchemistsEye())
    assert [card.card for card in game.kind.view(game.state, 0).cauldron] == [F1, F2, L1]


def test_r47_a_stolen_amplifier_counts_for_the_thief() -> None:
    game = table(
        [],
        [],
        cauldron=[up(THIEF), up(F1), up(I1)],
        collections={1: [up(AMPLIFIER_FIRE)]},
        drunk=[1],
        final_round=True,
    )
    game.when(0, DrinkOrDieDrink())
    game.when(0, DrinkOrDieSteal(seat=1, position=0))
    ended = game.events[-1]
    assert isinstance(ended, DrinkOrDieEnded)
    # F1 I1: raw 2, balanced, and one fire card for the amplifier.
    assert [score.total for score in ended.scores] == [3, 0]
