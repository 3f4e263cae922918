"""Playing and following: legal actions, actions, the feed, the log, the proof."""

from typing import Any

import flask
import msgspec
from flask_smorest import Blueprint

from tapster.api.bodies import parse_body, receive_body
from tapster.api.describe import (
    GAME_ID,
    HOST_TOKEN,
    NOBODY,
    SEAT_TOKEN,
    WITH_BODY,
    WITH_GAME,
    WRITING,
    answer,
    body,
    operation,
)
from tapster.api.parameters import FeedQuery
from tapster.api.request import bearer, client_watch, context, reply, reply_once
from tapster.app.act import act, let_in
from tapster.app.follow import follow, proof, whole_log
from tapster.app.look import legal_actions
from tapster.app.requests import Act

NDJSON = "application/x-ndjson"

blueprint = Blueprint(
    "play", __name__, url_prefix="/v1/games/<game_id>", description="Playing and following."
)


@operation(
    blueprint,
    "GET",
    "/legal-actions",
    "getLegalActions",
    path=[GAME_ID],
    security=[SEAT_TOKEN],
    answers={200: answer("All that the seat may do now.", "LegalActions")},
    problems=(
        "token_missing",
        "token_invalid",
        "seat_token_required",
        *WITH_GAME,
    ),
)
def get_legal_actions(game_id: str) -> flask.Response:
    """List a seat's legal actions

    Complete, and ready to be posted.
    """
    return reply(legal_actions(context(), game_id, bearer()))


@operation(
    blueprint,
    "POST",
    "/actions",
    "act",
    path=[GAME_ID],
    security=[SEAT_TOKEN],
    request_body=body("Act"),
    answers={
        201: answer("The action is played.", "ActionAnswer"),
        200: answer(
            "The action was played before, as the answer to this decision.",
            "ActionAnswer",
            header_names=["Idempotency-Replayed"],
        ),
    },
    problems=(
        "token_missing",
        "token_invalid",
        "seat_token_required",
        "decision_answered",
        "decision_closed",
        "version_conflict",
        "illegal_action",
        *WITH_BODY,
        *WITH_GAME,
        *WRITING,
    ),
)
def post_action(game_id: str) -> flask.Response:
    """Act

    Plays one action of the token's seat. Name the `decision` that it answers, and the request can
    be repeated safely when an answer was lost: the same again gives the same answer. The game's
    refusal of an illegal action has its own code, in `reason`.
    """
    # The body first: whoever sends it slowly must not act with a token renewed meanwhile.
    received = receive_body()
    actor = let_in(context(), game_id, bearer())
    return reply_once(*act(context(), actor, parse_body(received, Act, "Act")))


@operation(
    blueprint,
    "GET",
    "/events",
    "getEvents",
    path=[GAME_ID],
    query=FeedQuery,
    security=[NOBODY, SEAT_TOKEN, HOST_TOKEN],
    answers={200: answer("What happened, as far as the viewer may know it.", "Feed")},
    problems=("token_invalid", "waiting_capacity", *WITH_GAME),
)
def get_events(query: dict[str, Any], game_id: str) -> flask.Response:
    """Follow a game

    The feed, one item a version. With `wait`, the answer is held back until something happens.
    """
    return reply(
        follow(
            context(),
            game_id,
            bearer(),
            query["after"],
            query["limit"],
            query["wait"],
            client_watch(),
        )
    )


@operation(
    blueprint,
    "GET",
    "/log",
    "getLog",
    path=[GAME_ID],
    security=[NOBODY, SEAT_TOKEN, HOST_TOKEN],
    answers={
        200: {
            "description": "The whole log. As NDJSON: one entry a line.",
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/GameLog"}},
                NDJSON: {"schema": {"$ref": "#/components/schemas/LogEntry"}},
            },
        }
    },
    problems=("token_invalid", "game_not_over", *WITH_GAME),
)
def get_log(game_id: str) -> flask.Response:
    """Read the log of a finished game

    Everything that happened, unredacted: commands, chance, events, and the chain of hashes. Send
    `Accept: application/x-ndjson` for one entry a line.
    """
    log = whole_log(context(), game_id, bearer())
    accepted = flask.request.accept_mimetypes
    if accepted.best_match(["application/json", NDJSON], "application/json") == NDJSON:
        lines = msgspec.json.Encoder().encode_lines(log.entries)
        response = flask.Response(lines, content_type=NDJSON)
    else:
        response = reply(log)
    response.vary.add("Accept")
    return response


@operation(
    blueprint,
    "GET",
    "/proof",
    "getProof",
    path=[GAME_ID],
    security=[NOBODY, SEAT_TOKEN, HOST_TOKEN],
    answers={200: answer("The proof, as far as it can be given.", "Proof")},
    problems=("token_invalid", *WITH_GAME),
)
def get_proof(game_id: str) -> flask.Response:
    """Check a game's chance

    The commitment was published before the first card was dealt. Once the game is over the server
    seed is public too, and anybody can compute every random outcome again.
    """
    return reply(proof(context(), game_id, bearer()))
