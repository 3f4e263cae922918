"""A seat's turns: required and optional, played, passed and overtaken; and lists, page by page."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from tapster_sdk import AsyncClient, Client, Conflict, ConnectionFailed, Forbidden, Retries, Seat
from tests.sdk.answers import (
    ACTED,
    AT_ONCE,
    GAME_ID,
    HOST_TOKEN,
    OVER,
    SEAT_TOKEN,
    Script,
    by_path,
    game,
    good,
    refusal,
    scripted,
)

REACT = [{"seat": 0, "decision": 38, "duty": "react", "required": False}]
MOVED = good({"items": [], "version": 99})


def test_turns_end_with_the_game() -> None:
    client, script = scripted(good(OVER))
    assert list(client.seat(GAME_ID, SEAT_TOKEN).turns()) == []
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    "ask", [lambda seat: list(seat.turns()), lambda seat: seat.wait_for_turn(optional=True)]
)
def test_a_token_that_is_no_seat_s_is_told_so_at_once(ask: Callable[[Seat], object]) -> None:
    client, script = scripted(good(game(viewer={"seat": None}, legal_actions=None)))
    with pytest.raises(Forbidden, match=r"^this token is not a seat's$") as failure:
        ask(client.seat(GAME_ID, HOST_TOKEN))
    assert (failure.value.status, failure.value.retryable) == (None, False)
    assert len(script.requests) == 1


def test_a_played_turn_is_followed_by_news_after_it() -> None:
    client, script = scripted(good(game()), good(ACTED, 201), MOVED, good(OVER))
    for turn in client.seat(GAME_ID, SEAT_TOKEN).turns():
        assert (turn.decision, turn.duty, turn.required) == (41, "turn", True)
        after = turn.play(turn.legal_actions[0])
        assert after is not None
        assert after.version == 42
    paths = [request.url.path.rpartition("/")[2] for request in script.requests]
    assert paths == [GAME_ID, "actions", "events", GAME_ID]
    assert script.requests[2].url.params["after"] == "42"


def test_a_turn_that_is_not_played_comes_again_with_what_is_new() -> None:
    client, _ = scripted(good(game()), MOVED, good(game(version=43)), MOVED, good(OVER))
    seen = [turn.game.version for turn in client.seat(GAME_ID, SEAT_TOKEN).turns()]
    assert seen == [41, 43]


def test_optional_turns_come_if_they_are_asked_for() -> None:
    reacting = game(decisions=REACT)
    client, _ = scripted(good(reacting), MOVED, good(OVER))
    assert list(client.seat(GAME_ID, SEAT_TOKEN).turns()) == []
    client, _ = scripted(good(reacting), MOVED, good(OVER))
    (turn,) = client.seat(GAME_ID, SEAT_TOKEN).turns(optional=True)
    assert (turn.decision, turn.required) == (38, False)


def test_an_optional_turn_with_nothing_to_do_in_it_does_not_come() -> None:
    client, _ = scripted(good(game(decisions=REACT, legal_actions=[])), MOVED, good(OVER))
    assert list(client.seat(GAME_ID, SEAT_TOKEN).turns(optional=True)) == []


@pytest.mark.parametrize("code", ["illegal_action", "decision_closed"])
def test_an_overtaken_turn_gives_none_and_turns_go_on(code: str) -> None:
    client, script = scripted(
        good(game()),
        refusal(409, code, version=42),
        MOVED,
        good(game(version=43)),
        good(ACTED, 201),
        MOVED,
        good(OVER),
    )
    came = [turn.play(turn.legal_actions[0]) for turn in client.seat(GAME_ID, SEAT_TOKEN).turns()]
    assert came[0] is None
    assert came[1] is not None
    assert len(script.requests) == 7


@pytest.mark.parametrize(
    ("code", "version"),
    [("illegal_action", 41), ("decision_answered", 42), ("version_conflict", 42)],
)
def test_a_mistake_of_the_bot_is_raised(code: str, version: int) -> None:
    client, _ = scripted(good(game()), refusal(409, code, version=version))
    turn = client.seat(GAME_ID, SEAT_TOKEN).wait_for_turn()
    assert turn is not None
    with pytest.raises(Conflict):
        turn.play(turn.legal_actions[0])


def test_waiting_for_a_turn_ends_with_the_game() -> None:
    client, _ = scripted(good(game(decisions=[])), MOVED, good(OVER))
    assert client.seat(GAME_ID, SEAT_TOKEN).wait_for_turn() is None


def test_a_service_that_does_not_wait_is_not_asked_without_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("tapster_sdk._sync.client.time.sleep", pauses.append)
    quiet = good({"items": [], "version": 41})
    client, _ = scripted(good(game(decisions=[])), quiet, quiet, MOVED, good(OVER))
    assert client.seat(GAME_ID, SEAT_TOKEN).wait_for_turn() is None
    assert len(pauses) == 3
    assert all(0.2 < pause <= 0.25 for pause in pauses)


class Restarting:
    """A service that is away for a time at its n-th request, on a clock that only waiting moves."""

    def __init__(self, away_at: int, seconds: float, *answers: httpx2.Response) -> None:
        self._answers = list(answers)
        self._away_at = away_at
        self._back = seconds
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        """Instead of `time.sleep`."""
        self.now += seconds

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        if self._away_at == 0 and self.now < self._back:
            raise httpx2.ConnectError("made up")
        self._away_at -= 1
        made = self._answers.pop(0)
        # A response can be used once only, and these are of all tests.
        return httpx2.Response(made.status_code, headers=made.headers, content=made.content)


def client_of(service: Restarting, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A client with the patience that clients have."""
    monkeypatch.setattr("tapster_sdk._sync.client.time.sleep", service.sleep)
    return Client("http://test", transport=httpx2.MockTransport(service))


@pytest.mark.parametrize("away_at", [1, 2, 3])
def test_turns_survive_a_restart_of_the_service(
    away_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = (good(game()), good(ACTED, 201), MOVED, good(OVER))
    client = client_of(Restarting(away_at, 55.0, *answers), monkeypatch)
    played = [turn.play(turn.legal_actions[0]) for turn in client.seat(GAME_ID, SEAT_TOKEN).turns()]
    assert len(played) == 1
    assert played[0] is not None


@pytest.mark.parametrize("away_at", [1, 2])
def test_events_survive_a_restart_of_the_service(
    away_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    item: dict[str, Any] = {
        "version": 60,
        "seat": None,
        "at": "2026-11-29T18:04:11.092Z",
        "events": [],
    }
    answers = (good({"items": [item], "version": 60}), good({"items": [], "version": 60}))
    client = client_of(Restarting(away_at, 55.0, *answers, good(OVER)), monkeypatch)
    assert [event.version for event in client.events(GAME_ID)] == [60]


@pytest.mark.parametrize(
    "ask",
    [
        lambda client: next(client.events(GAME_ID)),
        lambda client: next(client.seat(GAME_ID, SEAT_TOKEN).turns()),
    ],
)
def test_a_service_that_was_never_there_is_told_soon(
    ask: Callable[[Client], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Restarting(0, 1000.0)
    with pytest.raises(ConnectionFailed, match="6 attempts"):
        ask(client_of(service, monkeypatch))
    assert service.now < 7.0


def test_followers_are_as_patient_as_they_are_told() -> None:
    answers: list[Any] = [good(game(decisions=[])), httpx2.ConnectError]
    script = Script(answers)
    once = Retries(attempts=3, first=0.0)
    client = Client("http://test", following=once, transport=httpx2.MockTransport(script))
    with pytest.raises(ConnectionFailed, match="3 attempts"):
        client.seat(GAME_ID, SEAT_TOKEN).wait_for_turn()
    assert len(script.requests) == 4


def summary(number: int) -> dict[str, Any]:
    """A game in a list."""
    moment = "2026-11-29T18:04:11.092Z"
    return {
        "id": f"g_{number:026}",
        "kind": "drinko",
        "status": "open",
        "version": 0,
        "seats": 2,
        "open_seats": 1,
        "created_at": moment,
        "updated_at": moment,
    }


def test_lists_go_on_from_page_to_page() -> None:
    asked: list[dict[str, str]] = []

    def service(request: httpx2.Request) -> httpx2.Response:
        asked.append(dict(request.url.params))
        first = int(request.url.params.get("cursor", "0"))
        items = [summary(number) for number in range(first, min(first + 3, 8))]
        following = str(first + 3) if first + 3 < 8 else None
        return good({"items": items, "next_cursor": following})

    client = by_path(service)
    ids = [found.id for found in client.games(status="open", open_seats=True, page_size=3)]
    assert ids == [f"g_{number:026}" for number in range(8)]
    wanted = {"status": "open", "open_seats": "true", "limit": "3"}
    assert asked == [wanted, {**wanted, "cursor": "3"}, {**wanted, "cursor": "6"}]
    asked.clear()
    pages = client.game_pages(cursor="3")
    assert [len(page.items) for page in pages] == [3, 2]
    assert asked[0] == {"cursor": "3"}


def test_only_the_pages_that_are_needed_are_fetched() -> None:
    client, script = scripted(good({"items": [summary(1)], "next_cursor": "more"}))
    games = client.games()
    assert next(games).id == summary(1)["id"]
    assert len(script.requests) == 1


def test_path_parameters_cannot_leave_their_segment() -> None:
    client, script = scripted(good(game()))
    client.look("../kinds?x=1#y")
    assert script.requests[0].url.raw_path == b"/v1/games/..%2Fkinds%3Fx%3D1%23y"


def test_async_turns_are_the_same() -> None:
    answers = [good(game()), good(ACTED, 201), MOVED, good(OVER)]
    sent: list[httpx2.Request] = []

    async def service(request: httpx2.Request) -> httpx2.Response:
        sent.append(request)
        if len(sent) == 1:
            raise httpx2.ReadTimeout("made up")
        return answers.pop(0)

    async def bot() -> list[int]:
        transport = httpx2.MockTransport(service)
        async with AsyncClient("http://test", retries=AT_ONCE, transport=transport) as client:
            versions: list[int] = []
            async for turn in client.seat(GAME_ID, SEAT_TOKEN).turns():
                after = await turn.play(turn.legal_actions[0])
                assert after is not None
                versions.append(after.version)
            return versions

    assert asyncio.run(bot()) == [42]
    assert json.loads(sent[2].content)["decision"] == 41


def test_a_client_closes() -> None:
    with Client("http://test", transport=httpx2.MockTransport(lambda _: good(game()))) as client:
        assert client.look(GAME_ID).version == 41
    with pytest.raises(RuntimeError):
        client.look(GAME_ID)
