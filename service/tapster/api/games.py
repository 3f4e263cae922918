"""Games as resources: created, listed, looked at, claimed, deleted."""

import hmac
from typing import Any
from urllib.parse import urlencode

import flask
from flask_smorest import Blueprint

from tapster.api.bodies import read_body
from tapster.api.describe import (
    API_KEY,
    GAME_ID,
    HOST_TOKEN,
    NOBODY,
    SEAT,
    SEAT_TOKEN,
    WITH_BODY,
    WITH_GAME,
    WITH_STORE,
    WRITING,
    answer,
    body,
    operation,
)
from tapster.api.parameters import GamesQuery, KeyHeader, LookQuery, ViewHeader
from tapster.api.request import bearer, context, reply, reply_once
from tapster.app.claim import claim, renew_token
from tapster.app.create import create
from tapster.app.errors import Refused
from tapster.app.look import arrive, delete, list_games, look
from tapster.app.ports import GameQuery
from tapster.app.requests import AnyNewGame, Claim

blueprint = Blueprint(
    "games", __name__, url_prefix="/v1/games", description="Games, and the seats at them."
)


@operation(
    blueprint,
    "POST",
    "",
    "createGame",
    header=KeyHeader,
    security=[NOBODY, API_KEY],
    request_body=body("NewGame"),
    answers={
        201: answer("The game is created.", "GameCreation", header_names=["Location"]),
        200: answer(
            "The game was created before, under this key.",
            "GameCreation",
            header_names=["Location", "Idempotency-Replayed"],
        ),
    },
    problems=(
        "token_missing",
        "token_invalid",
        "seeds_not_allowed",
        "options_conflict",
        "idempotency_key_reused",
        "corrupt_log",
        *WITH_BODY,
        *WITH_STORE,
        *WRITING,
    ),
)
def create_game(header: dict[str, Any]) -> flask.Response:
    """Create a game

    Seats with `fill: token` get their tokens in the answer; seats with `fill: open` are claimed
    later. If no seat is open, the cards are dealt at once. The server's commitment to all the
    game's chance is published with the game.
    """
    _refuse_without_api_key()
    request: AnyNewGame = read_body(AnyNewGame, "NewGame")
    answered, replayed = create(context(), request, header.get("key"))
    return reply_once(answered, replayed, Location=f"/v1/games/{answered.game.id}")


def _refuse_without_api_key() -> None:
    """Where the service has API keys, only their holders create games."""
    keys: tuple[str, ...] = flask.current_app.config["TAPSTER_API_KEYS"]
    if not keys:
        return
    token = bearer()
    if token is None:
        raise Refused("token_missing", "This service creates games for holders of an API key.")
    # Every key is compared, so that the time taken tells nothing about them.
    if not sum(hmac.compare_digest(token.encode(), key.encode()) for key in keys):
        raise Refused("token_invalid", "This is not an API key of this service.")


@operation(
    blueprint,
    "GET",
    "",
    "listGames",
    query=GamesQuery,
    answers={200: answer("A page of games.", "GameList", header_names=["Link"])},
    problems=WITH_STORE,
)
def get_games(query: dict[str, Any]) -> flask.Response:
    """List public games

    Newest first. Private games are never listed.
    """
    page = list_games(
        context(),
        GameQuery(
            kind=query.get("kind"),
            status=query.get("status"),
            open_seats=query.get("open_seats"),
            before=query.get("cursor"),
            limit=query["limit"],
        ),
    )
    response = reply(page)
    if page.next_cursor is not None:
        arguments = {**flask.request.args.to_dict(), "cursor": page.next_cursor}
        address = f"{flask.request.path}?{urlencode(arguments)}"
        response.headers["Link"] = f'<{address}>; rel="next"'
    return response


@operation(
    blueprint,
    "GET",
    "/<game_id>",
    "getGame",
    path=[GAME_ID],
    query=LookQuery,
    header=ViewHeader,
    security=[NOBODY, SEAT_TOKEN, HOST_TOKEN],
    answers={
        200: answer("The game as the viewer may know it.", "Game", header_names=["ETag"]),
        304: answer("Nothing new since the version of `If-None-Match`.", header_names=["ETag"]),
    },
    problems=("token_invalid", "version_not_found", *WITH_GAME),
)
def get_game(query: dict[str, Any], header: dict[str, Any], game_id: str) -> flask.Response:
    """Look at a game

    With a seat's token: as that seat knows it, with its legal actions. Without one, or with the
    host's: as a spectator. `version` shows it as the same viewer knew it then.
    """
    sight = arrive(context(), game_id, bearer(), query.get("version"))
    if flask.request.if_none_match.contains_weak(sight.tag):
        response = flask.Response(status=304)
    else:
        response = reply(look(context(), sight))
    response.set_etag(sight.tag)
    return response


@operation(
    blueprint,
    "DELETE",
    "/<game_id>",
    "deleteGame",
    path=[GAME_ID],
    security=[HOST_TOKEN],
    answers={204: answer("The game, its log and its tokens are gone.")},
    problems=(
        "token_missing",
        "token_invalid",
        "host_token_required",
        *WITH_GAME,
        *WRITING,
    ),
)
def delete_game(game_id: str) -> flask.Response:
    """Delete a game

    For its host. It cannot be undone.
    """
    delete(context(), game_id, bearer())
    response = flask.Response(status=204)
    del response.headers["Content-Type"]  # Flask's default, for a body that there is not
    return response


@operation(
    blueprint,
    "POST",
    "/<game_id>/seats/<int:seat>/claim",
    "claimSeat",
    path=[GAME_ID, SEAT],
    header=KeyHeader,
    request_body=body("Claim", required=False),
    answers={
        201: answer("The seat is yours.", "SeatClaim"),
        200: answer(
            "The seat was claimed before, under this key.",
            "SeatClaim",
            header_names=["Idempotency-Replayed"],
        ),
    },
    problems=(
        "not_found",
        "seat_not_found",
        "seat_taken",
        "idempotency_key_reused",
        *WITH_BODY,
        *WITH_GAME,
        *WRITING,
    ),
)
def claim_seat(header: dict[str, Any], game_id: str, seat: int) -> flask.Response:
    """Claim an open seat

    Whoever knows the game's id may claim, on private games too: the id is the invitation. The last
    claim starts the game; from then on a private game answers claims as if it did not exist.
    """
    request = read_body(Claim, "Claim", optional=True)
    return reply_once(*claim(context(), game_id, seat, request, header.get("key")))


@operation(
    blueprint,
    "POST",
    "/<game_id>/seats/<int:seat>/token",
    "renewSeatToken",
    path=[GAME_ID, SEAT],
    security=[SEAT_TOKEN, HOST_TOKEN],
    answers={201: answer("The new token; the old one is dead.", "SeatToken")},
    problems=(
        "token_missing",
        "token_invalid",
        "wrong_seat",
        "not_found",
        "seat_not_found",
        "seat_open",
        *WITH_GAME,
        *WRITING,
    ),
)
def renew_seat_token(game_id: str, seat: int) -> flask.Response:
    """Renew a seat's token

    For the seat itself, and for the host, who can so take a seat over: sit down with hosts that you
    trust. The old token opens nothing from now on.
    """
    return reply(renew_token(context(), game_id, bearer(), seat), 201)
