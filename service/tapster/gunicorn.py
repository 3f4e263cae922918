"""How gunicorn runs the service. Read by `tapster serve` as gunicorn's configuration.

Threads, since requests wait for news; no preloading, since a database connection must never be
inherited over a fork. The limits on request lines and headers are far above what clients need.
"""

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, cast

from tapster.app.context import Context
from tapster.app.ports import StoreBusy, StoreFull
from tapster.bootstrap import make_store
from tapster.config import read_settings
from tapster.store.migrations import UnusableDatabase

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
backlog = 256
limit_request_line = 2048
limit_request_fields = 40
limit_request_field_size = 4096
loglevel = _settings.log_level
proc_name = "tapster"
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None


def on_starting(server: Any) -> None:
    """Stops the start with one sentence where every worker would fail at the database."""
    try:
        make_store(_settings).close()
    except (UnusableDatabase, StoreBusy, StoreFull, sqlite3.Error, OSError) as error:
        sys.exit(f"tapster: {_settings.database_url} cannot be used as the database: {error}")


def post_worker_init(worker: Any) -> None:
    """Wakes waiting requests when the worker is told to stop, so that it can stop at once."""
    context = cast(Context, worker.app.wsgi().extensions["tapster"])
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        stop = signal.getsignal(number)
        assert callable(stop), "gunicorn has installed its handlers before"
        signal.signal(number, partial(_wake_then_stop, context, stop))


def _wake_then_stop(
    context: Context,
    stop: Callable[[int, FrameType | None], Any],
    number: int,
    frame: FrameType | None,
) -> None:
    context.waiting.close()
    stop(number, frame)
