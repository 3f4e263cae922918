"""A typed client of Tapster, the service that serves card games with hidden information.

`Client` and `AsyncClient` ask the service for anything; `Seat` and `AsyncSeat` play. All messages
are in `tapster_sdk.models`.
"""

from tapster_sdk import models
from tapster_sdk._async.client import AsyncClient
from tapster_sdk._async.seat import AsyncSeat, AsyncTurn
from tapster_sdk._errors import (
    BadRequest,
    Conflict,
    ConnectionFailed,
    Forbidden,
    NotFound,
    ServerError,
    ServiceUnavailable,
    TapsterError,
    Unauthorized,
    UnexpectedAnswer,
)
from tapster_sdk._patience import Retries
from tapster_sdk._sync.client import Client
from tapster_sdk._sync.seat import Seat, Turn
from tapster_sdk._verify import Verification, VerificationFailed, verify

__all__ = [
    "AsyncClient",
    "AsyncSeat",
    "AsyncTurn",
    "BadRequest",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "Forbidden",
    "NotFound",
    "Retries",
    "Seat",
    "ServerError",
    "ServiceUnavailable",
    "TapsterError",
    "Turn",
    "Unauthorized",
    "UnexpectedAnswer",
    "Verification",
    "VerificationFailed",
    "models",
    "verify",
]
