"""The log of a finished game: whole, unredacted, and chained."""

import hashlib
import json

import pytest

from tests.api.house import SEED, Game, Json, compact, house, lasting_house, problem, validator


@pytest.fixture(name="over", scope="module")
def finished_game() -> Game:
    """A finished game that began with claims; nobody changes it."""
    game = lasting_house().create([{"name": "Ädä"}, {"fill": "open"}], seed=SEED)
    game.claim(1, name="Bö", client_seed="late")
    game.finish()
    return game


def chain(game_id: str, entries: list[Json]) -> list[str]:
    """The hashes of the entries, worked out from what the log says: SHA-256 over the hash before
    and the entry as an array of compact JSON."""
    hashes = []
    previous = bytes(32)
    for entry in entries:
        fields = ("version", "seat", "at", "decision", "command", "chance", "events")
        line = compact([game_id, *(entry[field] for field in fields)])
        previous = hashlib.sha256(previous + line).digest()
        hashes.append(previous.hex())
    return hashes


def test_there_is_no_log_while_the_game_runs() -> None:
    h = house()
    waiting = h.create([{}, {"fill": "open"}])
    assert problem(waiting.get("/log"), "game_not_over")["version"] == 0
    game = h.create(2)
    game.play(3)
    for viewer in (None, 0, "host"):
        assert problem(game.get("/log", viewer), "game_not_over")["version"] == 3


def test_the_log_is_whole(over: Game) -> None:
    log = over.get("/log").get_json()
    validator("GameLog").validate(log)
    assert (log["id"], log["kind"]) == (over.id, "drinko")
    head = over.look()["version"]
    assert [entry["version"] for entry in log["entries"]] == list(range(head + 1))
    created, claimed, *actions = log["entries"]
    assert [event["type"] for event in created["events"]] == ["created"]
    assert [event["type"] for event in claimed["events"]] == [
        "seat_claimed",
        "started",
        "drinko.dealt",
    ]
    for entry in (created, claimed):
        assert (entry["seat"], entry["decision"], entry["command"]) == (None, None, None)
    for entry in actions:
        assert entry["command"]["type"].startswith("drinko.")
        assert entry["decision"] < entry["version"]
    assert actions[-1]["events"][-1]["type"] == "drinko.ended"


def test_the_log_is_unredacted_and_the_same_for_everybody(over: Game) -> None:
    log = over.get("/log")
    assert {over.get("/log", viewer).data for viewer in (0, 1, "host")} == {log.data}
    events = [event for entry in log.get_json()["entries"] for event in entry["events"]]
    dealt = next(event for event in events if event["type"] == "drinko.dealt")
    assert [len(hand) for hand in dealt["hands"]] == [7, 7]
    assert len(dealt["draw_pile"]) == dealt["draw_pile_count"]
    drawn = [event for event in events if event["type"] == "drinko.drew"]
    assert drawn
    assert all(len(event["cards"]) == event["count"] for event in drawn)


def test_the_chain_of_hashes_follows_from_the_entries(over: Game) -> None:
    entries = over.get("/log").get_json()["entries"]
    assert [entry["hash"] for entry in entries] == chain(over.id, entries)


def test_any_change_breaks_the_chain_from_there_on(over: Game) -> None:
    entries = over.get("/log").get_json()["entries"]
    true = [entry["hash"] for entry in entries]
    for field, value in (("seat", 9), ("at", "2026-01-01"), ("decision", 77), ("chance", [1])):
        changed = [dict(entry) for entry in entries]
        changed[4][field] = value
        broken = chain(over.id, changed)
        assert broken[:4] == true[:4]
        assert all(a != b for a, b in zip(broken[4:], true[4:], strict=True))
    assert chain("g_" + "0" * 26, entries)[0] != true[0]


def test_the_feed_after_the_end_is_still_redacted(over: Game) -> None:
    feed = over.get("/events?limit=100", 0).get_json()
    dealt = feed["items"][1]["events"][2]
    assert (dealt["hands"][1], dealt["draw_pile"]) == (None, None)


def test_one_entry_a_line_for_those_who_ask(over: Game) -> None:
    response = over.get("/log", Accept="application/x-ndjson")
    assert response.content_type == "application/x-ndjson"
    assert "Accept" in response.headers["Vary"]
    assert "Authorization" in response.headers["Vary"]
    lines = response.data.decode().split("\n")
    assert lines.pop() == ""
    assert [json.loads(line) for line in lines] == over.get("/log").get_json()["entries"]


@pytest.mark.parametrize(
    ("accept", "lines"),
    [
        ("", False),
        ("*/*", False),
        ("application/json", False),
        ("application/*", False),
        ("text/html", False),
        ("application/json, application/x-ndjson;q=0.9", False),
        ("application/json;q=0.5, application/x-ndjson", True),
        ("application/x-ndjson;q=0", False),
        ("APPLICATION/X-NDJSON", True),
        (";;;,,q=", False),
    ],
)
def test_what_the_client_accepts_decides_the_form(over: Game, accept: str, lines: bool) -> None:
    response = over.get("/log", Accept=accept)
    assert response.status_code == 200
    assert (response.content_type == "application/x-ndjson") == lines


def test_a_refusal_is_a_problem_for_those_who_want_lines_too() -> None:
    problem(house().create(2).get("/log", Accept="application/x-ndjson"), "game_not_over")


def test_the_log_of_a_private_game_is_for_its_tokens() -> None:
    game = house().finished(2, seed=SEED, visibility="private")
    problem(game.get("/log"), "game_not_found")
    assert game.get("/log", 0).status_code == game.get("/log", "host").status_code == 200
