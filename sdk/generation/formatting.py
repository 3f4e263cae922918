"""Brings generated text into the project's form."""

import subprocess
import sys


def formatted(text: str) -> str:
    """The text with sorted imports, formatted, whatever configuration lies around."""
    common = ["--isolated", "--line-length", "100", "--target-version", "py311"]
    sort = ["check", "--fix-only", "--unsafe-fixes", "--select", "I,F401,UP028", *_FIRST_PARTY]
    for command in (sort, ["format"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *command, *common, "--quiet", "-"],
            input=text,
            capture_output=True,
            check=True,
            encoding="utf-8",
        )
        text = done.stdout
    return text


_FIRST_PARTY = ["--config", 'lint.isort.known-first-party=["tapster_sdk"]']
