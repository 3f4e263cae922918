"""Tokens are in no text that anybody could print, log or raise."""

import logging
import traceback

import httpx2
import pytest

from tapster_sdk import AsyncClient, Client, TapsterError
from tapster_sdk.models import DrinkoNewGame, NewSeat
from tests.sdk.answers import (
    CLAIM,
    CREATION,
    GAME_ID,
    HOST_TOKEN,
    SEAT_TOKEN,
    Made,
    good,
    refusal,
    scripted,
)

SECRETS = (SEAT_TOKEN, HOST_TOKEN, "api-key-of-this-service")


def assert_free_of_secrets(text: str) -> None:
    """None of the tokens, and no long part of one, is in the text."""
    for secret in SECRETS:
        assert secret not in text
        assert secret[-16:] not in text


def test_repr_shows_no_token() -> None:
    client, _ = scripted(good(CREATION, 201))
    created = client.create_game(DrinkoNewGame(seats=[NewSeat(), NewSeat()]))
    assert created.host_token == HOST_TOKEN
    claiming, _ = scripted(good(CLAIM, 201))
    claim = claiming.claim_seat(GAME_ID, 0)
    assert claim.token == SEAT_TOKEN
    seat = client.seat(GAME_ID, SEAT_TOKEN)
    with Client("http://test", token=SECRETS[2]) as keyed:
        things: list[object] = [created, created.tokens, claim, seat, client, keyed]
        things.append(AsyncClient("http://test", token=SECRETS[2]))
        for thing in things:
            assert_free_of_secrets(f"{thing!r} {thing}")


@pytest.mark.parametrize(
    "answer",
    [
        refusal(401, "token_invalid"),
        refusal(409, "illegal_action"),
        httpx2.Response(500, text="oops"),
        httpx2.ConnectError,
        httpx2.ReadTimeout,
        good({**CREATION, "tokens": [{"seat": "x", "token": SEAT_TOKEN}]}, 201),
        good({"host_token": HOST_TOKEN, "tokens": [SEAT_TOKEN]}, 201),
        good(SEAT_TOKEN, 201),
    ],
)
def test_no_failure_and_no_log_shows_a_token(
    answer: Made, caplog: pytest.LogCaptureFixture
) -> None:
    client, script = scripted(answer)
    with caplog.at_level(logging.DEBUG):
        for ask in (
            lambda: client.create_game(DrinkoNewGame(seats=[NewSeat(), NewSeat()])),
            lambda: client.renew_seat_token(GAME_ID, 0, token=HOST_TOKEN),
            lambda: client.delete_game(GAME_ID, token=HOST_TOKEN),
            lambda: client.look(GAME_ID, token=SEAT_TOKEN),
        ):
            with pytest.raises(TapsterError) as failure:
                ask()
            assert_free_of_secrets("".join(traceback.format_exception(failure.value)))
            assert_free_of_secrets(repr(failure.value))
    assert script.requests[-1].headers["Authorization"] == f"Bearer {SEAT_TOKEN}"
    assert_free_of_secrets(caplog.text)


def test_no_live_request_logs_a_token(url: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), Client(url) as client:
        created = client.create_game(DrinkoNewGame(seats=[NewSeat(), NewSeat()]))
        client.look(created.game.id, token=created.tokens[0].token)
        client.delete_game(created.game.id, token=created.host_token)
    assert "receive_response" in caplog.text
    for token in (created.host_token, *(seat.token for seat in created.tokens)):
        assert token not in caplog.text


@pytest.mark.parametrize("token", [f"{SEAT_TOKEN}\n", f"a {SEAT_TOKEN}", f"{SEAT_TOKEN}é", ""])
def test_what_cannot_be_a_token_is_refused_unquoted(token: str) -> None:
    client, script = scripted(httpx2.Response(200))
    with pytest.raises(ValueError, match="a token has neither spaces") as failure:
        client.look(GAME_ID, token=token)
    assert_free_of_secrets("".join(traceback.format_exception(failure.value)))
    assert script.requests == []


def test_tokens_go_into_the_header_and_nowhere_else() -> None:
    client, script = scripted(refusal(404, "game_not_found"))
    for ask in (
        lambda: client.look(GAME_ID, token=SEAT_TOKEN),
        lambda: client.log(GAME_ID, token=SEAT_TOKEN),
        lambda: client.feed(GAME_ID, token=SEAT_TOKEN),
    ):
        with pytest.raises(TapsterError):
            ask()
    for request in script.requests:
        assert_free_of_secrets(f"{request.url} {request.content!r} {request!r}")
