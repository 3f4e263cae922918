"""Games as the store holds them, played through the service, and put back at any version."""

import random
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, NamedTuple

import flask
import msgspec
from werkzeug.test import run_wsgi_app

from tapster.app.context import Context, load
from tapster.app.entries import FIRST_HASH, new_row
from tapster.app.ports import EventStore, GameRecord, LogRow, Status, TokenRecord
from tapster.app.tokens import digest
from tapster.games.kernel.codec import codec, decode_draws, encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import Entry
from tapster.games.kernel.messages import Options
from tapster.games.kernel.table import Table, replay
from tapster.store.memory import MemoryStore
from tests.laws.games import player
from tests.support import memory_context

HOST = "host"
"""Stands for the host among the seats' numbers, and None for nobody."""


class Request(NamedTuple):
    """What somebody asks of the service."""

    method: str
    path: str
    query: str = ""
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()


class Answer(NamedTuple):
    """All that the asker gets: status, every header in its order, and the bytes of the body."""

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


def ask(app: flask.Flask, context: Context, request: Request, token: str | None) -> Answer:
    """The service's answer, with the given context for its outside world."""
    app.extensions["tapster"] = context
    environ: dict[str, Any] = {
        "REQUEST_METHOD": request.method,
        "PATH_INFO": request.path,
        "QUERY_STRING": request.query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(request.body or b""),
        "wsgi.errors": BytesIO(),
    }
    if request.body is not None:
        environ["CONTENT_LENGTH"] = str(len(request.body))
        environ["CONTENT_TYPE"] = "application/json"
    if token is not None:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    for name, value in request.headers:
        environ["HTTP_" + name.upper().replace("-", "_")] = value
    body, status, headers = run_wsgi_app(app, environ, buffered=True)
    return Answer(status, tuple(headers.items()), b"".join(body))


@dataclass(frozen=True, slots=True)
class World:
    """A game's whole log, and who can open it."""

    kind: AnyKind
    record: GameRecord
    """As of the log's end."""
    entries: list[Entry]
    rows: list[LogRow]
    tokens: dict[int | str, str]

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.record.game_id

    def context(self, cut: int) -> Context:
        """A service whose store has the game up to version `cut`, and nothing else."""
        store = MemoryStore(bytes(32))
        self.put_into(store, cut)
        return memory_context(store, wait_maximum=0)

    def put_into(self, store: EventStore, cut: int) -> None:
        """Stores the game up to version `cut`."""
        store.create(
            replace(self.record, status=self._status(0)),
            self.rows[0],
            [
                TokenRecord(
                    role="host" if isinstance(holder, str) else "seat",
                    seat=None if isinstance(holder, str) else holder,
                    digest=digest(text),
                )
                for holder, text in self.tokens.items()
            ],
        )
        for row in self.rows[1 : cut + 1]:
            store.append(self.game_id, row, status=self._status(row.version), open_seats=0)

    def _status(self, version: int) -> Status:
        if version == self.record.version:
            return self.record.status
        # A game starts with the first chance that it uses: its deal.
        return "active" if any(row.chance != b"[]" for row in self.rows[: version + 1]) else "open"

    def table(self, cut: int) -> Table:
        """The table at version `cut`, folded without the service."""
        entries = self.entries[: cut + 1]
        return replay(self.kind, entries, [entry.events for entry in entries])

    def instead(self, entries: list[Entry], server_seed: bytes) -> "World":
        """The same game with another log and another seed, which show only to who may know."""
        record = replace(self.record, server_seed=server_seed)
        return replace(self, record=record, entries=entries, rows=as_rows(self.game_id, entries))


def as_rows(game_id: str, entries: list[Entry]) -> list[LogRow]:
    """The entries as the service would store them."""
    rows: list[LogRow] = []
    previous = FIRST_HASH
    for entry in entries:
        row = new_row(
            game_id,
            previous,
            version=entry.version,
            seat=entry.seat,
            at=entry.at,
            decision=entry.decision,
            command=entry.command,
            chance=entry.chance,
            events=entry.events,
        )
        previous = row.hash
        rows.append(row)
    return rows


def as_entries(kind: AnyKind, rows: list[LogRow]) -> list[Entry]:
    """The rows as the service would read them."""
    read = codec(kind)
    return [
        Entry(
            version=row.version,
            seat=row.seat,
            at=row.at,
            decision=row.decision,
            command=None if row.command is None else read.decode_command(row.command),
            chance=decode_draws(row.chance),
            events=events,
        )
        for row, events in zip(rows, read.decode_events([row.events for row in rows]), strict=True)
    ]


def play_through_service(
    app: flask.Flask,
    kind: AnyKind,
    number: int,
    versions: int,
    *,
    visibility: str = "public",
    open_seats: bool = False,
    context: Context | None = None,
) -> World:
    """Plays a random game of at most so many versions by requests alone."""
    chooser = random.Random(f"secrecy {kind.name} {number}")
    context = context or memory_context(wait_maximum=0)
    tables = player(kind).OPTIONS
    seats, options = tables[number % len(tables)]
    fills = ["open" if open_seats and seat % 2 else "token" for seat in range(seats)]
    created = _post(app, context, "/v1/games", None, _new_game(kind, fills, options, visibility))
    game_id = created["game"]["id"]
    tokens: dict[int | str, str] = {given["seat"]: given["token"] for given in created["tokens"]}
    tokens[HOST] = created["host_token"]
    for seat in range(seats):
        if fills[seat] == "open":
            path = f"/v1/games/{game_id}/seats/{seat}/claim"
            tokens[seat] = _post(app, context, path, None, {})["token"]
    while True:
        record = context.store.game(game_id)
        assert record is not None, "the game was created"
        loaded = load(context, record)
        if loaded.table.status != "active" or loaded.table.version + 1 >= versions:
            break
        _act(app, context, loaded.table, game_id, tokens, chooser)
    return World(kind, record, as_entries(kind, loaded.rows), loaded.rows, tokens)


def _new_game(kind: AnyKind, fills: list[str], options: Options, visibility: str) -> dict[str, Any]:
    return {
        "kind": kind.name,
        "seats": [{"fill": fill} for fill in fills],
        "options": msgspec.to_builtins(options),
        "visibility": visibility,
    }


def _act(
    app: flask.Flask,
    context: Context,
    table: Table,
    game_id: str,
    tokens: dict[int | str, str],
    chooser: random.Random,
) -> None:
    choices = {seat: table.kind.legal(table.state, seat) for seat in sorted(table.decisions)}
    seat = chooser.choice([seat for seat, commands in choices.items() if commands])
    command = msgspec.to_builtins(chooser.choice(choices[seat]))
    body = {"action": command, "decision": table.decisions[seat].opened}
    _post(app, context, f"/v1/games/{game_id}/actions", tokens[seat], body)


def _post(
    app: flask.Flask, context: Context, path: str, token: str | None, body: dict[str, Any]
) -> Any:
    answer = ask(app, context, Request("POST", path, body=encode(body)), token)
    assert answer.status == "201 CREATED", f"{path}: {answer}"
    return msgspec.json.decode(answer.body)
