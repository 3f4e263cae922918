"""The SDK's README keeps its word: its programs run as they stand, its numbers are the numbers."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tapster_sdk
from tapster_sdk import Client, Retries
from tapster_sdk._patience import patience_of_followers

README = (Path(__file__).parent.parent.parent / "sdk" / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_every_program_runs_as_it_stands(number: int, url: str) -> None:
    program = PROGRAMS[number].replace("http://127.0.0.1:8000", url)
    assert url in program
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "reason='hand_played'" in ran.stdout or "Verification(" in ran.stdout


def test_the_table_of_patiences_is_right() -> None:
    rows = re.findall(r"^\| `(\w+)` \|(.*)\|$", README, flags=re.MULTILINE)
    cells = {name: [cell.strip() for cell in row.split("|")] for name, row in rows}
    patiences = {"retries": Retries(), "following": patience_of_followers()}
    assert set(cells) == set(patiences)
    for name, patience in patiences.items():
        _, attempts, longest, total, asked = cells[name]
        assert int(attempts) == patience.attempts
        assert (longest, asked) == (f"{patience.longest:g} s", f"{patience.longest_asked:g} s")
        bounds = [
            min(patience.longest, patience.first * 2**n) for n in range(patience.attempts - 1)
        ]
        about = float(re.findall(r"about (\d+) s", total)[0])
        assert sum(bounds) / 2 == pytest.approx(about, rel=0.1)


def test_all_exceptions_and_methods_are_named() -> None:
    for name in tapster_sdk.__all__:
        if inspect.isclass(thing := getattr(tapster_sdk, name)) and issubclass(thing, Exception):
            assert name in README
    for name in dir(Client):
        if not name.startswith("_") and name != "close":
            assert re.search(rf"\b{name}\b", README), name
