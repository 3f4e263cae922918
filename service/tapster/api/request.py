"""What the routes share: the context, the token, and the headers of answers."""

import select
import socket
from collections.abc import Callable
from typing import Any, cast

import flask
import msgspec

from tapster.app.context import Context

_encode = msgspec.json.Encoder().encode


def context() -> Context:
    """The context that the app was made with."""
    return cast(Context, flask.current_app.extensions["tapster"])


def bearer() -> str | None:
    """The token of the request: None if it has no `Authorization`, never None for a bad one."""
    header = flask.request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def client_watch() -> Callable[[], bool]:
    """Tells whether the client has closed its connection meanwhile; never, where the server does
    not show it the connection."""
    connection: socket.socket | None = flask.request.environ.get("gunicorn.socket")
    if connection is None:
        return lambda: False
    poll = select.poll()
    poll.register(connection, select.POLLIN)

    def has_left() -> bool:
        # Something to read is the next request already, or nothing at all: the end.
        try:
            return bool(poll.poll(0)) and not connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    return has_left


def reply(answer: Any, status: int = 200, **headers: str) -> flask.Response:
    """The answer as JSON. Header names are given with `_` for `-`."""
    response = flask.Response(_encode(answer), status, content_type="application/json")
    for name, value in headers.items():
        response.headers[name.replace("_", "-")] = value
    return response


def reply_once(answer: Any, replayed: bool, **headers: str) -> flask.Response:
    """The answer to something that is done once: 200 and a header if it was done before."""
    if replayed:
        return reply(answer, 200, Idempotency_Replayed="true", **headers)
    return reply(answer, 201, **headers)
