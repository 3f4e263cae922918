"""Talking to a real server: requests as bytes, and answers as they come over the wire."""

import http.client
import json
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple
from urllib.parse import urlsplit

BODY = {"kind": "drinko", "seats": [{}, {}]}
"""Creates a game of two."""
PATIENCE = 20.0
"""Seconds; no answer takes nearly so long."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    """By lower-case name."""
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


def exchange(url: str, data: bytes, *, hang_up: bool = False) -> Answer:
    """Sends the bytes on a connection of their own and reads one answer.

    With `hang_up` the client says that nothing more will come. A server may answer before all has
    been sent, and stop listening.
    """
    parts = urlsplit(url)
    with socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE) as connection:
        try:
            connection.sendall(data)
            if hang_up:
                connection.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the answer may have come all the same
        return _read(connection)


def _read(connection: socket.socket) -> Answer:
    response = http.client.HTTPResponse(connection)
    try:
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, headers, response.read())
    finally:
        response.close()


def head(method: str, path: str, headers: dict[str, str]) -> bytes:
    """A request up to its body."""
    lines = [f"{method} {path} HTTP/1.1", "Host: tapster.test"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def send(
    url: str,
    method: str,
    path: str,
    *,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    token: str | None = None,
) -> Answer:
    """One well-formed request with whatever body."""
    all_headers = {"Connection": "close", **(headers or {})}
    if body is not None:
        all_headers["Content-Length"] = str(len(body))
    if token is not None:
        all_headers["Authorization"] = f"Bearer {token}"
    return exchange(url, head(method, path, all_headers) + (body or b""))


def call(
    url: str, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
) -> Answer:
    """One request as a client makes it; header names with `_` for `-`."""
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is None:
        return send(url, method, path, token=token, headers=more)
    more["Content-Type"] = "application/json"
    return send(url, method, path, body=json.dumps(body).encode(), headers=more, token=token)


def in_threads(number: int, work: Callable[[int], None]) -> None:
    """Does the work in so many threads at once; a failure in any of them fails the test."""
    with ThreadPoolExecutor(number) as threads:
        for future in [threads.submit(work, n) for n in range(number)]:
            future.result()
