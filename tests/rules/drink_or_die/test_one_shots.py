"""[R39]–[R41], [R50]–[R54]: smuggle, Alchemist's Eye, swap."""

import pytest

from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.events import (
    DrinkOrDieCauldronSeen,
    DrinkOrDieCreatorNamed,
    DrinkOrDieDrunk,
    DrinkOrDieRefilled,
    DrinkOrDieRoundEnded,
    DrinkOrDieSmuggled,
    DrinkOrDieSwapped,
    DrinkOrDieTurnPassed,
)
from tapster.games.drink_or_die.messages import (
    DrinkOrDieCommand,
    DrinkOrDieDrink,
    DrinkOrDieOptions,
    DrinkOrDieUseAlchemistsEye,
    DrinkOrDieUseSmuggle,
    DrinkOrDieUseSwap,
)
from tests.rules.drink_or_die.tables import (
    CREATE,
    DOWN,
    EYE,
    F1,
    F2,
    F3,
    I1,
    I2,
    L1,
    L2,
    N1,
    POISON,
    S1,
    S2,
    S3,
    SMUGGLE,
    SWAP,
    UP,
    add,
    by,
    codes,
    down,
    left,
    open_down,
    table,
    up,
)

POTION = [down(S1, 1), up(S2)]
USE_EYE = DrinkOrDieUseAlchemistsEye()


def smuggle(*cards: Card) -> DrinkOrDieUseSmuggle:
    """The command to smuggle."""
    return DrinkOrDieUseSmuggle(cards=list(cards))


# When


@pytest.mark.parametrize(
    ("special", "command"),
    [
        (SMUGGLE, smuggle(F1, F2)),
        (EYE, USE_EYE),
        (SWAP, DrinkOrDieUseSwap(give=0, take=0)),
    ],
)
def test_r38_r39_a_one_shot_works_from_the_collection_on_ones_own_turn(
    special: Card, command: DrinkOrDieCommand
) -> None:
    hand = [F1, F2, F3, special]
    in_hand = table(hand, [L1], cauldron=POTION, collections={0: [up(N1)]})
    in_hand.refuses(0, command, "special_not_in_collection")
    elsewhere = table(hand, [L1], cauldron=POTION, collections={1: [up(special)]})
    elsewhere.refuses(0, command, "special_not_in_collection")
    of_another = table(hand, [L1], cauldron=POTION, collections={0: [up(N1), up(special)]}, seat=1)
    of_another.refuses(0, command, "not_your_turn")
    creating = table(hand, [L1], phase=CREATE, collections={0: [up(N1), up(special)]})
    creating.refuses(0, command, "wrong_phase")

    game = table(hand, [L1], cauldron=POTION, collections={0: [up(N1), up(special)]})
    game.when(0, command)
    # Using it has not ended the turn (ruling), and it has left the game ([R40]).
    assert game.state.seat_to_act == 0
    assert game.kind.view(game.state, 1).out_of_game == [special]
    assert special not in codes(game, 0)
    game.when(0, DrinkOrDieDrink())


def test_r39_as_many_one_shots_as_one_has() -> None:
    game = table([F1], [L1], cauldron=POTION, collections={0: [up(EYE), up(EYE)]})
    game.when(0, USE_EYE)
    game.when(0, USE_EYE)
    game.refuses(0, USE_EYE, "special_not_in_collection")
    game.when(0, add(F1, UP))


# Smuggle


def test_r41_r50_two_cards_enter_face_down_in_deck_order() -> None:
    game = table(
        [N1, F1, I1],
        [L1],
        cauldron=POTION,
        collections={0: [up(F3), down(SMUGGLE, 0), up(SMUGGLE)]},
    )
    game.when(0, smuggle(N1, F1))
    game.then(
        # The first copy is used; seat 0 alone knew it there.
        DrinkOrDieSmuggled(seat=0, cards=[down(F1, 0), down(N1, 0)], smuggle=left(1, by(0)))
    )
    assert codes(game, 0) == [F3, SMUGGLE, F1, N1]
    assert game.state.hands[0] == [I1]
    assert game.kind.redact(game.events[0], 0).cards[0].card is F1
    for viewer in (None, 1):
        told = game.kind.redact(game.events[0], viewer)
        assert [card.card for card in told.cards] == [None, None]
        assert told.smuggle.position is None
        seen = game.kind.view(game.state, viewer).seats[0].collection
        assert [card.card for card in seen] == [F3, SMUGGLE, None, None]
        assert [card.face for card in seen] == [UP, UP, DOWN, DOWN]


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ([], "wrong_number_of_cards"),
        ([F1], "wrong_number_of_cards"),
        ([F1, I1, F1], "wrong_number_of_cards"),
        ([I1, I1], "card_not_in_hand"),
        ([F1, L2], "card_not_in_hand"),
        ([F1, POISON], "not_an_element_card"),
    ],
)
def test_r50_r51_nothing_else_is_smuggled(cards: list[Card], code: str) -> None:
    game = table([F1, F1, I1, POISON], [L1], cauldron=POTION, collections={0: [up(SMUGGLE)]})
    game.refuses(0, smuggle(*cards), code)
    game.when(0, smuggle(F1, F1))


def test_r6_open_collections_show_smuggled_cards() -> None:
    options = DrinkOrDieOptions(open_collections=True)
    game = table(
        [F1, F2, I1], [L1], cauldron=POTION, collections={0: [up(SMUGGLE)]}, options=options
    )
    game.when(0, smuggle(F1, F2))
    game.then(DrinkOrDieSmuggled(seat=0, cards=[open_down(F1), open_down(F2)], smuggle=left(0)))


def test_r6_an_open_cauldron_does_not_show_smuggled_cards() -> None:
    options = DrinkOrDieOptions(open_cauldron=True)
    game = table(
        [F1, F2, I1], [L1], cauldron=[up(S1)], collections={0: [up(SMUGGLE)]}, options=options
    )
    game.when(0, smuggle(F1, F2))
    assert game.events[0] == DrinkOrDieSmuggled(
        seat=0, cards=[down(F1, 0), down(F2, 0)], smuggle=left(0)
    )


def test_r52_ruling_an_empty_hand_ends_the_turn_of_a_seat_that_has_drunk() -> None:
    game = table(
        [F1, F2], [], [L1], cauldron=POTION, collections={0: [up(SMUGGLE), up(EYE)]}, drunk=[0]
    )
    game.when(0, smuggle(F1, F2))
    assert game.events[1:] == [DrinkOrDieTurnPassed(seat=2)]


def test_r19_r52_ruling_the_smuggler_is_the_last_actor_where_no_hand_holds_a_card() -> None:
    game = table(
        [],
        [F1, F2],
        [],
        cauldron=POTION,
        collections={1: [up(SMUGGLE)]},
        drunk=[1],
        seat=1,
        draw_pile=[N1] * 19,
    )
    game.when(1, smuggle(F1, F2))
    assert game.events[1:] == [
        DrinkOrDieDrunk(seat=2, forced=True, cards=[down(S1, 1, 2), up(S2)], thieves=0),
        DrinkOrDieRoundEnded(round=3, not_drunk=[0]),
        DrinkOrDieRefilled(round=4, starting_seat=1, dealt=[[N1] * 6, [N1] * 6, [N1] * 6]),
        DrinkOrDieCreatorNamed(seat=1),
    ]


def test_r52_ruling_an_empty_hand_that_has_not_drunk_stays_to_act() -> None:
    game = table(
        [F1, F2], [L1, L1], cauldron=POTION, collections={0: [up(SMUGGLE), up(EYE), up(SWAP)]}
    )
    game.when(0, smuggle(F1, F2))
    assert len(game.events) == 1
    assert game.state.seat_to_act == 0
    game.when(0, USE_EYE)
    game.when(0, DrinkOrDieUseSwap(give=1, take=0))
    # Nothing is left to do but drinking.
    assert game.kind.legal(game.state, 0) == [DrinkOrDieDrink()]
    game.refuses(0, add(F1, UP), "card_not_in_hand")
    game.when(0, DrinkOrDieDrink())
    assert game.events[-1] == DrinkOrDieCreatorNamed(seat=1)


# Alchemist's Eye


def test_r53_the_eye_learns_every_hidden_card() -> None:
    game = table(
        [F1],
        [L1],
        [L2],
        cauldron=[down(S1, 1), up(S2), down(S3, 2)],
        collections={0: [down(EYE, 0)]},
    )
    game.when(0, USE_EYE)
    game.then(
        DrinkOrDieCauldronSeen(
            seat=0,
            cauldron=[down(S1, 0, 1), up(S2), down(S3, 0, 2)],
            eye=left(0, by(0)),
        )
    )
    seen = {
        viewer: [card.card for card in game.kind.view(game.state, viewer).cauldron]
        for viewer in (None, 0, 1, 2)
    }
    assert seen == {
        None: [None, S2, None],
        0: [S1, S2, S3],
        1: [S1, S2, None],
        2: [None, S2, S3],
    }
    told = {viewer: game.kind.redact(game.events[0], viewer) for viewer in (None, 0, 1, 2)}
    assert {viewer: [c.card for c in event.cauldron] for viewer, event in told.items()} == seen
    assert {viewer: event.eye.position for viewer, event in told.items()} == {
        None: None,
        0: 0,
        1: None,
        2: None,
    }


def test_r53_the_eye_may_look_at_nothing_hidden() -> None:
    game = table([F1], [L1], cauldron=[up(S1)], collections={0: [up(EYE)]})
    game.when(0, USE_EYE)
    game.then(DrinkOrDieCauldronSeen(seat=0, cauldron=[up(S1)], eye=left(0)))


def test_r34_r35_what_the_eye_saw_is_still_known_in_a_collection() -> None:
    game = table([F1], [L1, L1], [L2], cauldron=POTION, collections={0: [up(EYE)]})
    game.when(0, USE_EYE)
    game.when(0, add(F1, DOWN))
    game.when(1, DrinkOrDieDrink())
    assert game.events[0] == DrinkOrDieDrunk(
        seat=1,
        forced=False,
        cards=[down(S1, 0, 1), up(S2), down(F1, 0, 1)],
        thieves=0,
    )
    assert game.kind.view(game.state, 0).seats[1].collection[0].card is S1
    assert game.kind.view(game.state, 2).seats[1].collection[0].card is None


# Swap


def test_r54_cards_change_places_and_keep_how_the_place_and_the_card_lay() -> None:
    game = table(
        [F1],
        [L1],
        [L2],
        cauldron=[down(S1, 1), up(S2)],
        collections={0: [up(SWAP), up(I1), up(I2)]},
    )
    game.when(0, DrinkOrDieUseSwap(give=1, take=0))
    game.then(
        DrinkOrDieSwapped(
            seat=0,
            give=1,
            take=0,
            # I1 was known to all, and is so although it now lies face-down ([R35]).
            given=open_down(I1),
            taken=down(S1, 0, 1),
            swap=left(0),
        )
    )
    assert codes(game, 0) == [S1, I2]
    assert game.state.collections[0][0].face is DOWN
    # The balance is as before: one down, one up.
    game.when(0, add(F1, DOWN))


def test_r35_r54_a_hidden_card_laid_face_up_is_known_to_all() -> None:
    game = table(
        [F1], [L1], [L2], cauldron=POTION, collections={0: [down(I1, 0, 2), down(SWAP, 0)]}
    )
    game.when(0, DrinkOrDieUseSwap(give=0, take=1))
    game.then(
        DrinkOrDieSwapped(seat=0, give=0, take=1, given=up(I1), taken=up(S2), swap=left(1, by(0)))
    )
    # It keeps its face in the collection, as one that had been drunk.
    assert game.state.collections[0][0].face is UP


def test_r34_r35_a_hidden_card_swapped_for_a_hidden_one_stays_hidden() -> None:
    game = table(
        [F1], [L1], [L2], cauldron=POTION, collections={0: [down(I1, 0, 2), down(SWAP, 0)]}
    )
    game.when(0, DrinkOrDieUseSwap(give=0, take=0))
    game.then(
        DrinkOrDieSwapped(
            seat=0,
            give=0,
            take=0,
            given=down(I1, 0, 2),
            taken=down(S1, 0, 1),
            swap=left(1, by(0)),
        )
    )
    told = {viewer: game.kind.redact(game.events[0], viewer) for viewer in (None, 0, 1, 2)}
    assert {v: (e.given.card, e.taken.card, e.swap.position) for v, e in told.items()} == {
        None: (None, None, None),
        0: (I1, S1, 1),
        1: (None, S1, None),
        2: (I1, None, None),
    }


def test_r6_r35_r54_an_open_cauldron_shows_the_smuggled_card_that_a_swap_lays_there() -> None:
    game = table(
        [F1, I1, I2],
        [L1],
        cauldron=[up(S1)],
        collections={0: [up(SMUGGLE), up(SWAP)]},
        options=DrinkOrDieOptions(open_cauldron=True),
    )
    game.when(0, smuggle(F1, I1))
    assert codes(game, 0) == [SWAP, F1, I1]
    game.when(0, DrinkOrDieUseSwap(give=1, take=0))
    game.then(DrinkOrDieSwapped(seat=0, give=1, take=0, given=up(F1), taken=up(S1), swap=left(0)))
    # The other smuggled card is still seat 0's secret.
    seen = game.kind.view(game.state, 1).seats[0].collection
    assert [(card.face, card.card) for card in seen] == [(UP, S1), (DOWN, None)]


def test_r6_r54_a_card_swapped_into_an_open_collection_is_known_to_all() -> None:
    game = table(
        [F1],
        [L1],
        cauldron=POTION,
        collections={0: [open_down(I1), up(SWAP)]},
        options=DrinkOrDieOptions(open_collections=True),
    )
    game.when(0, DrinkOrDieUseSwap(give=0, take=0))
    assert game.events == [
        DrinkOrDieSwapped(
            seat=0, give=0, take=0, given=open_down(I1), taken=open_down(S1), swap=left(1)
        )
    ]


def test_r41_r54_another_swap_may_be_given() -> None:
    game = table([F1], [L1], cauldron=POTION, collections={0: [up(SWAP), up(SWAP), up(I1)]})
    game.when(0, DrinkOrDieUseSwap(give=0, take=1))
    game.then(
        # The copy at 0 is named, so the one at 1 is used.
        DrinkOrDieSwapped(seat=0, give=0, take=1, given=up(SWAP), taken=up(S2), swap=left(1))
    )
    assert codes(game, 0) == [S2, I1]


@pytest.mark.parametrize(
    ("give", "take", "code"),
    [
        (0, 0, "names_itself"),
        (-1, 0, "no_such_position"),
        (2, 0, "no_such_position"),
        (1, -1, "no_such_position"),
        (1, 2, "no_such_position"),
    ],
)
def test_r54_a_swap_needs_two_cards_that_are_there(give: int, take: int, code: str) -> None:
    game = table([F1], [L1], cauldron=POTION, collections={0: [up(SWAP), up(I1)]})
    game.refuses(0, DrinkOrDieUseSwap(give=give, take=take), code)
