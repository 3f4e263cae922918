"""What the SQLite store promises of its file: whose it is, its settings, what it refuses."""

import sqlite3
import threading
from contextlib import closing
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlite_utils import Database

from tapster.store.migrations import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    ForeignDatabase,
    NewerDatabase,
    migrations,
)
from tapster.store.sqlite import SqliteStore
from tapster.store.sqlite_connections import Synchronous, WrongSettings
from tests.store.samples import PEPPER, a_game, a_key, a_row, a_time, a_token, pepper_source
from tests.store.sqlite_files import G, appended, opened, outsider

FORK = get_context("fork")


# The file


def test_what_was_stored_is_there_after_reopening(path: Path) -> None:
    with closing(opened(path)) as first:
        first.create(a_game(1), a_row(0), [a_token(1)], a_key(1))
        appended(first, 1)
    with closing(opened(path, "FULL")) as second:
        assert second.rows(G) == [a_row(0), a_row(1)]
        assert second.token(G, a_token(1).digest) == a_token(1)
        assert second.key(a_key(1).digest) == a_key(1)


def test_the_pepper_is_made_once(path: Path) -> None:
    with closing(opened(path)):
        pass

    def refuse(length: int) -> bytes:
        raise AssertionError("asked for another pepper")

    with closing(SqliteStore(path, pepper_source=refuse)) as store:
        assert store.pepper() == PEPPER


def test_the_header_says_whose_file_it_is(path: Path, store: SqliteStore) -> None:
    with outsider(path) as connection:
        assert connection.execute("PRAGMA application_id").fetchall() == [(APPLICATION_ID,)]
        assert connection.execute("PRAGMA user_version").fetchall() == [(SCHEMA_VERSION,)]
        assert connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]


def test_the_schema_version_counts_the_migrations() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        assert len(migrations.pending(Database(connection))) == SCHEMA_VERSION


def test_every_table_is_strict(path: Path, store: SqliteStore) -> None:
    with outsider(path) as connection:
        lax = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict"
        names = {name for (name,) in connection.execute(lax)}
    assert names == {"_sqlite_migrations", "sqlite_schema"}


def test_a_newer_database_is_refused_and_left_alone(path: Path) -> None:
    with closing(opened(path)) as store:
        store.create(a_game(1), a_row(0), [])
    with outsider(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = path.read_bytes()
    with pytest.raises(NewerDatabase, match="use the newer program"):
        opened(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("application_id", [0, 1, APPLICATION_ID + 1])
def test_a_foreign_database_is_refused_and_left_alone(path: Path, application_id: int) -> None:
    with outsider(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.execute(f"PRAGMA application_id = {application_id}")
    before = path.read_bytes()
    with pytest.raises(ForeignDatabase, match="another program"):
        opened(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_text("This is a letter to a friend, and nothing else. " * 40)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        opened(path)
    assert path.read_text().startswith("This is a letter")


def test_an_opening_that_failed_half_way_is_taken_up_again(path: Path) -> None:
    def fail(length: int) -> bytes:
        raise OSError("no entropy")

    with pytest.raises(OSError, match="no entropy"):
        SqliteStore(path, pepper_source=fail)
    with closing(opened(path)) as store:
        store.create(a_game(1), a_row(0), [])
        assert store.pepper() == PEPPER


def test_many_processes_may_make_the_store_at_once(path: Path) -> None:
    start = FORK.Barrier(6)

    def work() -> None:
        start.wait(30)
        with closing(opened(path)) as store:
            assert store.pepper() == PEPPER
            store.check()

    children = [FORK.Process(target=work) for _ in range(6)]
    for child in children:
        child.start()
    for child in children:
        child.join(30)
    assert [child.exitcode for child in children] == [0] * 6


@pytest.mark.parametrize("name", ["", ":memory:"])
def test_a_store_without_a_file_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="needs a file"):
        SqliteStore(name, pepper_source=pepper_source)


# Settings


@pytest.mark.parametrize(("synchronous", "level"), [("FULL", 2), ("NORMAL", 1)])
def test_every_thread_has_the_settings(path: Path, synchronous: Synchronous, level: int) -> None:
    found: list[object] = []
    with closing(opened(path, synchronous)) as store:

        def look() -> None:
            with store._connections.mine() as connection:
                for pragma in ("synchronous", "journal_mode", "foreign_keys", "busy_timeout"):
                    found.extend(connection.execute(f"PRAGMA {pragma}").fetchall()[0])

        look()
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    assert found == [level, "wal", 1, 5000] * 2


def test_another_journal_mode_is_noticed(path: Path, store: SqliteStore) -> None:
    store._connections.before_fork()
    with outsider(path) as connection:
        assert connection.execute("PRAGMA journal_mode = DELETE").fetchall() == [("delete",)]
    store._connections.after_fork_in_parent()
    with pytest.raises(WrongSettings, match="journal_mode is 'delete'"):
        store.game(G)


def test_another_synchronous_is_noticed(store: SqliteStore) -> None:
    with store._connections.mine() as connection:
        connection.execute("PRAGMA synchronous = OFF")
        with pytest.raises(WrongSettings, match="synchronous is 0 where 1"):
            store._connections.check_settings(connection)


# What the schema refuses, whoever asks


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log SET events = x'5b5d'",
        "UPDATE log SET version = 9 WHERE version = 1",
        "DELETE FROM log",
        "DELETE FROM log WHERE version = 1",
        "INSERT OR REPLACE INTO log SELECT * FROM log WHERE version = 1",
        "REPLACE INTO log SELECT game_id, version, 1, at, 0, command, chance, x'5b5d', hash"
        " FROM log WHERE version = 1",
        "INSERT INTO log SELECT game_id, 5, seat, at, decision, command, chance, events, hash"
        " FROM log WHERE version = 1",
        "UPDATE game SET server_seed = x'00'",
        "UPDATE game SET kind = 'flip'",
        "UPDATE game SET game_id = 'g_other'",
    ],
)
def test_the_past_is_not_edited(path: Path, store: SqliteStore, statement: str) -> None:
    store.create(a_game(1), a_row(0), [])
    appended(store, 1)
    with outsider(path) as connection, pytest.raises(sqlite3.IntegrityError, match=r"never|only"):
        connection.execute(statement)
    assert store.rows(G) == [a_row(0), a_row(1)]
    assert store.game(G) == replace(a_game(1), version=1, hash=a_row(1).hash, updated_at=a_time(1))


def test_a_row_needs_its_game(path: Path, store: SqliteStore) -> None:
    with outsider(path) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            connection.execute(
                "INSERT INTO log VALUES ('g_none', 0, NULL, '', NULL, NULL, x'', x'', x'')"
            )


def test_deleting_a_game_leaves_no_row_in_any_table(path: Path, store: SqliteStore) -> None:
    store.create(a_game(1), a_row(0), [a_token(1)], a_key(1))
    appended(store, *range(1, 20))
    assert store.delete(G)
    with outsider(path) as connection:
        for table in ("game", "log", "token", "idempotency_key"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchall() == [(0,)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
