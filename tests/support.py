"""What the tests of the whole service share: an app in memory, and a real server over a socket."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import flask

from tapster.api.factory import create_app
from tapster.app.context import Context
from tapster.app.ports import EventStore
from tapster.app.waiting import Waiting
from tapster.store.memory import MemoryStore


class FakeClock:
    """A clock that moves by a millisecond each time somebody looks at it, or by hand."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time

    def move(self, **amount: float) -> None:
        """Moves on by so many `hours`, `seconds`, …"""
        self.time += timedelta(**amount)


class FakeEntropy:
    """Bytes that never repeat within a test and are the same in every run."""

    def __init__(self) -> None:
        self._calls = 0

    def __call__(self, size: int) -> bytes:
        self._calls += 1
        return self._calls.to_bytes(size, "big")


def memory_context(
    store: EventStore | None = None, *, allow_seeds: bool = True, wait_maximum: float = 0.05
) -> Context:
    """A context in memory, with a clock and an entropy that a test can foretell."""
    return Context(
        store=store or MemoryStore(bytes(32)),
        clock=FakeClock(),
        entropy=FakeEntropy(),
        waiting=Waiting(64),
        wait_maximum=wait_maximum,
        allow_seeds=allow_seeds,
    )


def memory_app(context: Context | None = None, api_keys: tuple[str, ...] = ()) -> flask.Flask:
    """The service in memory; unexpected errors surface in the test that caused them."""
    return create_app(context or memory_context(), api_keys)


def free_port() -> int:
    """A free port below those that the system gives to clients: a client that tries to reach a
    server which is down must not connect to itself."""
    for port in range(20000 + os.getpid() % 5000, 32000):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise RuntimeError("no free port")


@dataclass(slots=True)
class Server:
    """A running service."""

    url: str
    process: "subprocess.Popen[bytes]"
    database: Path
    output: Path


@contextmanager
def live_server(folder: Path, **settings: str) -> Iterator[Server]:
    """`tapster serve` on a free port with a database in the folder, stopped at the end.

    Settings are given as `workers="1"` for `TAPSTER_WORKERS=1`.
    """
    port = free_port()
    database = folder / "tapster.db"
    variables = {k: v for k, v in os.environ.items() if not k.startswith("TAPSTER_")}
    variables |= {f"TAPSTER_{name.upper()}": value for name, value in settings.items()}
    variables |= {
        "TAPSTER_BIND": f"127.0.0.1:{port}",
        "TAPSTER_DATABASE_URL": f"sqlite:///{database}",
    }
    output = folder / "server.log"
    with output.open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tapster", "serve"], env=variables, stdout=log, stderr=log
        )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_until_ready(url, process, output)
        yield Server(url, process, database, output)
    finally:
        process.terminate()
        process.wait(timeout=30)


def _wait_until_ready(url: str, process: "subprocess.Popen[bytes]", output: Path) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{url}/readyz", timeout=5) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.05)
    raise RuntimeError(f"the server did not start:\n{output.read_text(encoding='utf-8')}")
