"""When the draw pile runs out [R40, R41]."""

from tapster.games.drinko import KIND
from tests.rules.drinko.tables import (
    DRAW,
    DRINK,
    drank,
    drew,
    play,
    played,
    reshuffled,
    table,
    turn_ended,
)
from tests.rules.scenario import NO_CHANCE, FixedChance


def test_the_play_pile_without_its_top_is_shuffled_oldest_first() -> None:  # [R40]
    game = table("red-1", "green-9", top="blue-5", under="yellow-1 yellow-2 yellow-3")
    # Third, first, second of the pile from the oldest: yellow 3, 1, 2.
    game.when(0, DRAW, FixedChance([2, 0, 1]))
    game.then(
        reshuffled("yellow-3 yellow-1 yellow-2"),
        drew(0, "yellow-3"),
        turn_ended(0, 1),
    )
    view = KIND.view(game.state, None)
    assert (view.play_pile, view.draw_pile_count) == (["blue-5"], 2)


def test_nothing_is_shuffled_before_a_card_is_needed() -> None:  # [R40]
    game = table("red-1", "green-9", top="blue-5", under="yellow-1 yellow-2", draw="red-3")
    game.when(0, DRAW, NO_CHANCE)
    game.then(drew(0, "red-3"), turn_ended(0, 1))
    assert game.state.play_pile == ["yellow-1", "yellow-2", "blue-5"]


def test_a_pile_of_one_card_is_shuffled_too() -> None:  # [R40]
    game = table("red-1", "green-9", top="blue-5", under="yellow-1")
    game.when(0, DRAW, FixedChance([0]))
    game.then(reshuffled("yellow-1"), drew(0, "yellow-1"), turn_ended(0, 1))


def test_a_draw_takes_what_is_left_and_then_from_the_shuffled_pile() -> None:  # [R21, R40]
    game = table(
        "red-1", "green-9", top="red-plus-3", under="yellow-1 yellow-2", train=3, draw="red-3"
    )
    game.when(0, DRINK, FixedChance([1, 0]))
    game.then(
        drank(0, 3),
        drew(0, "red-3"),
        reshuffled("yellow-2 yellow-1"),
        drew(0, "yellow-2 yellow-1"),
        turn_ended(0, 1),
    )


def test_as_many_cards_are_drawn_as_there_are() -> None:  # [R41]
    game = table("red-1", "green-9", top="red-plus-3", under="yellow-1", train=6, draw="red-3")
    game.when(0, DRINK, FixedChance([0]))
    game.then(
        drank(0, 6), drew(0, "red-3"), reshuffled("yellow-1"), drew(0, "yellow-1"), turn_ended(0, 1)
    )


def test_a_draw_that_finds_nothing_ends_the_turn() -> None:  # [R41]
    game = table("red-1", "green-9", top="blue-5", under="")
    game.when(0, DRAW, NO_CHANCE)
    game.then(turn_ended(0, 1))
    assert game.state.hands[0] == ["red-1"]


def test_a_split_as_last_card_is_served_by_one_shuffle() -> None:  # [R31, R40]
    game = table("split", "green-9", top="red-plus-3", under="yellow-1 yellow-2", train=3)
    game.when(0, play("split", 1), FixedChance([0, 1, 2]))
    # Two cards for the last card; one is left of the three that the split asks for.
    game.then(
        played(0, "split", 1, named=1),
        reshuffled("yellow-1 yellow-2 red-plus-3"),
        drew(0, "yellow-1 yellow-2"),
        drank(0, 2),
        drank(1, 2),
        drew(0, "red-plus-3"),
    )


def test_a_last_special_card_always_finds_a_card() -> None:  # [R31, R41]
    game = table("deflect", "green-9", top="blue-5", under="")
    game.when(0, play("deflect"), FixedChance([0]))
    game.then(played(0, "deflect", 1, direction=-1), reshuffled("blue-5"), drew(0, "blue-5"))
