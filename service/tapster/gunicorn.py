"""How gunicorn runs the service. Read by `tapster serve` as gunicorn's configuration.

Threads, since requests wait for news; no preloading, since a database connection must never be
inherited over a fork. The limits on request lines and headers are far above what clients need.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, cast

from tapster import __version__
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
        open_store(_settings).close()
    except NoStore as error:
        sys.exit(f"tapster: {error}")


def when_ready(server: Any) -> None:
    """Says where the service is, once it can be reached there."""
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
