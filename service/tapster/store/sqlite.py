"""The default store: one SQLite file, for any number of threads and processes of one machine.

A writing call waits for its turn, begins its transaction as a writer at once, looks, writes and
commits; it returns when SQLite has. A reading call is one statement, read to its end, so that no
call leaves a snapshot open that would keep the write-ahead log from being emptied.
"""

import sqlite3
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tapster.app.ports import (
    GameExists,
    GameGone,
    GameQuery,
    GameRecord,
    KeyRecord,
    KeyTaken,
    LogRow,
    Status,
    StoreBusy,
    StoreFull,
    StoreUnavailable,
    TokenGone,
    TokenRecord,
)
from tapster.store.migrations import SCHEMA_VERSION, migrate, schema_version
from tapster.store.order import require_first, require_next
from tapster.store.sqlite_connections import Connections, Synchronous

_GREATEST_INTEGER = 2**63 - 1

_GAME = """
    SELECT game.game_id, kind, visibility, server_seed, open_seed, created_at, updated_at, status,
        seats, open_seats, head.version, head.hash
    FROM game JOIN log AS head ON head.game_id = game.game_id AND head.version =
        (SELECT max(version) FROM log WHERE log.game_id = game.game_id)
"""
_ROW = "SELECT version, seat, at, decision, command, chance, events, hash FROM log"


@contextmanager
def _reported() -> Iterator[None]:
    """Reports what SQLite says in the words of the port; what the port has no word for, as is."""
    try:
        yield
    except sqlite3.Error as error:
        # Errors of the Python module itself carry no name.
        name: str = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            raise StoreBusy(str(error)) from error
        if name == "SQLITE_FULL":
            raise StoreFull(str(error)) from error
        if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_IOERR")):
            raise StoreUnavailable(str(error)) from error
        raise


class SqliteStore:
    """An `EventStore` in the SQLite database at `path`, made or brought up to date as needed.

    With `synchronous` FULL a call that has returned survives a power cut; with NORMAL it survives
    the death of the process, while a power cut may undo the last calls. `pepper_source` is asked
    once in a database's life. Raises `UnusableDatabase` for a file that it must not touch.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        synchronous: Synchronous = "FULL",
        pepper_source: Callable[[int], bytes],
    ) -> None:
        if str(path) in ("", ":memory:"):
            raise ValueError("a SQLite store needs a file: every thread has its own connection")
        self._connections = Connections(Path(path).absolute(), synchronous)
        try:
            self._open(pepper_source)
            ((self._pepper,),) = self._read("SELECT pepper FROM store")
        except BaseException:
            self._connections.close()
            raise
        # A store that was forgotten unclosed must not leave its connections open. At the end of
        # the process there is nothing to tidy, while other threads may still be at work.
        weakref.finalize(self, self._connections.close).atexit = False

    def create(
        self,
        game: GameRecord,
        row: LogRow,
        tokens: Sequence[TokenRecord],
        key: KeyRecord | None = None,
    ) -> None:
        require_first(row)
        with self._writing() as connection:
            _require_unused(connection, key)
            if connection.execute(
                "SELECT 1 FROM game WHERE game_id = ?", (game.game_id,)
            ).fetchall():
                raise GameExists(game.game_id)
            connection.execute(
                "INSERT INTO game (game_id, kind, visibility, server_seed, open_seed, created_at,"
                " updated_at, status, seats, open_seats) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    game.game_id,
                    game.kind,
                    game.visibility,
                    game.server_seed,
                    game.open_seed,
                    game.created_at,
                    game.updated_at,
                    game.status,
                    game.seats,
                    game.open_seats,
                ),
            )
            _insert_row(connection, game.game_id, row)
            _insert_tokens(connection, game.game_id, tokens)
            _insert_key(connection, key)

    def append(
        self,
        game_id: str,
        row: LogRow,
        *,
        status: Status,
        open_seats: int,
        tokens: Sequence[TokenRecord] = (),
        key: KeyRecord | None = None,
    ) -> None:
        with self._writing() as connection:
            ((head,),) = connection.execute(
                "SELECT max(version) FROM log WHERE game_id = ?", (game_id,)
            ).fetchall()
            if head is None:
                raise GameGone(game_id)
            _require_unused(connection, key)
            require_next(row, head)
            _insert_row(connection, game_id, row)
            connection.execute(
                "UPDATE game SET status = ?, open_seats = ?, updated_at = ? WHERE game_id = ?",
                (status, open_seats, row.at, game_id),
            )
            _insert_tokens(connection, game_id, tokens)
            _insert_key(connection, key)

    def game(self, game_id: str) -> GameRecord | None:
        found = self._read(f"{_GAME} WHERE game.game_id = ?", game_id)
        return _game_record(found[0]) if found else None

    def rows(self, game_id: str, after: int = -1, limit: int | None = None) -> list[LogRow]:
        found = self._read(
            f"{_ROW} WHERE game_id = ? AND version > ? ORDER BY version LIMIT ?",
            game_id,
            max(-1, min(after, _GREATEST_INTEGER)),
            -1 if limit is None else limit,
        )
        return [_log_row(values) for values in found]

    def row_answering(self, game_id: str, seat: int, decision: int) -> LogRow | None:
        # An answer follows what it answers, mostly at once: no index beats looking from there on.
        found = self._read(
            f"{_ROW} WHERE game_id = ?1 AND version > ?3 AND seat = ?2 AND decision = ?3"
            " ORDER BY version LIMIT 1",
            game_id,
            seat,
            min(decision, _GREATEST_INTEGER),
        )
        return _log_row(found[0]) if found else None

    def games(self, query: GameQuery) -> list[GameRecord]:
        conditions = ["TRUE" if query.private_too else "visibility = 'public'"]
        values: list[str | int] = []
        for column, value in (("kind", query.kind), ("status", query.status)):
            if value is not None:
                conditions.append(f"{column} = ?")
                values.append(value)
        if query.open_seats is not None:
            conditions.append("open_seats > 0" if query.open_seats else "open_seats = 0")
        if query.before is not None:
            conditions.append("game.game_id < ?")
            values.append(query.before)
        found = self._read(
            f"{_GAME} WHERE {' AND '.join(conditions)} ORDER BY game.game_id DESC LIMIT ?",
            *values,
            query.limit,
        )
        return [_game_record(values) for values in found]

    def token(self, game_id: str, digest: bytes) -> TokenRecord | None:
        found = self._read(
            "SELECT role, seat, digest FROM token WHERE game_id = ? AND digest = ?", game_id, digest
        )
        for role, seat, stored in found:
            return TokenRecord(role=role, seat=seat, digest=stored)
        return None

    def replace_token(self, game_id: str, token: TokenRecord, presented: bytes) -> None:
        with self._writing() as connection:
            if not connection.execute(
                "SELECT 1 FROM game WHERE game_id = ?", (game_id,)
            ).fetchall():
                raise GameGone(game_id)
            if not connection.execute(
                "SELECT 1 FROM token WHERE game_id = ? AND digest = ?", (game_id, presented)
            ).fetchall():
                raise TokenGone(game_id)
            connection.execute(
                "DELETE FROM token WHERE game_id = ? AND role = ? AND seat IS ?",
                (game_id, token.role, token.seat),
            )
            _insert_tokens(connection, game_id, [token])

    def key(self, digest: bytes) -> KeyRecord | None:
        found = self._read(
            "SELECT digest, request, game_id, version, at FROM idempotency_key WHERE digest = ?",
            digest,
        )
        for stored, request, game_id, version, at in found:
            return KeyRecord(
                digest=stored, request=request, game_id=game_id, version=version, at=at
            )
        return None

    def forget_keys(self, before: str) -> int:
        with self._writing() as connection:
            return connection.execute(
                "DELETE FROM idempotency_key WHERE at < ?", (before,)
            ).rowcount

    def pepper(self) -> bytes:
        pepper: bytes = self._pepper
        return pepper

    def delete(self, game_id: str) -> bool:
        with self._writing() as connection:
            # Its log, tokens and keys go with it: ON DELETE CASCADE.
            deleted = connection.execute("DELETE FROM game WHERE game_id = ?", (game_id,))
            return deleted.rowcount == 1

    def check(self) -> None:
        # Takes a writer's turn and writes nothing, since probes must not. A full disk is found by
        # the write that needs the room; until then, and after, reading goes on.
        with self._writing():
            pass

    def close(self) -> None:
        self._connections.close()

    def _open(self, pepper_source: Callable[[int], bytes]) -> None:
        with _reported(), self._connections.mine() as connection, self._connections.turn():
            # Before anything is written, the journal mode included.
            version = schema_version(connection)
            self._connections.require_wal(connection)
            if version < SCHEMA_VERSION:
                with _transaction(connection):
                    migrate(connection, pepper_source)

    def _read(self, statement: str, *values: str | int | bytes) -> list[tuple[Any, ...]]:
        """All that the one statement finds; read to the end, which ends its snapshot."""
        with _reported(), self._connections.mine() as connection:
            return connection.execute(statement, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One writing transaction: stored when the block is left, undone where it raises."""
        with (
            _reported(),
            self._connections.mine() as connection,
            self._connections.turn(),
            _transaction(connection),
        ):
            yield connection


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    # IMMEDIATE: one that becomes a writer later fails, without waiting, if somebody else wrote.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        # Some errors, a full disk among them, may have ended the transaction already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _require_unused(connection: sqlite3.Connection, key: KeyRecord | None) -> None:
    if key is not None:
        used = "SELECT at FROM idempotency_key WHERE digest = ?"
        for (at,) in connection.execute(used, (key.digest,)).fetchall():
            raise KeyTaken(f"first used at {at}")


def _insert_row(connection: sqlite3.Connection, game_id: str, row: LogRow) -> None:
    connection.execute(
        "INSERT INTO log (game_id, version, seat, at, decision, command, chance, events, hash)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            game_id,
            row.version,
            row.seat,
            row.at,
            row.decision,
            row.command,
            row.chance,
            row.events,
            row.hash,
        ),
    )


def _insert_tokens(
    connection: sqlite3.Connection, game_id: str, tokens: Sequence[TokenRecord]
) -> None:
    for token in tokens:
        connection.execute(
            "INSERT INTO token (game_id, digest, role, seat) VALUES (?, ?, ?, ?)",
            (game_id, token.digest, token.role, token.seat),
        )


def _insert_key(connection: sqlite3.Connection, key: KeyRecord | None) -> None:
    if key is not None:
        connection.execute(
            "INSERT INTO idempotency_key (digest, request, game_id, version, at)"
            " VALUES (?, ?, ?, ?, ?)",
            (key.digest, key.request, key.game_id, key.version, key.at),
        )


def _game_record(values: tuple[Any, ...]) -> GameRecord:
    game_id, kind, visibility, server_seed, open_seed, *others = values
    created_at, updated_at, status, seats, open_seats, version, chain = others
    return GameRecord(
        game_id=game_id,
        kind=kind,
        visibility=visibility,
        server_seed=server_seed,
        open_seed=bool(open_seed),
        created_at=created_at,
        updated_at=updated_at,
        status=status,
        seats=seats,
        open_seats=open_seats,
        version=version,
        hash=chain,
    )


def _log_row(values: tuple[Any, ...]) -> LogRow:
    version, seat, at, decision, command, chance, events, chain = values
    return LogRow(
        version=version,
        seat=seat,
        at=at,
        decision=decision,
        command=command,
        chance=chance,
        events=events,
        hash=chain,
    )
