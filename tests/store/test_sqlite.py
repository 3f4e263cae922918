"""What the SQLite store promises beyond the contract: its file, its processes, its refusals."""

import gc
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlite_utils import Database

from tapster.app.ports import GameQuery, StoreBusy, StoreFull, VersionTaken
from tapster.store import sqlite_connections
from tapster.store.migrations import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    ForeignDatabase,
    NewerDatabase,
    migrations,
)
from tapster.store.sqlite import SqliteStore
from tapster.store.sqlite_connections import Connections, Synchronous, WrongSettings
from tests.store.samples import (
    PEPPER,
    a_game,
    a_key,
    a_row,
    a_time,
    a_token,
    game_id,
    pepper_source,
)

G = game_id(1)
FORK = get_context("fork")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = opened(path)
    yield store
    store.close()


def opened(path: Path, synchronous: Synchronous = "NORMAL") -> SqliteStore:
    return SqliteStore(path, synchronous=synchronous, pepper_source=pepper_source)


@contextmanager
def outsider(path: Path) -> Iterator[sqlite3.Connection]:
    """Another program that has opened the file, with SQLite's defaults."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as connection:
        yield connection


def appended(store: SqliteStore, *versions: int, note: str = "") -> None:
    for version in versions:
        store.append(G, a_row(version, note=note), status="active", open_seats=0)


def in_child(work: Callable[[], None]) -> None:
    """Runs `work` in a forked process; fails unless it ended well."""
    child = FORK.Process(target=work)
    child.start()
    child.join(30)
    assert child.exitcode == 0


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
    assert store.game(G) == replace(a_game(1), version=1, updated_at=a_time(1))


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


# Threads and processes


def test_connections_of_ended_threads_are_closed(path: Path, store: SqliteStore) -> None:
    store.create(a_game(1), a_row(0), [])
    for version in range(1, 30):
        thread = threading.Thread(target=appended, args=(store, version))
        thread.start()
        thread.join()
    assert open_files(path) <= 3, "this thread's connection, the last thread's, nothing else"
    assert len(store.rows(G)) == 30


def test_closing_leaves_no_file_open(path: Path) -> None:
    store = opened(path)
    store.check()
    thread = threading.Thread(target=store.check)
    thread.start()
    thread.join()
    assert open_files(path) > 0
    store.close()
    assert open_files(path) == 0
    assert open_files(Path(f"{path}.lock")) == 0
    assert not Path(f"{path}-wal").exists(), "the write-ahead log was emptied into the file"


def test_a_store_that_is_forgotten_closes_itself(path: Path) -> None:
    store = opened(path)
    store.check()
    assert open_files(path) > 0
    del store
    gc.collect()
    assert open_files(path) == 0
    assert open_files(Path(f"{path}.lock")) == 0


def test_no_call_leaves_a_snapshot_open(path: Path, store: SqliteStore) -> None:
    store.create(a_game(1), a_row(0), [a_token(1)], a_key(1))
    appended(store, 1, 2, 3)
    calls: list[Callable[[], object]] = [
        lambda: store.game(G),
        lambda: store.rows(G, limit=1),
        lambda: store.row_answering(G, 0, 0),
        lambda: store.games(GameQuery(limit=1)),
        lambda: store.token(G, a_token(1).digest),
        lambda: store.key(a_key(1).digest),
        store.check,
    ]
    for call in calls:
        results = [call()]
        store.check()
        with outsider(path) as connection:
            ((busy, _, _),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        assert busy == 0, "somebody still reads an older state"
        assert len(results) == 1


def test_a_child_opens_its_own_connection(path: Path, store: SqliteStore) -> None:
    store.create(a_game(1), a_row(0), [])

    def work() -> None:
        assert open_files(path) == 0, "nothing is inherited"
        appended(store, 1, 2)
        assert open_files(path) > 0

    in_child(work)
    appended(store, 3)
    in_child(lambda: appended(store, 4))
    assert store.rows(G) == [a_row(version) for version in range(5)]


def test_what_a_child_stores_outlives_the_closing_of_the_parent(path: Path) -> None:
    parent = opened(path)
    parent.create(a_game(1), a_row(0), [])
    beside_a_parent_that_closes(
        before=lambda: appended(parent, *range(1, 50)),
        close=parent.close,
        after=lambda: appended(parent, *range(50, 100)),
    )
    with closing(opened(path)) as store:
        assert store.rows(G) == [a_row(version) for version in range(100)]


def test_that_test_sees_what_an_open_connection_does_to_a_child(path: Path) -> None:
    """The control: SQLite alone, a child that opens its own connection, rows that vanish."""
    parent = sqlite3.connect(path, isolation_level=None)
    parent.execute("PRAGMA journal_mode = WAL").fetchall()
    parent.execute("CREATE TABLE log (version INTEGER PRIMARY KEY)")
    own: list[sqlite3.Connection] = []

    def insert(*versions: int) -> None:
        own[0].executemany("INSERT INTO log VALUES (?)", [(version,) for version in versions])

    def before() -> None:
        own.append(sqlite3.connect(path, isolation_level=None))
        insert(*range(50))

    beside_a_parent_that_closes(
        before=before, close=parent.close, after=lambda: insert(*range(50, 100))
    )
    with outsider(path) as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchall() == [(50,)]
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def beside_a_parent_that_closes(
    *, before: Callable[[], None], close: Callable[[], None], after: Callable[[], None]
) -> None:
    """Forks; the child works before and after the moment at which the parent closes."""
    written, closed = FORK.Event(), FORK.Event()

    def work() -> None:
        before()
        written.set()
        assert closed.wait(30)
        after()

    child = FORK.Process(target=work)
    child.start()
    assert written.wait(30)
    close()
    closed.set()
    child.join(30)
    assert child.exitcode == 0


def test_forks_amid_the_work_of_other_threads(store: SqliteStore) -> None:
    threads, rows = 4, 60
    for number in range(threads):
        store.create(a_game(number), a_row(0), [])

    def write(number: int) -> None:
        for version in range(1, rows + 1):
            store.append(game_id(number), a_row(version), status="active", open_seats=0)
            store.rows(game_id(number))

    def look() -> None:
        for number in range(threads):
            rows_seen = store.rows(game_id(number))
            assert rows_seen == [a_row(version) for version in range(len(rows_seen))]
        store.check()

    with ThreadPoolExecutor(threads) as executor:
        writers = [executor.submit(write, number) for number in range(threads)]
        forks = 0
        while forks < 3 or not all(writer.done() for writer in writers):
            in_child(look)
            forks += 1
        for writer in writers:
            writer.result()
    for number in range(threads):
        assert store.rows(game_id(number)) == [a_row(version) for version in range(rows + 1)]


def test_a_child_that_ends_harms_nobody(path: Path, store: SqliteStore) -> None:
    """A whole interpreter's end, with all that it tidies away, beside a parent that goes on."""
    store.create(a_game(1), a_row(0), [])
    appended(store, 1)
    script = (
        "import os, sys\n"
        "from pathlib import Path\n"
        "from tests.store.test_sqlite import appended, opened\n"
        "store = opened(Path(sys.argv[1]))\n"
        "appended(store, 2)\n"
        "if os.fork():\n"
        "    os.wait()\n"
        "    appended(store, 3)\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, timeout=60, check=False
    )
    assert ended.returncode == -9, ended.stderr.decode()
    assert ended.stderr == b""
    assert store.rows(G) == [a_row(version) for version in range(4)]


def test_a_fork_that_python_did_not_see_is_refused(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(RuntimeError, match="unseen by Python"):
        store.game(G)
    with pytest.raises(RuntimeError, match="unseen by Python"):
        store.check()
    monkeypatch.undo()


def test_one_process_wins_each_version(path: Path, store: SqliteStore) -> None:
    processes, versions = 4, 60
    start = FORK.Barrier(processes)
    wins = FORK.SimpleQueue()
    store.create(a_game(1), a_row(0), [])

    def work(number: int) -> None:
        won = []
        for version in range(1, versions + 1):
            start.wait(30)
            try:
                appended(store, version, note=f"process {number}")
            except VersionTaken:
                continue
            won.append((version, number))
        wins.put(won)

    children = [FORK.Process(target=work, args=(number,)) for number in range(processes)]
    for child in children:
        child.start()
    won = sorted(win for _ in children for win in wins.get())
    for child in children:
        child.join(30)
    assert [version for version, _ in won] == list(range(1, versions + 1))
    expected = [a_row(version, note=f"process {number}") for version, number in won]
    assert store.rows(G, after=0) == expected


# Trouble


def test_a_store_that_somebody_locks_is_busy(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(opened(path)) as store:
        store.create(a_game(1), a_row(0), [])
    monkeypatch.setattr(sqlite_connections, "PATIENCE", 0.05)
    with closing(opened(path)) as store, outsider(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="locked"):
            appended(store, 1)
        with pytest.raises(StoreBusy, match="locked"):
            store.check()
        assert store.rows(G) == [a_row(0)], "reading goes on"
        connection.execute("ROLLBACK")
        appended(store, 1)
        assert store.rows(G) == [a_row(0), a_row(1)]


def test_a_turn_that_does_not_come_is_busy(path: Path) -> None:
    connections = Connections(path, "FULL", patience=0.05)
    refused: list[BaseException] = []

    def ask() -> None:
        try:
            with connections.turn():
                raise AssertionError("two turns at once")
        except StoreBusy as busy:
            refused.append(busy)

    with connections.turn():
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    connections.close()
    assert [type(error) for error in refused] == [StoreBusy]


def test_another_error_is_not_called_busy(path: Path, store: SqliteStore) -> None:
    with outsider(path) as connection:
        connection.execute("DROP TABLE token")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        store.token(G, b"")


def test_a_failed_call_leaves_no_transaction_open(path: Path, store: SqliteStore) -> None:
    store.create(a_game(1), a_row(0), [])
    for _ in range(3):
        with pytest.raises(VersionTaken):
            appended(store, 0)
    with outsider(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
    appended(store, 1)
    assert store.rows(G) == [a_row(0), a_row(1)]


# A full disk


@contextmanager
def small_disk(directory: Path, megabytes: int) -> Iterator[bool]:
    """Makes the directory a disk of that size; False where this process may not."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(directory)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        mounted = False
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", str(directory)], check=True)


def filled(store: SqliteStore) -> int:
    """Appends until the store is full; the first version that it did not take."""
    for version in range(1, 5_000):
        try:
            appended(store, version, note="x" * 2_000)
        except StoreFull:
            return version
    raise AssertionError("the store was never full")


def test_a_full_disk_loses_nothing_and_is_survived(tmp_path: Path) -> None:
    with small_disk(tmp_path, 3) as mounted:
        if not mounted:
            pytest.skip("mounting a small disk is not allowed here")
        ballast = tmp_path / "ballast"
        ballast.write_bytes(bytes(1_000_000))
        with closing(opened(tmp_path / "games.db")) as store:
            store.create(a_game(1), a_row(0), [])
            refused = filled(store)
            stored = [a_row(version, note="x" * 2_000) for version in range(1, refused)]
            assert refused > 10
            assert store.rows(G, after=0) == stored, "reading goes on"
            with pytest.raises(StoreFull):
                appended(store, refused, note="y" * 20_000)
            ballast.unlink()
            store.check()
            appended(store, refused)
            assert store.rows(G, after=0) == [*stored, a_row(refused)]
        with outsider(tmp_path / "games.db") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_a_database_at_its_greatest_size_loses_nothing(store: SqliteStore) -> None:
    store.create(a_game(1), a_row(0), [])
    pages = pragma(store, "page_count")
    pragma(store, f"max_page_count = {pages + 20}")
    refused = filled(store)
    stored = [a_row(version, note="x" * 2_000) for version in range(1, refused)]
    assert store.rows(G, after=0) == stored
    pragma(store, f"max_page_count = {pages + 100}")
    appended(store, refused)
    assert store.rows(G, after=0) == [*stored, a_row(refused)]


def pragma(store: SqliteStore, text: str) -> int:
    """A pragma of the connection that this thread has."""
    with store._connections.mine() as connection:
        ((value,),) = connection.execute(f"PRAGMA {text}").fetchall()
    return int(value)


def open_files(path: Path) -> int:
    """How many times this process has the file open."""
    links = [Path("/proc/self/fd", name) for name in os.listdir("/proc/self/fd")]
    return sum(os.path.realpath(link) == str(path) for link in links)
