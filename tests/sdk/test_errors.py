"""One class of exception for each family of statuses, and what each says."""

import asyncio
import socket
import ssl
import traceback
from collections.abc import Callable

import httpx2
import pytest

from tapster_sdk import (
    AsyncClient,
    BadRequest,
    Client,
    Conflict,
    ConnectionFailed,
    Forbidden,
    NotFound,
    Retries,
    ServerError,
    ServiceUnavailable,
    TapsterError,
    Unauthorized,
    UnexpectedAnswer,
)
from tapster_sdk._answers import no_answer
from tapster_sdk.models import FlipNewGame
from tests.sdk.answers import AT_ONCE, GAME_ID, Made, game, good, refusal, scripted
from tests.support import free_port

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
    assert str(error) == (
        f"GET http://test/v1/games/{GAME_ID}: could not connect in time, 4 attempts"
    )


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (httpx2.ConnectError, "could not connect"),
        (httpx2.ReadTimeout, "no whole answer came in time"),
        (httpx2.ReadError, "no whole answer came (ReadError)"),
        (httpx2.RemoteProtocolError, "no whole answer came (RemoteProtocolError)"),
    ],
)
def test_what_happened_is_said_in_words(failure: type[Exception], words: str) -> None:
    error = raised(failure)
    assert f": {words}, 4 attempts" in str(error)
    assert isinstance(error, ConnectionFailed)
    assert type(error.cause) is failure


def nobody_there() -> str:
    """An address at which nobody listens, by both names of this machine's own address."""
    return f"http://127.0.0.1:{free_port()}"


def test_nobody_listening_is_told_in_a_line() -> None:
    address = nobody_there()
    with Client(address, retries=AT_ONCE) as client, pytest.raises(ConnectionFailed) as failure:
        client.kinds()
    expected = f"GET {address}/v1/kinds: could not connect (connection refused), 4 attempts"
    assert str(failure.value) == expected
    printed = "".join(traceback.format_exception(failure.value))
    assert printed.count("Traceback") == 1
    assert "httpx2" not in printed


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_nobody_listening_is_told_by_the_async_client_too(host: str) -> None:
    address = nobody_there().replace("127.0.0.1", host)

    async def ask() -> None:
        async with AsyncClient(address, retries=Retries(attempts=1)) as client:
            await client.kinds()

    with pytest.raises(ConnectionFailed) as failure:
        asyncio.run(ask())
    assert str(failure.value) == f"GET {address}/v1/kinds: could not connect (connection refused)"


def test_an_unknown_name_and_a_strange_certificate_are_told() -> None:
    unknown = socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    strange = ssl.SSLCertVerificationError(1, "certificate verify failed")
    strange.verify_message = "self-signed certificate"
    for cause, words in (
        (unknown, "name or service not known"),
        (strange, "certificate not accepted: self-signed certificate"),
        (ExceptionGroup("all of them", [ConnectionRefusedError(111, "x")]), "connection refused"),
        (ssl.SSLError(1, "[SSL] something that quotes what was sent"), None),
    ):
        error = httpx2.ConnectError("made up")
        error.__cause__ = cause
        text = str(no_answer("GET /", error))
        assert text == "GET /: could not connect" + (f" ({words})" if words else "")


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
    for address in (
        "127.0.0.1:8000",
        "ftp://example.org",
        "",
        "http://",
        "http:///v1",
        "http://[::1",
        "http://127.0.0.1:80000",
        "http://127.0.0.1:http",
    ):
        with pytest.raises(ValueError, match="base_url"):
            Client(address)
    assert Client("https://example.org/games/").base_url == "https://example.org/games"


def test_an_address_with_a_password_is_refused_unquoted() -> None:
    with pytest.raises(ValueError, match="base_url") as failure:
        Client("http://ada:secret@example.org")
    assert "secret" not in "".join(traceback.format_exception_only(failure.value))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda client: client.create_game(FlipNewGame(seats=[])),
        lambda client: client.look(GAME_ID, token="two words"),
        lambda client: Client("no address"),
    ],
)
def test_what_the_caller_gets_wrong_is_a_value_error_before_anything_is_sent(
    wrong: Callable[[Client], object],
) -> None:
    client, script = scripted(good(game()))
    with pytest.raises(ValueError, match=r".") as failure:
        wrong(client)
    assert not isinstance(failure.value, TapsterError)
    assert script.requests == []
