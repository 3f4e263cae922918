"""Calling Drinko and calling out [R32-R39]."""

import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.rules import REACT, TURN
from tests.rules.drinko.tables import (
    CALL,
    DRAW,
    DRINK,
    call_missed,
    call_out,
    called,
    called_out,
    drank,
    drew,
    play,
    played,
    reshuffled,
    table,
    turn_ended,
)
from tests.rules.scenario import FixedChance, Scenario

REDS = "red-1 red-2 red-3 red-4"
SEVEN = "green-1 green-2 green-3 green-4 green-5 green-6 green-7"
DRAW_PILE = f"{SEVEN} blue-9 blue-8"


def standing(game: Scenario, seat: int) -> str:
    """How a seat stands with its call, in the words of the view."""
    shown = KIND.view(game.state, None).seats[seat]
    words = {
        "owes": shown.owes_call,
        "called": shown.called,
        "open": shown.open_to_call_out,
    }
    return " ".join(word for word, holds in words.items() if holds)


def played_down(seats: int) -> Scenario:
    """Seat 0 has just played from two cards and owes the call; the others hold four reds."""
    game = table("red-5 red-6", *[REDS] * (seats - 1), top="red-9", draw=DRAW_PILE)
    game.when(0, play("red-5"))
    game.then(played(0, "red-5", 1, owes=True))
    return game


def missed(seats: int) -> Scenario:
    """Seat 0 has missed its call, because seat 1 has acted."""
    game = played_down(seats)
    game.when(1, play("red-1"))
    game.then(played(1, "red-1", 2 % seats), call_missed(0))
    return game


# Owing


@pytest.mark.parametrize(("hand", "owes"), [("red-5 red-6", True), ("red-5 red-6 red-7", False)])
def test_a_play_from_two_cards_owes_the_call(hand: str, owes: bool) -> None:  # [R32]
    game = table(hand, REDS, top="red-9")
    game.when(0, play("red-5"))
    game.then(played(0, "red-5", 1, owes=owes))
    assert standing(game, 0) == ("owes" if owes else "")


def test_a_split_from_two_cards_owes_until_its_draw_clears_the_debt() -> None:  # [R32, R38]
    game = table("split red-6", REDS, top="red-plus-1", train=1, draw=DRAW_PILE)
    game.when(0, play("split", 1))
    game.then(
        played(0, "split", 1, named=1, owes=True), drank(0, 1), drank(1, 1), drew(0, "green-1")
    )
    assert standing(game, 0) == ""
    game.refuses(0, CALL, "not_your_turn")


def test_a_split_that_draws_nothing_leaves_the_debt() -> None:  # [R32, R38]
    game = table("split red-6", REDS, top="red-plus-0", train=0, draw=DRAW_PILE)
    game.when(0, play("split", 1))
    assert standing(game, 0) == "owes"


def test_getting_down_to_one_card_again_makes_a_new_debt() -> None:  # [R32, R38]
    game = table("red-5 yellow-7", "red-1 red-2 red-3", top="red-9", draw="red-8 red-7")
    game.when(0, play("red-5", call_drinko=True))
    game.when(1, play("red-1"))
    game.when(0, DRAW)
    assert standing(game, 0) == ""
    game.when(1, play("red-2"))
    game.when(0, play("red-8"))
    game.then(played(0, "red-8", 1, owes=True), call_missed(1))
    assert standing(game, 0) == "owes"


# Calling


def test_the_seat_calls_out_of_turn_before_the_next_seat_has_acted() -> None:  # [R34]
    game = played_down(4)
    assert KIND.awaited(game.state) == {1: TURN, 0: REACT}
    assert KIND.legal(game.state, 0) == [CALL]
    for other in (2, 3):
        game.refuses(other, call_out(0), "not_your_turn")
    game.refuses(1, call_out(0), "not_open_to_call_out")
    game.when(0, CALL)
    game.then(called(0))
    assert standing(game, 0) == "called"
    assert KIND.awaited(game.state) == {1: TURN}


def test_who_has_called_is_safe() -> None:  # [R34, R36]
    game = played_down(2)
    game.when(0, CALL)
    game.when(1, play("red-1"))
    game.then(played(1, "red-1", 0))
    assert standing(game, 0) == "called"
    game.refuses(1, call_out(0), "not_your_turn")
    game.refuses(0, CALL, "no_call_owed")


def test_the_call_can_be_made_with_the_play() -> None:  # [R35]
    game = table("red-5 red-6", REDS, top="red-9")
    game.when(0, play("red-5", call_drinko=True))
    game.then(played(0, "red-5", 1, owes=True), called(0))
    assert standing(game, 0) == "called"
    assert KIND.awaited(game.state) == {1: TURN}


@pytest.mark.parametrize("hand", ["red-5", "red-5 red-6 red-7"])
def test_only_a_play_from_two_cards_can_call(hand: str) -> None:  # [R35]
    game = table(hand, REDS, top="red-9")
    game.refuses(0, play("red-5", call_drinko=True), "call_not_allowed")


def test_a_draw_by_the_very_card_clears_the_call_too() -> None:  # [R35, R38]
    game = table("suffer red-6", REDS, top="red-plus-1", train=1, draw=DRAW_PILE)
    game.when(0, play("suffer", call_drinko=True))
    game.then(
        played(0, "suffer", 1, owes=True),
        called(0),
        drank(0, 1),
        drank(1, 1),
        drew(0, "green-1"),
    )
    assert standing(game, 0) == ""


def test_ones_own_act_ends_the_call() -> None:  # [R38]
    game = table("red-5 yellow-7", "red-1 red-2 red-3", top="red-9")
    game.when(0, play("red-5", call_drinko=True))
    game.when(1, play("red-1"))
    # Seat 1 holds all the other cards, so that seat 0 draws none and its act alone ends the call.
    game.given(reshuffled("blue-0 red-9 red-5"), drew(1, "blue-0 red-9 red-5"))
    game.when(0, DRAW)
    game.then(turn_ended(0, 1))
    assert standing(game, 0) == ""


# Calling out


@pytest.mark.parametrize("seats", [2, 4])
def test_after_the_next_act_the_others_can_call_out(seats: int) -> None:  # [R34, R36, R49]
    game = missed(seats)
    assert standing(game, 0) == "open"
    following = 2 % seats
    others = {seat: REACT for seat in range(1, seats) if seat != following}
    assert KIND.awaited(game.state) == {following: TURN} | others
    game.refuses(0, CALL, "no_call_owed" if following == 0 else "not_your_turn")
    game.refuses(0, call_out(0), "own_seat_named" if following == 0 else "not_your_turn")
    for other in range(1, seats):
        assert call_out(0) in KIND.legal(game.state, other)


@pytest.mark.parametrize(("seats", "caller"), [(2, 1), (4, 1), (4, 2), (4, 3)])
def test_who_is_called_out_drinks_two_and_draws_seven(seats: int, caller: int) -> None:  # [R37]
    game = missed(seats)
    game.when(caller, call_out(0))
    game.then(called_out(caller, 0), drank(0, 2), drew(0, SEVEN))
    assert standing(game, 0) == ""
    assert game.state.seat_to_act == 2 % seats
    assert len(game.state.hands[0]) == 8
    assert KIND.awaited(game.state) == {2 % seats: TURN}


def test_the_seat_to_act_can_call_out_and_then_acts() -> None:  # [R36]
    game = missed(4)
    assert KIND.legal(game.state, 2)[-1] == call_out(0)
    game.when(2, call_out(0))
    game.when(2, play("red-2"))
    game.then(played(2, "red-2", 3))


def test_with_two_seats_the_window_is_open_until_the_seat_acts() -> None:  # [R36]
    game = missed(2)
    assert KIND.awaited(game.state) == {0: TURN, 1: REACT}
    game.when(0, play("red-6"))
    assert KIND.result(game.state) is not None


def test_ones_own_act_closes_the_window() -> None:  # [R36, R38]
    game = table("red-5 deflect", REDS, REDS, top="red-9", draw=DRAW_PILE)
    game.when(0, play("red-5"))
    game.when(1, play("red-1"))
    game.when(2, play("red-1"))
    game.then(played(2, "red-1", 0))
    assert standing(game, 0) == "open"
    game.when(0, play("deflect"))
    game.then(played(0, "deflect", 2, direction=-1), drew(0, "green-1 green-2"))
    assert standing(game, 0) == ""
    game.refuses(1, call_out(0), "not_your_turn")


def test_a_debt_ends_though_no_card_could_be_drawn() -> None:  # [R37, R41]
    game = missed(2)
    game.given(drew(1, DRAW_PILE), reshuffled("blue-0 red-9 red-5"), drew(1, "blue-0 red-9 red-5"))
    assert standing(game, 0) == "open"
    game.when(1, call_out(0))
    game.then(called_out(1, 0), drank(0, 2))
    assert standing(game, 0) == ""
    assert len(game.state.hands[0]) == 1


def test_a_penalty_may_have_to_shuffle_the_play_pile() -> None:  # [R37, R40]
    game = missed(2)
    game.given(drew(1, SEVEN + " blue-9"))
    game.when(1, call_out(0), FixedChance([2, 1, 0]))
    game.then(
        called_out(1, 0),
        drank(0, 2),
        drew(0, "blue-8"),
        reshuffled("red-5 red-9 blue-0"),
        drew(0, "red-5 red-9 blue-0"),
    )
    assert game.state.play_pile == ["red-1"]


def test_two_seats_can_be_open_at_once() -> None:  # [R34, R36]
    game = table("red-5 red-6", "red-1 red-2", REDS, REDS, top="red-9", draw=DRAW_PILE)
    game.when(0, play("red-5"))
    game.when(1, play("red-1"))
    game.then(played(1, "red-1", 2, owes=True), call_missed(0))
    assert [standing(game, seat) for seat in range(4)] == ["open", "owes", "", ""]
    # The seat that owes may call, and call out the one that missed.
    assert KIND.legal(game.state, 1) == [CALL, call_out(0)]
    game.when(2, play("red-1"))
    game.then(played(2, "red-1", 3), call_missed(1))
    assert KIND.awaited(game.state) == {3: TURN, 0: REACT, 1: REACT, 2: REACT}
    assert KIND.legal(game.state, 2) == [call_out(0), call_out(1)]
    assert KIND.legal(game.state, 0) == [call_out(1)]
    game.when(0, call_out(1))
    assert standing(game, 0) == "open"


# Acts: skip and target in between


def test_being_skipped_is_not_acting_before_the_call() -> None:  # [R33, R34]
    game = table("red-skip red-6", REDS, REDS, REDS, top="red-9")
    game.when(0, play("red-skip"))
    game.then(played(0, "red-skip", 2, owes=True))
    game.when(0, CALL)
    game.then(called(0))


def test_after_a_skip_the_next_seat_that_acts_closes_the_window() -> None:  # [R33, R34]
    game = table("red-skip red-6", REDS, REDS, REDS, top="red-9")
    game.when(0, play("red-skip"))
    game.when(2, play("red-1"))
    game.then(played(2, "red-1", 3), call_missed(0))


def test_being_skipped_does_not_close_the_window_to_call_out() -> None:  # [R33, R36]
    game = table("red-5 red-6", REDS, REDS, f"red-skip {REDS}", top="red-9", draw=DRAW_PILE)
    game.when(0, play("red-5"))
    game.when(1, play("red-1"))
    game.when(2, play("red-1"))
    game.when(3, play("red-skip"))
    game.then(played(3, "red-skip", 1))
    assert standing(game, 0) == "open"
    game.when(2, call_out(0))
    game.then(called_out(2, 0), drank(0, 2), drew(0, SEVEN))


def test_with_two_seats_a_skip_leads_to_ones_own_act() -> None:  # [R24, R34, R38]
    game = table("red-skip blue-6", REDS, top="red-9", draw="red-8 red-7")
    game.when(0, play("red-skip"))
    game.then(played(0, "red-skip", 0, owes=True))
    assert KIND.awaited(game.state) == {0: TURN}
    assert KIND.legal(game.state, 0) == [DRAW, CALL]
    game.refuses(1, call_out(0), "not_your_turn")
    game.when(0, DRAW)
    game.then(drew(0, "red-8"), turn_ended(0, 1))
    assert standing(game, 0) == ""


def test_the_call_still_counts_when_it_is_made_on_ones_own_turn() -> None:  # [R34, R38]
    game = table("red-skip blue-6", REDS, top="red-9", draw="red-8 red-7")
    game.when(0, play("red-skip"))
    game.when(0, CALL)
    assert standing(game, 0) == "called"
    game.when(0, DRAW)
    assert standing(game, 0) == ""


def test_the_targets_act_closes_the_window() -> None:  # [R26, R34]
    game = table("target red-6", REDS, REDS, REDS, top="red-9")
    game.when(0, play("target", 2))
    game.then(played(0, "target", 2, named=2, owes=True))
    game.refuses(3, call_out(0), "not_your_turn")
    game.when(2, play("red-1"))
    game.then(played(2, "red-1", 3), call_missed(0))


def test_a_target_that_passes_the_seat_over_leaves_its_window_open() -> None:  # [R33, R36]
    game = table("red-5 red-6", REDS, REDS, f"target {REDS}", top="red-9")
    game.when(0, play("red-5"))
    game.when(1, play("red-1"))
    game.when(2, play("red-1"))
    game.when(3, play("target", 1))
    assert standing(game, 0) == "open"


def test_a_target_with_two_seats_comes_back_to_an_open_seat() -> None:  # [R26, R36]
    game = table("red-5 red-6", f"target {REDS}", top="red-9", draw=DRAW_PILE)
    game.when(0, play("red-5"))
    game.when(1, play("target", 0))
    game.then(played(1, "target", 0, named=0), call_missed(0))
    game.when(1, call_out(0))
    game.then(called_out(1, 0), drank(0, 2), drew(0, SEVEN))


def test_a_draw_is_an_act_too() -> None:  # [R33, R34]
    game = table("blue-9 red-6", "yellow-1 yellow-2", "green-1", top="blue-5", draw="red-8")
    game.when(0, play("blue-9"))
    game.when(1, DRAW)
    game.then(drew(1, "red-8"), turn_ended(1, 2), call_missed(0))


def test_a_drink_is_an_act_too() -> None:  # [R33, R34]
    game = table("blue-plus-1 red-6", "yellow-1 yellow-2", "green-1", top="blue-5", draw="red-8")
    game.when(0, play("blue-plus-1"))
    game.when(1, DRINK)
    game.then(drank(1, 1), drew(1, "red-8"), turn_ended(1, 2), call_missed(0))


def test_a_call_and_a_call_out_are_no_acts() -> None:  # [R33]
    game = table("red-5 red-6", "red-1 red-2", REDS, REDS, top="red-9", draw=DRAW_PILE)
    game.when(0, play("red-5"))
    game.when(1, play("red-1"))
    game.when(3, call_out(0))
    assert standing(game, 1) == "owes"
    game.when(1, CALL)
    assert standing(game, 1) == "called"


# Refusals


def test_calling_without_owing_is_refused_without_penalty() -> None:  # [R39]
    game = table(REDS, REDS, REDS, top="red-9", draw=DRAW_PILE)
    game.refuses(0, CALL, "no_call_owed")
    game.refuses(1, CALL, "not_your_turn")
    game.refuses(0, call_out(1), "not_open_to_call_out")
    game.refuses(0, call_out(0), "own_seat_named")
    game.refuses(0, call_out(3), "no_such_seat")
    game.refuses(0, call_out(-1), "no_such_seat")
    assert game.state.drinks == [0, 0, 0]


def test_a_seat_that_owes_cannot_be_called_out_though_others_are_open() -> None:  # [R34, R39]
    game = table("red-5 red-6", "red-1 red-2", REDS, REDS, top="red-9", draw=DRAW_PILE)
    game.when(0, play("red-5"))
    game.when(1, play("red-1"))
    game.refuses(3, call_out(1), "not_open_to_call_out")
    game.refuses(3, CALL, "no_call_owed")
