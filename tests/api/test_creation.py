"""Creating games: what comes out, and what is refused."""

import re
from typing import Any

import pytest

from tapster.games.kernel.chance import commitment
from tests.api.house import SEED, House, Json, bearer, house, problem, validator
from tests.support import memory_context

SEAT_TOKEN = re.compile(r"tap_seat_[A-Za-z0-9_-]{43}")
HOST_TOKEN = re.compile(r"tap_host_[A-Za-z0-9_-]{43}")


def test_the_answer_has_the_game_its_address_and_one_token_for_each_seat() -> None:
    h = house()
    response = h.post_game([{"name": "Ada"}, {"name": "Bo"}, {}])
    body = response.get_json()
    assert response.status_code == 201
    validator("GameCreation").validate(body)
    game = body["game"]
    assert re.fullmatch(r"g_[0-9A-HJKMNP-TV-Z]{26}", game["id"])
    assert response.headers["Location"] == f"/v1/games/{game['id']}"
    assert [entry["seat"] for entry in body["tokens"]] == [0, 1, 2]
    tokens = [entry["token"] for entry in body["tokens"]]
    assert all(SEAT_TOKEN.fullmatch(token) for token in tokens)
    assert HOST_TOKEN.fullmatch(body["host_token"])
    assert len({*tokens, body["host_token"]}) == 4
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Bo", None]
    assert (game["status"], game["version"], game["visibility"]) == ("active", 0, "public")


def test_the_game_in_the_answer_is_what_a_spectator_sees() -> None:
    h = house()
    response = h.post_game()
    body = response.get_json()
    looked = h.client.get(response.headers["Location"])
    assert looked.get_json() == body["game"]
    assert body["game"]["viewer"] == {"seat": None}
    assert body["game"]["state"]["hand"] is None


def test_every_token_opens_its_own_seat() -> None:
    game = house().create(4)
    for seat in range(4):
        assert game.look(seat)["viewer"] == {"seat": seat}
        assert len(game.look(seat)["state"]["hand"]) == 7


def test_a_game_with_an_open_seat_waits_without_state_and_decisions() -> None:
    h = house()
    response = h.post_game([{}, {"fill": "open", "name": "Guest"}, {}])
    body = response.get_json()
    assert [entry["seat"] for entry in body["tokens"]] == [0, 2]
    game = body["game"]
    assert (game["status"], game["state"], game["decisions"]) == ("open", None, [])
    assert [seat["fill"] for seat in game["seats"]] == ["token", "open", "token"]
    assert h.game(body).look(0)["legal_actions"] == []


def test_all_options_are_shown_with_their_defaults() -> None:
    game = house().create(options={"deck": {"suffer": 3}, "starting_seat": 1})
    options = game.look()["options"]
    assert options["deck"]["suffer"] == 3
    assert options["deck"]["skip"] == 2
    assert options["train_order"] == "rising"
    assert game.turn() == (1, 0)


def test_an_option_that_contradicts_the_seats_is_a_conflict() -> None:
    refused = house().post_game(2, options={"starting_seat": 2})
    assert "seats are 0 to 1" in problem(refused, "options_conflict")["detail"]


def test_an_option_that_no_table_has_does_not_fit() -> None:
    body = problem(house().post_game(2, options={"starting_seat": 10}), "invalid_request")
    assert body["errors"][0]["pointer"] == "/options/starting_seat"
    assert body["errors"][0]["in"] == "body"


def test_the_same_seed_deals_the_same_game_twice() -> None:
    first, second = house().create(3, seed=SEED), house().create(3, seed=SEED)
    for _ in range(2):  # from other houses and in the same one
        assert [first.look(s)["state"] for s in range(3)] == [
            second.look(s)["state"] for s in range(3)
        ]
        first.play(10)
        second.play(10)
    h = house()
    assert h.create(seed=SEED).look(0)["state"] == h.create(seed=SEED).look(0)["state"]
    assert h.create(seed=SEED).look(0)["state"] != h.create(seed="00" * 32).look(0)["state"]


def test_a_given_seed_is_said_to_everyone() -> None:
    game = house().create(seed=SEED)
    for viewer in (None, "host", 0, 1):
        looked = game.look(viewer)
        assert looked["open_seed"] is True
        assert looked["commitment"] == commitment(bytes.fromhex(SEED))
        assert SEED not in game.get("", viewer).get_data(as_text=True)
    assert house().create().look()["open_seed"] is False


def test_seeds_can_be_forbidden_and_a_null_is_none() -> None:
    h = house(allow_seeds=False)
    problem(h.post_game(seed=SEED), "seeds_not_allowed")
    assert h.create(seed=None).look()["open_seed"] is False


def test_a_client_seed_changes_the_deal() -> None:
    plain = house().create(seed=SEED)
    seeded = house().create([{"client_seed": "x"}, {}], seed=SEED)
    other_seat = house().create([{}, {"client_seed": "x"}], seed=SEED)
    hands = [str(game.look(0)["state"]["hand"]) for game in (plain, seeded, other_seat)]
    assert len(set(hands)) == 3


@pytest.mark.parametrize("name", ["A", "x" * 40, "Ägidius Öberg", "🍺" * 40, "<b>'\"\\", "a b "])
def test_names_that_are_taken_as_they_are(name: str) -> None:
    assert house().create([{"name": name}, {}]).look()["seats"][0]["name"] == name


@pytest.mark.parametrize("name", ["", "x" * 41, "🍺" * 41, 7, ["Ada"], {}, True])
def test_names_that_do_not_fit(name: Json) -> None:
    body = problem(house().post_game([{}, {"name": name}]), "invalid_request")
    assert body["errors"][0]["pointer"] == "/seats/1/name"


@pytest.mark.parametrize("name", ["a\u0000", "a\nb", "\x7f", "a\u0085", "tab\t"])
def test_names_with_control_characters_are_not_json_as_it_is_taken_here(name: str) -> None:
    problem(house().post_game([{"name": name}, {}]), "invalid_json")


@pytest.mark.parametrize("seed", ["a", "A-Z._09", "x" * 64])
def test_client_seeds_that_fit(seed: str) -> None:
    game = house().create([{"client_seed": seed}, {}])
    assert game.get("/proof").get_json()["client_seeds"] == [seed, None]


@pytest.mark.parametrize("seed", ["", "x" * 65, "a b", "a|b", "ä", 5])
def test_client_seeds_that_do_not_fit(seed: Json) -> None:
    body = problem(house().post_game([{"client_seed": seed}, {}]), "invalid_request")
    assert body["errors"][0]["pointer"] == "/seats/0/client_seed"


@pytest.mark.parametrize("number", [0, 1, 11, 50])
def test_too_few_or_too_many_seats(number: int) -> None:
    body = problem(house().post_game(number), "invalid_request")
    assert body["errors"][0]["pointer"] == "/seats"


@pytest.mark.parametrize("number", [2, 10])
def test_the_fewest_and_the_most_seats(number: int) -> None:
    assert len(house().create(number).look()["seats"]) == number


@pytest.mark.parametrize(
    "fields",
    [
        {"visibility": "secret"},
        {"visibility": None},
        {"seed": "5EED" * 16},
        {"seed": "00" * 31},
        {"seed": ""},
        {"options": None},
        {"options": []},
        {"options": {"deck": {"skip": 5}}},
        {"options": {"deck": {"skip": -1}}},
        {"options": {"deck": {"skip": True}}},
        {"options": {"deck": {"skip": "2"}}},
        {"options": {"unknown": 1}},
        {"options": {"deck": {"unknown": 1}}},
        {"seats": None},
        {"seats": {}},
        {"seats": [{}, None]},
        {"seats": [{}, {"fill": "bot"}]},
        {"seats": [{}, {"colour": "red"}]},
        {"kind": "chess"},
        {"kind": None},
        {"kind": ["drinko"]},
        {"Kind": "drinko"},
        {"host_token": "x"},
    ],
    ids=str,
)
def test_bodies_that_do_not_fit_are_refused_and_create_nothing(fields: dict[str, Any]) -> None:
    h = house()
    body = {"kind": "drinko", "seats": [{}, {}], **fields}
    problem(h.client.post("/v1/games", json=body), "invalid_request")
    assert h.client.get("/v1/games").get_json()["items"] == []


@pytest.mark.parametrize(
    ("given", "missing"), [({"kind": "drinko"}, "seats"), ({"seats": [{}, {}]}, "kind")]
)
def test_a_body_without_kind_or_seats_does_not_fit(given: Json, missing: str) -> None:
    body = problem(house().client.post("/v1/games", json=given), "invalid_request")
    assert missing in body["errors"][0]["message"]


def test_what_a_client_calls_an_unknown_field_stays_within_the_problem() -> None:
    """The field's name is the client's own text, made to look like a place in the body."""
    h = house()
    for name in ("a` - at `$.b", "- at `$", "a`", "}{", "é" * 500, "$.seats[0].name"):
        body = problem(h.post_game(headers=None, **{name: 1}), "invalid_request")
        assert len(body["errors"]) == 1


# API keys

KEYS = ("first-key-of-the-house", "second-key-of-the-house")


@pytest.fixture(name="guarded")
def guarded_house() -> House:
    return house(memory_context(), api_keys=KEYS)


def test_any_of_the_api_keys_creates_games(guarded: House) -> None:
    for key in KEYS:
        assert guarded.post_game(headers=bearer(key)).status_code == 201


def test_without_an_api_key_a_token_is_missing(guarded: House) -> None:
    problem(guarded.post_game(), "token_missing")


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer first-key-of-the-hous",
        "Bearer first-key-of-the-housee",
        "Bearer FIRST-KEY-OF-THE-HOUSE",
        "Basic first-key-of-the-house",
        "first-key-of-the-house",
        "Bearer first-key-of-the-house,second-key-of-the-house",
        "Bearer é",
    ],
)
def test_a_wrong_api_key_is_refused(guarded: House, header: str) -> None:
    problem(guarded.post_game(headers={"Authorization": header}), "token_invalid")


def test_the_api_key_is_asked_for_before_the_body_is_read(guarded: House) -> None:
    problem(guarded.client.post("/v1/games", data=b"not json"), "token_missing")


def test_a_games_own_tokens_create_no_games(guarded: House) -> None:
    game = guarded.game(guarded.post_game(headers=bearer(KEYS[0])).get_json())
    for viewer in (0, "host"):
        problem(guarded.post_game(headers=game.headers(viewer)), "token_invalid")
    problem(game.client.get(game.path, headers=bearer(KEYS[0])), "token_invalid")


def test_playing_needs_no_api_key(guarded: House) -> None:
    game = guarded.game(guarded.post_game(headers=bearer(KEYS[0])).get_json())
    assert game.play()[0][2].status_code == 201
    assert guarded.client.get("/v1/games").status_code == 200


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        ({"name": " Ada"}, "Must not begin with a space"),
        ({"name": "A\u202eda"}, "Must not begin with a space"),
        ({"name": "\u200b"}, "Must not begin with a space"),
        ({"client_seed": "with a space"}, "Must be 1 to 64 of"),
    ],
)
def test_what_a_pattern_asks_for_is_said_in_words(seat: Json, sentence: str) -> None:
    refused = problem(house().post_game([seat, {}]), "invalid_request")
    assert refused["errors"][0]["message"].startswith(sentence)
    assert refused["errors"][0]["pointer"] == f"/seats/0/{next(iter(seat))}"
