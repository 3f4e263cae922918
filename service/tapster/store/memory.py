"""A store that lives in memory: for tests, simulations and trying things out. One process only."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tapster.app.ports import (
    GameExists,
    GameGone,
    GameQuery,
    GameRecord,
    KeyRecord,
    KeyTaken,
    LogRow,
    Status,
    TokenGone,
    TokenRecord,
)
from tapster.store.order import require_first, require_next


@dataclass(slots=True)
class _Game:
    """All that is stored of one game, but its keys."""

    record: GameRecord
    rows: list[LogRow]
    tokens: list[TokenRecord] = field(default_factory=list)


class MemoryStore:
    """An `EventStore` of dictionaries behind one lock. Nothing outlives the process."""

    def __init__(self, pepper: bytes) -> None:
        if len(pepper) != 32:
            raise ValueError(f"a pepper has 32 bytes, not {len(pepper)}")
        self._pepper = pepper
        self._lock = threading.Lock()
        self._games: dict[str, _Game] = {}
        self._keys: dict[bytes, KeyRecord] = {}
        self._closed = False

    def create(
        self,
        game: GameRecord,
        row: LogRow,
        tokens: Sequence[TokenRecord],
        key: KeyRecord | None = None,
    ) -> None:
        require_first(row)
        with self._lock:
            self._require_open()
            self._require_unused(key)
            if game.game_id in self._games:
                raise GameExists(game.game_id)
            record = replace(game, version=row.version)
            self._games[game.game_id] = _Game(record, [row], list(tokens))
            self._remember(key)

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
        with self._lock:
            game = self._existing(game_id)
            self._require_unused(key)
            require_next(row, game.record.version)
            game.record = replace(
                game.record,
                status=status,
                open_seats=open_seats,
                updated_at=row.at,
                version=row.version,
                hash=row.hash,
            )
            game.rows.append(row)
            game.tokens.extend(tokens)
            self._remember(key)

    def game(self, game_id: str) -> GameRecord | None:
        with self._lock:
            self._require_open()
            game = self._games.get(game_id)
            return None if game is None else game.record

    def rows(self, game_id: str, after: int = -1, limit: int | None = None) -> list[LogRow]:
        with self._lock:
            self._require_open()
            game = self._games.get(game_id)
            rows = [] if game is None else game.rows[max(after, -1) + 1 :]
            return rows if limit is None else rows[:limit]

    def row_answering(self, game_id: str, seat: int, decision: int) -> LogRow | None:
        answers = (r for r in self.rows(game_id) if r.seat == seat and r.decision == decision)
        return next(answers, None)

    def games(self, query: GameQuery) -> list[GameRecord]:
        with self._lock:
            self._require_open()
            records = [game.record for game in self._games.values()]
        records = [record for record in records if _is_listed(record, query)]
        records.sort(key=lambda record: record.game_id, reverse=True)
        return records[: query.limit]

    def token(self, game_id: str, digest: bytes) -> TokenRecord | None:
        with self._lock:
            self._require_open()
            game = self._games.get(game_id)
            tokens = [] if game is None else game.tokens
            return next((token for token in tokens if token.digest == digest), None)

    def replace_token(self, game_id: str, token: TokenRecord, presented: bytes) -> None:
        with self._lock:
            game = self._existing(game_id)
            if all(other.digest != presented for other in game.tokens):
                raise TokenGone(game_id)
            place = (token.role, token.seat)
            kept = [other for other in game.tokens if (other.role, other.seat) != place]
            game.tokens = [*kept, token]

    def key(self, digest: bytes) -> KeyRecord | None:
        with self._lock:
            self._require_open()
            return self._keys.get(digest)

    def forget_keys(self, before: str) -> int:
        with self._lock:
            self._require_open()
            forgotten = [digest for digest, key in self._keys.items() if key.at < before]
            for digest in forgotten:
                del self._keys[digest]
            return len(forgotten)

    def pepper(self) -> bytes:
        return self._pepper

    def delete(self, game_id: str) -> bool:
        with self._lock:
            self._require_open()
            existed = self._games.pop(game_id, None) is not None
            self._keys = {
                digest: key for digest, key in self._keys.items() if key.game_id != game_id
            }
            return existed

    def check(self) -> None:
        with self._lock:
            self._require_open()

    def close(self) -> None:
        with self._lock:
            self._closed = True

    def _require_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")

    def _existing(self, game_id: str) -> _Game:
        self._require_open()
        game = self._games.get(game_id)
        if game is None:
            raise GameGone(game_id)
        return game

    def _require_unused(self, key: KeyRecord | None) -> None:
        if key is not None and key.digest in self._keys:
            raise KeyTaken(f"first used at {self._keys[key.digest].at}")

    def _remember(self, key: KeyRecord | None) -> None:
        if key is not None:
            self._keys[key.digest] = key


def _is_listed(record: GameRecord, query: GameQuery) -> bool:
    return (
        (query.private_too or record.visibility == "public")
        and (query.kind is None or record.kind == query.kind)
        and (query.status is None or record.status == query.status)
        and (query.open_seats is None or (record.open_seats > 0) == query.open_seats)
        and (query.before is None or record.game_id < query.before)
    )
