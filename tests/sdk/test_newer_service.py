"""A service newer than the SDK breaks nobody; what the caller builds is held to the schema."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from tapster_sdk.models import (
    Act,
    Claim,
    DrinkoCard,
    DrinkoDraw,
    DrinkoGame,
    DrinkoNewGame,
    DrinkoOptions,
    DrinkoPlay,
    DrinkoTrainOrder,
    DrinkoView,
    Fill,
    GameStarted,
    NewSeat,
    Status,
    UnknownAction,
    UnknownDraw,
    UnknownEvent,
    UnknownGame,
)
from tests.sdk.answers import ACTED, GAME_ID, SEAT_TOKEN, game, good, scripted

CHESS = game(
    kind="chess",
    options={"clock": 300},
    state={"kind": "chess", "board": ["rook", None]},
    legal_actions=[{"type": "chess.move", "from": "e2", "to": "e4", "promote": None}],
)


def looked(body: dict[str, Any]) -> Any:
    """The game as the SDK reads it."""
    client, _ = scripted(good(body))
    return client.look(GAME_ID)


def test_unknown_fields_are_ignored() -> None:
    state = {**game()["state"], "weather": "rain"}
    read = looked(game(state=state, spectators=12, viewer={"seat": 0, "mood": "good"}))
    assert read == looked(game())


def test_unknown_words_become_members_of_their_enumeration() -> None:
    state = {**game()["state"], "top": "purple-9", "phase": "toast", "hand": ["purple-9"]}
    read = looked(game(state=state, status="paused"))
    assert isinstance(read.state, DrinkoView)
    assert isinstance(read.state.top, DrinkoCard)
    assert read.state.top == "purple-9" == f"{read.state.top}"
    assert read.state.hand == ["purple-9"]
    assert {read.state.top} == {"purple-9"}
    assert read.status == "paused"
    assert "purple-9" not in list(DrinkoCard)
    assert looked(game()).status is Status.ACTIVE


def test_an_unknown_kind_is_a_game_all_the_same() -> None:
    read = looked(CHESS)
    assert isinstance(read, UnknownGame)
    assert (read.kind, read.version, read.status) == ("chess", 41, Status.ACTIVE)
    assert read.decisions[0].required
    assert read.state == {"kind": "chess", "board": ["rook", None]}
    assert read.legal_actions is not None
    assert isinstance(read.legal_actions[0], UnknownAction)


def test_an_unknown_action_is_played_as_it_came() -> None:
    client, script = scripted(good(CHESS), good(ACTED, 201))
    turn = client.seat(GAME_ID, SEAT_TOKEN).wait_for_turn()
    assert turn is not None
    turn.play(turn.legal_actions[0])
    sent = json.loads(script.requests[-1].content)
    assert sent == {"action": CHESS["legal_actions"][0], "decision": 41}


def test_a_known_action_with_a_new_field_is_played_whole() -> None:
    action = {"type": "drinko.play", "card": "purple-9", "flourish": {"style": [1, None]}}
    client, script = scripted(good(game(legal_actions=[action])), good(ACTED, 201))
    turn = client.seat(GAME_ID, SEAT_TOKEN).wait_for_turn()
    assert turn is not None
    assert isinstance(turn.legal_actions[0], DrinkoPlay)
    turn.play(turn.legal_actions[0])
    assert json.loads(script.requests[-1].content)["action"] == action


def test_unknown_events_keep_all_that_they_came_with() -> None:
    event = {"type": "drinko.toasted", "seat": 1, "with": ["red-7"]}
    item = {"version": 5, "seat": 1, "at": "2026-11-29T18:04:11.092Z"}
    client, _ = scripted(
        good({"items": [{**item, "events": [event, {"type": "started"}]}], "version": 5})
    )
    unknown, known = client.feed(GAME_ID).items[0].events
    assert isinstance(unknown, UnknownEvent)
    assert (unknown.type, unknown.raw) == ("drinko.toasted", event)
    assert isinstance(known, GameStarted)


def test_unknown_draws_keep_all_that_they_came_with() -> None:
    entry = {
        "version": 0,
        "seat": None,
        "at": "2026-11-29T18:04:11.092Z",
        "decision": None,
        "command": None,
        "chance": [{"type": "roll", "sides": 6, "value": 2}],
        "events": [],
        "hash": "",
    }
    client, _ = scripted(good({"id": GAME_ID, "kind": "chess", "entries": [entry]}))
    draw = client.log(GAME_ID).entries[0].chance[0]
    assert isinstance(draw, UnknownDraw)
    assert draw.raw == {"type": "roll", "sides": 6, "value": 2}


def test_wider_bounds_break_nobody() -> None:
    decisions = [{"seat": 11, "decision": 41, "duty": "toast", "required": False}]
    read = looked(game(viewer={"seat": 11}, decisions=decisions))
    assert read.viewer.seat == 11
    play = {"type": "drinko.play", "card": "red-7", "seat": 12}
    assert looked(game(legal_actions=[play])).legal_actions[0].seat == 12


@pytest.mark.parametrize(
    "build",
    [
        lambda: DrinkoNewGame.model_validate({"seats": [{}, {}], "colour": "red"}),
        lambda: DrinkoNewGame(seats=[NewSeat()]),
        lambda: NewSeat(name=""),
        lambda: NewSeat(client_seed="no spaces"),
        lambda: NewSeat.model_validate({"fill": "robot"}),
        lambda: Claim.model_validate({"nmae": "Ada"}),
        lambda: DrinkoPlay.model_validate({"card": "purple-9"}),
        lambda: DrinkoPlay.model_validate({"card": "red-7", "seet": 1}),
        lambda: DrinkoPlay.model_validate({}),
        lambda: Act.model_validate({"action": {"type": "drinko.plya", "card": "red-7"}}),
    ],
)
def test_what_the_caller_builds_is_held_to_the_schema(build: Any) -> None:
    with pytest.raises(ValidationError):
        build()


def test_messages_are_frozen() -> None:
    play = DrinkoPlay(card=DrinkoCard.RED_7)
    with pytest.raises(ValidationError):
        play.card = DrinkoCard.RED_8
    assert hash(play) == hash(DrinkoPlay(card=DrinkoCard.RED_7))


def test_what_is_left_to_its_default_is_not_sent() -> None:
    def sent(message: Any) -> Any:
        return json.loads(message.model_dump_json())

    assert sent(DrinkoNewGame(seats=[NewSeat(), NewSeat(name="Bo", fill=Fill.OPEN)])) == {
        "kind": "drinko",
        "seats": [{}, {"name": "Bo", "fill": "open"}],
    }
    options = DrinkoOptions(train_order=DrinkoTrainOrder.RISING, starting_seat=None)
    assert sent(options) == {"train_order": "rising"}
    assert sent(Act(action=DrinkoDraw(), decision=0)) == {
        "action": {"type": "drinko.draw"},
        "decision": 0,
    }
    assert sent(Claim(name=None)) == {}


def test_a_game_s_options_are_there_with_their_defaults() -> None:
    read = looked(game())
    assert isinstance(read, DrinkoGame)
    assert read.options.deck.skip == 2
    assert read.options.train_order is DrinkoTrainOrder.RISING
