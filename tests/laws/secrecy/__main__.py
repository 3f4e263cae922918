"""A long campaign of the law of secrecy, over every registered kind.

python -m tests.laws.secrecy --cases 1000
"""

import argparse
import itertools
import time

from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tests.laws.secrecy.law import campaign, comparisons
from tests.support import memory_app


def run(kind: AnyKind, cases: int, first: int) -> str:
    """Compares so many cases of the kind; fails at the first leak. Returns a line of the table."""
    app = memory_app()
    compared = 0
    began = time.perf_counter()
    for case in itertools.islice(campaign(app, kind, first), cases):
        for comparison in comparisons(app, case):
            assert not comparison.leaks, str(comparison)
            compared += 1
    seconds = time.perf_counter() - began
    return f"{kind.name:<13} {cases:>6} {compared:>12} {seconds:>8.1f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws.secrecy")
    parser.add_argument("--cases", type=int, default=1_000, help="twin worlds of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first game's number")
    arguments = parser.parse_args()
    print(f"{'kind':<13} {'cases':>6} {'comparisons':>12} {'seconds':>8}")
    for kind in KINDS:
        print(run(kind, arguments.cases, arguments.first), flush=True)


if __name__ == "__main__":
    main()
