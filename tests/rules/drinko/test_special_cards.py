"""Skip, deflect, target, split and suffer [R24-R29]."""

import pytest

from tests.rules.drinko.tables import drank, drew, play, played, table

MORE = "yellow-9 yellow-9"
DRAW_PILE = "red-1 red-2 red-3 red-4 red-5"


def hands(seats: int, *, holder: int, card: str) -> list[str]:
    """Hands of which one holds the card and two more."""
    return [f"{card} {MORE}" if seat == holder else "green-1 green-2" for seat in range(seats)]


@pytest.mark.parametrize(("seats", "seat", "following"), [(2, 0, 0), (3, 0, 2), (4, 3, 1)])
def test_skip_passes_over_the_next_seat(seats: int, seat: int, following: int) -> None:  # [R24]
    game = table(*hands(seats, holder=seat, card="red-skip"), top="red-5", seat=seat)
    game.when(seat, play("red-skip"))
    game.then(played(seat, "red-skip", following))


def test_skip_goes_against_the_clock_after_a_deflect() -> None:  # [R24]
    game = table(*hands(4, holder=1, card="red-skip"), top="red-5", seat=1, direction=-1)
    game.when(1, play("red-skip"))
    game.then(played(1, "red-skip", 3, direction=-1))


@pytest.mark.parametrize(("seats", "seat", "following"), [(2, 0, 1), (3, 0, 2), (4, 2, 1)])
@pytest.mark.parametrize("train", [None, 4])
def test_deflect_turns_the_order_round(  # [R25]
    seats: int, seat: int, following: int, train: int | None
) -> None:
    game = table(
        *hands(seats, holder=seat, card="deflect"), top="red-plus-2", seat=seat, train=train
    )
    game.when(seat, play("deflect"))
    game.then(played(seat, "deflect", following, train=train, direction=-1))


def test_a_second_deflect_turns_it_back() -> None:  # [R25]
    game = table(*hands(3, holder=2, card="deflect"), top="deflect", seat=2, direction=-1)
    game.when(2, play("deflect"))
    game.then(played(2, "deflect", 0, direction=1))


@pytest.mark.parametrize("named", [1, 2, 3])
@pytest.mark.parametrize("train", [None, 5])
def test_target_gives_turn_and_train_to_a_seat(named: int, train: int | None) -> None:  # [R26]
    game = table(*hands(4, holder=0, card="target"), top="red-plus-2", train=train)
    game.when(0, play("target", named))
    game.then(played(0, "target", named, train=train, named=named))


def test_turn_order_goes_on_from_the_target() -> None:  # [R26]
    game = table("green-1 green-2", "green-3 " + MORE, f"target {MORE}", "green-4", top="red-5")
    game.given(played(0, "green-1", 2))
    game.when(2, play("target", 1))
    game.when(1, play("green-3"))
    game.then(played(1, "green-3", 2))


def test_split_halves_a_train_of_three_rounded_up() -> None:  # [R27]
    game = table(
        *hands(4, holder=0, card="split"), top="red-plus-3", train=3, draw="red-1 red-2 red-3 red-4"
    )
    game.when(0, play("split", 2))
    game.then(
        played(0, "split", 1, named=2), drank(0, 2), drank(2, 2), drew(0, "red-1 red-2 red-3")
    )
    assert game.state.train is None
    assert game.state.drinks == [2, 0, 2, 0]


@pytest.mark.parametrize(("total", "half"), [(1, 1), (2, 1), (4, 2), (5, 3)])
def test_split_halves_other_totals(total: int, half: int) -> None:  # [R27]
    game = table(*hands(2, holder=0, card="split"), top="red-plus-3", train=total, draw=DRAW_PILE)
    game.when(0, play("split", 1))
    drawn = " ".join(DRAW_PILE.split()[:total])
    game.then(played(0, "split", 1, named=1), drank(0, half), drank(1, half), drew(0, drawn))


def test_split_of_an_empty_train_ends_it() -> None:  # [R27]
    game = table(*hands(2, holder=0, card="split"), top="red-plus-0", train=0, draw=DRAW_PILE)
    game.when(0, play("split", 1))
    game.then(played(0, "split", 1, named=1), drank(0, 0), drank(1, 0))


def test_split_outside_a_train_has_no_effect_and_names_nobody() -> None:  # [R27, R29]
    game = table(*hands(3, holder=0, card="split"), top="red-5", draw=DRAW_PILE)
    game.refuses(0, play("split", 1), "seat_not_allowed")
    game.when(0, play("split"))
    game.then(played(0, "split", 1))


def test_suffer_makes_every_seat_drink() -> None:  # [R28]
    game = table(
        *hands(3, holder=1, card="suffer"), top="red-plus-3", seat=1, train=4, draw=DRAW_PILE
    )
    game.when(1, play("suffer"))
    game.then(
        played(1, "suffer", 2),
        drank(0, 4),
        drank(1, 4),
        drank(2, 4),
        drew(1, "red-1 red-2 red-3 red-4"),
    )


def test_suffer_against_the_clock_is_followed_by_the_seat_before() -> None:  # [R17, R28]
    game = table(
        *hands(3, holder=1, card="suffer"),
        top="deflect",
        seat=1,
        train=1,
        direction=-1,
        draw="red-1",
    )
    game.when(1, play("suffer"))
    game.then(
        played(1, "suffer", 0, direction=-1),
        drank(0, 1),
        drank(1, 1),
        drank(2, 1),
        drew(1, "red-1"),
    )


def test_suffer_outside_a_train_has_no_effect() -> None:  # [R28]
    game = table(*hands(3, holder=0, card="suffer"), top="red-5", draw=DRAW_PILE)
    game.when(0, play("suffer"))
    game.then(played(0, "suffer", 1))


@pytest.mark.parametrize(("card", "train"), [("target", None), ("target", 2), ("split", 2)])
def test_a_card_that_names_a_seat_must_name_another_one(  # [R29]
    card: str, train: int | None
) -> None:
    game = table(
        *hands(3, holder=0, card=card), top="red-plus-2", train=train, draw="red-1 red-2 red-3"
    )
    game.refuses(0, play(card), "seat_missing")
    game.refuses(0, play(card, 0), "own_seat_named")
    game.refuses(0, play(card, 3), "no_such_seat")
    game.refuses(0, play(card, -1), "no_such_seat")


@pytest.mark.parametrize(
    ("card", "train"),
    [
        ("red-5", None),
        ("red-skip", None),
        ("deflect", None),
        ("suffer", None),
        ("red-plus-2", None),
        ("red-plus-2", 2),
        ("deflect", 2),
        ("suffer", 2),
    ],
)
def test_no_other_card_names_a_seat(card: str, train: int | None) -> None:  # [R29]
    game = table(*hands(3, holder=0, card=card), top="red-plus-2", train=train, draw="red-1 red-2")
    game.refuses(0, play(card, 1), "seat_not_allowed")
