"""The load generator: a few processes that send finished bytes over kept connections.

Every connection has a script, its requests in order; one is under way at a time. A process waits on
all its connections at once, so it costs little beside a server that runs Python too. It reads no
more of an answer than its status and its length.
"""

import multiprocessing
import selectors
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from time import monotonic

PROCESSES = 2
"""Two, so that one that is held up does not leave the server idle."""

_END_OF_HEADERS = b"\r\n\r\n"
_LENGTH = b"\r\nContent-Length: "

Address = tuple[str, int]
Script = Sequence[bytes]


class UnexpectedAnswer(Exception):
    """The server has answered with a status that is not wanted."""


@dataclass(frozen=True, slots=True)
class Load:
    """What came of a load."""

    seconds: float
    """From the first request of all connections to the last answer."""
    latencies: list[float]
    """Of every request, in seconds."""

    @property
    def rate(self) -> float:
        """Requests per second."""
        return len(self.latencies) / self.seconds


@dataclass(slots=True)
class _Player:
    """One connection and how far it has come in its script."""

    connection: socket.socket
    script: Script
    status: bytes
    sent: int = 0
    since: float = 0.0
    answer: bytes = b""
    latencies: list[float] = field(default_factory=list)

    def send(self) -> bool:
        """Sends the next request; False if there is none."""
        if self.sent == len(self.script):
            return False
        self.since = monotonic()
        self.connection.sendall(self.script[self.sent])
        self.sent += 1
        return True

    def receive(self) -> bool:
        """Takes what has come; True once the answer is whole."""
        part = self.connection.recv(1 << 18)
        if not part:
            raise UnexpectedAnswer(f"the server hung up after {self.answer!r}")
        self.answer = self.answer + part if self.answer else part
        head = self.answer.find(_END_OF_HEADERS)
        if head < 0:
            return False
        place = self.answer.find(_LENGTH, 0, head)
        start = place + len(_LENGTH)
        length = int(self.answer[start : self.answer.find(b"\r\n", start)]) if place >= 0 else 0
        if len(self.answer) < head + len(_END_OF_HEADERS) + length:
            return False
        self.latencies.append(monotonic() - self.since)
        if not self.answer.startswith(self.status, len(b"HTTP/1.1 ")):
            raise UnexpectedAnswer(self.answer.decode(errors="replace"))
        self.answer = b""
        return True


def _drive(address: Address, scripts: Sequence[Script], status: int, results: Connection) -> None:
    """What one process does: connects, says so, waits for the word, and plays all its scripts."""
    wanted = str(status).encode()
    players = [_Player(socket.create_connection(address), s, wanted) for s in scripts]
    selector = selectors.DefaultSelector()
    for player in players:
        player.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(player.connection, selectors.EVENT_READ, player)
    results.send("connected")
    results.recv()
    began = monotonic()
    busy = sum(player.send() for player in players)
    while busy:
        for key, _ in selector.select():
            player = key.data
            if player.receive() and not player.send():
                selector.unregister(player.connection)
                busy -= 1
    ended = monotonic()
    for player in players:
        player.connection.close()
    latencies = [latency for player in players for latency in player.latencies]
    results.send((began, ended, latencies))


def run(address: Address, scripts: Sequence[Script], status: int) -> Load:
    """Plays all scripts, each over a connection of its own. Every answer must have the status."""
    ends = []
    for number in range(min(PROCESSES, len(scripts))):
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(
            target=_drive, args=(address, scripts[number::PROCESSES], status, theirs)
        )
        process.start()
        theirs.close()
        ends.append((process, ours))
    for _, end in ends:
        end.recv()
    for _, end in ends:
        end.send("go")
    outcomes = [end.recv() for _, end in ends]
    for process, _ in ends:
        process.join()
    latencies = [latency for _, _, some in outcomes for latency in some]
    seconds = max(ended for _, ended, _ in outcomes) - min(began for began, _, _ in outcomes)
    return Load(seconds, latencies)


def request(method: str, path: str, *, token: str, body: bytes = b"", tag: str = "") -> bytes:
    """The bytes of a request such as the SDK sends it."""
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        "Accept: application/json",
        "User-Agent: tapster-bench",
        f"Authorization: Bearer {token}",
    ]
    if tag:
        lines.append(f"If-None-Match: {tag}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + _END_OF_HEADERS + body
