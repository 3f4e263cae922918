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
from itertools import count
from typing import Annotated, Protocol, TypeAlias

from msgspec import Meta, Struct

from tapster.games.kernel.rejected import Rejected

ALGORITHM = "fy-hmac-sha256-1"
_WORDS = 2**32
_CUT = struct.Struct(">8I")
"""Cuts a block of 32 bytes into its big-endian words."""


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
    prefix = version.to_bytes(8, "big")
    for block in count():
        yield from _CUT.unpack(hmac.digest(key, prefix + block.to_bytes(8, "big"), "sha256"))


class FairChance:
    """The chance of one row of a game's log, drawn from the game's key."""

    def __init__(self, key: bytes, version: int) -> None:
        self.draws: list[Draw] = []
        self._words = words(key, version)

    def below(self, n: int) -> int:
        """The stream's next number below n."""
        limit = _WORDS - _WORDS % n
        for word in self._words:
            if word < limit:
                return word % n
        raise AssertionError("the stream of words is endless")

    def shuffle(self, n: int) -> list[int]:
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
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
