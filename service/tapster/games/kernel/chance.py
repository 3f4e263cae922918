"""Fair chance: every random outcome of a game, reproducible from its seed by anybody.

Algorithm `fy-hmac-sha256-1`. From the game's key, the log's row of version v has its own stream:
block i = HMAC-SHA256(key, v as 8 bytes big-endian, then i as 8 bytes big-endian) for i = 0, 1, …,
cut into 32-bit big-endian words. A number below n is the next word w with
w < 2**32 - (2**32 mod n), the others skipped, modulo n; so every number is equally likely.
A shuffle is Fisher and Yates's, from the last position down.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count
from typing import Annotated, Protocol, TypeAlias

from msgspec import Meta, Struct

from tapster.games.kernel.rejected import Rejected

ALGORITHM = "fy-hmac-sha256-1"
_WORDS = 2**32
_CUT = struct.Struct(">8I")
"""Cuts a block of 32 bytes into its big-endian words."""
_HASHED_AT_ONCE = 64
"""How many bytes SHA-256 takes in at a time: HMAC's key is filled up to it."""
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
"""What HMAC makes of each byte of the key, for its inner and its outer hash."""


class Shuffle(Struct, frozen=True, tag_field="type", tag="shuffle"):
    """A shuffle: which input position comes first, second, …"""

    order: Annotated[list[int], Meta(description="Input positions in their new order.")]


class Pick(Struct, frozen=True, tag_field="type", tag="pick"):
    """One of n equally likely numbers, from 0."""

    n: Annotated[int, Meta(ge=1, description="How many numbers there were to pick from.")]
    value: Annotated[int, Meta(ge=0, description="The number picked, from 0 to n - 1.")]


Draw: TypeAlias = Shuffle | Pick


class Chance(Protocol):
    """The source of a row's random outcomes, and the list of what it gave."""

    draws: list[Draw]

    def shuffle(self, n: int) -> list[int]:
        """A random order of the positions 0 to n - 1."""
        ...

    def pick(self, n: int) -> int:
        """A random number from 0 to n - 1; n is at least 1."""
        ...


def commitment(server_seed: bytes) -> str:
    """What the service publishes before the first card is dealt: SHA-256 of the seed, in hex."""
    return hashlib.sha256(server_seed).hexdigest()


def game_key(server_seed: bytes, game_id: str, client_seeds: Sequence[str | None]) -> bytes:
    """The key of a game's streams; `client_seeds` in seat order, None for a seat without one."""
    parts = [game_id, *(seed or "" for seed in client_seeds)]
    return hmac.digest(server_seed, "|".join(parts).encode(), "sha256")


def words(key: bytes, version: int) -> Iterator[int]:
    """The endless stream of 32-bit words of one row."""
    return chain.from_iterable(_CUT.unpack(block) for block in _blocks(key, version))


def _blocks(key: bytes, version: int) -> Iterator[bytes]:
    """The HMACs of one row (RFC 2104), in less than half of the time that the `hmac` module takes.

    It hashes the key anew for every block; here what all blocks have in common is hashed once.
    """
    assert len(key) <= _HASHED_AT_ONCE, "a game's key is itself an HMAC, of 32 bytes"
    padded = key.ljust(_HASHED_AT_ONCE, b"\0")
    begun = hashlib.sha256(padded.translate(_INNER) + version.to_bytes(8, "big"))
    outer = hashlib.sha256(padded.translate(_OUTER))
    for number in count():
        inner = begun.copy()
        inner.update(number.to_bytes(8, "big"))
        block = outer.copy()
        block.update(inner.digest())
        yield block.digest()


def _limit(n: int) -> int:
    """Words from here on are skipped when a number below n is drawn."""
    return _WORDS - _WORDS % n


@lru_cache(maxsize=256)
def _exchanges(n: int) -> tuple[tuple[int, int, int], ...]:
    """Of every draw in a shuffle of n: the position to fill, of how many to choose, the limit."""
    return tuple((i, i + 1, _limit(i + 1)) for i in range(n - 1, 0, -1))


class FairChance:
    """The chance of one row of a game's log, drawn from the game's key."""

    def __init__(self, key: bytes, version: int) -> None:
        self.draws: list[Draw] = []
        self._words = words(key, version)

    def below(self, n: int) -> int:
        """The stream's next number below n."""
        word = next(self._words)
        while word >= _limit(n):
            word = next(self._words)
        return word % n

    def shuffle(self, n: int) -> list[int]:
        order = list(range(n))
        words = self._words
        # `below`, written out, because a deal draws a hundred numbers.
        for (i, size, limit), drawn in zip(_exchanges(n), words, strict=False):
            word = drawn
            while word >= limit:
                word = next(words)
            j = word % size
            order[i], order[j] = order[j], order[i]
        self.draws.append(Shuffle(order))
        return order

    def pick(self, n: int) -> int:
        value = self.below(n)
        self.draws.append(Pick(n, value))
        return value


class RecordedChance:
    """Gives again what a row has recorded, in the same order; for audits and tests."""

    def __init__(self, recorded: Sequence[Draw]) -> None:
        self.draws: list[Draw] = []
        self._recorded = list(recorded)

    def shuffle(self, n: int) -> list[int]:
        draw = self._next()
        if not isinstance(draw, Shuffle) or len(draw.order) != n:
            raise Rejected("chance_differs", f"expected a shuffle of {n}, recorded was {draw}")
        return list(draw.order)

    def pick(self, n: int) -> int:
        draw = self._next()
        if not isinstance(draw, Pick) or draw.n != n:
            raise Rejected("chance_differs", f"expected a pick of {n}, recorded was {draw}")
        return draw.value

    def _next(self) -> Draw:
        if len(self.draws) == len(self._recorded):
            raise Rejected("chance_differs", "more chance is asked for than was recorded")
        draw = self._recorded[len(self.draws)]
        self.draws.append(draw)
        return draw
