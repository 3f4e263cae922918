"""Writing the next version of a game, and winning or losing the race for it."""

from collections.abc import Sequence

from tapster.app.context import Context, Loaded
from tapster.app.entries import new_row
from tapster.app.ports import KeyRecord, LogRow, TokenRecord
from tapster.games.kernel.chance import Draw
from tapster.games.kernel.messages import Command, Event


def append(
    context: Context,
    loaded: Loaded,
    events: Sequence[Event],
    *,
    chance: Sequence[Draw] = (),
    seat: int | None = None,
    command: Command | None = None,
    tokens: Sequence[TokenRecord] = (),
    key: KeyRecord | None = None,
) -> None:
    """Stores the events as the next version; the loaded table then is as of that version.

    The table moves first, since the store also keeps the status that follows; whoever gets
    `VersionTaken` or `KeyTaken` must load the game again.
    """
    row = _next_row(context, loaded, events, chance, seat, command)
    table = loaded.table
    table.apply(row.version, seat, row.at, events)
    context.store.append(
        loaded.record.game_id,
        row,
        status=table.status,
        open_seats=table.open_seats,
        tokens=tokens,
        key=key,
    )
    context.logs.extend(table.kind, loaded.record.game_id, loaded.rows[-1].hash, row)
    context.waiting.announce()


def _next_row(
    context: Context,
    loaded: Loaded,
    events: Sequence[Event],
    chance: Sequence[Draw],
    seat: int | None,
    command: Command | None,
) -> LogRow:
    decision = None if seat is None else loaded.table.decisions[seat].opened
    return new_row(
        loaded.record.game_id,
        loaded.rows[-1].hash,
        version=loaded.table.version + 1,
        seat=seat,
        at=context.now(),
        decision=decision,
        command=command,
        chance=chance,
        events=events,
    )
