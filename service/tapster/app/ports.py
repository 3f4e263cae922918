"""What the use cases ask of the outside: a store of logs, a clock, a source of entropy.

Only this module is shared between the use cases and the stores. A store keeps bytes: it never
looks into an entry, and never decides anything but who was first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeAlias

from msgspec import Struct

Clock: TypeAlias = Callable[[], datetime]
"""The present time, in UTC."""
Entropy: TypeAlias = Callable[[int], bytes]
"""So many bytes that nobody can guess."""

Role: TypeAlias = Literal["seat", "host"]
Status: TypeAlias = Literal["open", "active", "over"]


class LogRow(Struct, frozen=True, kw_only=True, gc=False):
    """One version of a game as it is stored: exact bytes, hashed. See `app.entries`.

    A msgspec struct because a replay makes one for every row, ten times as fast as a dataclass.
    """

    version: int
    seat: int | None
    at: str
    decision: int | None
    command: bytes | None
    chance: bytes
    events: bytes
    hash: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """What the store knows of a game without reading its log.

    `status`, `open_seats` and `updated_at` are derived from the log and written together with each
    row, so that games can be listed; `version` and `hash` are those of the log's last row.
    """

    game_id: str
    kind: str
    visibility: Literal["public", "private"]
    server_seed: bytes
    open_seed: bool
    created_at: str
    updated_at: str
    status: Status
    seats: int
    open_seats: int
    version: int
    hash: bytes
    """It vouches for the whole log, since every row is hashed with the hash before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRecord:
    """A token that opens a seat or a game, as the digest that is all the store has of it."""

    role: Role
    seat: int | None
    """The seat, None for the host."""
    digest: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyRecord:
    """An idempotency key that was used: for what, and which version answered it."""

    digest: bytes
    """Of the key together with its scope; unique."""
    request: bytes
    """Digest of the request that came with it."""
    game_id: str
    version: int
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameQuery:
    """Which games to list, newest first (by descending game id): public ones, unless told."""

    kind: str | None = None
    status: Status | None = None
    open_seats: bool | None = None
    """True: only games with an open seat; False: only games without."""
    before: str | None = None
    """Only games whose id is smaller: the keyset cursor."""
    limit: int = 50
    private_too: bool = False
    """For the operator's own tools; no request may ever set it."""


class GameExists(Exception):
    """A game with this id is stored already."""


class GameGone(Exception):
    """The game is not, or no longer, stored."""


class TokenGone(Exception):
    """The token was replaced meanwhile; nothing of this call was stored."""


class VersionTaken(Exception):
    """Another writer has stored this version first; nothing of this call was stored."""


class KeyTaken(Exception):
    """Another request has used this idempotency key first; nothing of this call was stored."""


class StoreBusy(Exception):
    """The store cannot take the work just now; nothing was stored, and trying again makes sense."""


class StoreFull(Exception):
    """The store has no room left; nothing was stored, reading goes on."""


class StoreUnavailable(Exception):
    """The store cannot be used: it is gone, replaced, read-only or broken. Nothing was
    acknowledged; somebody has to look after it."""


class EventStore(Protocol):
    """Games and their logs. Every call is atomic, and durable when it returns.

    A store may be used by any number of threads and processes at once. All its calls may raise
    `StoreBusy` and `StoreUnavailable`, the writing ones `StoreFull` too.
    """

    def create(
        self,
        game: GameRecord,
        row: LogRow,
        tokens: Sequence[TokenRecord],
        key: KeyRecord | None = None,
    ) -> None:
        """Stores a new game with its version 0. Raises `GameExists`, `KeyTaken`."""
        ...

    def append(
        self,
        game_id: str,
        row: LogRow,
        *,
        status: Status,
        open_seats: int,
        tokens: Sequence[TokenRecord] = (),
        key: KeyRecord | None = None,
    ) -> None:
        """Stores the next version, sets status, open seats and `updated_at` (the row's `at`), and
        adds tokens. Raises `VersionTaken` if that version is stored already, `KeyTaken`,
        `GameGone`; a row that is not the next one is a `ValueError`."""
        ...

    def game(self, game_id: str) -> GameRecord | None:
        """The game, None if there is none."""
        ...

    def rows(self, game_id: str, after: int = -1, limit: int | None = None) -> list[LogRow]:
        """The log's rows with a version above `after`, in order, at most `limit` of them."""
        ...

    def row_answering(self, game_id: str, seat: int, decision: int) -> LogRow | None:
        """The row in which the seat answered the decision."""
        ...

    def games(self, query: GameQuery) -> list[GameRecord]:
        """The games that the query asks for, by descending id."""
        ...

    def token(self, game_id: str, digest: bytes) -> TokenRecord | None:
        """The token of this game with this digest."""
        ...

    def replace_token(self, game_id: str, token: TokenRecord, presented: bytes) -> None:
        """Puts the token in place of those of the same role and seat, for whoever presented the
        token with that digest. Raises `TokenGone` if the game has it no longer, `GameGone`."""
        ...

    def key(self, digest: bytes) -> KeyRecord | None:
        """An idempotency key's record, if the key was used and its game still exists."""
        ...

    def forget_keys(self, before: str) -> int:
        """Removes the records of keys used before that time; returns how many."""
        ...

    def pepper(self) -> bytes:
        """32 bytes, made when the store was made, that tokens under a key are derived with."""
        ...

    def delete(self, game_id: str) -> bool:
        """Removes a game with its log, tokens and keys; False if there was none."""
        ...

    def check(self) -> None:
        """Returns if the store can be read and a write can begin; writes nothing itself."""
        ...

    def close(self) -> None:
        """Releases what this process holds open. The store may not be used afterwards."""
        ...
