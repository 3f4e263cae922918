"""Claiming open seats: who gets one, when the game starts, and what seeds do to the deal."""

import hashlib
import threading
from dataclasses import replace
from secrets import token_bytes

import pytest

from tapster.app.ports import GameGone
from tapster.games.drinko.cards import STANDARD_DECK, new_deck
from tapster.games.kernel.chance import FairChance, Pick, Shuffle, game_key
from tapster.store.memory import MemoryStore
from tests.api.house import SEED, Json, compact, house, problem, validator
from tests.support import memory_context

OPEN = {"fill": "open"}


def test_a_claim_gives_the_seats_token_and_the_seats_view() -> None:
    game = house().create([{}, OPEN, OPEN])
    response = game.post("/seats/2/claim", body={"name": "Bo"})
    body = response.get_json()
    assert response.status_code == 201
    validator("SeatClaim").validate(body)
    assert (body["seat"], body["game"]["viewer"]) == (2, {"seat": 2})
    assert body["game"]["seats"][2] == {"seat": 2, "name": "Bo", "fill": "token"}
    assert body["game"]["status"] == "open"
    game.tokens[2] = body["token"]
    assert game.look(2) == body["game"]


def test_the_last_claim_starts_the_game_in_the_same_version() -> None:
    game = house().create([{}, OPEN, OPEN])
    assert game.claim(1)["game"]["version"] == 1
    started = game.claim(2)["game"]
    assert (started["status"], started["version"]) == ("active", 2)
    assert len(started["state"]["hand"]) == 7
    kinds = [
        event["type"] for event in game.get("/events?after=1").get_json()["items"][0]["events"]
    ]
    assert kinds == ["seat_claimed", "started", "drinko.dealt"]
    assert game.turn()[1] == 2


def test_a_claim_may_come_without_any_body() -> None:
    game = house().create([{}, {"fill": "open", "name": "Guest"}])
    response = game.client.post(game.path + "/seats/1/claim")
    assert response.status_code == 201
    assert response.get_json()["game"]["seats"][1]["name"] == "Guest"


@pytest.mark.parametrize(("given", "shown"), [("Bo", "Bo"), (None, "Guest")])
def test_the_claimers_name_replaces_the_hosts(given: str | None, shown: str) -> None:
    game = house().create([{}, {"fill": "open", "name": "Guest"}])
    assert game.claim(1, name=given)["game"]["seats"][1]["name"] == shown


def test_a_seat_is_taken_once() -> None:
    game = house().create([{}, OPEN, OPEN])
    game.claim(1)
    assert problem(game.post("/seats/1/claim"), "seat_taken")["version"] == 1
    problem(game.post("/seats/0/claim"), "seat_taken")
    game.claim(2)
    game.play()
    assert problem(game.post("/seats/2/claim"), "seat_taken")["version"] == 3


@pytest.mark.parametrize("seat", ["2", "10", "999999999999999999999999"])
def test_a_seat_that_the_game_does_not_have(seat: str) -> None:
    game = house().create([{}, OPEN])
    problem(game.post(f"/seats/{seat}/claim"), "seat_not_found")


@pytest.mark.parametrize("seat", ["-1", "1.0", "one", "", "0x1", "+1", "9" * 5000])
def test_what_is_no_seat_number_is_no_address(seat: str) -> None:
    game = house().create([{}, OPEN])
    problem(game.post(f"/seats/{seat}/claim"), "not_found")


def test_claiming_at_an_unknown_game() -> None:
    problem(house().client.post(f"/v1/games/g_{'0' * 26}/seats/0/claim"), "game_not_found")


def test_the_id_is_the_invitation_to_a_private_game() -> None:
    game = house().create([{}, OPEN], visibility="private")
    problem(game.get(), "game_not_found")
    claimed = game.claim(1)
    assert claimed["game"]["visibility"] == "private"
    assert game.look(1) == claimed["game"]


def test_a_token_is_not_needed_to_claim_and_does_not_matter() -> None:
    game = house().create([{}, OPEN])
    assert game.post("/seats/1/claim", 0).status_code == 201


def test_the_deal_of_a_claimed_game_follows_from_all_seeds() -> None:
    """Every draw of the deal, worked out again from what the proof says in the end."""
    game = house().create([{"client_seed": "host.1"}, OPEN, OPEN])
    game.claim(2, client_seed="late_bird")
    game.claim(1, client_seed="SEED-2")
    dealt = [game.look(seat)["state"]["hand"] for seat in range(3)]
    before = game.get("/proof").get_json()
    assert before["client_seeds"] == ["host.1", "SEED-2", "late_bird"]
    assert before["server_seed"] is None
    game.finish()
    seed = bytes.fromhex(game.get("/proof").get_json()["server_seed"])
    assert hashlib.sha256(seed).hexdigest() == before["commitment"]
    key = game_key(seed, game.id, ["host.1", "SEED-2", "late_bird"])
    chance = FairChance(key, 2)
    deck = new_deck(STANDARD_DECK)
    order = chance.shuffle(len(deck))
    cards = [deck[position].value for position in order]
    assert dealt == [cards[0:7], cards[7:14], cards[14:21]]
    first = chance.pick(3)
    entry = game.get("/log").get_json()["entries"][2]
    assert entry["chance"] == [
        {"type": "shuffle", "order": order},
        {"type": "pick", "n": 3, "value": first},
    ]
    assert chance.draws == [Shuffle(order), Pick(3, first)]


def test_a_claimers_seed_changes_the_deal_even_where_the_server_seed_is_given() -> None:
    def hand(**claim: Json) -> Json:
        game = house().create([{}, OPEN], seed=SEED)
        game.claim(1, **claim)
        return game.look(0)["state"]["hand"]

    assert hand() == hand() == hand(name="Bo")
    assert hand() != hand(client_seed="a") != hand(client_seed="b")


@pytest.mark.parametrize(
    "body", [{"name": ""}, {"client_seed": "a|b"}, {"seat": 1}, {"token": "x"}, [], "x", None]
)
def test_claims_that_do_not_fit_take_nothing(body: Json) -> None:
    game = house().create([{}, OPEN])
    response = game.client.post(
        game.path + "/seats/1/claim", data=compact(body), content_type="application/json"
    )
    problem(response, "invalid_request")
    assert game.look()["version"] == 0


def test_sixteen_threads_want_one_seat_and_one_gets_it() -> None:
    context = replace(memory_context(), entropy=token_bytes)
    game = house(context).create([{}, OPEN, OPEN])
    barrier = threading.Barrier(16)
    statuses: list[int] = []

    def claim(seat: int) -> None:
        client = game.client.application.test_client()
        barrier.wait()
        statuses.append(client.post(f"{game.path}/seats/{seat}/claim").status_code)

    threads = [threading.Thread(target=claim, args=(1 + n % 2,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 201, *[409] * 14]
    assert (game.look()["version"], game.look()["status"]) == (2, "active")


class VanishingStore(MemoryStore):
    """A store in which the game is deleted just before a row is appended."""

    def append(self, game_id: str, *_: Json, **__: Json) -> None:
        self.delete(game_id)
        raise GameGone(game_id)


def test_a_game_that_is_deleted_meanwhile_is_not_found() -> None:
    game = house(memory_context(VanishingStore(bytes(32)))).create([{}, OPEN])
    problem(game.post("/seats/1/claim"), "game_not_found")
