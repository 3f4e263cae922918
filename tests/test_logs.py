"""Logs as they were read: nothing is read twice, and nothing that has changed is believed."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from tapster.app.logs import Logs
from tapster.app.ports import GameRecord, LogRow
from tapster.games import KINDS
from tapster.games.kernel.codec import encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import CorruptLog
from tapster.store.memory import MemoryStore
from tests.bench.games import Course, course, game_id

KIND = KINDS[0]
GAME = game_id(1)


class CountingStore(MemoryStore):
    """Counts the rows that it gives out."""

    given = 0

    def rows(self, game_id: str, after: int = -1, limit: int | None = None) -> list[LogRow]:
        rows = super().rows(game_id, after, limit)
        self.given += len(rows)
        return rows


def stored(game: Course, versions: int) -> CountingStore:
    store = CountingStore(bytes(32))
    game.store(store, GAME, versions)
    return store


def record(store: MemoryStore, name: str = GAME) -> GameRecord:
    """What a request has read of the game when it asks for the log."""
    found = store.game(name)
    assert found is not None
    return found


def grow(store: MemoryStore, game: Course, versions: int) -> None:
    head = len(store.rows(GAME))
    for row in game.rows(GAME, versions)[head:]:
        store.append(GAME, row, status="active", open_seats=0)


def test_a_known_log_costs_nothing() -> None:
    game = course(KIND, 20)
    store, logs = stored(game, 20), Logs()
    first = logs.read(store, KIND, record(store))
    store.given = 0
    assert logs.read(store, KIND, record(store)) is first
    assert store.given == 0
    assert first.rows == game.rows(GAME, 20)
    assert first.events == [step.events for step in game.steps]


def test_a_log_that_has_grown_is_read_on() -> None:
    game = course(KIND, 20)
    store, logs = stored(game, 5), Logs()
    before = logs.read(store, KIND, record(store))
    grow(store, game, 20)
    store.given = 0
    assert logs.read(store, KIND, record(store)).rows == game.rows(GAME, 20)
    assert store.given == 16, "those that follow, and the last one known"
    assert len(before.rows) == len(before.events) == 5, "what somebody is folding stays as it is"


def test_a_log_in_the_place_of_another_is_read_anew() -> None:
    logs = Logs()
    before = stored(course(KIND, 20), 20)
    logs.read(before, KIND, record(before))
    other = course(KINDS[-1], 12)
    store = stored(other, len(other.steps))
    assert logs.read(store, KINDS[-1], record(store)).rows == store.rows(GAME)


def test_a_log_that_is_gone_has_no_rows() -> None:
    logs = Logs()
    game = course(KIND, 20)
    store = stored(game, 19)
    logs.read(store, KIND, record(store))
    grow(store, game, 20)
    grown = record(store)
    store.delete(GAME)
    assert logs.read(store, KIND, grown).rows == []


def test_a_row_that_was_stored_here_need_not_be_read() -> None:
    game = course(KIND, 20)
    store, logs = stored(game, 19), Logs()
    previous, row = game.rows(GAME, 20)[-2:]
    logs.extend(KIND, GAME, previous.hash, row)
    assert logs.read(store, KIND, record(store)).rows == game.rows(GAME, 19), "not known before"
    logs.extend(KIND, GAME, row.hash, row)
    logs.extend(KIND, GAME, previous.hash, row)
    grow(store, game, 20)
    store.given = 0
    read = logs.read(store, KIND, record(store))
    assert (store.given, read.rows) == (0, game.rows(GAME, 20))
    assert read.events == [step.events for step in game.steps]


def test_rows_that_follow_are_checked_too() -> None:
    game = course(KIND, 20)
    store, logs = stored(game, 10), Logs()
    logs.read(store, KIND, record(store))
    row = msgspec.structs.replace(game.rows(GAME, 11)[-1], at="1999-12-31T23:59:59.999Z")
    store.append(GAME, row, status="active", open_seats=0)
    for _ in range(2):
        with pytest.raises(CorruptLog, match="version 10"):
            logs.read(store, KIND, record(store))


def test_the_log_read_longest_ago_makes_room() -> None:
    store, logs, game = CountingStore(bytes(32)), Logs(maximum_rows=25), course(KIND, 10)
    for number in range(3):
        game.store(store, game_id(number), 10)
    costs = []
    for number in (0, 1, 0, 2, 0, 1):
        store.given = 0
        logs.read(store, KIND, record(store, game_id(number)))
        costs.append(store.given)
    assert costs == [10, 10, 0, 10, 0, 10]


def test_threads_read_the_same_log() -> None:
    game = course(KIND, 60)
    store, logs = stored(game, 1), Logs()

    def read_on(versions: int) -> int:
        if versions % 2:
            return len(logs.read(store, KIND, record(store)).rows)
        return 0

    with ThreadPoolExecutor(4) as threads:
        reads = threads.map(read_on, range(200))
        grow(store, game, 60)
        assert max(reads) <= 60
    assert logs.read(store, KIND, record(store)).rows == game.rows(GAME, 60)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_folding_leaves_events_as_they_were(kind: AnyKind) -> None:
    game = course(kind, 300)
    before = encode([step.events for step in game.steps])
    first, second = game.table(300), game.table(300)
    assert encode([step.events for step in game.steps]) == before
    assert first.state == second.state
    assert first.decisions == second.decisions
