"""What every use case works with, and the few steps that they share."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from tapster.app.errors import game_not_found
from tapster.app.logs import Logs
from tapster.app.ports import Clock, Entropy, EventStore, GameRecord, LogRow
from tapster.app.waiting import Waiting
from tapster.games import KINDS
from tapster.games.kernel.chance import FairChance, game_key
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import CorruptLog
from tapster.games.kernel.table import Table, replay

KIND_BY_NAME: dict[str, AnyKind] = {kind.name: kind for kind in KINDS}

OPEN_SEED_ID = "g_" + "0" * 26
"""Stands for the game's id in the key where the seed was given: the same seed, the same game."""

MAXIMUM_TRIES = 100
"""How often an action is decided again after somebody else was first, before giving up."""


@dataclass(frozen=True, slots=True)
class Context:
    """The outside world, as the use cases see it."""

    store: EventStore
    clock: Clock
    entropy: Entropy
    waiting: Waiting
    wait_maximum: float = 25.0
    """The longest that the feed lets a request wait, in seconds."""
    allow_seeds: bool = False
    logs: Logs = field(default_factory=Logs)

    def now(self) -> str:
        """The present moment as it is written everywhere: RFC 3339, UTC, milliseconds."""
        return moment(self.clock())


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game with its log, replayed."""

    record: GameRecord
    rows: list[LogRow]
    table: Table


def moment(time: datetime) -> str:
    """RFC 3339 in UTC with milliseconds."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def stored_game(context: Context, game_id: str) -> GameRecord:
    """The record of the game. Refuses `game_not_found`."""
    record = context.store.game(game_id)
    if record is None:
        raise game_not_found()
    return record


def kind_of(record: GameRecord) -> AnyKind:
    """The kind of a stored game."""
    kind = KIND_BY_NAME.get(record.kind)
    if kind is None:
        raise CorruptLog(f"game {record.game_id} is of the unknown kind {record.kind}")
    return kind


def load(context: Context, record: GameRecord, version: int | None = None) -> Loaded:
    """The game as of its head, or of an earlier version, which must be one of the record's."""
    kind = kind_of(record)
    rows, events = context.logs.read(context.store, kind, record)
    if not rows:
        raise game_not_found()  # deleted since the record was read
    if version is not None:
        rows, events = rows[: version + 1], events[: version + 1]
    table = replay(kind, rows, events)
    return Loaded(record, rows, table)


def key_id(record: GameRecord) -> str:
    """What stands for the game's id in the key of its chance."""
    return OPEN_SEED_ID if record.open_seed else record.game_id


def chance_for(record: GameRecord, table: Table, version: int) -> FairChance:
    """The chance of a version; all client seeds are known, since every seat is taken."""
    return FairChance(game_key(record.server_seed, key_id(record), table.client_seeds), version)
