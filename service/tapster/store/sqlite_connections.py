"""The connections of a SQLite store: one per thread and process, and the queue of its writers.

A process that forks while it has the database open poisons its child. SQLite keeps the locks of a
process in books of its own, and the child inherits the books without the locks: even a connection
that the child opens afresh then believes itself protected, and loses its commits when the parent
closes its own, with nothing in the file to show for it. So whatever is open is closed before a
fork, once the calls under way have ended; parent and child both open anew when they need to.
"""

import fcntl
import os
import sqlite3
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Literal, TypeAlias

from tapster.app.ports import StoreBusy, StoreUnavailable
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


class ThreadConnection:
    """One thread's connection, to be used within `with`: it is open there, and stays open."""

    def __init__(self, connections: "Connections") -> None:
        self._connections = connections
        # Of the thread itself nearly always; others only take it to close the connection.
        self.lock = threading.RLock()
        self.thread = threading.current_thread()
        self.connection: sqlite3.Connection | None = None

    def __enter__(self) -> sqlite3.Connection:
        self.lock.acquire()
        try:
            if self.connection is None:
                self.connection = self._connections.connect()
        except BaseException:
            self.lock.release()
            raise
        return self.connection

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.lock.release()

    def close(self) -> None:
        """Closes the connection when no call uses it; the next use opens it again."""
        with self.lock:
            if self.connection is not None:
                self.connection.close()
                self.connection = None


class Connections:
    """What one process holds open of a database. Every thread gets a connection of its own."""

    def __init__(self, path: Path, synchronous: Synchronous, patience: float | None = None) -> None:
        self._path = path
        self._synchronous = synchronous
        self._patience = PATIENCE if patience is None else patience
        self._settings: dict[str, object] = {
            "synchronous": _SYNCHRONOUS_LEVEL[synchronous],
            "foreign_keys": 1,
        }
        self._identity: tuple[int, int] | None = None
        self._closed = False
        self._lock_file: int | None = None
        self._begin_process()
        with _no_fork:
            _all_connections.add(self)

    def mine(self) -> ThreadConnection:
        """The calling thread's connection."""
        self._require_own_process()
        mine: ThreadConnection | None = getattr(self._local, "connection", None)
        if mine is None:
            mine = self._local.connection = self._registered()
        return mine

    def require_wal(self, connection: sqlite3.Connection) -> None:
        """Puts the database into WAL mode; all connections from now on must find it there."""
        connection.execute("PRAGMA journal_mode = WAL").fetchall()
        self._settings["journal_mode"] = "wal"
        self.check_settings(connection)
        self._identity = self._present_identity()

    def require_same_file(self) -> None:
        """Raises StoreUnavailable if another file, or none, is where the database was opened.

        Whoever goes on writing into a file that was removed or replaced acknowledges what nobody
        will ever find again.
        """
        if self._identity is not None and self._present_identity() != self._identity:
            raise StoreUnavailable(f"{self._path} is not the file any more that was opened")

    def _present_identity(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def check_settings(self, connection: sqlite3.Connection) -> None:
        """Raises `WrongSettings` unless the connection keeps what the store promises."""
        for name, value in self._settings.items():
            ((found,),) = connection.execute(f"PRAGMA {name}").fetchall()
            if found != value:
                raise WrongSettings(f"SQLite's {name} is {found!r} where {value!r} is needed")

    @contextmanager
    def turn(self) -> Iterator[None]:
        """The writer's turn: among this process's threads first, then among the processes.

        SQLite's own waiting is a lottery that starves whole processes under load. This queue is
        for fairness only; that there is one writer at a time SQLite itself sees to.
        """
        self._require_own_process()
        self.require_same_file()
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

    def connect(self) -> sqlite3.Connection:
        """A new connection with all settings, checked."""
        if self._closed:
            raise RuntimeError("the store is closed")
        self.require_same_file()
        # Other threads only ever close it.
        connection = sqlite3.connect(
            self._path, timeout=self._patience, isolation_level=None, check_same_thread=False
        )
        try:
            for setting in _SETTINGS:
                connection.execute(setting).fetchall()
            connection.execute(f"PRAGMA synchronous = {self._synchronous}").fetchall()
            self.check_settings(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Closes all that this process has open, once the calls under way have ended."""
        if self._process_id != os.getpid():
            return
        self._closed = True
        with self._registry:
            self._close_what_is_open()

    def before_fork(self) -> None:
        """Closes what is open, and keeps every call from opening anything until after the fork."""
        self._registry.acquire()
        for one in self._registered_connections:
            one.lock.acquire()
        self._close_what_is_open()

    def after_fork_in_parent(self) -> None:
        """Lets the calls go on."""
        for one in self._registered_connections:
            one.lock.release()
        self._registry.release()

    def after_fork_in_child(self) -> None:
        """Begins anew: nothing is open, and the locks of other threads are nobody's now."""
        self._begin_process()

    def _begin_process(self) -> None:
        self._process_id = os.getpid()
        self._local = threading.local()
        self._queue = threading.Lock()
        # Reentrant: a forgotten store may be tidied away, and so closed, while this is held.
        self._registry = threading.RLock()
        self._registered_connections: list[ThreadConnection] = []

    def _require_own_process(self) -> None:
        if self._process_id != os.getpid():
            raise RuntimeError(
                "this process was forked while the database was open, unseen by Python:"
                " it cannot use the database safely"
            )

    def _registered(self) -> ThreadConnection:
        with self._registry:
            living = [ThreadConnection(self)]
            for one in self._registered_connections:
                if one.thread.is_alive():
                    living.append(one)
                else:
                    one.close()
            self._registered_connections = living
            return living[0]

    def _close_what_is_open(self) -> None:
        for one in self._registered_connections:
            one.close()
        # A child's copy would hold a turn beyond the parent's death, and share its own with it.
        if self._lock_file is not None:
            os.close(self._lock_file)
            self._lock_file = None


_all_connections: "weakref.WeakSet[Connections]" = weakref.WeakSet()
_no_fork = threading.Lock()
"""Held during a fork, and by whoever must not be interrupted by one."""
_forking: list[Connections] = []
"""Those that wait for the fork under way."""


def _before_fork() -> None:
    _no_fork.acquire()
    for connections in list(_all_connections):
        connections.before_fork()
        _forking.append(connections)


def _after_fork_in_parent() -> None:
    while _forking:
        _forking.pop().after_fork_in_parent()
    _no_fork.release()


def _after_fork_in_child() -> None:
    while _forking:
        _forking.pop().after_fork_in_child()
    _no_fork.release()


os.register_at_fork(
    before=_before_fork,
    after_in_parent=_after_fork_in_parent,
    after_in_child=_after_fork_in_child,
)
