"""What is sent again, what is not, and after how long."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from random import Random

import httpx2
import pytest

from tapster_sdk import (
    BadRequest,
    Client,
    Conflict,
    ConnectionFailed,
    NotFound,
    Retries,
    ServerError,
    ServiceUnavailable,
    TapsterError,
)
from tapster_sdk._patience import patience_of_followers
from tapster_sdk.models import DrinkoDraw, DrinkoNewGame, NewSeat
from tests.sdk.answers import (
    ACTED,
    AT_ONCE,
    CLAIM,
    CREATION,
    GAME_ID,
    HOST_TOKEN,
    SEAT_TOKEN,
    Made,
    game,
    good,
    refusal,
    scripted,
)

NEW = DrinkoNewGame(seats=[NewSeat(), NewSeat()])
BUSY = refusal(503, "store_busy", retryable=True)
GATEWAY = httpx2.Response(502, html="<h1>Bad Gateway</h1>")
PASSING: dict[str, Made] = {
    "no connection": httpx2.ConnectError,
    "reset": httpx2.ReadError,
    "cut": httpx2.RemoteProtocolError,
    "too late": httpx2.ReadTimeout,
    "a gateway's 502": GATEWAY,
    "a retryable problem": BUSY,
    "too many requests": httpx2.Response(429),
}
REPEATABLE: dict[str, tuple[Callable[[Client], object], Made]] = {
    "look": (lambda client: client.look(GAME_ID), good(game())),
    "kinds": (lambda client: client.kinds(), good({"items": []})),
    "create_game": (lambda client: client.create_game(NEW), good(CREATION, 201)),
    "claim_seat": (lambda client: client.claim_seat(GAME_ID, 0), good(CLAIM, 201)),
    "delete_game": (
        lambda client: client.delete_game(GAME_ID, token=HOST_TOKEN),
        httpx2.Response(204),
    ),
    "act with a decision": (
        lambda client: client.act(GAME_ID, DrinkoDraw(), token=SEAT_TOKEN, decision=41),
        good(ACTED, 201),
    ),
}
ONCE_ONLY: dict[str, Callable[[Client], object]] = {
    "act without a decision": lambda client: client.act(GAME_ID, DrinkoDraw(), token=SEAT_TOKEN),
    "act with a pinned version alone": lambda client: client.act(
        GAME_ID, DrinkoDraw(), token=SEAT_TOKEN, expected_version=41
    ),
    "renew_seat_token": lambda client: client.renew_seat_token(GAME_ID, 0, token=HOST_TOKEN),
}


@pytest.mark.parametrize("trouble", PASSING)
@pytest.mark.parametrize("name", REPEATABLE)
def test_what_can_come_twice_is_sent_again_just_as_it_was(name: str, trouble: str) -> None:
    ask, answer = REPEATABLE[name]
    client, script = scripted(PASSING[trouble], PASSING[trouble], answer)
    ask(client)
    assert len(script.requests) == 3
    sent = {
        (request.method, str(request.url), request.content, tuple(sorted(request.headers.items())))
        for request in script.requests
    }
    assert len(sent) == 1


@pytest.mark.parametrize("trouble", PASSING)
@pytest.mark.parametrize("name", ONCE_ONLY)
def test_what_could_be_done_twice_is_sent_once(name: str, trouble: str) -> None:
    client, script = scripted(PASSING[trouble])
    with pytest.raises(TapsterError) as failure:
        ONCE_ONLY[name](client)
    assert len(script.requests) == 1
    assert failure.value.retryable


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 408, 409, 413, 415, 422, 425])
@pytest.mark.parametrize("name", REPEATABLE)
def test_a_refusal_is_final(name: str, status: int) -> None:
    for answer in (refusal(status, "some_code"), httpx2.Response(status)):
        client, script = scripted(answer)
        with pytest.raises(TapsterError) as failure:
            REPEATABLE[name][0](client)
        assert len(script.requests) == 1
        assert failure.value.attempts == 1


def test_a_failure_that_the_service_calls_final_is_final() -> None:
    client, script = scripted(refusal(500, "internal_error"))
    with pytest.raises(ServerError):
        client.look(GAME_ID)
    assert len(script.requests) == 1


def test_after_the_last_attempt_the_failure_is_raised() -> None:
    client, script = scripted(httpx2.ConnectError)
    with pytest.raises(ConnectionFailed) as failure:
        client.look(GAME_ID)
    assert len(script.requests) == failure.value.attempts == AT_ONCE.attempts


def test_each_creation_and_claim_has_a_key_of_its_own() -> None:
    client, script = scripted(good(CREATION, 201))
    client.create_game(NEW)
    client.create_game(NEW)
    keys = {request.headers["Idempotency-Key"] for request in script.requests}
    client, script = scripted(good(CLAIM, 201))
    client.claim_seat(GAME_ID, 0)
    client.claim_seat(GAME_ID, 0)
    keys |= {request.headers["Idempotency-Key"] for request in script.requests}
    assert len(keys) == 4


def test_the_answer_to_a_repetition_is_as_good_as_the_first() -> None:
    replayed = httpx2.Response(200, headers={"Idempotency-Replayed": "true"}, json=ACTED)
    client, _ = scripted(httpx2.ReadTimeout, replayed)
    answer = client.act(GAME_ID, DrinkoDraw(), token=SEAT_TOKEN, decision=41)
    assert answer.applied == [42]


def test_a_game_found_gone_counts_as_deleted_only_if_it_was_asked_for_before() -> None:
    gone = refusal(404, "game_not_found")
    client, script = scripted(httpx2.ReadTimeout, gone)
    client.delete_game(GAME_ID, token=HOST_TOKEN)
    assert len(script.requests) == 2
    client, _ = scripted(gone)
    with pytest.raises(NotFound):
        client.delete_game(GAME_ID, token=HOST_TOKEN)


def test_waits_grow_to_their_maximum_and_are_drawn_from_zero_on() -> None:
    retries = Retries(attempts=100, first=0.1, longest=2.0, randomness=Random(1))
    error = ConnectionFailed("made up")
    for attempt, most in ((1, 0.1), (2, 0.2), (3, 0.4), (5, 1.6), (6, 2.0), (99, 2.0)):
        waits = [retries.wait_after(error, attempt) for _ in range(200)]
        assert all(wait is not None and 0 <= wait <= most for wait in waits)
        assert min(w for w in waits if w is not None) < most * 0.1
        assert max(w for w in waits if w is not None) > most * 0.9
    assert retries.wait_after(error, 100) is None


def failure_with(retry_after: str) -> TapsterError:
    """The exception of a service that says when to come back."""
    client, _ = scripted(
        refusal(503, "store_busy", retryable=True, retry_after=retry_after),
        retries=Retries(attempts=1),
    )
    with pytest.raises(ServiceUnavailable) as failure:
        client.look(GAME_ID)
    return failure.value


def test_the_service_says_how_long_to_wait() -> None:
    error = failure_with("3")
    assert error.retry_after == 3.0
    wait = Retries(first=0.0).wait_after(error, 1)
    assert wait == 3.0
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=5), usegmt=True)
    after = failure_with(date).retry_after
    assert after is not None
    assert 3.0 < after <= 5.0
    assert failure_with("Thu, 01 Jan 1970 00:00:00 GMT").retry_after == 0.0
    for unreadable in ("soon", "-1", "1e3", ""):
        assert failure_with(unreadable).retry_after is None


def test_a_wait_beyond_the_client_s_patience_is_left_to_the_caller() -> None:
    client, script = scripted(refusal(503, "store_busy", retryable=True, retry_after="60"))
    with pytest.raises(ServiceUnavailable) as failure:
        client.look(GAME_ID)
    assert failure.value.retry_after == 60.0
    assert len(script.requests) == 1


def test_followers_wait_as_long_as_a_service_in_maintenance_asks_for() -> None:
    error = failure_with("60")
    assert patience_of_followers().wait_after(error, 1) == 60.0
    assert Retries(longest=60.0).wait_after(error, 1) == 60.0
    assert Retries().wait_after(error, 1) is None


def test_the_patience_of_followers_lasts_for_about_a_minute_and_a_half() -> None:
    error = ConnectionFailed("made up")
    waits = [patience_of_followers().wait_after(error, attempt) for attempt in range(1, 41)]
    assert waits.pop() is None
    assert all(wait is not None and wait <= 5.0 for wait in waits)
    assert 55.0 < sum(wait for wait in waits if wait is not None) < 130.0


def test_a_bad_request_and_a_conflict_say_what_they_are() -> None:
    client, _ = scripted(refusal(422, "invalid_request"))
    with pytest.raises(BadRequest):
        client.look(GAME_ID)
    client, _ = scripted(refusal(409, "illegal_action", reason="not_your_turn", version=43))
    with pytest.raises(Conflict) as failure:
        client.act(GAME_ID, DrinkoDraw(), token=SEAT_TOKEN, decision=41)
    assert (failure.value.code, failure.value.reason) == ("illegal_action", "not_your_turn")
    assert (failure.value.status, failure.value.version) == (409, 43)
