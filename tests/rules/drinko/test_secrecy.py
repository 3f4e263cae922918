"""Who sees what [R45-R47]."""

import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.messages import (
    DrinkoDealt,
    DrinkoDrew,
    DrinkoEvent,
    DrinkoOptions,
    DrinkoPhase,
    DrinkoReshuffled,
    DrinkoSeatView,
    DrinkoView,
)
from tests.rules.drinko.tables import (
    call_missed,
    call_out,
    called,
    called_out,
    cards,
    drank,
    drew,
    play,
    played,
    reshuffled,
    table,
    turn_ended,
)
from tests.rules.drinko.test_random_games import play_out
from tests.rules.scenario import Scenario

VIEWERS = (None, 0, 1, 2)


def running(other_hand: str = "red-1 red-2", draw: str = "green-1 green-2") -> Scenario:
    """Three seats with known hands in the middle of a game; seat 1 is to act."""
    game = table("red-5 red-6", other_hand, "blue-1", top="red-9", draw=draw)
    game.when(0, play("red-5"))
    return game


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everybody_sees_the_table_and_its_own_hand_alone(viewer: int | None) -> None:  # [R45, R46]
    hands = {0: cards("red-6"), 1: cards("red-1 red-2"), 2: cards("blue-1")}
    counts = [1, 2, 1]
    assert KIND.view(running().state, viewer) == DrinkoView(
        phase=DrinkoPhase.PLAY,
        seat_to_act=1,
        direction=1,
        top=cards("red-5")[0],
        play_pile=cards("blue-0 red-9 red-5"),
        draw_pile_count=2,
        draw_pile=None,
        train=None,
        hand=None if viewer is None else hands[viewer],
        seats=[
            DrinkoSeatView(
                seat=seat,
                hand_count=counts[seat],
                drinks=0,
                owes_call=seat == 0,
                called=False,
                open_to_call_out=False,
                hand=None,
            )
            for seat in range(3)
        ],
    )


def test_everybody_sees_train_and_turn_order() -> None:  # [R45]
    game = table("red-5 red-6", "blue-1", "blue-2", top="deflect", train=4, direction=-1)
    for viewer in VIEWERS:
        view = KIND.view(game.state, viewer)
        assert (view.phase, view.train, view.direction) == (DrinkoPhase.TRAIN, 4, -1)


def test_everybody_sees_calls_and_drinks() -> None:  # [R45]
    game = running().given(called(0), drank(1, 3), call_missed(2))
    for viewer in VIEWERS:
        seats = KIND.view(game.state, viewer).seats
        assert [seat.called for seat in seats] == [True, False, False]
        assert [seat.open_to_call_out for seat in seats] == [False, False, True]
        assert [seat.drinks for seat in seats] == [0, 3, 0]


def test_at_the_end_everybody_sees_everything() -> None:  # [R47]
    game = table("red-7", "green-1 green-2", "blue-1", top="red-9", draw="yellow-1 yellow-2")
    game.when(0, play("red-7"))
    for viewer in VIEWERS:
        view = KIND.view(game.state, viewer)
        assert view.draw_pile == cards("yellow-1 yellow-2")
        assert [seat.hand for seat in view.seats] == [[], cards("green-1 green-2"), cards("blue-1")]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_of_the_deal_each_seat_sees_its_own_hand(viewer: int | None) -> None:  # [R46]
    hands = [cards("red-1"), cards("red-2"), cards("red-3")]
    dealt = DrinkoDealt(
        hands=list(hands),
        play_pile=cards("target red-4"),
        draw_pile=cards("red-5 red-6"),
        draw_pile_count=2,
        seat_to_act=1,
    )
    assert KIND.redact(dealt, viewer) == DrinkoDealt(
        hands=[hand if seat == viewer else None for seat, hand in enumerate(hands)],
        play_pile=cards("target red-4"),
        draw_pile=None,
        draw_pile_count=2,
        seat_to_act=1,
    )


def test_drawn_cards_are_seen_by_the_seat_that_drew() -> None:  # [R46]
    event = drew(1, "red-1 red-2")
    assert KIND.redact(event, 1) == event
    for viewer in (None, 0, 2):
        assert KIND.redact(event, viewer) == DrinkoDrew(seat=1, cards=None, count=2)


def test_the_order_of_a_shuffled_pile_is_seen_by_nobody() -> None:  # [R46]
    for viewer in VIEWERS:
        seen = KIND.redact(reshuffled("red-1 red-2 red-3"), viewer)
        assert seen == DrinkoReshuffled(draw_pile=None, count=3)


@pytest.mark.parametrize(
    "event",
    [
        played(0, "target", 2, named=2, owes=True),
        called(0),
        call_missed(0),
        called_out(1, 0),
        drank(0, 2),
        turn_ended(0, 1),
        *KIND.cut_short(KIND.empty(DrinkoOptions(), 2)),
    ],
)
def test_what_is_done_in_the_open_is_seen_by_all(event: DrinkoEvent) -> None:  # [R45]
    for viewer in VIEWERS:
        assert KIND.redact(event, viewer) == event


def test_who_is_awaited_does_not_depend_on_hidden_cards() -> None:  # [R46, R49]
    here = running()
    elsewhere = running(other_hand="green-1 green-2", draw="red-1 red-2")
    assert KIND.awaited(here.state) == KIND.awaited(elsewhere.state)
    for viewer in (None, 0, 2):
        assert KIND.view(here.state, viewer) == KIND.view(elsewhere.state, viewer)


def test_refusals_tell_nothing_about_other_hands() -> None:  # [R46]
    game = running()
    for command in (play("red-1"), play("red-8"), play("blue-1"), call_out(1)):
        game.refuses(2, command, "not_your_turn")


@pytest.mark.parametrize("number", range(6))
def test_the_redacted_feed_tells_a_spectator_no_hidden_card(number: int) -> None:  # [R46]
    _, rows = play_out(number, checked=False)
    for event in (event for row in rows for event in row):
        seen = KIND.redact(event, None)
        assert type(seen) is type(event)
        match seen:
            case DrinkoDealt():
                assert set(map(type, seen.hands)) == {type(None)}
                assert seen.draw_pile is None
            case DrinkoDrew():
                assert seen.cards is None
            case DrinkoReshuffled():
                assert seen.draw_pile is None
            case _:
                assert seen == event
