"""What can go wrong, one class for each family of statuses. No text of theirs has a token in it."""

from tapster_sdk._generated.models import Problem


class TapsterError(Exception):
    """Something that was asked of the service was not done, or nobody knows whether it was."""

    def __init__(
        self,
        text: str,
        *,
        status: int | None = None,
        problem: Problem | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(text)
        self.status = status
        """The HTTP status, None if there was no answer."""
        self.problem = problem
        """The service's own words, None if the answer was not a problem of the service."""
        self.retry_after = retry_after
        """Seconds that the service asks to wait, None if it does not say."""
        self.attempts = 1
        """How often the request was sent before this came of it."""

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.attempts == 1 else f"{text.rstrip('.')}, {self.attempts} attempts"

    @property
    def code(self) -> str | None:
        """The problem's code, for programs: `illegal_action`, `seat_taken`, …"""
        return self.problem.code if self.problem else None

    @property
    def reason(self) -> str | None:
        """On `illegal_action`: the game's own code for why."""
        return self.problem.reason if self.problem else None

    @property
    def retryable(self) -> bool:
        """True if the same request may be granted a little later."""
        return self.problem.retryable if self.problem else False


class BadRequest(TapsterError):
    """400, 405, 413, 415, 422: the request is not one that the service understands."""


class Unauthorized(TapsterError):
    """401: a token is missing, or opens nothing here."""


class Forbidden(TapsterError):
    """403: the token opens something else. Without a status if the SDK has seen that by itself."""


class NotFound(TapsterError):
    """404, 410: there is no such thing, or nothing that the token lets one see."""


class Conflict(TapsterError):
    """409: the game's state does not allow it; an illegal action, too."""

    @property
    def version(self) -> int | None:
        """The game's version when it refused."""
        return self.problem.version if self.problem else None


class ServerError(TapsterError):
    """5xx: the service failed."""

    @property
    def retryable(self) -> bool:
        """True too if it was not the service that answered, but something before it."""
        return self.problem.retryable if self.problem else True


class ServiceUnavailable(ServerError):
    """429, 503: not now."""


class ConnectionFailed(TapsterError):
    """No whole answer came; whether the request has arrived, nobody knows."""

    def __init__(self, text: str, *, cause: Exception | None = None) -> None:
        super().__init__(text)
        self.cause = cause
        """What the connection's own library says, for those who look closer."""

    @property
    def retryable(self) -> bool:
        """Always: the connection may be back a little later."""
        return True


class UnexpectedAnswer(TapsterError):
    """An answer that the API does not have: not the service, or one that cannot be understood."""


_CLASSES: dict[int, type[TapsterError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    429: ServiceUnavailable,
    503: ServiceUnavailable,
}


def error_class(status: int) -> type[TapsterError]:
    """The class of the exception that a status stands for."""
    if status in _CLASSES:
        return _CLASSES[status]
    if 400 <= status < 500:
        return BadRequest
    return ServerError if 500 <= status < 600 else UnexpectedAnswer
