"""Entries as they are stored: exact bytes, each hashed together with the hash before it.

The chain makes a changed, lost or exchanged row visible. It is never shown while a game runs: there
are few enough cards that a player could guess a hidden one and compare.
"""

from collections.abc import Sequence
from hashlib import sha256

from msgspec import Raw
from msgspec.structs import replace

from tapster.app.ports import LogRow
from tapster.games.kernel.chance import Draw
from tapster.games.kernel.codec import encode
from tapster.games.kernel.log import CorruptLog
from tapster.games.kernel.messages import Command, Event

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
    row = LogRow(
        version=version,
        seat=seat,
        at=at,
        decision=decision,
        command=None if command is None else encode(command),
        chance=encode(chance),
        events=encode(events),
        hash=b"",
    )
    return replace(row, hash=_hash(game_id, previous, row))


def _hash(game_id: str, previous: bytes, row: LogRow) -> bytes:
    """SHA-256 of the hash before and of the row as a JSON array, its parts just as stored."""
    line = encode(
        (
            game_id,
            row.version,
            row.seat,
            row.at,
            row.decision,
            Raw(row.command or b"null"),
            Raw(row.chance),
            Raw(row.events),
        )
    )
    return sha256(previous + line).digest()


def check_chain(game_id: str, rows: Sequence[LogRow], previous: bytes = FIRST_HASH) -> None:
    """Raises CorruptLog unless the rows, which follow the one with the `previous` hash, are what
    was written."""
    for row in rows:
        previous = _hash(game_id, previous, row)
        if previous != row.hash:
            raise CorruptLog(f"version {row.version}: the hash does not match")
