"""Threads, processes and forks around one SQLite store."""

import gc
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest

from tapster.app.ports import GameQuery, VersionTaken
from tapster.store.sqlite import SqliteStore
from tests.store.samples import a_game, a_key, a_row, a_token, game_id
from tests.store.sqlite_files import G, appended, open_files, opened, outsider

FORK = get_context("fork")


def in_child(work: Callable[[], None]) -> None:
    """Runs `work` in a forked process; fails unless it ended well."""
    child = FORK.Process(target=work)
    child.start()
    child.join(30)
    assert child.exitcode == 0


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
