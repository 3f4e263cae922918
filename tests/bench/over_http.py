"""Requests per second over HTTP, beside a bare Flask route under the same gunicorn configuration.

All servers run during all rounds; one that has nothing to do costs nothing. The games and the
requests are made beforehand, so the generator does the same for every side: it sends bytes.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from tapster.games.kernel.codec import encode
from tapster.games.kernel.kind import AnyKind
from tapster.store.sqlite import SqliteStore
from tests.bench.figures import Figure, count, interleaved, milliseconds, percentile, ratio
from tests.bench.games import course, described, game_id, lengths, token
from tests.bench.load import Address, Load, Script, request, run
from tests.bench.sizes import Size
from tests.support import free_port, live_server

COMMAND = "python -m tests.bench --part http"
ACTIONS = 100
GET_FLOOR = "0.5"
POST_FLOOR = "0.35"

_IDS_PER_KIND = 10_000
_FIRST_PLAYED_ON = 100
"""Number of the first game that is played on; those before are looked at."""


@dataclass(frozen=True, slots=True)
class Servers:
    """Where the sides listen."""

    bare: Address
    normal: Address
    full: Address


@contextmanager
def bare_server(folder: Path, **settings: str) -> Iterator[Address]:
    """The bare app under the service's gunicorn configuration."""
    port = free_port()
    variables = {k: v for k, v in os.environ.items() if not k.startswith("TAPSTER_")}
    variables |= {f"TAPSTER_{name.upper()}": value for name, value in settings.items()}
    variables["TAPSTER_BIND"] = f"127.0.0.1:{port}"
    arguments = ["-m", "gunicorn", "--config", "python:tapster.gunicorn", "tests.bench.bare:app"]
    with (folder / "bare.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            env=variables,
            stdout=log,
            stderr=log,
            cwd=Path(__file__).parents[2],
        )
    try:
        _wait_until_open(("127.0.0.1", port), process)
        yield "127.0.0.1", port
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_until_open(address: Address, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(address) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("the bare server did not start")


@contextmanager
def servers(folder: Path, database: Path) -> Iterator[Servers]:
    """The bare app, and the service twice, each time with a copy of the database."""
    with ExitStack() as stack:
        bare = stack.enter_context(bare_server(folder))
        addresses = []
        for synchronous in ("normal", "full"):
            place = folder / synchronous
            place.mkdir()
            shutil.copy(database, place / "tapster.db")
            server = stack.enter_context(live_server(place, sqlite_synchronous=synchronous))
            url = urlsplit(server.url)
            addresses.append((url.hostname or "", url.port or 0))
        yield Servers(bare, *addresses)


class KindOverHttp:
    """The games of one kind, and the requests about them."""

    def __init__(self, kind: AnyKind, number: int, size: Size) -> None:
        self.kind = kind
        self._size = size
        self._first = number * _IDS_PER_KIND
        self._course = course(kind, max(ACTIONS + size.actions, size.versions[-1]))
        whole = len(self._course.steps)
        self.actions = min(ACTIONS, whole - 1)
        self.played_on = min(size.actions, whole - 1)
        self.begins = min(1 + ACTIONS - size.actions // 2, whole - self.played_on)
        """After how many versions the games are played on."""
        self.lengths = lengths(self._course, size.versions)

    def store(self, store: SqliteStore) -> None:
        """Stores all games that the requests are about."""
        for number, versions in enumerate([self.actions + 1, *self.lengths]):
            self._course.store(store, game_id(self._first + number), versions)
        size = self._size
        for number in range(size.rounds * size.connections * size.games):
            name = game_id(self._first + _FIRST_PLAYED_ON + number)
            self._course.store(store, name, self.begins)

    def looks(self, place: int = 0, *, known: bool = False) -> list[Script]:
        """GETs of one game: that of 100 actions, or one of the lengths (from 1)."""
        versions = [self.actions + 1, *self.lengths][place]
        name = game_id(self._first + place)
        seat = next(iter(self._course.table(versions).decisions), 0)
        tag = f'"{versions - 1}.{seat}"' if known else ""
        message = request("GET", f"/v1/games/{name}", token=token(name, seat).text, tag=tag)
        # Looks at long games take long, so there are fewer of them.
        looks = max(3, min(self._size.requests, self._size.requests * 400 // versions))
        return [[message] * looks for _ in range(self._size.connections)]

    def plays(self, turn: int) -> list[Script]:
        """POSTs that play on the games of one round."""
        size = self._size
        first = self._first + _FIRST_PLAYED_ON + turn * size.connections * size.games
        return [
            [
                message
                for number in range(size.games)
                for message in self._actions(game_id(first + connection * size.games + number))
            ]
            for connection in range(size.connections)
        ]

    def _actions(self, name: str) -> Iterator[bytes]:
        for step in self._course.steps[self.begins : self.begins + self.played_on]:
            assert step.seat is not None, "all that follows the deal is a seat's action"
            body = encode({"action": step.command, "decision": step.decision})
            yield request(
                "POST",
                f"/v1/games/{name}/actions",
                token=token(name, step.seat).text,
                body=body,
            )


def measure(kinds: Sequence[AnyKind], size: Size, folder: Path) -> list[Figure]:
    """All figures over HTTP."""
    measured = [KindOverHttp(kind, number, size) for number, kind in enumerate(kinds)]
    database = folder / "prepared.db"
    store = SqliteStore(database, synchronous="NORMAL", pepper_source=os.urandom)
    for one in measured:
        one.store(store)
    store.close()
    with servers(folder, database) as sides:
        figures: list[Figure] = []
        for one in measured:
            figures += _looks(one, sides, size)
            figures += _plays(one, sides, size)
            figures += _lengths(one, sides, size)
    return figures


def _looks(one: KindOverHttp, sides: Servers, size: Size) -> list[Figure]:
    """GET of a game of 100 actions, and what a client gets that has the newest version."""
    whole, known = one.looks(), one.looks(known=True)
    loads = interleaved(
        size.rounds,
        {
            "bare": lambda: run(sides.bare, whole, 200),
            "look": lambda: run(sides.normal, whole, 200),
            "known": lambda: run(sides.normal, known, 304),
        },
    )
    what = f"`GET` game of {one.actions} actions, {one.kind.name}"
    return [
        _figure(what, loads["look"], loads["bare"], GET_FLOOR),
        _figure(f"the same, nothing new (304), {one.kind.name}", loads["known"], loads["bare"]),
    ]


def _plays(one: KindOverHttp, sides: Servers, size: Size) -> list[Figure]:
    """POSTs of actions, with both settings of the store."""
    turns = {
        name: iter([one.plays(turn) for turn in range(size.rounds)])
        for name in ("bare", "normal", "full")
    }
    loads = interleaved(
        size.rounds,
        {
            "bare": lambda: run(sides.bare, next(turns["bare"]), 200),
            "normal": lambda: run(sides.normal, next(turns["normal"]), 201),
            "full": lambda: run(sides.full, next(turns["full"]), 201),
        },
    )
    last = one.begins + one.played_on - 1
    what = f"`POST` action {one.begins}–{last}, {{}}, {one.kind.name}"
    return [
        _figure(what.format("`NORMAL`"), loads["normal"], loads["bare"], POST_FLOOR),
        _figure(what.format("`FULL`"), loads["full"], loads["bare"]),
    ]


def _lengths(one: KindOverHttp, sides: Servers, size: Size) -> list[Figure]:
    """GETs of logs of all lengths, one request at a time."""
    figures = []
    for place, versions in enumerate(one.lengths, start=1):
        script = one.looks(place)[:1]
        loads = [run(sides.normal, script, 200) for _ in range(size.rounds)]
        what = f"`GET` alone, {described(versions, size.versions)}, {one.kind.name}"
        figures.append(_figure(what, loads))
    return figures


def _figure(what: str, loads: Sequence[Load], bare: Sequence[Load] = (), floor: str = "") -> Figure:
    latencies = [latency for load in loads for latency in load.latencies]
    rates = [load.rate for load in loads]
    return Figure(
        what=what,
        rate=f"{count(median(rates))} requests/s",
        p50=milliseconds(percentile(latencies, 0.5)),
        p99=milliseconds(percentile(latencies, 0.99)),
        beside=f"bare Flask: {count(median(load.rate for load in bare))} requests/s"
        if bare
        else "",
        ratio=f"{ratio(rates, [load.rate for load in bare]):.2f}" if bare else "",
        floor=f"≥ {floor}" if floor else "",
        command=f"`{COMMAND}`",
    )
