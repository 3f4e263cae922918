"""A fault to plant: a store that does not ask to which game a token belongs."""

from collections.abc import Sequence

from tapster.app.ports import GameRecord, KeyRecord, LogRow, TokenRecord
from tapster.store.memory import MemoryStore


class CarelessStore(MemoryStore):
    """Finds a token in whatever game it belongs to, not in the one that was asked about."""

    def __init__(self) -> None:
        super().__init__(bytes(32))
        self._given: dict[bytes, TokenRecord] = {}

    def create(
        self,
        game: GameRecord,
        row: LogRow,
        tokens: Sequence[TokenRecord],
        key: KeyRecord | None = None,
    ) -> None:
        self._given |= {token.digest: token for token in tokens}
        super().create(game, row, tokens, key)

    def token(self, game_id: str, digest: bytes) -> TokenRecord | None:
        return super().token(game_id, digest) or self._given.get(digest)
