"""The connections of a SQLite store: one per thread and process, and the queue of its writers.

A connection inherited over a fork is poison. SQLite believes that it holds locks which belong to
the parent alone; commits through such a connection can vanish when the parent closes its own, with
nothing in the file to show for it. So a child process neither uses nor closes what it inherits: it
opens its own.
"""

import ctypes
import fcntl
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

from tapster.app.ports import StoreBusy
from tapster.store.migrations import UnusableDatabase

Synchronous: TypeAlias = Literal["FULL", "NORMAL"]

PATIENCE = 5.0
"""Seconds that a call waits for its turn before it is told that the store is busy."""

_SETTINGS = (
    "PRAGMA foreign_keys = ON",
    # Without it, INSERT OR REPLACE deletes rows past the triggers that refuse it.
    "PRAGMA recursive_triggers = ON",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
    "PRAGMA mmap_size = 0",
    "PRAGMA journal_size_limit = 67108864",
    "PRAGMA wal_autocheckpoint = 1000",
)
_SYNCHRONOUS_LEVEL = {"NORMAL": 1, "FULL": 2}


class WrongSettings(UnusableDatabase):
    """SQLite did not accept a setting that the store's promises rest on."""


class Connections:
    """What one process holds open of a database. Every thread gets a connection of its own."""

    def __init__(self, path: Path, synchronous: Synchronous, patience: float | None = None) -> None:
        self._path = path
        self._synchronous = synchronous
        self._patience = PATIENCE if patience is None else patience
        self._closed = False
        # Opened by each process itself: a lock taken through an inherited file is shared.
        self._lock_file: int | None = None
        self._begin_process()
        _all_connections.add(self)

    def mine(self) -> sqlite3.Connection:
        """The calling thread's connection, opened if there is none yet."""
        self._require_own_process()
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._opened(in_wal=True)
        if self._closed:
            raise RuntimeError("the store is closed")
        return connection

    def first(self) -> sqlite3.Connection:
        """The calling thread's connection, before anybody has seen to the journal mode."""
        connection = self._local.connection = self._opened(in_wal=False)
        return connection

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The writer's turn: among this process's threads first, then among the processes.

        SQLite's own waiting is a lottery that starves whole processes under load. This queue is
        for fairness only; that there is one writer at a time SQLite itself sees to.
        """
        self._require_own_process()
        if not self._queue.acquire(timeout=self._patience):
            raise StoreBusy(f"no turn to write within {self._patience} s")
        try:
            if self._lock_file is None:
                lock_path = f"{self._path}.lock"
                self._lock_file = os.open(lock_path, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._lock_file, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self._lock_file, fcntl.LOCK_UN)
        finally:
            self._queue.release()

    def close(self) -> None:
        """Closes everything that this process has opened; what it has inherited it leaves alone."""
        if self._closed or self._process_id != os.getpid():
            return
        with self._queue, self._registry:
            self._closed = True
            for _, connection in self._connections:
                connection.close()
            self._connections.clear()
            self._close_lock_file()

    def abandon(self) -> None:
        """In a child process: leaves all that is inherited, and begins anew."""
        for _, connection in self._connections:
            # One reference too many, for good: not even the end of the interpreter closes it.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))
        # The child's copy would keep the parent's turn alive after the parent's death.
        self._close_lock_file()
        self._begin_process()

    def _begin_process(self) -> None:
        self._process_id = os.getpid()
        self._local = threading.local()
        self._queue = threading.Lock()
        self._registry = threading.Lock()
        self._connections: list[tuple[threading.Thread, sqlite3.Connection]] = []

    def _require_own_process(self) -> None:
        if self._process_id != os.getpid():
            raise RuntimeError("this process was forked behind Python's back: make a new store")

    def _close_lock_file(self) -> None:
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None

    def _opened(self, *, in_wal: bool) -> sqlite3.Connection:
        # Other threads only ever close it, when its own has ended or the store is closed.
        connection = sqlite3.connect(
            self._path, timeout=self._patience, isolation_level=None, check_same_thread=False
        )
        try:
            for setting in _SETTINGS:
                connection.execute(setting).fetchall()
            connection.execute(f"PRAGMA synchronous = {self._synchronous}").fetchall()
            self.check_settings(connection, in_wal=in_wal)
        except BaseException:
            connection.close()
            raise
        with self._registry:
            if self._closed:
                connection.close()
                raise RuntimeError("the store is closed")
            self._close_those_of_ended_threads()
            self._connections.append((threading.current_thread(), connection))
        return connection

    def check_settings(self, connection: sqlite3.Connection, *, in_wal: bool = True) -> None:
        """Raises `WrongSettings` unless the connection keeps what the store promises."""
        expected: dict[str, object] = {
            "synchronous": _SYNCHRONOUS_LEVEL[self._synchronous],
            "foreign_keys": 1,
        }
        if in_wal:
            expected["journal_mode"] = "wal"
        for name, value in expected.items():
            ((found,),) = connection.execute(f"PRAGMA {name}").fetchall()
            if found != value:
                raise WrongSettings(f"SQLite's {name} is {found!r} where {value!r} is needed")

    def _close_those_of_ended_threads(self) -> None:
        living = []
        for thread, connection in self._connections:
            if thread.is_alive():
                living.append((thread, connection))
            else:
                connection.close()
        self._connections = living


_all_connections: "weakref.WeakSet[Connections]" = weakref.WeakSet()


def _abandon_all_inherited() -> None:
    for connections in list(_all_connections):
        connections.abandon()


# At once, not at the next use: a child that never uses the store must not close it either.
os.register_at_fork(after_in_child=_abandon_all_inherited)
