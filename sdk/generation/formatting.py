"""Brings generated modules into the project's form."""

import subprocess
import sys
import tempfile
from pathlib import Path

_COMMON = [
    "--isolated",
    "--no-cache",
    "--quiet",
    "--line-length",
    "100",
    "--target-version",
    "py311",
]
_MEND = ["check", "--fix-only", "--unsafe-fixes", "--select", "I,F401,UP028"]
_FIRST_PARTY = ["--config", 'lint.isort.known-first-party=["tapster_sdk"]']


def formatted(modules: dict[Path, str]) -> dict[Path, str]:
    """The modules with sorted imports, formatted, whatever configuration lies around."""
    with tempfile.TemporaryDirectory() as folder:
        places = {path: Path(folder, f"module_{i}.py") for i, path in enumerate(modules)}
        for path, place in places.items():
            place.write_text(modules[path], encoding="utf-8")
        for command in ([*_MEND, *_FIRST_PARTY], ["format"]):
            subprocess.run([sys.executable, "-m", "ruff", *command, *_COMMON, folder], check=True)
        return {path: place.read_text(encoding="utf-8") for path, place in places.items()}
