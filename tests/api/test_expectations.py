"""A body that does not fit is told what would: the choices and the fields that there are."""

import pytest

from tapster.games import KINDS
from tests.api.house import Json, house, problem

SEATS: list[Json] = [{}, {}]


@pytest.mark.parametrize(
    ("body", "pointer", "message"),
    [
        (
            {"kind": "poker", "seats": SEATS},
            "/kind",
            f"Must be one of: {', '.join(kind.name for kind in KINDS)}.",
        ),
        (
            {"kind": "flip", "seats": SEATS, "options": {"copies": 3}},
            "/options/copies",
            "Must be one of: 2, 4, 6, 8.",
        ),
        (
            {"kind": "drinko", "seats": SEATS, "options": {"train_order": "up"}},
            "/options/train_order",
            "Must be one of: falling, rising.",
        ),
        (
            {"kind": "drinko", "seats": [{"fill": "bot"}, {}]},
            "/seats/0/fill",
            "Must be one of: open, token.",
        ),
        (
            {"kind": "drinko", "seats": [{}, {"nmae": "Ada"}]},
            "/seats/1",
            "Object contains unknown field `nmae`; its fields are: name, fill, client_seed.",
        ),
        (
            {"kind": "drinko", "seats": SEATS, "options": {"deck": {"skip": 9}}},
            "/options/deck/skip",
            "Expected `int` <= 4.",
        ),
    ],
)
def test_a_new_game_that_does_not_fit(body: Json, pointer: str, message: str) -> None:
    response = house().client.post("/v1/games", json=body)
    assert problem(response, "invalid_request")["errors"] == [
        {"in": "body", "pointer": pointer, "message": message}
    ]


@pytest.mark.parametrize(
    ("body", "pointer", "message"),
    [
        (
            {"type": "drinko.draw"},
            "",
            "Object contains unknown field `type`; "
            "its fields are: action, decision, expected_version.",
        ),
        (
            {"action": {"type": "flip.call", "slot": 0, "call": "up"}},
            "/action/call",
            "Must be one of: cold, higher, hot, inside, lower, outside.",
        ),
        (
            {"action": {"type": "drinko.draw", "card": "red-7"}},
            "/action",
            "Object contains unknown field `card`; its fields are: type.",
        ),
        (
            {"action": {"type": "drinko.call_out"}},
            "/action",
            "Object missing required field `seat`.",
        ),
    ],
)
def test_an_action_that_does_not_fit(body: Json, pointer: str, message: str) -> None:
    game = house().create(2)
    response = game.post("/actions", 0, body)
    assert problem(response, "invalid_request")["errors"] == [
        {"in": "body", "pointer": pointer, "message": message}
    ]


def test_an_unknown_action_is_told_which_there_are() -> None:
    response = house().create(2).post("/actions", 0, {"action": {"type": "drinko.shout"}})
    (error,) = problem(response, "invalid_request")["errors"]
    assert error["pointer"] == "/action/type"
    assert "drinko.play" in error["message"]
