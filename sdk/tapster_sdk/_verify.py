"""Checks that a finished game's chance was fair, trusting nothing but the log and the proof.

Algorithm `fy-hmac-sha256-1`. The key is HMAC-SHA256 under the server seed of the game's id and the
client seeds in seat order, joined by `|`. Version v has a stream of its own: its block i is
HMAC-SHA256 under the key of v and i, 8 bytes big-endian each, cut into 32-bit big-endian words. A
number below n is the next word that is less than the greatest multiple of n within 2**32, modulo n.
A shuffle exchanges each position, from the last down, with one drawn from it and those before it.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tapster_sdk._generated.models import (
    Draw,
    GameCreated,
    GameLog,
    LogEntry,
    Pick,
    Proof,
    SeatClaimed,
    Shuffle,
)

ALGORITHM = "fy-hmac-sha256-1"
OPEN_SEED_ID = "g_" + 26 * "0"
"""What stands for the id in the key of a game whose seed was chosen by its host."""
_WORDS = 2**32


class VerificationFailed(Exception):
    """The log and the proof do not fit together, so the chance cannot be called fair."""

    def __init__(self, text: str, version: int | None = None) -> None:
        super().__init__(text if version is None else f"version {version}: {text}")
        self.version = version
        """The version whose entry is wrong, None if it is the proof."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was checked, and what it is worth."""

    game_id: str
    versions: int
    """Entries of the log."""
    draws: int
    """Random outcomes, every one of them computed again."""
    commitment_was_noted: bool
    """True if the caller had the commitment beforehand, so that the service was bound by it."""
    binding_seeds: tuple[int, ...]
    """The seats whose client seed came after the commitment: the service could not foresee them."""
    open_seed: bool
    """True if the host had chosen the seed: repeatable, but nothing is proven against the host."""


class Stream:
    """The numbers of one version."""

    def __init__(self, key: bytes, version: int) -> None:
        self._words = _stream(key, version)

    def below(self, n: int) -> int:
        """The next number below n."""
        limit = _WORDS - _WORDS % n
        return next(word for word in self._words if word < limit) % n

    def shuffle(self, n: int) -> list[int]:
        """The next order of n positions."""
        order = list(range(n))
        for i in reversed(range(1, n)):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def _stream(key: bytes, version: int) -> Iterator[int]:
    block = 0
    while True:
        message = version.to_bytes(8, "big") + block.to_bytes(8, "big")
        digest = hmac.digest(key, message, "sha256")
        yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4))
        block += 1


def game_key(server_seed: bytes, key_id: str, client_seeds: Sequence[str | None]) -> bytes:
    """The key of a game's streams."""
    text = "|".join([key_id, *(seed or "" for seed in client_seeds)])
    return hmac.digest(server_seed, text.encode(), "sha256")


def verify(log: GameLog, proof: Proof, *, commitment: str | None = None) -> Verification:
    """Checks every random outcome of a finished game. Raises VerificationFailed.

    Pass the `commitment` that you noted when the game was new: without it the check only shows that
    log and proof agree with each other. What the rules made of the outcomes is not checked here;
    that, and that no further outcome was drawn and dropped, needs the rules (`tapster verify`).
    """
    seed = _checked_seed(proof, commitment)
    created = _checked_order(log)
    _compare(created, proof, log)
    seeds, binding = _client_seeds(created, log)
    if list(proof.client_seeds) != seeds:
        raise VerificationFailed("the proof's client seeds are not those that the log tells of")
    key = game_key(seed, proof.key_id, seeds)
    draws = sum(_checked_draws(key, entry) for entry in log.entries)
    return Verification(
        game_id=log.id,
        versions=len(log.entries),
        draws=draws,
        commitment_was_noted=commitment is not None,
        binding_seeds=binding,
        open_seed=proof.open_seed,
    )


def _checked_seed(proof: Proof, noted: str | None) -> bytes:
    if proof.algorithm != ALGORITHM:
        raise VerificationFailed(f"the algorithm {proof.algorithm} is not known here")
    if proof.server_seed is None:
        raise VerificationFailed("the server seed is not public: the game is not over")
    if noted is not None and noted != proof.commitment:
        raise VerificationFailed("the commitment is not the one that was noted")
    try:
        seed = bytes.fromhex(proof.server_seed)
    except ValueError:
        raise VerificationFailed("the server seed is not in hex") from None
    if hashlib.sha256(seed).hexdigest() != proof.commitment:
        raise VerificationFailed("the server seed is not the one that was committed to")
    return seed


def _checked_order(log: GameLog) -> GameCreated:
    """The log's first event. Every version must be there, once, in order."""
    for version, entry in enumerate(log.entries):
        if entry.version != version:
            raise VerificationFailed("this version is missing or out of place", version)
    first = log.entries[0].events[:1] if log.entries else []
    if not first or not isinstance(first[0], GameCreated):
        raise VerificationFailed("the log does not begin with the game's creation", 0)
    return first[0]


def _compare(created: GameCreated, proof: Proof, log: GameLog) -> None:
    if created.commitment != proof.commitment:
        raise VerificationFailed("the commitment in the log is not the proof's", 0)
    if created.open_seed != proof.open_seed:
        raise VerificationFailed("log and proof differ on whether the seed was open", 0)
    if proof.key_id != (OPEN_SEED_ID if proof.open_seed else log.id):
        raise VerificationFailed("the key is not made from this game's id")


def _client_seeds(created: GameCreated, log: GameLog) -> tuple[list[str | None], tuple[int, ...]]:
    """The client seeds as the log tells them, and the seats that gave theirs at a claim."""
    seeds = [seat.client_seed for seat in created.seats]
    binding: list[int] = []
    for entry in log.entries:
        for event in entry.events:
            if isinstance(event, SeatClaimed):
                if not 0 <= event.seat < len(seeds):
                    raise VerificationFailed("a seat is claimed that there is not", entry.version)
                seeds[event.seat] = event.client_seed
                if event.client_seed is not None:
                    binding.append(event.seat)
    return seeds, tuple(sorted(binding))


def _checked_draws(key: bytes, entry: LogEntry) -> int:
    """How many outcomes the entry has recorded; each is the next one of the version's stream."""
    stream = Stream(key, entry.version)
    for number, draw in enumerate(entry.chance, start=1):
        if not _is_next(stream, draw):
            raise VerificationFailed(
                f"outcome {number} of {len(entry.chance)} is not the one that the seed gives",
                entry.version,
            )
    return len(entry.chance)


def _is_next(stream: Stream, draw: Draw) -> bool:
    match draw:
        case Shuffle(order=order):
            return stream.shuffle(len(order)) == list(order)
        case Pick(n=n, value=value):
            return 1 <= n <= _WORDS and stream.below(n) == value
        case _:
            return False
