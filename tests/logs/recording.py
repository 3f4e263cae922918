"""The format of recorded games: reading and writing one."""

from pathlib import Path
from typing import Any

import msgspec

from tapster.games.kernel.chance import Draw
from tapster.games.kernel.codec import codec
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import Entry
from tapster.games.kernel.messages import Result
from tapster.games.kernel.table import Table

FOLDER = Path(__file__).parent


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What was played."""

    kind: str
    ruleset: str
    seats: int
    options: dict[str, Any]


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How it ended, and what everybody saw then."""

    result: Result
    view: dict[str, Any]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One version; command and events stay as they were written, to be read by the kind's codec."""

    version: int
    seat: int | None
    at: str
    decision: int | None
    command: msgspec.Raw
    chance: list[Draw]
    events: msgspec.Raw


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded game, read."""

    header: Header
    entries: list[Entry]
    ending: Ending


def ending_of(table: Table) -> Ending:
    """How the finished game ended."""
    assert table.result is not None, "only finished games are recorded"
    view = table.kind.view(table.state, None)
    return Ending(result=table.result, view=msgspec.to_builtins(view))


def write(path: Path, kind: AnyKind, table: Table, entries: list[Entry]) -> None:
    """Writes a finished game to a new file; a file that is there stays as it is."""
    header = Header(
        kind=kind.name,
        ruleset=table.ruleset,
        seats=len(table.seats),
        options=msgspec.to_builtins(table.options),
    )
    with path.open("xb") as file:
        file.write(msgspec.json.Encoder().encode_lines([header, *entries, ending_of(table)]))


def read(path: Path, kind: AnyKind) -> Recording:
    """Reads a recorded game of the kind."""
    first, *lines, last = path.read_bytes().splitlines()
    stored = [msgspec.json.decode(line, type=Line) for line in lines]
    reader = codec(kind)
    events = reader.decode_events([bytes(line.events) for line in stored])
    entries = [
        Entry(
            version=line.version,
            seat=line.seat,
            at=line.at,
            decision=line.decision,
            command=None if line.seat is None else reader.decode_command(bytes(line.command)),
            chance=line.chance,
            events=facts,
        )
        for line, facts in zip(stored, events, strict=True)
    ]
    return Recording(
        header=msgspec.json.decode(first, type=Header),
        entries=entries,
        ending=msgspec.json.decode(last, type=Ending),
    )
