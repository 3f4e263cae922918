"""Entries as they are stored: exact bytes, each hashed together with the hash before it.

The chain makes a changed, lost or exchanged row visible. It is never shown while a game runs: there
are few enough cards that a player could guess a hidden one and compare.
"""

import hashlib
from collections.abc import Sequence

from msgspec import Raw

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
    """SHA-256 of the hash before and of the row as a JSON array, its parts just as stored."""
    parts = (Raw(command or b"null"), Raw(chance), Raw(events))
    line = encode((game_id, version, seat, at, decision, *parts))
    return hashlib.sha256(previous + line).digest()


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
