"""Games, rows, tokens and keys to store: plausible, and each told apart by the number it was made
from."""

import hashlib
from typing import Literal

from tapster.app.ports import GameRecord, KeyRecord, LogRow, Role, Status, TokenRecord

PEPPER = bytes(range(32))


def pepper_source(length: int) -> bytes:
    """Entropy that a test can foretell."""
    return PEPPER[:length]


def game_id(number: int) -> str:
    """The id of game `number`; a greater number has the greater id."""
    return f"g_{number:026}"


def a_time(number: int) -> str:
    """A point in time; a greater number is later."""
    return f"2026-03-01T12:{number // 60 % 60:02}:{number % 60:02}.000Z"


def a_game(
    number: int = 1,
    *,
    kind: str = "drinko",
    visibility: Literal["public", "private"] = "public",
    status: Status = "active",
    open_seats: int = 0,
) -> GameRecord:
    """Game `number` of four seats, as it is created."""
    return GameRecord(
        game_id=game_id(number),
        kind=kind,
        visibility=visibility,
        server_seed=_digest(f"seed {number}"),
        open_seed=False,
        created_at=a_time(0),
        updated_at=a_time(0),
        status=status,
        seats=4,
        open_seats=open_seats,
        version=0,
        hash=a_row().hash,
    )


def a_row(
    version: int = 0, *, seat: int | None = None, decision: int | None = None, note: str = ""
) -> LogRow:
    """A row for that version, by the house if no seat is named; `note` makes it distinct."""
    command = None if seat is None else f'{{"type":"drinko.draw","note":"{note}"}}'.encode()
    events = f'[{{"type":"drinko.drawn","version":{version},"note":"{note}"}}]'.encode()
    return LogRow(
        version=version,
        seat=seat,
        at=a_time(version),
        decision=decision,
        command=command,
        chance=b"[]",
        events=events,
        hash=hashlib.sha256(events).digest(),
    )


def a_token(number: int = 1, *, role: Role = "seat", seat: int | None = 0) -> TokenRecord:
    """Token `number` of a seat, or of the host if the role says so."""
    place = seat if role == "seat" else None
    return TokenRecord(role=role, seat=place, digest=_digest(f"token {number}"))


def a_key(number: int = 1, *, game: int = 1, version: int = 0, at: str = a_time(0)) -> KeyRecord:
    """Key `number`, used for that version of game `game`."""
    return KeyRecord(
        digest=_digest(f"key {number}"),
        request=_digest(f"request {number}"),
        game_id=game_id(game),
        version=version,
        at=at,
    )


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
