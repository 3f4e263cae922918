"""The README's words are kept: its walk-through runs, its settings are the settings."""

import os
import re
import subprocess
from pathlib import Path

import msgspec

from tapster.config import Settings
from tapster.games import KINDS
from tests.support import live_server

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_walk_through_with_curl_runs_as_it_stands(tmp_path: Path) -> None:
    (script,) = re.findall(r"```bash\n(.*?)```", README, flags=re.DOTALL)
    with live_server(tmp_path) as server:
        ran = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=tmp_path,
            env={**os.environ, "TAPSTER": server.url},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert ran.returncode == 0, ran.stderr
    hand, spectator, applied, replayed, version, deleted = ran.stdout.split("\n")[:6]
    assert len(re.findall(r"'[a-z0-9-]+'", hand)) == 7
    assert spectator == "None"
    assert applied == "[2]"
    assert replayed.strip().lower() == "idempotency-replayed: true"
    assert version == "2"
    assert deleted == "204"


def test_the_table_of_settings_is_complete() -> None:
    table = dict(re.findall(r"^\| `TAPSTER_(\w+)` \| (\S+) \|", README, flags=re.MULTILINE))
    defaults = {
        field.name.upper(): _written(field.default) for field in msgspec.structs.fields(Settings)
    }
    assert {name: default.strip("`") for name, default in table.items()} == defaults


def _written(default: object) -> str:
    if isinstance(default, bool):
        return "on" if default else "off"
    if isinstance(default, float):
        return f"{default:g}"
    return "none" if default == () else str(default)


def test_every_kind_stands_in_the_table() -> None:
    table = dict(re.findall(r"^\| `(\w+)` \| (\d+–\d+) \|", README, flags=re.MULTILINE))
    for kind in KINDS:
        seats = f"{kind.seats[0]}–{kind.seats[1]}"
        assert table.get(kind.name) == seats, (
            f"README.md's table of kinds needs the row: | `{kind.name}` | {seats} | what it is |"
        )
