"""The proof: what was promised before the first card, and that all chance kept to it."""

import hashlib
import hmac
from collections.abc import Iterator

import pytest

from tapster.games.kernel.chance import FairChance, game_key
from tests.api.house import SEED, Game, House, Json, house, lasting_house, problem, validator


def test_the_seed_is_secret_until_the_end() -> None:
    h = house()
    game = h.create(2)
    record = h.context.store.game(game.id)
    assert record is not None
    seed = record.server_seed.hex()
    assert hashlib.sha256(record.server_seed).hexdigest() == game.look()["commitment"]
    while game.look()["status"] == "active":
        for viewer in (None, 0):
            proof = game.get("/proof", viewer).get_json()
            validator("Proof").validate(proof)
            assert proof["server_seed"] is None
            for part in ("", "/events", "/proof", "/log"):
                assert seed not in game.get(part, viewer).get_data(as_text=True)
        game.play()
    assert game.get("/proof").get_json()["server_seed"] == seed


def test_the_commitment_never_changes() -> None:
    game = house().create([{}, {"fill": "open"}])
    promised = game.look()["commitment"]
    game.claim(1, client_seed="x")
    game.finish()
    assert game.look()["commitment"] == game.get("/proof").get_json()["commitment"] == promised


def test_games_have_seeds_of_their_own() -> None:
    h = house()
    assert len({h.create(2).look()["commitment"] for _ in range(20)}) == 20


def draws(entries: list[Json]) -> list[tuple[int, list[Json]]]:
    """The recorded chance of every version that used some."""
    return [(entry["version"], entry["chance"]) for entry in entries if entry["chance"]]


def again(key: bytes, version: int, recorded: list[Json]) -> list[Json]:
    """The same draws from the key."""
    chance = FairChance(key, version)
    found: list[Json] = []
    for draw in recorded:
        if draw["type"] == "shuffle":
            found.append({"type": "shuffle", "order": chance.shuffle(len(draw["order"]))})
        else:
            found.append({"type": "pick", "n": draw["n"], "value": chance.pick(draw["n"])})
    return found


def a_long_game(h: House) -> tuple[Game, list[Json]]:
    """A game in which the draw pile has been shuffled again, and its log."""
    for number in range(20):
        seats = [{"client_seed": f"host-{number}"}, *[{}] * 4, {"fill": "open"}]
        game = h.create(seats)
        game.claim(5, client_seed=f"guest.{number}")
        game.finish()
        entries = game.get("/log").get_json()["entries"]
        if len(draws(entries)) > 1:
            return game, entries
    raise AssertionError("no game has shuffled again")


@pytest.fixture(name="long_game", scope="module")
def long_game_of_several_tests() -> tuple[Game, list[Json]]:
    return a_long_game(lasting_house())


def test_every_draw_of_a_game_follows_from_the_seeds(long_game: tuple[Game, list[Json]]) -> None:
    game, entries = long_game
    proof = game.get("/proof").get_json()
    assert proof["algorithm"] == "fy-hmac-sha256-1"
    assert (proof["key_id"], proof["open_seed"]) == (game.id, False)
    seed = bytes.fromhex(proof["server_seed"])
    assert len(seed) == 32
    assert hashlib.sha256(seed).hexdigest() == proof["commitment"]
    key = game_key(seed, proof["key_id"], proof["client_seeds"])
    for version, recorded in draws(entries):
        assert again(key, version, recorded) == recorded
    wrong = game_key(seed, proof["key_id"], [None, *proof["client_seeds"][1:]])
    assert all(again(wrong, version, recorded) != recorded for version, recorded in draws(entries))


def words(key: bytes, version: int) -> Iterator[int]:
    for block in range(1_000_000):
        message = version.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.new(key, message, "sha256").digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))


def test_every_draw_follows_from_the_published_algorithm_alone(
    long_game: tuple[Game, list[Json]],
) -> None:
    """Written down a second time, from its description, with nothing of the service."""
    game, entries = long_game
    proof = game.get("/proof").get_json()
    parts = [proof["key_id"], *(seed or "" for seed in proof["client_seeds"])]
    seed = bytes.fromhex(proof["server_seed"])
    key = hmac.new(seed, "|".join(parts).encode(), "sha256").digest()
    for version, recorded in draws(entries):
        stream = words(key, version)

        def below(n: int, stream: Iterator[int] = stream) -> int:
            return next(word for word in stream if word < 2**32 - 2**32 % n) % n

        for draw in recorded:
            if draw["type"] == "pick":
                assert below(draw["n"]) == draw["value"]
                continue
            order = list(range(len(draw["order"])))
            for i in reversed(range(1, len(order))):
                j = below(i + 1)
                order[i], order[j] = order[j], order[i]
            assert order == draw["order"]


def test_an_open_seed_has_a_key_that_does_not_depend_on_the_game() -> None:
    game = house().finished([{"client_seed": "a"}, {}], seed=SEED)
    entries = game.get("/log").get_json()["entries"]
    proof = game.get("/proof").get_json()
    assert (proof["open_seed"], proof["key_id"]) == (True, "g_" + "0" * 26)
    assert proof["server_seed"] == SEED
    key = game_key(bytes.fromhex(SEED), "g_" + "0" * 26, proof["client_seeds"])
    for version, recorded in draws(entries):
        assert again(key, version, recorded) == recorded


def test_not_even_an_open_seed_is_shown_before_the_end() -> None:
    proof = house().create(2, seed=SEED).get("/proof").get_json()
    assert (proof["open_seed"], proof["server_seed"]) == (True, None)


def test_the_proof_of_a_private_game_is_for_its_tokens() -> None:
    game = house().create(2, visibility="private")
    problem(game.get("/proof"), "game_not_found")
    assert game.get("/proof", 1).status_code == 200
