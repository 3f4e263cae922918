"""Idempotency keys: a creation or a claim that can be repeated without happening twice."""

import threading
import uuid
from dataclasses import replace
from secrets import token_bytes

import pytest
from werkzeug.test import TestResponse

from tests.api.house import Game, House, Json, house, problem
from tests.support import memory_context

KEY = "0b9f1f6e-4c1d-4f0e-9d7e-6a1f0c2b3d4e"
OTHER = "x" * 22
OPEN = {"fill": "open"}


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


def create(h: House, key: str = KEY, seats: int | list[Json] = 2, **fields: Json) -> TestResponse:
    return h.post_game(seats, keyed(key), **fields)


def claim(game: Game, seat: int, key: str = KEY, **body: Json) -> TestResponse:
    return game.post(f"/seats/{seat}/claim", body=body, Idempotency_Key=key)


def same_again(again: TestResponse, first: TestResponse) -> None:
    assert first.status_code == 201
    assert "Idempotency-Replayed" not in first.headers
    assert again.status_code == 200, again.get_data(as_text=True)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.data == first.data
    assert again.headers.get("Location") == first.headers.get("Location")


def number_of_games(h: House) -> int:
    return len(h.client.get("/v1/games?limit=100").get_json()["items"])


def test_a_repeated_creation_gives_the_very_same_answer() -> None:
    h = house()
    first = create(h, seats=3)
    same_again(create(h, seats=3), first)
    game = h.game(first.get_json())
    game.play(4)
    same_again(create(h, seats=3), first)
    game.finish()
    same_again(create(h, seats=3), first)
    assert number_of_games(h) == 1


def test_the_tokens_of_a_keyed_creation_work() -> None:
    h = house()
    game = h.game(create(h, seats=[{}, {}, OPEN]).get_json())
    game.claim(2)
    assert [game.look(seat)["viewer"]["seat"] for seat in range(3)] == [0, 1, 2]
    game.play(3)
    assert h.client.delete(game.path, headers=game.headers("host")).status_code == 204


def test_tokens_under_a_key_depend_on_key_game_role_and_seat() -> None:
    h = house()
    answers = [create(h, key).get_json() for key in (KEY, OTHER)]
    tokens = [entry["token"] for answer in answers for entry in answer["tokens"]]
    hosts = [answer["host_token"] for answer in answers]
    assert len({*tokens, *hosts}) == 6
    assert not any(KEY in token for token in tokens)


def test_a_repeated_creation_of_a_game_with_open_seats_is_answered_as_of_then() -> None:
    h = house()
    first = create(h, seats=[{}, OPEN])
    game = h.game(first.get_json())
    game.claim(1, name="Bo")
    same_again(create(h, seats=[{}, OPEN]), first)


def test_the_same_said_in_other_words_is_the_same() -> None:
    h = house()
    first = create(h)
    body = (
        '{"visibility": "public", "seed": null, "options": {"starting_seat": null, "deck": '
        '{"skip": 2.0}}, "seats": [{"fill": "token", "name": null}, {}], "kind": "drinko"}'
    )
    again = h.client.post(
        "/v1/games", data=body, headers=keyed(KEY), content_type="application/json"
    )
    same_again(again, first)


def test_another_body_under_the_same_key_is_refused() -> None:
    h = house()
    create(h)
    for fields in ({"visibility": "private"}, {"options": {"starting_seat": 0}}):
        problem(create(h, **fields), "idempotency_key_reused")
    problem(create(h, seats=3), "idempotency_key_reused")
    problem(create(h, seats=[{"name": "Ada"}, {}]), "idempotency_key_reused")
    assert number_of_games(h) == 1


def test_a_body_that_does_not_fit_uses_no_key() -> None:
    h = house()
    problem(create(h, options={"starting_seat": 5}), "options_conflict")
    problem(create(h, seats=1), "invalid_request")
    assert create(h).status_code == 201


def test_a_key_is_kept_for_a_day_and_can_then_be_used_anew() -> None:
    h = house()
    first = create(h)
    h.clock.move(hours=23, minutes=59)
    same_again(create(h), first)
    h.clock.move(minutes=2)
    second = create(h)
    assert second.status_code == 201
    assert second.get_json()["game"]["id"] != first.get_json()["game"]["id"]
    assert number_of_games(h) == 2
    assert not {e["token"] for e in second.get_json()["tokens"]} & {
        e["token"] for e in first.get_json()["tokens"]
    }
    same_again(create(h), second)
    assert h.game(first.get_json()).look(0)["viewer"] == {"seat": 0}


def test_after_a_day_the_key_may_come_with_another_body() -> None:
    h = house()
    create(h)
    h.clock.move(hours=25)
    assert create(h, seats=3).status_code == 201


def test_after_a_day_a_repeated_claim_finds_the_seat_taken() -> None:
    game_house = house()
    game = game_house.create([{}, OPEN])
    claim(game, 1)
    game_house.clock.move(hours=25)
    problem(claim(game, 1), "seat_taken")


def test_a_deleted_games_key_is_forgotten_with_it() -> None:
    h = house()
    first = create(h)
    game = h.game(first.get_json())
    h.client.delete(game.path, headers=game.headers("host"))
    second = create(h)
    assert second.status_code == 201
    assert second.get_json()["game"]["id"] != game.id


def test_a_repeated_claim_gives_the_very_same_answer() -> None:
    h = house()
    game = h.create([{}, OPEN, OPEN])
    first = claim(game, 2, name="Bo", client_seed="s")
    same_again(claim(game, 2, name="Bo", client_seed="s"), first)
    game.tokens[2] = first.get_json()["token"]
    last = claim(game, 1)
    game.tokens[1] = last.get_json()["token"]
    game.play(3)
    game.finish()
    same_again(claim(game, 2, name="Bo", client_seed="s"), first)
    same_again(claim(game, 1), last)
    assert game.look(2)["viewer"] == {"seat": 2}


def test_another_claim_under_the_same_key_is_refused() -> None:
    game = house().create([{}, OPEN, OPEN])
    claim(game, 1, name="Bo")
    problem(claim(game, 1, name="Cy"), "idempotency_key_reused")
    problem(claim(game, 1), "idempotency_key_reused")
    problem(claim(game, 1, key=OTHER, name="Bo"), "seat_taken")


def test_a_key_is_for_one_address() -> None:
    h = house()
    create(h)
    game = h.create([{}, OPEN, OPEN])
    for seat in (1, 2):
        game.tokens[seat] = claim(game, seat).get_json()["token"]
    assert game.tokens[1] != game.tokens[2]
    assert [game.look(seat)["viewer"]["seat"] for seat in (1, 2)] == [1, 2]
    other = h.create([{}, OPEN])
    assert claim(other, 1).status_code == 201


def test_the_keyed_answer_stays_though_the_token_was_renewed() -> None:
    h = house()
    first = create(h)
    game = h.game(first.get_json())
    game.post("/seats/0/token", 0)
    same_again(create(h), first)
    problem(game.get("", 0), "token_invalid")


@pytest.mark.parametrize("key", ["a" * 22, "Z" * 64, "0-_" * 8, str(uuid.UUID(int=5))])
def test_keys_that_fit(key: str) -> None:
    h = house()
    first = create(h, key)
    same_again(create(h, key), first)


@pytest.mark.parametrize(
    "key",
    ["", "a" * 21, "a" * 65, "a" * 22 + "!", "a b" * 10, '"' + KEY + '"', "é" * 22, KEY + ","],
)
def test_keys_that_do_not_fit(key: str) -> None:
    h = house()
    errors = problem(create(h, key), "invalid_request")["errors"]
    assert (errors[0]["in"], errors[0]["pointer"]) == ("header", "Idempotency-Key")
    game = h.create([{}, OPEN])
    problem(claim(game, 1, key), "invalid_request")
    assert number_of_games(h) == 1


def test_two_keys_at_once_do_not_fit() -> None:
    h = house()
    headers = [("Idempotency-Key", KEY), ("Idempotency-Key", OTHER)]
    body = {"kind": "drinko", "seats": [{}, {}]}
    problem(h.client.post("/v1/games", json=body, headers=headers), "invalid_request")


def race(h: House, address: str, body: Json) -> list[TestResponse]:
    """Sixteen threads post the same under the same key at the same moment."""
    barrier = threading.Barrier(16)
    answers: list[TestResponse] = []

    def post() -> None:
        client = h.client.application.test_client()
        barrier.wait()
        answers.append(client.post(address, json=body, headers=keyed(KEY)))

    threads = [threading.Thread(target=post) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_a_race_of_sixteen_on_one_key_creates_one_game() -> None:
    h = house(replace(memory_context(), entropy=token_bytes))
    answers = race(h, "/v1/games", {"kind": "drinko", "seats": [{}, {}]})
    assert sorted(answer.status_code for answer in answers) == [*[200] * 15, 201]
    assert len({answer.data for answer in answers}) == 1
    assert number_of_games(h) == 1


def test_a_race_of_sixteen_on_one_key_claims_once() -> None:
    h = house(replace(memory_context(), entropy=token_bytes))
    game = h.create([{}, OPEN])
    answers = race(h, f"{game.path}/seats/1/claim", {"name": "Bo"})
    assert sorted(answer.status_code for answer in answers) == [*[200] * 15, 201]
    assert len({answer.data for answer in answers}) == 1
    assert game.look()["version"] == 1


def test_neither_key_nor_token_is_kept_in_the_store() -> None:
    h = house()
    answer = create(h, seats=[{}, OPEN]).get_json()
    game = h.game(answer)
    game.tokens[1] = claim(game, 1).get_json()["token"]
    kept = repr(vars(h.context.store))
    for secret in (KEY, game.host, *game.tokens.values()):
        assert secret not in kept
        assert secret.removeprefix("tap_seat_").removeprefix("tap_host_") not in kept
