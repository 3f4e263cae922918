"""How patient a client is: when it sends a request again, and how long it waits for news.

There are two patiences. Who asks for one thing wants to hear soon that it cannot be had; who
follows a game wants to be still there when the service is back from a restart.

Only requests that can be repeated without being done twice are sent again at all; the client knows
which those are. Waits grow exponentially and are drawn at random from zero to their maximum, so
that clients that failed together do not come back together.
"""

import random
from dataclasses import dataclass, field

from tapster_sdk._errors import TapsterError


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """How patiently requests are repeated."""

    attempts: int = 6
    """How often a request is sent at most; 1: never again."""
    first: float = 0.2
    """Seconds: the longest wait before the second attempt. It doubles with each further one."""
    longest: float = 8.0
    """Seconds: the longest wait, unless the service asks for a longer one."""
    longest_asked: float = 8.0
    """Seconds: how long a wait the service may ask for. If it asks for one that is longer than this
    and than `longest`, the exception is raised instead, and says in `retry_after` for how long."""
    randomness: random.Random = field(default_factory=random.Random, repr=False, compare=False)

    def wait_after(self, error: TapsterError, attempt: int) -> float | None:
        """Seconds to wait after the given attempt (from 1) failed so; None: do not try again."""
        if not error.retryable or attempt >= self.attempts:
            return None
        asked = error.retry_after or 0.0
        if asked > max(self.longest, self.longest_asked):
            return None
        # The exponent is held where the wait has long reached its maximum.
        most = min(self.longest, self.first * 2 ** min(attempt - 1, 30))
        return max(asked, self.randomness.uniform(0.0, most))


def patience_of_followers() -> Retries:
    """The patience of who follows a game: about a minute and a half, if nobody answers at all."""
    return Retries(attempts=40, longest=5.0, longest_asked=60.0)


LONG_POLL = 25
"""Seconds that one request waits for news; the service may cut it shorter."""
SHORTEST_POLL = 0.25
"""Seconds between two requests for news, should the service not wait at all."""
NO_RETRIES = Retries(attempts=1)
