"""Waiting for news of a game.

A waiting request holds a thread, so there is a limit to how many may wait. News made in this
process wakes those who wait at once; that of other processes is found by looking now and then.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tapster.app.errors import Refused

LOOK_EVERY = 0.1
"""Seconds between two looks for what other processes have written."""


def _never() -> bool:
    return False


class Waiting:
    """The requests that wait in this process, at most `capacity` of them."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._waiting = 0
        self._closed = False
        self._news = threading.Condition()

    def announce(self) -> None:
        """Wakes everybody who waits, to look again."""
        with self._news:
            self._news.notify_all()

    def close(self) -> None:
        """Ends all waiting, now and for ever: the process is about to stop.

        Does not lock, because a signal handler calls it and may have interrupted a holder of the
        lock; whoever waits sees it within `LOOK_EVERY`.
        """
        self._closed = True

    @contextmanager
    def _place(self) -> Iterator[None]:
        with self._news:
            if self._waiting >= self._capacity:
                raise Refused(
                    "waiting_capacity", "Too many requests are waiting; ask again without `wait`."
                )
            self._waiting += 1
        try:
            yield
        finally:
            with self._news:
                self._waiting -= 1

    def until(
        self, ready: Callable[[], bool], seconds: float, abandoned: Callable[[], bool] = _never
    ) -> None:
        """Returns when `ready()`, after so many seconds, or when the one who asked has left
        (`abandoned()`). Refuses beyond the capacity."""
        deadline = time.monotonic() + seconds
        if seconds <= 0 or ready():
            return
        with self._place():
            while not self._closed and (left := deadline - time.monotonic()) > 0:
                with self._news:
                    self._news.wait(min(left, LOOK_EVERY))
                if ready() or abandoned():
                    return
