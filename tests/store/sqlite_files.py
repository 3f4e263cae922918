"""What the tests of the SQLite store share: opening its file, as the store and as an outsider."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tapster.store.sqlite import SqliteStore
from tapster.store.sqlite_connections import Synchronous
from tests.store.samples import a_row, game_id, pepper_source

G = game_id(1)


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


def open_files(path: Path) -> int:
    """How many times this process has the file open."""
    links = [Path("/proc/self/fd", name) for name in os.listdir("/proc/self/fd")]
    return sum(os.path.realpath(link) == str(path) for link in links)
