"""Calls to the service, in the test's own process or over a socket, with answers of one shape."""

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

import flask


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. `path` may have a query."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes back. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body's value."""
        return json.loads(self.body)

    @property
    def media_type(self) -> str:
        """The media type alone, without its parameters; empty if there is none."""
        return self.headers.get("content-type", "").split(";")[0].strip()


class Caller(Protocol):
    """Whoever sends a request and hands back the answer."""

    def __call__(self, request: Request) -> Answer: ...


def call(
    caller: Caller,
    method: str,
    path: str,
    token: str | None = None,
    body: Any = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """Sends a request with the token and the body as JSON, if there are any."""
    sent = dict(headers or {})
    if token is not None:
        sent["Authorization"] = f"Bearer {token}"
    if body is None:
        return caller(Request(method, path, sent))
    sent["Content-Type"] = "application/json"
    return caller(Request(method, path, sent, json.dumps(body).encode()))


class AppCaller:
    """Calls an app without a server."""

    def __init__(self, app: flask.Flask) -> None:
        self._client = app.test_client()

    def __call__(self, request: Request) -> Answer:
        response = self._client.open(
            request.path, method=request.method, headers=dict(request.headers), data=request.body
        )
        headers = {name.lower(): value for name, value in response.headers}
        return Answer(response.status_code, headers, response.get_data())


class HttpCaller:
    """Calls a server over one connection, opened again where the server has closed it."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)

    def __call__(self, request: Request) -> Answer:
        try:
            return self._send(request)
        except (http.client.RemoteDisconnected, ConnectionError):
            self._connection.close()
            return self._send(request)

    def close(self) -> None:
        """Hangs up."""
        self._connection.close()

    def _send(self, request: Request) -> Answer:
        self._connection.request(request.method, request.path, request.body, dict(request.headers))
        response = self._connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, headers, response.read())
