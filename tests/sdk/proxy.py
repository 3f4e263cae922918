"""A bad network: a proxy that fails requests and answers by a seeded plan, and counts what it did.

It stands between the SDK and a live server. A request may be dropped before it arrives; an answer
may be lost whole, be cut in the middle, come too late, or be replaced by a failure of something
between client and service.
"""

import http.client
import random
import socket
import struct
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import urlsplit

FAULTS = ("drop", "lose", "cut", "late", "gateway")
"""What can happen to a request, beside nothing: see `Handler`."""
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Plan:
    """What happens to the n-th request: the same for the same seed.

    Of five faults in a row, each is another, so that even a short game meets all of them.
    """

    def __init__(self, seed: int, share: float) -> None:
        self._random = random.Random(seed)
        self._share = share
        self._ahead: list[str] = []
        self._lock = threading.Lock()
        self.happened: Counter[str] = Counter()
        self.replayed = 0
        """Answers of the service that said that they were given before."""

    def next(self) -> str:
        """A fault, or `none`."""
        with self._lock:
            fault = "none"
            if self._random.random() < self._share:
                if not self._ahead:
                    self._ahead = self._random.sample(FAULTS, len(FAULTS))
                fault = self._ahead.pop()
            self.happened[fault] += 1
            return fault

    def saw(self, answer: http.client.HTTPResponse) -> None:
        """Counts the service's answer."""
        with self._lock:
            self.replayed += answer.headers.get("Idempotency-Replayed") == "true"

    @property
    def faults(self) -> int:
        """How many requests did not go through smoothly."""
        return self.happened.total() - self.happened["none"]


class Handler(BaseHTTPRequestHandler):
    """Passes one request on, or does to it what the plan says."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    plan: ClassVar[Plan]
    upstream: ClassVar[str]
    lateness: ClassVar[float]
    stopping: ClassVar[threading.Event]

    def handle_any(self) -> None:
        """Every method ends here."""
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fault = self.plan.next()
        if fault == "drop":
            self._reset()
            return
        status, headers, content = self._ask(body)
        if fault == "lose":
            self._reset()
        elif fault == "cut":
            self._send(status, headers, content[: len(content) // 2], len(content) + 1)
            self._reset()
        elif fault == "late":
            self.stopping.wait(self.lateness)
            self._reset()
        elif fault == "gateway":
            self._send(502, {"Content-Type": "text/html"}, b"<h1>Bad Gateway</h1>", 20)
        else:
            self._send(status, headers, content, len(content))

    def do_GET(self) -> None:
        self.handle_any()

    def do_POST(self) -> None:
        self.handle_any()

    def do_DELETE(self) -> None:
        self.handle_any()

    def _ask(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(self.upstream, timeout=60)
        try:
            headers = {k: v for k, v in self.headers.items() if k.lower() != "connection"}
            connection.request(self.command, self.path, body or None, headers)
            answer = connection.getresponse()
            content = answer.read()
            self.plan.saw(answer)
        finally:
            connection.close()
        return answer.status, dict(answer.headers.items()), content

    def _send(self, status: int, headers: dict[str, str], content: bytes, length: int) -> None:
        try:
            self.send_response(status)
            for name, value in headers.items():
                if name.lower() not in HOP_BY_HOP:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(content)
        except ConnectionError:
            self.close_connection = True

    def _reset(self) -> None:
        """Ends the connection as a broken network does, with RST."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def finish(self) -> None:
        """Closes the files; a reset connection has none to flush to."""
        try:
            super().finish()
        except (OSError, ValueError):
            self.close_connection = True

    def log_message(self, format: str, *arguments: object) -> None:
        """Says nothing."""


class Server(ThreadingHTTPServer):
    """One thread for each connection; they end with the proxy."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that went away is what this proxy is for."""

    def shutdown_request(self, request: object) -> None:
        """Closes a connection, if the plan has not closed it."""
        assert isinstance(request, socket.socket)
        request.close()


@contextmanager
def bad_network(
    upstream: str, *, seed: int, share: float, lateness: float
) -> Iterator[tuple[str, Plan]]:
    """The proxy's address and its plan. `share` of all requests meet a fault; late answers come,
    if at all, after `lateness` seconds."""
    plan = Plan(seed, share)
    stopping = threading.Event()
    members = {
        "plan": plan,
        "upstream": urlsplit(upstream).netloc,
        "lateness": lateness,
        "stopping": stopping,
    }
    server = Server(("127.0.0.1", 0), type("PlannedHandler", (Handler,), members))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", plan
    finally:
        stopping.set()
        server.shutdown()
        thread.join()
        server.server_close()
