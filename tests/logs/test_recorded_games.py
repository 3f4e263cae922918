"""Recorded games fold to their ends, and are decided again to the same events."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapster.games import KINDS
from tapster.games.kernel.codec import encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.messages import Event
from tapster.games.kernel.table import Table
from tests.laws.cheap import require_same_events_again
from tests.laws.games import player, whole_game
from tests.logs.recording import FOLDER, ending_of, read, write

FEWEST = 4
"""Recordings, each with other options, that a kind has of its present ruleset: or fewer, if all the
options that the laws play with are fewer."""

FILES = sorted(FOLDER.glob("*.ndjson"))

each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
each_file = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


def kind_of(path: Path) -> AnyKind:
    """The kind whose game the file has."""
    name = path.stem.partition("-")[0]
    kinds = [kind for kind in KINDS if kind.name == name]
    assert kinds, f"{path.name} is of no registered kind"
    return kinds[0]


def facts(path: Path) -> list[Event]:
    """All the events of a recorded game."""
    return [event for entry in read(path, kind_of(path)).entries for event in entry.events]


def keeps(recorded: Any, now: Any) -> bool:
    """Whether all that was recorded is still there; objects may have gained fields since."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        return all(key in now and keeps(value, now[key]) for key, value in recorded.items())
    if isinstance(recorded, list) and isinstance(now, list):
        return len(recorded) == len(now) and all(map(keeps, recorded, now))
    return bool(recorded == now)


def how_to_record(kind: AnyKind) -> str:
    """What to do where a recorded game is missing."""
    return (
        f"record one with `.venv/bin/python -m tests.logs.record {kind.name} NAME --seed N`, which "
        f"plays at table N (then from the first again) of tests/laws/players/{kind.name}.py"
    )


@each_kind
def test_every_kind_has_recorded_games_of_its_present_ruleset(kind: AnyKind) -> None:
    recordings = [read(path, kind) for path in FILES if kind_of(path) is kind]
    present = [r.header for r in recordings if r.header.ruleset == kind.ruleset]

    tables = player(kind).OPTIONS
    playable = {encode(kind.resolve(options, seats)) for seats, options in tables}
    needed = min(FEWEST, len(playable))
    different = len({encode(header.options) for header in present})

    assert different >= needed, (
        f"{kind.ruleset} has {len(present)} recorded games with {different} different options and "
        f"needs {needed} with different ones: {how_to_record(kind)}"
    )
    assert {recording.header.ruleset for recording in recordings} <= set(kind.rulesets)


@each_kind
def test_whatever_happens_in_random_games_is_recorded(kind: AnyKind) -> None:
    recorded = {type(event) for path in FILES if kind_of(path) is kind for event in facts(path)}
    happening = {
        type(event)
        for number in range(len(player(kind).OPTIONS))
        for entry in whole_game(kind, number)[1]
        for event in entry.events
    }

    missing = sorted(event.__name__ for event in happening - recorded)
    assert not missing, (
        f"{', '.join(missing)} happened in no recorded game of {kind.name}: {how_to_record(kind)}"
    )


@each_file
def test_a_recorded_game_folds_to_its_end(path: Path) -> None:
    kind = kind_of(path)
    recording = read(path, kind)
    table = Table(kind)
    for entry in recording.entries:
        if entry.seat is not None:
            assert entry.decision == table.decisions[entry.seat].opened, entry
        table.apply(entry.version, entry.seat, entry.at, entry.events)
    ending = ending_of(table)

    assert table.status == "over"
    assert (table.ruleset, len(table.seats)) == (recording.header.ruleset, recording.header.seats)
    assert keeps(recording.header.options, msgspec.to_builtins(table.options))
    assert ending.result == recording.ending.result
    assert keeps(recording.ending.view, ending.view)


@each_file
def test_a_recorded_game_is_decided_again_to_the_same_events(path: Path) -> None:
    kind = kind_of(path)
    recording = read(path, kind)
    if recording.header.ruleset != kind.ruleset:
        pytest.skip(f"{recording.header.ruleset} is not played any more, its games only fold")
    table = Table(kind)
    for entry in recording.entries:
        require_same_events_again(table, entry, f"{path.name}, version {entry.version}")
        table.apply(entry.version, entry.seat, entry.at, entry.events)


def test_a_recording_is_never_written_anew(tmp_path: Path) -> None:
    kind = kind_of(FILES[0])
    recording = read(FILES[0], kind)
    table = Table(kind)
    for entry in recording.entries:
        table.apply(entry.version, entry.seat, entry.at, entry.events)
    copy = tmp_path / FILES[0].name
    copy.write_bytes(b"as it was")

    with pytest.raises(FileExistsError):
        write(copy, kind, table, recording.entries)
    assert copy.read_bytes() == b"as it was"


def test_what_is_recorded_is_what_is_read(tmp_path: Path) -> None:
    for kind in KINDS:
        table, entries = whole_game(kind, 3)
        path = tmp_path / f"{kind.name}-again.ndjson"
        write(path, kind, table, entries)

        assert read(path, kind).entries == entries
        assert read(path, kind).ending == ending_of(table)
