"""The Drink Train [R7, R18-R23]."""

import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.messages import DrinkoPhase
from tests.rules.drinko.tables import (
    DRAW,
    DRINK,
    FALLING,
    RISING,
    drank,
    drew,
    play,
    played,
    table,
    turn_ended,
)
from tests.rules.scenario import Scenario

FILLER = "yellow-9 yellow-9"
AMOUNTS = [
    ("plus-1", 1),
    ("plus-2", 2),
    ("plus-3", 3),
    ("plus-0", 0),
    ("minus-1", 0),  # [R19] cut to 0
]


@pytest.mark.parametrize(("face", "total"), AMOUNTS)
def test_a_drink_card_starts_a_train_with_its_amount(face: str, total: int) -> None:  # [R18]
    game = table(f"red-{face} {FILLER}", "green-9", top="red-5")
    game.when(0, play(f"red-{face}"))
    game.then(played(0, f"red-{face}", 1, train=total))
    view = KIND.view(game.state, None)
    assert (view.phase, view.train) == (DrinkoPhase.TRAIN, total)


@pytest.mark.parametrize(
    ("card", "total", "after"),
    [
        ("red-plus-1", 1, 2),
        ("red-plus-2", 1, 3),
        ("red-plus-3", 4, 7),
        ("red-plus-0", 4, 4),
        ("red-minus-1", 4, 3),
        ("red-minus-1", 0, 0),
        ("red-plus-2", 0, 2),
    ],
)
def test_each_drink_card_adds_its_amount(card: str, total: int, after: int) -> None:  # [R19]
    game = table(f"{card} {FILLER}", "green-9", top="deflect", train=total)
    game.when(0, play(card))
    game.then(played(0, card, 1, train=after))


def test_minus_one_and_then_plus_two_makes_two() -> None:  # [R19]
    game = table(f"red-minus-1 {FILLER}", f"red-plus-2 {FILLER}", top="red-5")
    game.when(0, play("red-minus-1"))
    game.when(1, play("red-plus-2"))
    game.then(played(1, "red-plus-2", 0, train=2))


def test_a_train_runs_at_a_total_of_zero() -> None:  # [R19, R21]
    game = table("red-1 red-2", "green-9", top="red-minus-1", train=0, draw="blue-8")
    game.refuses(0, play("red-1"), "does_not_match")
    game.refuses(0, DRAW, "train_runs")
    game.when(0, DRINK)
    game.then(drank(0, 0), turn_ended(0, 1))
    assert KIND.view(game.state, None).phase is DrinkoPhase.PLAY


ALL = ("minus-1", "plus-0", "plus-1", "plus-2", "plus-3")


def drink_cards_that_follow(game: Scenario, colour: str) -> list[str]:
    """Which of the five drink cards of a colour the seat to act may play."""
    commands = KIND.legal(game.state, 0)
    return [face for face in ALL if play(f"{colour}-{face}") in commands]


@pytest.mark.parametrize("place", range(5))
def test_the_same_colour_follows_rising_or_falling(place: int) -> None:  # [R7, R20]
    hand = " ".join(f"red-{face}" for face in ALL)
    rising = table(hand, "green-9", top=f"red-{ALL[place]}", train=3, options=RISING)
    assert drink_cards_that_follow(rising, "red") == list(ALL[place:])
    falling = table(hand, "green-9", top=f"red-{ALL[place]}", train=3, options=FALLING)
    assert drink_cards_that_follow(falling, "red") == list(ALL[: place + 1])


@pytest.mark.parametrize("face", ALL)
def test_another_colour_follows_with_the_same_amount(face: str) -> None:  # [R20]
    hand = " ".join(f"blue-{other}" for other in ALL)
    for options in (RISING, FALLING):
        game = table(hand, "green-9", top=f"red-{face}", train=3, options=options)
        assert drink_cards_that_follow(game, "blue") == [face]


@pytest.mark.parametrize("special", ["deflect", "target"])
def test_any_amount_follows_a_special_card(special: str) -> None:  # [R20]
    hand = " ".join(f"blue-{face}" for face in ALL)
    for options in (RISING, FALLING):
        game = table(hand, "green-9", top=special, train=3, options=options)
        assert drink_cards_that_follow(game, "blue") == list(ALL)


def test_the_older_and_the_newer_order_disagree_on_red() -> None:  # [R7, R20]
    rising = table("red-plus-1 red-plus-3", "green-9", top="red-plus-2", train=2)
    rising.refuses(0, play("red-plus-1"), "does_not_match")
    rising.when(0, play("red-plus-3"))
    rising.then(played(0, "red-plus-3", 1, train=5, owes=True))
    falling = table("red-plus-1 red-plus-3", "green-9", top="red-plus-2", train=2, options=FALLING)
    falling.refuses(0, play("red-plus-3"), "does_not_match")
    falling.when(0, play("red-plus-1"))
    falling.then(played(0, "red-plus-1", 1, train=3, owes=True))


@pytest.mark.parametrize("special", ["deflect", "split", "target", "suffer"])
def test_special_cards_are_always_legal_in_a_train(special: str) -> None:  # [R20]
    for top in ("red-plus-2", "deflect"):
        game = table(f"{special} {FILLER}", "green-9", top=top, train=2, draw="red-1 red-2")
        named = 1 if special in ("split", "target") else None
        assert KIND.legal(game.state, 0) == [play(special, named)]


@pytest.mark.parametrize("card", ["red-2", "red-9", "red-skip", "blue-2", "blue-skip"])
@pytest.mark.parametrize("top", ["red-plus-2", "deflect"])
def test_number_cards_and_skips_never_join_a_train(card: str, top: str) -> None:  # [R20]
    game = table(f"{card} {FILLER}", "green-9", top=top, train=2, draw="red-1 red-3")
    game.refuses(0, play(card), "does_not_match")
    assert KIND.legal(game.state, 0) == [DRINK]


def test_who_cannot_follow_drinks_and_draws_the_total() -> None:  # [R21]
    game = table("red-1", "green-9", "green-8", top="red-plus-3", train=3, draw="red-2 red-3 red-4")
    game.when(0, DRINK)
    game.then(drank(0, 3), drew(0, "red-2 red-3 red-4"), turn_ended(0, 1))
    view = KIND.view(game.state, None)
    assert (view.phase, view.train, view.seat_to_act) == (DrinkoPhase.PLAY, None, 1)
    assert [seat.drinks for seat in view.seats] == [3, 0, 0]


def test_who_can_follow_may_not_drink() -> None:  # [R13, R20]
    game = table("blue-plus-2 red-1", "green-9", top="red-plus-2", train=2, draw="red-3 red-4")
    game.refuses(0, DRINK, "must_play")
    game.refuses(0, DRAW, "train_runs")


def test_without_a_train_there_is_nothing_to_drink() -> None:  # [R21]
    game = table("blue-1 blue-2", "green-9", top="red-5", draw="red-3")
    game.refuses(0, DRINK, "no_train")


def test_drinks_count_in_full_even_if_cards_run_short() -> None:  # [R22]
    game = table("red-1", "green-9", top="red-plus-3", under="", train=3, draw="red-2")
    game.when(0, DRINK)
    game.then(drank(0, 3), drew(0, "red-2"), turn_ended(0, 1))
    assert game.state.drinks == [3, 0]


def test_what_a_seat_drinks_adds_up_over_the_game() -> None:  # [R21, R44]
    drawn = "yellow-1 yellow-2 yellow-3 yellow-4"
    game = table("blue-1", "red-plus-1 green-8 green-9", top="red-plus-3", train=3, draw=drawn)
    game.when(0, DRINK)
    game.when(1, play("red-plus-1"))
    game.when(0, DRINK)
    game.then(drank(0, 1), drew(0, "yellow-4"), turn_ended(0, 1))
    assert [seat.drinks for seat in KIND.view(game.state, None).seats] == [3 + 1, 0]


def test_after_the_train_its_last_card_is_an_ordinary_top_card() -> None:  # [R23]
    hand = "red-1 red-skip red-plus-1 red-minus-1 blue-plus-3 blue-plus-2 blue-3 split"
    game = table("blue-1", hand, top="red-plus-3", train=3, draw="green-1 green-2 green-3")
    game.when(0, DRINK)
    assert KIND.legal(game.state, 1) == [
        play("red-1"),
        play("red-skip"),
        play("red-plus-1"),
        play("red-minus-1"),
        play("blue-plus-3"),
        play("split"),
    ]
    game.when(1, play("red-plus-1"))
    game.then(played(1, "red-plus-1", 0, train=1))
