"""Following a game: cursors, pages, secrecy, and waiting for news."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from werkzeug.test import TestResponse

from tapster.app.waiting import Waiting
from tests.api.house import SEED, Game, House, Json, house, problem, validator
from tests.support import memory_context

LONG = 30.0
"""Seconds; a test that really waits so long has failed."""


def test_the_feed_has_one_item_for_each_version() -> None:
    game = house().create([{}, {"fill": "open"}])
    game.claim(1)
    game.play(5)
    feed = game.get("/events").get_json()
    validator("Feed").validate(feed)
    assert feed["version"] == 6
    assert [item["version"] for item in feed["items"]] == list(range(7))
    assert [item["seat"] for item in feed["items"]][:2] == [None, None]
    assert feed["items"][0]["events"][0]["type"] == "created"
    assert all(item["events"] for item in feed["items"])


@pytest.mark.parametrize(("after", "expected"), [("-1", [0, 1, 2, 3]), ("1", [2, 3]), ("3", [])])
def test_after_a_version_come_those_above_it(after: str, expected: list[int]) -> None:
    game = house().create(2)
    game.play(3)
    feed = game.get(f"/events?after={after}").get_json()
    assert [item["version"] for item in feed["items"]] == expected
    assert feed["version"] == 3


@pytest.mark.parametrize(
    "digits", [1, 2, 5, 15, 16, 17, 19, 20, 30, 31, 100, 999, 4300, 4301, 5000]
)
def test_every_integer_is_a_cursor(digits: int) -> None:
    game = house().create(2)
    game.play(2)
    for digit in "19":
        number = digit * digits
        below = game.get(f"/events?after=-{number}").get_json()
        assert [item["version"] for item in below["items"]] == [0, 1, 2]
        above = game.get(f"/events?after={number}").get_json()
        assert [item["version"] for item in above["items"]] == ([2] if number == "1" else [])
        assert above["version"] == 2
    zeros = game.get(f"/events?after={'0' * digits}1").get_json()
    assert [item["version"] for item in zeros["items"]] == [2]


@pytest.mark.parametrize("after", ["", "x", "1.5", "1e3", "--1", "+1", " 1", "1_0", "0x1", "−1"])
def test_what_is_no_integer_is_no_cursor(after: str) -> None:
    game = house().create(2)
    response = game.client.get(game.path + "/events", query_string={"after": after})
    assert problem(response, "invalid_request")["errors"][0]["pointer"] == "after"


def test_pages_of_the_feed_join_without_gap_or_overlap() -> None:
    game = house().finished(2, seed=SEED)
    whole = game.get("/events?limit=100").get_json()["items"]
    for limit in (1, 3, 7):
        joined: list[Json] = []
        while True:
            after = joined[-1]["version"] if joined else -1
            feed = game.get(f"/events?after={after}&limit={limit}").get_json()
            assert feed["version"] == whole[-1]["version"]
            assert len(feed["items"]) <= limit
            if not feed["items"]:
                break
            joined += feed["items"]
        assert joined == whole


@pytest.mark.parametrize("limit", ["0", "-1", "101", "x", ""])
def test_limits_that_do_not_fit(limit: str) -> None:
    problem(house().create(2).get(f"/events?limit={limit}"), "invalid_request")


@pytest.mark.parametrize("wait", ["-1", "3601", "0.5", "x", ""])
def test_waits_that_do_not_fit(wait: str) -> None:
    problem(house().create(2).get(f"/events?wait={wait}"), "invalid_request")


def test_a_seat_is_shown_its_own_cards_and_no_others() -> None:
    game = house().create(3, seed=SEED)
    game.play(30)
    feeds = {viewer: game.get("/events", viewer).get_json() for viewer in (None, "host", 0, 1, 2)}
    assert feeds[None] == feeds["host"]
    drawn = 0
    for viewer, feed in feeds.items():
        for item in feed["items"]:
            for event in item["events"]:
                if event["type"] == "drinko.dealt":
                    shown = [seat for seat, hand in enumerate(event["hands"]) if hand is not None]
                    assert shown == ([viewer] if isinstance(viewer, int) else [])
                    assert event["draw_pile"] is None
                if event["type"] == "drinko.drew":
                    drawn += 1
                    assert (event["cards"] is not None) == (event["seat"] == viewer)
    assert drawn


def test_the_feed_shows_no_command_chance_or_hash() -> None:
    game = house().create(2)
    game.play(3)
    for item in game.get("/events", 0).get_json()["items"]:
        assert set(item) == {"version", "seat", "at", "events"}


def test_the_feed_of_a_private_game_is_for_its_tokens() -> None:
    game = house().create(2, visibility="private")
    problem(game.get("/events"), "game_not_found")
    assert game.get("/events", 1).get_json()["version"] == 0
    assert game.get("/events", "host").get_json()["version"] == 0


# Waiting


@pytest.fixture(name="patient")
def patient_house() -> House:
    """A house where a test can wait longer than it ever should."""
    return house(wait_maximum=LONG)


@contextmanager
def asking(
    game: Game, query: str, viewer: int | None = None
) -> Iterator[Callable[[], TestResponse]]:
    """Asks for the feed in another thread; what is given returns its answer."""
    answers: list[TestResponse] = []
    client = game.client.application.test_client()

    def ask() -> None:
        answers.append(client.get(f"{game.path}/events{query}", headers=game.headers(viewer)))

    def answer() -> TestResponse:
        thread.join(LONG / 2)
        assert answers, "nothing has woken the request"
        return answers[0]

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    time.sleep(0.15)
    assert not answers, "the request has not waited"
    yield answer
    answer()


def test_an_action_wakes_those_who_wait(patient: House) -> None:
    game = patient.create(2)
    with asking(game, "?after=0&wait=30") as answer:
        game.play()
        items = answer().get_json()["items"]
    assert [item["version"] for item in items] == [1]


def test_a_wait_goes_on_through_versions_that_were_seen_already(patient: House) -> None:
    game = patient.create(2)
    with asking(game, "?after=2&wait=30") as answer:
        game.play(3)
        feed = answer().get_json()
    assert [item["version"] for item in feed["items"]] == [3]


def test_a_claim_wakes_and_so_does_deletion(patient: House) -> None:
    game = patient.create([{}, {"fill": "open"}])
    with asking(game, "?after=0&wait=30") as answer:
        game.claim(1)
        assert answer().get_json()["version"] == 1
    with asking(game, "?after=1&wait=30") as answer:
        game.client.delete(game.path, headers=game.headers("host"))
        problem(answer(), "game_not_found")


def test_a_token_that_was_renewed_meanwhile_sees_nothing_more(patient: House) -> None:
    game = patient.create(2)
    with asking(game, "?after=0&wait=30", viewer=0) as answer:
        game.tokens[0] = game.post("/seats/0/token", 0).get_json()["token"]
        game.play()
        problem(answer(), "token_invalid")


def test_there_is_no_waiting_where_there_is_something_to_tell(patient: House) -> None:
    game = patient.create(2)
    game.play(2)
    began = time.monotonic()
    assert len(game.get("/events?after=0&wait=30").get_json()["items"]) == 2
    assert time.monotonic() - began < 5


def test_there_is_no_waiting_for_a_game_that_is_over(patient: House) -> None:
    game = patient.finished(seed=SEED)
    began = time.monotonic()
    for after in (str(game.look()["version"]), "9" * 100):
        assert game.get(f"/events?after={after}&wait=30").get_json()["items"] == []
    assert time.monotonic() - began < 5


def test_the_end_of_a_game_wakes_even_those_who_wait_for_later_versions(patient: House) -> None:
    game = patient.create(2, seed=SEED)
    with asking(game, "?after=4000&wait=30") as answer:
        game.finish()
        feed = answer().get_json()
    assert (feed["items"], feed["version"]) == ([], game.look()["version"])


def test_a_wait_in_vain_ends_after_its_time_with_an_empty_feed() -> None:
    game = house(wait_maximum=0.2).create(2)
    began = time.monotonic()
    feed = game.get("/events?after=0&wait=3600").get_json()
    assert 0.2 <= time.monotonic() - began < 5
    assert feed == {"items": [], "version": 0}


def test_more_may_not_wait_than_there_is_room_for() -> None:
    context = replace(memory_context(wait_maximum=LONG), waiting=Waiting(1))
    game = house(context).create(2)
    with asking(game, "?after=0&wait=30") as answer:
        refused = game.get("/events?after=0&wait=30")
        assert int(refused.headers["Retry-After"]) >= 1
        assert problem(refused, "waiting_capacity")["retryable"] is True
        assert game.get("/events?after=0").status_code == 200
        assert game.get("/events?after=-1&wait=30").status_code == 200
        game.play()
        assert answer().status_code == 200
    with asking(game, "?after=1&wait=30"):  # the place is free again
        game.play()


def test_closing_ends_all_waiting_now_and_from_now_on(patient: House) -> None:
    game = patient.create(2)
    with asking(game, "?after=0&wait=30") as answer:
        patient.context.waiting.close()
        assert answer().get_json()["items"] == []
    began = time.monotonic()
    assert game.get("/events?after=0&wait=30").status_code == 200
    assert time.monotonic() - began < 5
