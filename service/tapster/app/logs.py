"""Logs as they were read: checked and decoded once, folded for every request.

A stored row never changes, so what was read of a log, checked and decoded, stays true. Whoever asks
has read the game's record, whose hash vouches for the whole log: if it is that of the last row that
is known, nothing has to be read. Otherwise the last known row is read, and whatever follows it. If
that row is no longer what it was (the game was deleted, or another database was put in the place of
this one), the log is read anew from its beginning. The state itself is never kept: every request
folds the whole log.
"""

import threading
from collections import OrderedDict
from typing import NamedTuple

from tapster.app.entries import FIRST_HASH, check_chain
from tapster.app.ports import EventStore, GameRecord, LogRow
from tapster.games.kernel.codec import codec
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.messages import Event

MAXIMUM_ROWS = 20_000
"""How many rows a process keeps, at about 2 kB each: two hundred games of a hundred actions."""


class ReadLog(NamedTuple):
    """A log from its beginning. Neither list is ever changed, nor is an event in it."""

    rows: list[LogRow]
    events: list[list[Event]]
    """By row."""


_NOTHING = ReadLog([], [])


class Logs:
    """The logs that were read last, for all threads of a process."""

    def __init__(self, maximum_rows: int = MAXIMUM_ROWS) -> None:
        self._maximum_rows = maximum_rows
        self._lock = threading.Lock()
        self._logs: OrderedDict[str, ReadLog] = OrderedDict()
        self._rows = 0

    def read(self, store: EventStore, kind: AnyKind, record: GameRecord) -> ReadLog:
        """The game's whole log, as of the record or later, without rows if there is none any more.
        Raises CorruptLog."""
        game_id = record.game_id
        known = self._known(game_id)
        if known.rows:
            last = known.rows[-1]
            if last.hash == record.hash:
                return known
            since = store.rows(game_id, after=last.version - 1)
            if since and since[0] == last:
                return self._extended(kind, game_id, known, since[1:])
        return self._extended(kind, game_id, _NOTHING, store.rows(game_id))

    def extend(self, kind: AnyKind, game_id: str, previous: bytes, row: LogRow) -> None:
        """Adds a row that was stored after the one with the `previous` hash, if that is the last
        one known."""
        known = self._known(game_id)
        if known.rows and known.rows[-1].hash == previous:
            self._extended(kind, game_id, known, [row])

    def _known(self, game_id: str) -> ReadLog:
        with self._lock:
            if game_id not in self._logs:
                return _NOTHING
            self._logs.move_to_end(game_id)
            return self._logs[game_id]

    def _extended(self, kind: AnyKind, game_id: str, known: ReadLog, rows: list[LogRow]) -> ReadLog:
        if known.rows and not rows:
            return known
        check_chain(game_id, rows, known.rows[-1].hash if known.rows else FIRST_HASH)
        events = codec(kind).decode_events([row.events for row in rows])
        log = ReadLog([*known.rows, *rows], [*known.events, *events])
        self._keep(game_id, log)
        return log

    def _keep(self, game_id: str, log: ReadLog) -> None:
        with self._lock:
            self._rows += len(log.rows) - len(self._logs.pop(game_id, _NOTHING).rows)
            self._logs[game_id] = log
            while self._rows > self._maximum_rows:
                _, forgotten = self._logs.popitem(last=False)
                self._rows -= len(forgotten.rows)
