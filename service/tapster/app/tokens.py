"""Tokens: what opens a seat, and what manages a game.

A token is a role's prefix and 32 bytes in base64url. The store has digests alone, so nobody who
reads it can sit down anywhere. Under an idempotency key a token is derived, so that the same answer
can be given again without having stored it.
"""

import base64
import hashlib
import hmac
from dataclasses import dataclass

from tapster.app.ports import Role, TokenRecord

BYTES = 32
PREFIX: dict[Role, str] = {"seat": "tap_seat_", "host": "tap_host_"}


@dataclass(frozen=True, slots=True)
class Token:
    """A token just made. Its text leaves the service once and is kept nowhere."""

    role: Role
    seat: int | None
    secret: bytes

    @property
    def text(self) -> str:
        """What the client gets."""
        return PREFIX[self.role] + base64.urlsafe_b64encode(self.secret).rstrip(b"=").decode()

    @property
    def record(self) -> TokenRecord:
        """What the store gets."""
        return TokenRecord(role=self.role, seat=self.seat, digest=digest(self.text))

    def __repr__(self) -> str:
        return f"Token({self.role!r}, {self.seat!r}, <secret>)"


def digest(text: str) -> bytes:
    """What stands for a token in the store: 256 random bits need no slow hash."""
    return hashlib.sha256(text.encode()).digest()


def has_known_prefix(text: str) -> bool:
    """Whether this can be a token at all."""
    return text.startswith(tuple(PREFIX.values()))


def derived_secret(pepper: bytes, key: str, game_id: str, role: Role, seat: int | None) -> bytes:
    """The secret of a token made under an idempotency key: HMAC-SHA256 under the store's pepper."""
    message = "|".join((key, game_id, role, "" if seat is None else str(seat)))
    return hmac.digest(pepper, message.encode(), "sha256")
