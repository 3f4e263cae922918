"""Auditing a game: is its log what happened, was its chance fair, were its actions judged rightly?

Three questions, for every row: does the chain of hashes hold, do the recorded draws come from the
committed seed, and does deciding the recorded command again give the recorded events?
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tapster.app.context import chance_for, kind_of
from tapster.app.entries import check_chain
from tapster.app.ports import EventStore, GameQuery, GameRecord, LogRow
from tapster.games.kernel.chance import FairChance, commitment
from tapster.games.kernel.codec import codec, decode_draws
from tapster.games.kernel.log import CorruptLog, GameCreated, GameStarted, SeatClaimed
from tapster.games.kernel.messages import Event
from tapster.games.kernel.rejected import Rejected
from tapster.games.kernel.table import Table, deal, play


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in a game that is not as it must be."""

    game_id: str
    version: int | None
    """None where the log cannot be read; the message then says where."""
    problem: str

    @property
    def message(self) -> str:
        """What is wrong, and where."""
        return self.problem if self.version is None else f"version {self.version}: {self.problem}"


PAGE = 100
"""How many games are listed at once."""


def all_games(store: EventStore) -> Iterator[GameRecord]:
    """Every game of the store, private ones too, newest first."""
    before = None
    while page := store.games(GameQuery(before=before, limit=PAGE, private_too=True)):
        yield from page
        before = page[-1].game_id


def audit(store: EventStore, record: GameRecord) -> Iterator[Finding]:
    """What is wrong with the game: nothing, if all is well. Unreadable rows end the audit."""
    rows = store.rows(record.game_id)
    try:
        check_chain(record.game_id, rows)
        yield from _audit_rows(record, rows)
    except CorruptLog as corrupt:
        yield Finding(record.game_id, None, str(corrupt))


def _audit_rows(record: GameRecord, rows: list[LogRow]) -> Iterator[Finding]:
    kind = kind_of(record)
    table = Table(kind)
    all_events = codec(kind).decode_events([row.events for row in rows])
    for row, events in zip(rows, all_events, strict=True):
        message = _judge(record, table, row, events)
        if message is not None:
            yield Finding(record.game_id, row.version, message)
        table.apply(row.version, row.seat, row.at, events)
    if table.commitment != commitment(record.server_seed):
        yield Finding(record.game_id, 0, "the seed is not the one committed to")


def _judge(record: GameRecord, table: Table, row: LogRow, events: list[Event]) -> str | None:
    """What is wrong with a row, given the table before it; None if nothing is."""
    if row.seat is None or row.command is None:
        return _judge_house(record, table, row, events)
    chance = chance_for(record, table, row.version)
    try:
        command = codec(table.kind).decode_command(row.command)
        decided = play(table, row.seat, command, chance)
    except Rejected as rejected:
        return f"the rules refuse the recorded command: {rejected}"
    return _compare(chance, row, decided, events)


def _judge_house(record: GameRecord, table: Table, row: LogRow, events: list[Event]) -> str | None:
    """The house's rows: it creates, seats, and deals when the last seat is taken."""
    before = [event for event in events if isinstance(event, GameCreated | SeatClaimed)]
    if not any(isinstance(event, GameStarted) for event in events):
        return None if before == events else "the house did what only a seat may do"
    seated = table.seated(before)
    chance = chance_for(record, seated, row.version)
    return _compare(chance, row, [*before, *deal(seated, chance)], events)


def _compare(
    chance: FairChance, row: LogRow, decided: list[Event], recorded: list[Event]
) -> str | None:
    if chance.draws != decode_draws(row.chance):
        return "the recorded chance does not come from the seed"
    if decided != recorded:
        return "deciding again gives other events"
    return None
