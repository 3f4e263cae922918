"""A private game is to outsiders as if it did not exist, and is listed to nobody."""

import random

import flask
import msgspec
import pytest

from tapster.app.context import Context
from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import MAXIMUM_VERSIONS
from tests.laws.secrecy.probes import acting, looking, managing
from tests.laws.secrecy.worlds import (
    HOST,
    Answer,
    Request,
    World,
    ask,
    play_through_service,
)
from tests.support import memory_app, memory_context

UNKNOWN = "g_00000000000000000000000000"

each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])


def requests(world: World, cut: int) -> list[Request]:
    """Everything that can be asked about the game, but for claims: its id is the invitation."""
    chooser = random.Random(cut)
    table = world.table(cut)
    asked = [
        *looking(world.game_id, world.kind, cut, None, chooser),
        *acting(world, table, None, chooser),
        *managing(world.game_id, table, None),
    ]
    return [request for request in asked if not request.path.endswith("/claim")]


def elsewhere(request: Request, world: World) -> Request:
    """The same request about a game that nobody has created."""
    return request._replace(path=request.path.replace(world.game_id, UNKNOWN))


def without_instance(answer: Answer, request: Request) -> Answer:
    """The answer but for `instance`, which says the request's own path and nothing else."""
    if b'"instance"' not in answer.body:
        return answer
    assert msgspec.json.decode(answer.body)["instance"] == request.path
    return answer._replace(body=answer.body.replace(request.path.encode(), b"/"))


def outsiders(neighbour: World) -> list[str | None]:
    """No token, nonsense, one that could be a token, and those of another game."""
    strange = "tap_seat_" + "A" * 43
    return [None, "", "nonsense", strange, neighbour.tokens[0], neighbour.tokens[HOST]]


def played_to(
    app: flask.Flask,
    kind: AnyKind,
    versions: int,
    visibility: str = "private",
    context: Context | None = None,
) -> World:
    """A running game of so many versions, or one before its last if it is shorter."""
    whole = play_through_service(app, kind, 0, MAXIMUM_VERSIONS).record.version + 1
    fewer = min(versions, whole - 1)
    return play_through_service(app, kind, 0, fewer, visibility=visibility, context=context)


def played_out(app: flask.Flask, kind: AnyKind, context: Context) -> World:
    """A private game that is over."""
    return play_through_service(
        app, kind, 0, MAXIMUM_VERSIONS, visibility="private", context=context
    )


@each_kind
@pytest.mark.parametrize("versions", [1, 20, None], ids=["new", "running", "over"])
def test_outsiders_get_what_they_would_get_for_an_unknown_game(
    kind: AnyKind, versions: int | None
) -> None:
    app = memory_app()
    played = memory_context()
    if versions is None:
        world = played_out(app, kind, played)
    else:
        world = played_to(app, kind, versions, context=played)
    neighbour = play_through_service(app, kind, 1, 3, context=played)
    cut = world.record.version
    context = world.context(cut)
    neighbour.put_into(context.store, neighbour.record.version)
    compared = 0
    for token in outsiders(neighbour):
        for request in requests(world, cut):
            beside = elsewhere(request, world)
            here = ask(app, context, request, token)
            there = ask(app, context, beside, token)
            assert without_instance(here, request) == without_instance(there, beside), request
            compared += 1

    assert world.record.status == ("over" if versions is None else "active")
    assert compared > 150


@each_kind
def test_those_who_hold_a_token_can_see_a_private_game(kind: AnyKind) -> None:
    app = memory_app()
    world = played_to(app, kind, 5)
    context = world.context(world.record.version)
    for token in world.tokens.values():
        answer = ask(app, context, Request("GET", f"/v1/games/{world.game_id}"), token)
        assert answer.status == "200 OK"


@each_kind
def test_private_games_are_not_listed(kind: AnyKind) -> None:
    app = memory_app()
    for visibility in ("public", "private"):
        world = played_to(app, kind, 5, visibility)
        context = world.context(world.record.version)
        for query in ("", f"kind={kind.name}", "status=active"):
            for token in (None, world.tokens[HOST], world.tokens[0]):
                answer = ask(app, context, Request("GET", "/v1/games", query), token)
                listed = [item["id"] for item in msgspec.json.decode(answer.body)["items"]]
                assert listed == ([world.game_id] if visibility == "public" else [])
