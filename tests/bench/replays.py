"""Events per second of replay: of the whole way from stored rows to a table, and of the fold alone.

The whole way checks the chain of hashes, decodes the events, and folds them; the fold keeps the
decisions too. Reading the rows from the database is not part of it (a GET is, see `over_http`).
"""

from collections.abc import Callable, Sequence
from statistics import median

from tapster.app.entries import check_chain
from tapster.app.ports import LogRow
from tapster.games.kernel.codec import codec
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.table import replay
from tests.bench.figures import Figure, count, interleaved, milliseconds, seconds_of
from tests.bench.games import Course, course, described, game_id, lengths
from tests.bench.sizes import Size

COMMAND = "python -m tests.bench --part replay"
FLOOR = 500_000


def measure(kinds: Sequence[AnyKind], size: Size) -> list[Figure]:
    """All figures of replay."""
    figures: list[Figure] = []
    for kind in kinds:
        long = course(kind, size.versions[-1])
        for versions in lengths(long, size.versions):
            figures += _at(long, versions, size)
    return figures


def _from_rows(kind: AnyKind, name: str, rows: Sequence[LogRow]) -> None:
    check_chain(name, rows)
    replay(kind, rows, codec(kind).decode_events([row.events for row in rows]))


def _at(long: Course, versions: int, size: Size) -> list[Figure]:
    kind = long.kind
    name = game_id(0)
    rows = long.rows(name, versions)
    events = codec(kind).decode_events([row.events for row in rows])
    total = sum(len(facts) for facts in events)
    repetitions = max(1, size.replayed // total)

    def timed(work: Callable[[], object]) -> Callable[[], float]:
        return lambda: seconds_of(work, repetitions)

    times = interleaved(
        size.rounds,
        {
            "replay from rows": timed(lambda: _from_rows(kind, name, rows)),
            "the fold alone": timed(lambda: replay(kind, rows, events)),
        },
    )
    return [
        Figure(
            what=f"{what}, {described(versions, size.versions)}, {kind.name}",
            rate=f"{count(total / median(seconds))} events/s",
            p50=milliseconds(median(seconds)),
            ratio=f"{total / median(seconds) / FLOOR:.2f}",
            beside=f"{FLOOR:,} events/s",
            floor="≥ 1" if what != "the fold alone" else "",
            command=f"`{COMMAND}`",
        )
        for what, seconds in times.items()
    ]
