"""Plays random games of every kind, checks the cheap laws, and says what it has seen.

python -m tests.laws.campaign --games 2000
"""

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field

from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tests.laws.cheap import play_lawfully


@dataclass(slots=True)
class Tally:
    """What the games of one kind were like."""

    games: int = 0
    versions: int = 0
    longest: int = 0
    seconds: float = 0.0
    seats: Counter[int] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)

    def line(self, name: str) -> str:
        """One line of the table."""
        seats = " ".join(f"{seats}:{count}" for seats, count in sorted(self.seats.items()))
        endings = ", ".join(f"{reason} {count}" for reason, count in self.endings.most_common())
        return (
            f"{name:<13} {self.games:>6} {self.versions:>9} {self.longest:>8} "
            f"{self.seconds:>8.1f}  {seats}  |  {endings}"
        )


HEADING = f"{'kind':<13} {'games':>6} {'versions':>9} {'longest':>8} {'seconds':>8}  games by seats"


def campaign(kind: AnyKind, games: int, first: int = 0) -> Tally:
    """Plays so many games of the kind, the numbers from `first` on."""
    tally = Tally()
    began = time.perf_counter()
    for number in range(first, first + games):
        table = play_lawfully(kind, number)
        assert table.result is not None, "a game that was played to its end has a result"
        tally.games += 1
        tally.versions += table.version + 1
        tally.longest = max(tally.longest, table.version + 1)
        tally.seats[len(table.seats)] += 1
        tie = " (tie)" if table.result.tie else ""
        tally.endings[table.result.reason + tie] += 1
    tally.seconds = time.perf_counter() - began
    return tally


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws.campaign")
    parser.add_argument("--games", type=int, default=2_000, help="games of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first game's number")
    arguments = parser.parse_args()
    print(HEADING)
    for kind in KINDS:
        print(campaign(kind, arguments.games, arguments.first).line(kind.name), flush=True)


if __name__ == "__main__":
    main()
