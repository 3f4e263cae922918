"""Entries as they are stored: exact bytes, each hashed together with the hash before it.

The chain makes a changed, lost or exchanged row visible. It is never shown while a game runs: there
are few enough cards that a player could guess a hidden one and compare.
"""

import hashlib
from collections.abc import Sequence

from tapster.app.ports import LogRow
from tapster.games.kernel.chance import Draw
from tapster.games.kernel.codec import codec, encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import CorruptLog
from tapster.games.kernel.messages import Command, Event
from tapster.games.kernel.table import Table, replay

FIRST_HASH = bytes(32)
"""What stands before the first row."""


def new_row(
    game_id: str,
    previous: bytes,
    *,
    version: int,
    seat: int | None,
    at: str,
    decision: int | None,
    command: Command | None,
    chance: Sequence[Draw],
    events: Sequence[Event],
) -> LogRow:
    """The row of a new version; `previous` is the hash of the row before it."""
    parts = (None if command is None else encode(command), encode(chance), encode(events))
    return LogRow(
        version=version,
        seat=seat,
        at=at,
        decision=decision,
        command=parts[0],
        chance=parts[1],
        events=parts[2],
        hash=_hash(game_id, previous, version, seat, at, decision, *parts),
    )


def _hash(
    game_id: str,
    previous: bytes,
    version: int,
    seat: int | None,
    at: str,
    decision: int | None,
    command: bytes | None,
    chance: bytes,
    events: bytes,
) -> bytes:
    """SHA-256 of the hash before, a line that names the row and the lengths of its parts, and the
    parts. The lengths keep one part from passing for another."""
    command = command or b""
    line = (
        f"{game_id}|{version}|{seat}|{at}|{decision}|{len(command)}|{len(chance)}|{len(events)}\n"
    )
    return hashlib.sha256(previous + line.encode() + command + chance + events).digest()


def check_chain(game_id: str, rows: Sequence[LogRow], previous: bytes = FIRST_HASH) -> None:
    """Raises CorruptLog unless the rows, which follow the one with the `previous` hash, are what
    was written."""
    for row in rows:
        previous = _hash(
            game_id,
            previous,
            row.version,
            row.seat,
            row.at,
            row.decision,
            row.command,
            row.chance,
            row.events,
        )
        if previous != row.hash:
            raise CorruptLog(f"game {game_id}, version {row.version}: the hash does not match")


def replayed(kind: AnyKind, game_id: str, rows: Sequence[LogRow]) -> Table:
    """The table after the rows, from version 0 on. Raises CorruptLog."""
    check_chain(game_id, rows)
    events = codec(kind).decode_events([row.events for row in rows])
    return replay(kind, [(row.version, row.seat, row.at) for row in rows], events)
