"""A turn in normal play [R4, R11, R13-R17]."""

import pytest

from tapster.games.drinko import KIND
from tests.rules.drinko.tables import (
    DRAW,
    drank,
    drew,
    play,
    played,
    reshuffled,
    table,
    turn_ended,
)
from tests.rules.scenario import FixedChance

FILLER = "yellow-9 yellow-9"


@pytest.mark.parametrize(
    ("top", "card"),
    [
        ("red-5", "red-9"),  # colour
        ("red-5", "blue-5"),  # number
        ("red-0", "green-0"),
        ("red-5", "red-skip"),
        ("red-skip", "blue-skip"),  # type
        ("red-skip", "red-2"),
        ("deflect", "blue-3"),  # a special card takes any
        ("split", "green-skip"),
        ("target", "green-1"),
        ("suffer", "red-0"),
    ],
)
def test_a_card_of_the_colour_or_type_can_be_played(top: str, card: str) -> None:  # [R4, R14]
    game = table(f"{card} {FILLER}", "green-7", "green-8", top=top)
    game.when(0, play(card))
    game.then(played(0, card, 2 if card.endswith("skip") else 1))


@pytest.mark.parametrize(
    ("top", "card"),
    [
        ("red-5", "blue-6"),
        ("red-5", "blue-plus-2"),
        ("red-skip", "blue-9"),
        ("red-1", "blue-plus-1"),
        ("red-plus-0", "blue-0"),
        ("red-plus-1", "blue-1"),
        ("red-minus-1", "blue-plus-1"),
        ("red-plus-2", "green-plus-3"),
        ("red-plus-3", "blue-3"),
    ],
)
def test_another_colour_and_type_cannot_be_played(top: str, card: str) -> None:  # [R4, R14]
    game = table(f"{card} green-7", "green-9", top=top, under="blue-0", draw="blue-8")
    game.refuses(0, play(card), "does_not_match")


@pytest.mark.parametrize("card", ["deflect", "split", "suffer"])
def test_a_special_card_can_be_played_on_any(card: str) -> None:  # [R14]
    for top in ("red-5", "red-skip", "red-plus-3", "target"):
        game = table(f"{card} {FILLER}", "green-9", "green-8", top=top)
        direction = -1 if card == "deflect" else 1
        game.when(0, play(card))
        game.then(played(0, card, direction % 3, direction=1 if direction == 1 else -1))


def test_who_can_play_may_not_draw() -> None:  # [R13]
    game = table("red-1 blue-1", "green-9", top="red-5", draw="blue-8")
    game.refuses(0, DRAW, "must_play")
    assert KIND.legal(game.state, 0) == [play("red-1"), play("red-1", call_drinko=True)]


def test_who_cannot_play_draws_one_card_and_its_turn_ends() -> None:  # [R15]
    game = table("blue-1", "green-9", top="red-5", draw="red-6 red-7")
    assert KIND.legal(game.state, 0) == [DRAW]
    game.when(0, DRAW)
    game.then(drew(0, "red-6"), turn_ended(0, 1))
    # The red 6 would match: it is kept all the same, and the other seat is to act.
    game.refuses(0, play("red-6"), "not_your_turn")
    assert game.state.seat_to_act == 1


def test_the_played_card_is_the_top_card_before_its_effect() -> None:  # [R16]
    # The draw pile is empty, so the split's draw takes the pile under it: the split stays on top.
    game = table("split red-4 red-4", "green-9", top="red-plus-1", train=1)
    game.when(0, play("split", 1), FixedChance([1, 0]))
    game.then(
        played(0, "split", 1, named=1),
        drank(0, 1),
        drank(1, 1),
        reshuffled("red-plus-1 blue-0"),
        drew(0, "red-plus-1"),
    )
    assert KIND.view(game.state, None).play_pile == ["split"]


@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 3), (3, 0)])
def test_the_next_seat_follows_clockwise(seat: int, following: int) -> None:  # [R11, R17]
    hands = ["red-1 red-2 red-3"] * 4
    game = table(*hands, top="red-5", seat=seat)
    game.when(seat, play("red-2"))
    game.then(played(seat, "red-2", following))


@pytest.mark.parametrize(("seat", "following"), [(0, 3), (1, 0), (2, 1), (3, 2)])
def test_the_next_seat_follows_anticlockwise(seat: int, following: int) -> None:  # [R17, R25]
    hands = ["blue-1 blue-2 blue-3"] * 4
    game = table(*hands, top="red-5", seat=seat, direction=-1, draw="red-6")
    game.when(seat, DRAW)
    game.then(drew(seat, "red-6"), turn_ended(seat, following))


def test_one_copy_of_a_card_leaves_the_hand() -> None:  # [R13]
    game = table("red-1 red-1 red-1 blue-9", "green-9", top="red-5")
    assert KIND.legal(game.state, 0) == [play("red-1")]
    game.when(0, play("red-1"))
    assert game.state.hands[0] == ["red-1", "red-1", "blue-9"]
