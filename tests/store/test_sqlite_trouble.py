"""The SQLite store when somebody locks it, or the disk is full."""

import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tapster.app.ports import StoreBusy, StoreFull, StoreUnavailable, VersionTaken
from tapster.store import sqlite_connections
from tapster.store.sqlite import SqliteStore
from tapster.store.sqlite_connections import Connections
from tests.store.samples import a_game, a_row
from tests.store.sqlite_files import G, appended, opened, outsider


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


def test_a_removed_database_is_not_written_into(path: Path) -> None:
    with closing(opened(path)) as store:
        store.create(a_game(1), a_row(0), [])
        path.unlink()
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="not the file any more"):
                appended(store, 1)
            with pytest.raises(StoreUnavailable, match="not the file any more"):
                store.check()
        seen: list[BaseException] = []
        thread = threading.Thread(target=lambda: seen.append(_refusal(store)))
        thread.start()
        thread.join()
        assert isinstance(seen[0], StoreUnavailable), "another thread opens no new file either"
        assert not path.exists()


def _refusal(store: SqliteStore) -> BaseException:
    try:
        store.game(G)
    except StoreUnavailable as error:
        return error
    return AssertionError("it was read")


def test_a_replaced_database_is_not_taken_for_the_old_one(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with closing(opened(other)) as store:
        store.create(a_game(1), a_row(0), [])
    with closing(opened(path)) as store:
        store.create(a_game(1), a_row(0), [])
        other.rename(path)
        with pytest.raises(StoreUnavailable):
            appended(store, 1)
    with closing(opened(path)) as store:
        assert store.rows(G) == [a_row(0)]
