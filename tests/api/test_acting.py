"""Acting: decisions make races, retries and simultaneous play safe; refusals say why."""

import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tapster.app.ports import GameGone, VersionTaken
from tapster.games import KINDS
from tapster.store.memory import MemoryStore
from tests.api.house import SEED, Game, Json, house, problem, validator
from tests.support import memory_context

DRAW = {"type": "drinko.draw"}


def replayed(response: TestResponse) -> bytes:
    """The body of an answer given again."""
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.headers["Idempotency-Replayed"] == "true"
    data: bytes = response.data
    return data


def test_an_action_makes_one_version_and_shows_the_seat_its_new_view() -> None:
    game = house().create(2)
    ((seat, _, response),) = game.play()
    body = response.get_json()
    validator("ActionAnswer").validate(body)
    assert "Idempotency-Replayed" not in response.headers
    assert body["applied"] == [1]
    assert (body["game"]["version"], body["game"]["viewer"]) == (1, {"seat": seat})
    assert game.look(seat) == body["game"]


def test_every_action_of_a_game_can_be_repeated_at_once_later_and_after_the_end() -> None:
    game = house().create(3, seed=SEED)
    answers: list[tuple[int, Json, bytes]] = []
    while game.look()["status"] == "active":
        ((seat, body, response),) = game.play()
        assert replayed(game.post("/actions", seat, body)) == response.data
        answers.append((seat, body, response.data))
        middle_seat, middle_body, middle = answers[len(answers) // 2]
        assert replayed(game.post("/actions", middle_seat, middle_body)) == middle
    head = game.get().data
    for seat, body, answer in answers:
        assert replayed(game.post("/actions", seat, body)) == answer
    assert game.get().data == head
    assert len(game.get("/log").get_json()["entries"]) == len(answers) + 1


def test_a_repetition_may_spell_out_defaults_and_order_its_keys_otherwise() -> None:
    game = house().create(2, seed=SEED)
    seat, body = next(
        (seat, body) for seat, body, _ in game.play(10) if body["action"]["type"] == "drinko.play"
    )
    answer = replayed(game.post("/actions", seat, body))
    card, decision = body["action"]["card"], body["decision"]
    spellings = [
        f'{{"action":{{"card":"{card}","type":"drinko.play"}},"decision":{decision}}}',
        f'{{"decision":{decision}.0,"action":{{"type":"drinko.play","card":"{card}"}}}}',
        f'{{"expected_version":null,"decision":{decision}e0,"action":{{"call_drinko":false,'
        f'"seat":null,"card":"{card}","type":"drinko.play"}}}}',
        f'{{"decision":{decision},"action":{{"type":"drinko.play","card":"'
        + "".join(f"\\u{ord(letter):04x}" for letter in card)
        + '"}}',
    ]
    for spelling in spellings:
        again = game.client.post(
            game.path + "/actions",
            data=spelling,
            content_type="application/json; charset=utf-8",
            headers=game.headers(seat),
        )
        assert replayed(again) == answer


def test_a_repetition_is_answered_whatever_version_it_expects() -> None:
    game = house().create(2)
    ((seat, body, response),) = game.play()
    game.play()
    again = {**body, "expected_version": 0}
    assert replayed(game.post("/actions", seat, again)) == response.data


def test_a_repetition_with_a_renewed_token() -> None:
    game = house().create(2)
    ((seat, body, response),) = game.play()
    game.tokens[seat] = game.post(f"/seats/{seat}/token", seat).get_json()["token"]
    assert replayed(game.post("/actions", seat, body)) == response.data


def test_another_action_for_an_answered_decision() -> None:
    game = house().create(2)
    ((seat, body, _),) = game.play()
    others: list[Json] = [
        DRAW if body["action"] != DRAW else {"type": "drinko.drink"},
        {"type": "drinko.call_drinko"},
        {"type": "drinko.play", "card": "target", "seat": 1 - seat},
    ]
    for other in others:
        refused = game.post("/actions", seat, {**body, "action": other})
        assert problem(refused, "decision_answered")["version"] == 1
    assert game.look()["version"] == 1


def test_decisions_that_are_not_open_to_the_seat() -> None:
    game = house().create(2)
    game.play(4)
    seat, decision = game.turn()
    action = game.look(seat)["legal_actions"][0]
    for number in (5, 99, 2**53):
        refused = game.act(seat, action, decision=number)
        assert problem(refused, "decision_closed")["version"] == 4
    other = 1 - seat
    refused = game.act(other, action, decision=decision)
    assert refused.get_json()["code"] in ("decision_closed", "decision_answered")
    assert game.look()["version"] == 4
    assert game.act(seat, action, decision=decision).status_code == 201


def test_a_decision_may_be_left_out_without_safety_for_retries() -> None:
    game = house().create(2)
    seat, body = game.next_request()
    assert game.act(seat, body["action"]).status_code == 201
    refused = game.act(seat, body["action"])
    assert refused.status_code == 409
    assert problem(refused, "illegal_action")["version"] == 1
    # The decision was answered all the same, and can be named afterwards.
    assert game.post("/actions", seat, body).status_code == 200


def test_an_expected_version() -> None:
    game = house().create(2)
    game.play(3)
    seat, body = game.next_request()
    for version in (0, 2, 4, 2**53):
        refused = game.post("/actions", seat, {**body, "expected_version": version})
        assert problem(refused, "version_conflict")["version"] == 3
    assert game.post("/actions", seat, {**body, "expected_version": 3}).status_code == 201


def test_an_illegal_action_gives_the_games_own_reason() -> None:
    game = house().create(3, seed=SEED)
    seat, decision = game.turn()
    out_of_turn = problem(game.act((seat + 1) % 3, DRAW), "illegal_action")
    assert (out_of_turn["reason"], out_of_turn["version"]) == ("not_your_turn", 0)
    hand = game.look(seat)["state"]["hand"]
    missing = next(card for card in ("red-1", "red-2", "target", "split") if card not in hand)
    foreign = game.act(seat, {"type": "drinko.play", "card": missing}, decision=decision)
    assert problem(foreign, "illegal_action")["reason"] == "card_not_in_hand"
    refused = game.act(seat, {"type": "drinko.drink"}, decision=decision)
    assert problem(refused, "illegal_action")["reason"] == "no_train"
    assert game.look()["version"] == 0


def test_an_illegal_action_does_not_use_up_the_decision() -> None:
    game = house().create(2)
    seat, body = game.next_request()
    problem(
        game.post("/actions", seat, {**body, "action": {"type": "drinko.drink"}}), "illegal_action"
    )
    assert game.post("/actions", seat, body).status_code == 201


def test_before_the_start_and_after_the_end() -> None:
    h = house()
    waiting = h.create([{}, {"fill": "open"}])
    assert problem(waiting.act(0, DRAW), "illegal_action")["reason"] == "game_not_started"
    problem(waiting.act(0, DRAW, decision=0), "decision_closed")
    over = h.finished(seed=SEED)
    head = over.look()["version"]
    assert problem(over.act(0, DRAW), "illegal_action")["reason"] == "game_over"
    assert problem(over.act(0, DRAW, decision=head), "decision_closed")["version"] == head


def test_an_action_of_another_kind() -> None:
    """Each kind's own first action, in a game of Drinko."""
    other: Game | None = None
    for kind in KINDS:
        if kind.name == "drinko":
            continue
        h = house()
        body = {"kind": kind.name, "seats": [{}] * kind.seats[1]}
        other = h.game(h.client.post("/v1/games", json=body).get_json())
        drinko = h.create(2)
        seat, request = other.next_request()
        assert problem(drinko.act(0, request["action"]), "illegal_action")["reason"] == "wrong_kind"
        assert problem(other.act(seat, DRAW), "illegal_action")["reason"] == "wrong_kind"
        ((seat, answered, _),) = other.play()
        refused = other.post("/actions", seat, {**answered, "action": DRAW})
        problem(refused, "decision_answered")
    assert other is not None


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"action": None}, "/action"),
        ({"action": "drinko.draw"}, "/action"),
        ({"action": {}}, "/action"),
        ({"action": {"type": "drinko.unknown"}}, "/action/type"),
        ({"action": {"type": "chess.move"}}, "/action/type"),
        ({"action": {"type": 3}}, "/action/type"),
        ({"action": {**DRAW, "card": "red-1"}}, "/action"),
        ({"action": {"type": "drinko.play"}}, "/action"),
        ({"action": {"type": "drinko.play", "card": "red-99"}}, "/action/card"),
        ({"action": {"type": "drinko.play", "card": None}}, "/action/card"),
        ({"action": {"type": "drinko.play", "card": "target", "seat": -1}}, "/action/seat"),
        ({"action": {"type": "drinko.play", "card": "target", "seat": 10}}, "/action/seat"),
        ({"action": {"type": "drinko.play", "card": "target", "seat": True}}, "/action/seat"),
        ({"action": {"type": "drinko.play", "card": "target", "seat": "1"}}, "/action/seat"),
        ({"action": {"type": "drinko.play", "card": "target", "seat": 1.5}}, "/action/seat"),
        ({"action": DRAW, "decision": -1}, "/decision"),
        ({"action": DRAW, "decision": "0"}, "/decision"),
        ({"action": DRAW, "decision": True}, "/decision"),
        ({"action": DRAW, "decision": 0.5}, "/decision"),
        ({"action": DRAW, "expected_version": [0]}, "/expected_version"),
        ({"action": DRAW, "expectedVersion": 0}, ""),
        ([{"action": DRAW}], ""),
        ([], ""),
    ],
    ids=json.dumps,
)
def test_bodies_that_do_not_fit(body: Any, pointer: str) -> None:
    game = house().create(2)
    seat, _ = game.turn()
    errors = problem(game.post("/actions", seat, body), "invalid_request")["errors"]
    assert [(error["in"], error["pointer"]) for error in errors] == [("body", pointer)]
    assert game.look()["version"] == 0


def test_refusals_say_the_same_to_a_seat_whatever_it_cannot_know() -> None:
    """Hands and draw pile differ from game to game; the refusal does not."""
    answers = []
    for seed in range(12):
        game = house().create(2, seed=f"{seed:064x}", options={"starting_seat": 0})
        refused = game.act(1, {"type": "drinko.play", "card": "red-1"})
        answers.append(refused.data.replace(game.id.encode(), b"?"))
    assert len(set(answers)) == 1


class CrowdedStore(MemoryStore):
    """A store in which somebody else is always first, or the game is gone before the row comes."""

    def __init__(self, error: Exception) -> None:
        super().__init__(bytes(32))
        self._error = error

    def append(self, *_: Any, **__: Any) -> None:
        raise self._error


def test_whoever_never_gets_a_turn_is_told_to_come_again() -> None:
    h = house(memory_context(CrowdedStore(VersionTaken("another was first"))))
    game = h.create(2)
    seat, body = game.next_request()
    problem(game.post("/actions", seat, body), "store_busy")
    problem(h.create([{}, {"fill": "open"}]).post("/seats/1/claim"), "store_busy")


def test_a_game_that_is_deleted_while_a_seat_acts_is_not_found() -> None:
    game = house(memory_context(CrowdedStore(GameGone("deleted")))).create(2)
    seat, body = game.next_request()
    problem(game.post("/actions", seat, body), "game_not_found")
