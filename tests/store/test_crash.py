"""Writers killed at random moments: what was acknowledged is stored, once, and without gaps.

Several processes append to the same games and acknowledge each row over a pipe, once the store's
call has returned. They are killed (SIGKILL) at random moments, and others take their place.
For a longer campaign: `python -m tests.store.test_crash 1000`.
"""

import os
import random
import selectors
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tapster.app.ports import KeyRecord, KeyTaken, VersionTaken
from tapster.store.sqlite import SqliteStore
from tapster.store.sqlite_connections import Synchronous
from tests.store.samples import a_game, a_key, a_row, a_time, a_token, game_id, pepper_source

FORK = get_context("fork")
WRITERS = 4
GAMES = 5
LONGEST_LIFE = 0.12
"""Seconds from a writer's first acknowledgement to the latest moment of its death."""

Acknowledge = Callable[[int, int, str], None]
"""Tells the parent: this game, this version, with this note, is stored."""
Write = Callable[[SqliteStore, int, int, str, Acknowledge], None]
"""Appends a version with a note to a game, and acknowledges it."""


def append(
    store: SqliteStore, game: int, version: int, note: str, acknowledge: Acknowledge
) -> None:
    """As it must be: the acknowledgement follows the call."""
    row = a_row(version, seat=0, decision=version - 1, note=note)
    key = key_of(game, version)
    store.append(game_id(game), row, status="active", open_seats=0, key=key)
    acknowledge(game, version, note)


def key_of(game: int, version: int) -> KeyRecord:
    """The key that is stored together with this version of the game."""
    return a_key(game * 1_000_000 + version, game=game, version=version)


def append_too_late(
    store: SqliteStore, game: int, version: int, note: str, acknowledge: Acknowledge
) -> None:
    """The planted fault: the acknowledgement comes before the commit."""
    acknowledge(game, version, note)
    append(store, game, version, note, lambda *_: None)


@dataclass
class Outcome:
    """What a campaign has found."""

    kills: int = 0
    acknowledged: int = 0
    stored: int = 0
    unacknowledged: int = 0
    """Rows that were stored while the writer died before it could say so."""
    lost: list[str] = field(default_factory=list)
    """Acknowledged, but not stored as it was acknowledged."""
    faults: list[str] = field(default_factory=list)
    """Anything else that must never be."""


class Campaign:
    """Writers of one database, all of them to be killed; and what they have acknowledged."""

    def __init__(self, path: Path, synchronous: Synchronous, write: Write, shared: bool) -> None:
        self.path = path
        self.synchronous = synchronous
        self.write = write
        self.shared = shared
        self.acknowledged: list[tuple[int, int, str]] = []
        self.kills = 0
        self._births = 0
        self._selector = selectors.DefaultSelector()
        self._writers: dict[int, tuple[BaseProcess, int]] = {}
        self._deaths: dict[int, float] = {}
        self._unread: dict[int, bytes] = {}
        self._random = random.Random(1)

    def run(self, kills: int, seconds: float) -> None:
        """Kills so many writers, or as many as the time allows."""
        with closing(self.opened()) as store:
            for number in range(GAMES + WRITERS):
                store.create(a_game(number), a_row(0), [a_token(number)])
        end = time.monotonic() + seconds
        try:
            for place in range(WRITERS):
                self._begin(place)
            while self.kills < kills and time.monotonic() < end:
                self._listen()
                for place in [p for p, at in self._deaths.items() if at <= time.monotonic()]:
                    self._kill(place)
                    self._begin(place)
        finally:
            for place in list(self._writers):
                self._kill(place)
            self._selector.close()

    def opened(self) -> SqliteStore:
        """The store, as any process opens it."""
        return SqliteStore(self.path, synchronous=self.synchronous, pepper_source=pepper_source)

    def _begin(self, place: int) -> None:
        reading, writing = os.pipe()
        self._births += 1
        arguments = (place, self._births, writing)
        process = FORK.Process(target=self._live, args=arguments, daemon=True)
        process.start()
        os.close(writing)
        self._writers[place] = (process, reading)
        self._unread[place] = b""
        self._selector.register(reading, selectors.EVENT_READ, place)

    def _live(self, place: int, birth: int, pipe: int) -> None:
        """A writer's life: it appends until it is killed."""

        def acknowledge(game: int, version: int, note: str) -> None:
            os.write(pipe, f"{game} {version} {note}\n".encode())

        dice = random.Random(birth)
        store = self.opened()
        count = 0
        while True:
            game = dice.randrange(GAMES) if self.shared else GAMES + place
            record = store.game(game_id(game))
            assert record is not None
            count += 1
            try:
                self.write(store, game, record.version + 1, f"{birth}-{count}", acknowledge)
            except (VersionTaken, KeyTaken):
                continue

    def _listen(self) -> None:
        for found, _ in self._selector.select(timeout=0.005):
            place: int = found.data
            heard = os.read(found.fd, 65536)
            if not heard:
                raise AssertionError(f"writer {place} ended by itself")
            self._hear(place, heard)
            if place not in self._deaths:
                self._deaths[place] = time.monotonic() + self._random.uniform(0, LONGEST_LIFE)

    def _kill(self, place: int) -> None:
        process, reading = self._writers.pop(place)
        self._deaths.pop(place, None)
        process.kill()
        process.join()
        process.close()
        self.kills += 1
        while heard := os.read(reading, 65536):
            self._hear(place, heard)
        self._selector.unregister(reading)
        os.close(reading)

    def _hear(self, place: int, heard: bytes) -> None:
        *lines, rest = (self._unread[place] + heard).decode().split("\n")
        self._unread[place] = rest.encode()
        for line in lines:
            game, version, note = line.split(" ")
            self.acknowledged.append((int(game), int(version), note))

    def outcome(self) -> Outcome:
        """Compares what is stored with what was acknowledged."""
        outcome = Outcome(kills=self.kills, acknowledged=len(self.acknowledged))
        stored: dict[tuple[int, int], str] = {}
        with closing(self.opened()) as store:
            for game in range(GAMES + WRITERS):
                stored.update(_log_of(store, game, outcome))
            store.check()
        for game, version, note in self.acknowledged:
            if stored.get((game, version)) != note:
                outcome.lost.append(f"game {game} version {version} {note}")
        for note, times in Counter(stored.values()).items():
            if times > 1:
                outcome.faults.append(f"{note} is stored {times} times")
        outcome.stored = len(stored)
        outcome.unacknowledged = len(stored) - len(self.acknowledged) + len(outcome.lost)
        if outcome.unacknowledged > self.kills:
            outcome.faults.append(f"{outcome.unacknowledged} rows for {self.kills} killed writers")
        with closing(sqlite3.connect(self.path)) as connection:
            for check, sound in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
                if (found := connection.execute(f"PRAGMA {check}").fetchall()) != sound:
                    outcome.faults.append(f"{check}: {found}")
        return outcome


def _log_of(store: SqliteStore, game: int, outcome: Outcome) -> dict[tuple[int, int], str]:
    """The notes of a game's rows; whatever is wrong with the game goes to the outcome."""
    rows = store.rows(game_id(game))
    record = store.game(game_id(game))
    assert record is not None
    if [row.version for row in rows] != list(range(len(rows))):
        outcome.faults.append(f"game {game} has a gap")
    if (record.version, record.updated_at) != (len(rows) - 1, a_time(len(rows) - 1)):
        outcome.faults.append(f"game {game} is not as of its last row: {record}")
    notes = {}
    for row in rows[1:]:
        note = row.events.decode().split('"note":"')[1].split('"')[0]
        if row != a_row(row.version, seat=0, decision=row.version - 1, note=note):
            outcome.faults.append(f"game {game} version {row.version} is torn: {row}")
        if store.key(key_of(game, row.version).digest) != key_of(game, row.version):
            outcome.faults.append(f"game {game} version {row.version} was stored without its key")
        notes[game, row.version] = note
    return notes


def campaign(
    path: Path,
    *,
    kills: int,
    seconds: float,
    synchronous: Synchronous = "FULL",
    write: Write = append,
    shared: bool = True,
) -> Outcome:
    """Kills writers of a new database; `shared`: all write to the same games, else to their own."""
    run = Campaign(path, synchronous, write, shared)
    run.run(kills, seconds)
    return run.outcome()


@pytest.mark.slow
@pytest.mark.parametrize("synchronous", ["FULL", "NORMAL"])
def test_killed_writers_lose_nothing_that_was_acknowledged(
    tmp_path: Path, synchronous: Synchronous
) -> None:
    outcome = campaign(tmp_path / "games.db", kills=100, seconds=6, synchronous=synchronous)
    assert outcome.lost == []
    assert outcome.faults == []
    assert outcome.kills >= 20
    assert outcome.acknowledged >= outcome.kills


@pytest.mark.slow
def test_that_test_sees_an_acknowledgement_before_the_commit(tmp_path: Path) -> None:
    """The control, with a game for each writer, so that nothing but death can lose a row."""
    path = tmp_path / "games.db"
    outcome = campaign(path, kills=60, seconds=4, write=append_too_late, shared=False)
    assert outcome.lost
    assert outcome.faults == []


def main(kills: int) -> int:
    """A campaign of so many kills, half of them with each setting of `synchronous`."""
    failed = False
    settings: tuple[Synchronous, ...] = ("FULL", "NORMAL")
    for synchronous in settings:
        with tempfile.TemporaryDirectory() as directory:
            outcome = campaign(
                Path(directory, "games.db"),
                kills=-(-kills // 2),
                seconds=10 + kills,
                synchronous=synchronous,
            )
        print(
            f"synchronous={synchronous}: {outcome.kills} kills, {outcome.acknowledged}"
            f" acknowledged, {outcome.stored} stored, {outcome.unacknowledged} stored but not"
            f" acknowledged, {len(outcome.lost)} lost, {len(outcome.faults)} faults"
        )
        for line in [*outcome.lost[:10], *outcome.faults[:10]]:
            print(f"  {line}")
        failed = failed or bool(outcome.lost or outcome.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000))
