"""`python -m tests.bench [--quick] [--kind NAME …] [--part PART …]`"""

import argparse
import os
import platform
import tempfile
from pathlib import Path

from tapster.games import KINDS
from tests.bench import engine, layers, over_http, replays
from tests.bench.figures import Figure, table
from tests.bench.sizes import QUICK, WHOLE

PARTS = ("http", "replay", "engine", "layers")


def main() -> None:
    """Measures what the arguments name, and prints it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measures Tapster.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: a first impression")
    parser.add_argument("--kind", nargs="+", choices=[kind.name for kind in KINDS], metavar="KIND")
    parser.add_argument("--part", nargs="+", choices=PARTS, default=PARTS, metavar="PART")
    arguments = parser.parse_args()
    size = QUICK if arguments.quick else WHOLE
    kinds = [kind for kind in KINDS if arguments.kind is None or kind.name in arguments.kind]
    figures: list[Figure] = []
    shares = ""
    with tempfile.TemporaryDirectory(prefix="tapster-bench-") as name:
        folder = Path(name)
        if "http" in arguments.part:
            figures += over_http.measure(kinds, size, folder)
        if "replay" in arguments.part:
            figures += replays.measure(kinds, size)
        if "engine" in arguments.part:
            figures += engine.measure(kinds, size, engine.python_with_uno())
        if "layers" in arguments.part:
            shares = layers.layers(kinds, size, folder)
    machine = f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"
    how = f"medians of {size.rounds} interleaved rounds, {size.connections} connections"
    if figures:
        print(f"{table(figures)}\n\n{machine}; {how}.")
    if shares:
        print(f"\nWhere the time of a request goes, at {over_http.ACTIONS} actions:\n\n{shares}")


if __name__ == "__main__":
    main()
