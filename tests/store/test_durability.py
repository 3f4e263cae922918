"""Synced first, acknowledged later, as the kernel sees it.

A process appends under strace and acknowledges each row by a write to its standard output. With
`synchronous=FULL` the write-ahead log must have been synced between its last write and the
acknowledgement. NORMAL, which does not promise that, is the control.
"""

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tapster.store.sqlite_connections import Synchronous

ROWS = 60
WRITER = """
import os, sys
from pathlib import Path
from tapster.store.sqlite import SqliteStore
from tests.store.samples import a_game, a_row, a_token, game_id, pepper_source
store = SqliteStore(sys.argv[1], synchronous=sys.argv[2], pepper_source=pepper_source)
presented = a_token(1)
store.create(a_game(1), a_row(0), [presented])
os.write(1, b"acknowledged\\n")
for version in range(1, int(sys.argv[3])):
    if version % 10 == 9:
        store.replace_token(game_id(1), a_token(version), presented.digest)
        presented = a_token(version)
        os.write(1, b"acknowledged\\n")
    store.append(game_id(1), a_row(version), status="active", open_seats=0)
    os.write(1, b"acknowledged\\n")
store.delete(game_id(1))
os.write(1, b"acknowledged\\n")
"""

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


@dataclass
class Trace:
    """What strace saw of one writer."""

    acknowledgements: int = 0
    early: int = 0
    """Acknowledgements while the write-ahead log had writes that were not synced."""


def traced(tmp_path: Path, synchronous: Synchronous) -> Trace:
    """Runs the writer under strace and reads what it did."""
    log = tmp_path / "strace.log"
    strace = ["strace", "-f", "-y", "-e", "trace=pwrite64,write,fsync,fdatasync", "-o", str(log)]
    writer = [sys.executable, "-c", WRITER, str(tmp_path / "games.db"), synchronous, str(ROWS)]
    run = subprocess.run([*strace, *writer], capture_output=True, timeout=120, check=False)
    if run.returncode != 0 and b"PTRACE" in run.stderr:
        pytest.skip("this process may not trace others")
    assert run.returncode == 0, run.stderr.decode()
    trace = Trace()
    unsynced = False
    for line in log.read_text().splitlines():
        if re.search(r"\b(pwrite64|write)\(\d+<[^>]*-wal>", line):
            unsynced = True
        elif re.search(r"\b(fsync|fdatasync)\(\d+<[^>]*-wal>\) += 0", line):
            unsynced = False
        elif re.search(r'\bwrite\(1<[^>]*>, "acknowledged', line):
            trace.acknowledgements += 1
            trace.early += unsynced
    return trace


@pytest.mark.slow
def test_full_syncs_before_it_acknowledges(tmp_path: Path) -> None:
    trace = traced(tmp_path, "FULL")
    assert trace.acknowledgements > ROWS
    assert trace.early == 0


@pytest.mark.slow
def test_that_test_sees_an_acknowledgement_before_the_sync(tmp_path: Path) -> None:
    trace = traced(tmp_path, "NORMAL")
    assert trace.acknowledgements > ROWS
    assert trace.early > ROWS // 2
