"""One class of exception for each family of statuses, and what each says."""

import httpx2
import pytest

from tapster_sdk import (
    BadRequest,
    Client,
    Conflict,
    ConnectionFailed,
    Forbidden,
    NotFound,
    ServerError,
    ServiceUnavailable,
    TapsterError,
    Unauthorized,
    UnexpectedAnswer,
)
from tests.sdk.answers import GAME_ID, Made, game, good, refusal, scripted

CLASSES: dict[int, type[TapsterError]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    405: BadRequest,
    409: Conflict,
    410: NotFound,
    413: BadRequest,
    415: BadRequest,
    418: BadRequest,
    422: BadRequest,
    429: ServiceUnavailable,
    500: ServerError,
    503: ServiceUnavailable,
    507: ServerError,
    599: ServerError,
}


def raised(answer: Made) -> TapsterError:
    """What comes of an answer."""
    client, _ = scripted(answer)
    with pytest.raises(TapsterError) as failure:
        client.look(GAME_ID)
    return failure.value


@pytest.mark.parametrize("status", CLASSES)
def test_the_status_chooses_the_class(status: int) -> None:
    error = raised(refusal(status, "some_code"))
    assert type(error) is CLASSES[status]
    assert (error.status, error.code, error.retryable) == (status, "some_code", False)
    assert error.problem is not None
    assert str(error) == f"{status} some_code: A detail."
    assert type(raised(httpx2.Response(status))) is CLASSES[status]


def test_the_game_s_own_reason_is_in_the_text() -> None:
    error = raised(refusal(409, "illegal_action", reason="not_your_turn"))
    assert str(error) == "409 illegal_action (not_your_turn): A detail."


def test_a_failure_that_is_no_problem_of_the_service_has_no_code() -> None:
    error = raised(httpx2.Response(500, html="<h1>oops</h1>"))
    assert (error.problem, error.code, error.reason) == (None, None, None)
    assert error.retryable
    broken = {"Content-Type": "application/problem+json"}
    assert raised(httpx2.Response(500, headers=broken, content=b"{}")).problem is None


def test_no_answer_has_no_status() -> None:
    error = raised(httpx2.ConnectTimeout)
    assert type(error) is ConnectionFailed
    assert (error.status, error.retryable) == (None, True)
    assert str(error) == f"GET /v1/games/{GAME_ID}: ConnectTimeout, no whole answer came"


@pytest.mark.parametrize(
    "answer",
    [
        httpx2.Response(200, html="<h1>Welcome to the hotel</h1>"),
        httpx2.Response(200, content=b'{"kind": "drin'),
        good({"kind": "drinko"}),
        good({**game(), "version": "forty"}),
        good([]),
        httpx2.Response(302, headers={"Location": "https://elsewhere.example/"}),
        httpx2.Response(201, json=game()),
        httpx2.Response(304),
    ],
)
def test_what_the_api_does_not_have_is_not_taken_for_an_answer(answer: httpx2.Response) -> None:
    error = raised(answer)
    assert type(error) is UnexpectedAnswer
    assert not error.retryable


def test_an_address_must_be_one() -> None:
    for address in ("127.0.0.1:8000", "ftp://example.org", ""):
        with pytest.raises(ValueError, match="base_url"):
            Client(address)
