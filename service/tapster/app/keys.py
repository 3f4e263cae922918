"""Idempotency keys: a creation or a claim that can be repeated without happening twice."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from msgspec import Struct

from tapster.app.context import Context, moment
from tapster.app.errors import Refused
from tapster.app.ports import KeyRecord, Role
from tapster.app.tokens import BYTES, Token, derived_secret
from tapster.games.kernel.codec import encode

KEPT_FOR = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Key:
    """An idempotency key, for one request in one scope (`create`, or a claim of one seat)."""

    text: str
    scope: str
    request: bytes

    @property
    def digest(self) -> bytes:
        """What stands for the key in the store."""
        return hashlib.sha256(f"{self.scope}|{self.text}".encode()).digest()

    def record(self, game_id: str, version: int, at: str) -> KeyRecord:
        """The record of its use."""
        return KeyRecord(
            digest=self.digest, request=self.request, game_id=game_id, version=version, at=at
        )


def key_for(text: str | None, scope: str, request: Struct) -> Key | None:
    """The key of a request. Two requests are the same if they say the same, however written."""
    if text is None:
        return None
    return Key(text, scope, hashlib.sha256(encode(request)).digest())


def used(context: Context, key: Key | None) -> KeyRecord | None:
    """The record of the key's earlier use, if any. Refuses a key that came with something else.

    A record that is too old is forgotten with all that are, so that the key can be used again.
    """
    if key is None:
        return None
    record = context.store.key(key.digest)
    if record is None:
        return None
    if record.at < _oldest(context):
        forget_old(context)
        return None
    if record.request != key.request:
        raise Refused("idempotency_key_reused", "This `Idempotency-Key` came with another request.")
    return record


def forget_old(context: Context) -> int:
    """Removes the records of keys that are too old to matter; returns how many."""
    return context.store.forget_keys(_oldest(context))


def _oldest(context: Context) -> str:
    return moment(context.clock() - KEPT_FOR)


def make_token(
    context: Context, key: Key | None, game_id: str, role: Role, seat: int | None
) -> Token:
    """A token: random, or derived where it must be possible to give it again."""
    if key is None:
        return Token(role, seat, context.entropy(BYTES))
    secret = derived_secret(context.store.pepper(), key.text, game_id, role, seat)
    return Token(role, seat, secret)
