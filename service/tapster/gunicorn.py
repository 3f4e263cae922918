"""How gunicorn runs the service. Read by `tapster serve` as gunicorn's configuration.

Threads, since requests wait for news; no preloading, since a database connection must never be
inherited over a fork. The limits on request lines and headers are far above what clients need.
"""

import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, cast

from gunicorn import util

from tapster import __version__
from tapster.api.problems import MEDIA_TYPE, unreadable
from tapster.app.context import Context
from tapster.bootstrap import NoStore, open_store
from tapster.config import read_settings

_settings = read_settings(os.environ)

bind = _settings.bind
workers = _settings.workers
threads = _settings.threads
worker_class = "gthread"
preload_app = False
control_socket_disable = True
# Nobody's headers say where the service is mounted, or what a proxy has seen: it needs neither.
forwarder_headers = ""
forwarded_allow_ips = ""
timeout = 30
graceful_timeout = 20
keepalive = 5
backlog = 2048
limit_request_line = 2048
limit_request_fields = 40
limit_request_field_size = 4096
loglevel = _settings.log_level
proc_name = "tapster"
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None

_DEFER_SECONDS = 10
"""How long the system keeps a connection to itself until its request arrives, so that idle ones
hold no thread. As many as the backlog can be kept so."""
_MOST_CONNECTIONS = 1000
_FILES_OF_A_THREAD = 3
_OTHER_FILES = 64


def _connections_within_limits() -> int:
    """How many connections a worker may hold: never so many that it runs out of file descriptors,
    which would end it. Its threads need some for their databases."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        return _MOST_CONNECTIONS
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    needed = threads * _FILES_OF_A_THREAD + _OTHER_FILES
    return max(threads + 1, min(_MOST_CONNECTIONS, most - needed))


worker_connections = _connections_within_limits()


def _write_problem(connection: socket.socket, status: int, reason: str, _message: str) -> None:
    """Answers what cannot be read as HTTP in the one shape of all errors."""
    body = unreadable(status)
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\n"
        f"Content-Type: {MEDIA_TYPE}\r\nContent-Length: {len(body)}\r\n"
        "X-Content-Type-Options: nosniff\r\n\r\n"
    )
    util.write_nonblock(connection, head.encode() + body)


# gunicorn has no setting for it, and answers with pages of HTML.
util.write_error = _write_problem


def on_starting(server: Any) -> None:
    """Stops the start with one sentence where every worker would fail at the database."""
    try:
        open_store(_settings).close()
    except NoStore as error:
        sys.exit(f"tapster: {error}")


def when_ready(server: Any) -> None:
    """Says where the service is, once it can be reached there."""
    for listener in server.LISTENERS:
        if hasattr(socket, "TCP_DEFER_ACCEPT"):
            listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, _DEFER_SECONDS)
    print(f"Tapster {__version__} on http://{_settings.bind}")
    print(f"  documentation  http://{_settings.bind}/docs")
    print(f"  database       {_settings.database_url}", flush=True)


def post_worker_init(worker: Any) -> None:
    """Wakes waiting requests when the worker is told to stop, so that it can stop at once.

    A master that was killed tells nobody: its workers see that they have another parent.
    """
    context = cast(Context, worker.app.wsgi().extensions["tapster"])
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        stop = signal.getsignal(number)
        assert callable(stop), "gunicorn has installed its handlers before"
        signal.signal(number, partial(_wake_then_stop, context, stop))
    watch = partial(_wake_when_orphaned, context, os.getppid())
    threading.Thread(target=watch, name="parent-watch", daemon=True).start()


def _wake_when_orphaned(context: Context, parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    context.waiting.close()


def _wake_then_stop(
    context: Context,
    stop: Callable[[int, FrameType | None], Any],
    number: int,
    frame: FrameType | None,
) -> None:
    context.waiting.close()
    stop(number, frame)
