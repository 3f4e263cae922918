"""The SQLite schema, step by step. A step that was released is never edited; a new one follows it.

What the schema itself guards, against every program that opens the file: a log grows by its next
version only, its rows are never changed, and none of them is deleted as long as its game exists.
"""

import sqlite3
from collections.abc import Callable

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

APPLICATION_ID = 0x54617073
"""What the file's header says it belongs to: `Taps`, in ASCII."""

migrations = Migrations("tapster")


class UnusableDatabase(Exception):
    """The file cannot be used as a database of this program; it was left as it was."""


class ForeignDatabase(UnusableDatabase):
    """The file is the database of some other program."""


class NewerDatabase(UnusableDatabase):
    """The file was written by a newer version of this program."""


@migrations()
def m001_games(database: Database) -> None:
    """Games, their logs, tokens and idempotency keys, and what the store keeps for itself."""
    for statement in _M001:
        database.execute(statement)


_M001 = (
    """
    CREATE TABLE store (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        pepper BLOB NOT NULL CHECK (length(pepper) = 32)
    ) STRICT
    """,
    """
    CREATE TABLE game (
        game_id TEXT NOT NULL PRIMARY KEY,
        kind TEXT NOT NULL,
        visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
        server_seed BLOB NOT NULL,
        open_seed INTEGER NOT NULL CHECK (open_seed IN (0, 1)),
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        status TEXT NOT NULL CHECK (status IN ('open', 'active', 'over')),
        seats INTEGER NOT NULL CHECK (seats > 0),
        open_seats INTEGER NOT NULL CHECK (open_seats BETWEEN 0 AND seats)
    ) STRICT, WITHOUT ROWID
    """,
    # Every list runs along one of these, or along the primary key, newest first.
    "CREATE INDEX game_by_kind ON game (kind, game_id) WHERE visibility = 'public'",
    "CREATE INDEX game_by_status ON game (status, game_id) WHERE visibility = 'public'",
    """
    CREATE INDEX game_with_open_seats ON game (game_id)
    WHERE visibility = 'public' AND open_seats > 0
    """,
    """
    CREATE TRIGGER game_keeps_its_facts
    BEFORE UPDATE OF game_id, kind, visibility, server_seed, open_seed, created_at,
        seats ON game
    BEGIN SELECT RAISE(ABORT, 'what a game was created with is never changed'); END
    """,
    """
    CREATE TABLE log (
        game_id TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        version INTEGER NOT NULL CHECK (version >= 0),
        seat INTEGER CHECK (seat >= 0),
        at TEXT NOT NULL,
        decision INTEGER CHECK (decision < version),
        command BLOB,
        chance BLOB NOT NULL,
        events BLOB NOT NULL,
        hash BLOB NOT NULL,
        PRIMARY KEY (game_id, version)
    ) STRICT, WITHOUT ROWID
    """,
    # Refuses gaps, and INSERT OR REPLACE, which would not wake the other triggers.
    """
    CREATE TRIGGER log_grows_by_its_next_version BEFORE INSERT ON log
    WHEN NEW.version <> (
        SELECT coalesce(max(version), -1) + 1 FROM log WHERE game_id = NEW.game_id
    )
    BEGIN SELECT RAISE(ABORT, 'a log grows by its next version only'); END
    """,
    """
    CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
    BEGIN SELECT RAISE(ABORT, 'a row of a log is never changed'); END
    """,
    # Where the game is deleted, the cascade comes here after the game's own row has gone.
    """
    CREATE TRIGGER log_goes_with_its_game BEFORE DELETE ON log
    WHEN EXISTS (SELECT 1 FROM game WHERE game_id = OLD.game_id)
    BEGIN SELECT RAISE(ABORT, 'a log is deleted with its game only'); END
    """,
    """
    CREATE TABLE token (
        game_id TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        digest BLOB NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('seat', 'host')),
        seat INTEGER CHECK (seat >= 0),
        PRIMARY KEY (game_id, digest),
        CHECK ((role = 'seat') = (seat IS NOT NULL))
    ) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE idempotency_key (
        digest BLOB NOT NULL PRIMARY KEY,
        request BLOB NOT NULL,
        game_id TEXT NOT NULL REFERENCES game ON DELETE CASCADE,
        version INTEGER NOT NULL,
        at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX idempotency_key_by_game ON idempotency_key (game_id)",
    "CREATE INDEX idempotency_key_by_time ON idempotency_key (at)",
)

SCHEMA_VERSION = 1
"""How many steps there are: the `user_version` of a database that is up to date."""


def schema_version(connection: sqlite3.Connection) -> int:
    """How many steps the database has taken, 0 if it is empty. Changes nothing.

    Raises `ForeignDatabase` and `NewerDatabase`.
    """
    ((application_id,),) = connection.execute("PRAGMA application_id").fetchall()
    ((version,),) = connection.execute("PRAGMA user_version").fetchall()
    ((objects,),) = connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
    if application_id == 0 and version == 0 and objects == 0:
        return 0
    if application_id != APPLICATION_ID:
        raise ForeignDatabase(
            f"the file belongs to another program: its application_id is {application_id:#010x},"
            f" not {APPLICATION_ID:#010x}"
        )
    if version > SCHEMA_VERSION:
        raise NewerDatabase(
            f"the database has schema {version}, this program knows {SCHEMA_VERSION} at most:"
            " use the newer program"
        )
    return int(version)


def migrate(connection: sqlite3.Connection, pepper_source: Callable[[int], bytes]) -> None:
    """Takes all steps that are missing, in the transaction that the caller has begun."""
    if not connection.in_transaction:
        raise ValueError("migrate wants to be called within a transaction")
    before = schema_version(connection)
    if before == SCHEMA_VERSION:
        return
    # sqlite-utils works on our connection, so that one SQLite library alone touches the file.
    migrations.apply(Database(connection))
    if before == 0:
        connection.execute("INSERT INTO store (id, pepper) VALUES (1, ?)", (pepper_source(32),))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
