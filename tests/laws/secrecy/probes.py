"""What a viewer can ask of the service about a game: every route, in good and in bad ways."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from tapster.games import KINDS
from tapster.games.kernel.codec import encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.messages import Command
from tapster.games.kernel.table import Table
from tests.laws.games import player
from tests.laws.samples import samples
from tests.laws.secrecy.worlds import HOST, Request, World


class Probe(NamedTuple):
    """A request, who sends it, and whether it can change the game."""

    request: Request
    holder: int | str | None
    """A seat, the host, or nobody: whose token comes with it."""
    writes: bool = False


def probes(world: World, cut: int, viewer: int | None, chooser: random.Random) -> Iterator[Probe]:
    """Everything to ask as the viewer: a seat with its token; a spectator without one and as the
    host, who sees no more."""
    holders: list[int | str | None] = [None, HOST] if viewer is None else [viewer]
    table = world.table(cut)
    for holder in holders:
        for request in looking(world.game_id, world.kind, cut, viewer, chooser):
            yield Probe(request, holder)
        for request in acting(world, table, viewer, chooser):
            yield Probe(request, holder, writes=True)
        for request in managing(world.game_id, table, viewer):
            yield Probe(request, holder, writes=True)


def looking(
    game_id: str, kind: AnyKind, head: int, viewer: int | None, chooser: random.Random
) -> Iterator[Request]:
    """Every GET, at the head and in the past, for known and for impossible versions."""
    game = f"/v1/games/{game_id}"
    yield Request("GET", game)
    yield Request("HEAD", game)
    name = "spectator" if viewer is None else viewer
    for tag in (f'"{head}.{name}"', f'"{head - 1}.{name}"', '"0"', "*"):
        yield Request("GET", game, headers=(("If-None-Match", tag),))
    versions = {0, head, head - 1, chooser.randint(0, head), chooser.randint(0, head)}
    for version in (*sorted(versions), head + 1):
        yield Request("GET", game, f"version={version}")
    yield Request("GET", f"{game}/legal-actions")
    yield Request("GET", f"{game}/events")
    for after, limit in ((-1, 1), (head - 1, 100), (head, 5), (chooser.randint(0, head), 3)):
        yield Request("GET", f"{game}/events", f"after={after}&limit={limit}")
    yield Request("GET", f"{game}/events", f"after={head}&wait=1")
    yield Request("GET", f"{game}/proof")
    yield Request("GET", f"{game}/log")
    yield Request("GET", f"{game}/log", headers=(("Accept", "application/x-ndjson"),))
    yield Request("GET", game, "unknown=1")
    for query in ("", f"kind={kind.name}", "status=active", "status=over"):
        yield Request("GET", "/v1/games", query)


def acting(
    world: World, table: Table, viewer: int | None, chooser: random.Random
) -> Iterator[Request]:
    """Posts of actions: legal, illegal, out of turn, stale, foreign, and no actions at all."""
    path = f"/v1/games/{world.game_id}/actions"
    seat = 0 if viewer is None else viewer
    kind = world.kind
    legal = list(kind.legal(table.state, seat))
    tried = list(player(kind).commands(table.state))
    few = 6 if viewer is not None else 1
    commands = chooser.sample(legal, min(2, len(legal))) + chooser.sample(
        tried, min(few, len(tried))
    )
    decision = table.decisions.get(seat)
    for command in commands:
        yield _action(path, command)
        if decision is not None:
            yield _action(path, command, decision=decision.opened)
    if decision is not None and legal:
        yield _action(path, legal[0], decision=decision.opened, expected_version=table.version)
    yield _action(path, tried[0], decision=table.version + 1)
    yield _action(path, tried[0], expected_version=max(0, table.version - 1))
    own = [entry for entry in world.entries[: table.version + 1] if entry.seat == seat]
    if own:
        entry = chooser.choice(own)
        assert entry.command is not None, "a seat's entry has a command"
        yield _action(path, entry.command, decision=entry.decision)
        yield _action(path, chooser.choice(tried), decision=entry.decision)
    for other in KINDS:
        if other is not kind:
            yield _action(path, next(iter(player(other).commands(samples(other)[0].table.state))))
    for body in (b"", b"{}", b'{"action": {"type": "unknown"}}', b"[", b'{"action": 1, "x": 2}'):
        yield Request("POST", path, body=body)


def managing(game_id: str, table: Table, viewer: int | None) -> Iterator[Request]:
    """Claims, new tokens, and the end of the game."""
    game = f"/v1/games/{game_id}"
    for seat in (0, len(table.seats) - 1, len(table.seats)):
        yield Request("POST", f"{game}/seats/{seat}/claim", body=b"{}")
    for seat in (viewer or 0, len(table.seats)):
        yield Request("POST", f"{game}/seats/{seat}/token")
    yield Request("DELETE", game)


def _action(path: str, command: Command, **fields: int | None) -> Request:
    """The post of an action, with its other fields as given."""
    body = {"action": command, **{k: value for k, value in fields.items() if value is not None}}
    return Request("POST", path, body=encode(body))
