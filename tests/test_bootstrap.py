"""The service is put together as the settings say, and tidies up when it starts."""

from pathlib import Path

from tapster.app.ports import KeyRecord
from tapster.bootstrap import make_app, make_store
from tapster.config import Settings
from tests.store.samples import a_game, a_row, game_id

G = game_id(1)


def test_keys_that_are_too_old_are_forgotten_at_the_start(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'games.db'}")
    store = make_store(settings)
    old = KeyRecord(
        digest=bytes(32),
        request=bytes(32),
        game_id=G,
        version=0,
        at="2020-01-01T00:00:00.000Z",
    )
    store.create(a_game(1), a_row(0), [], old)
    assert store.key(old.digest) == old
    make_app(settings).extensions["tapster"].store.close()
    assert store.key(old.digest) is None
    assert store.game(G) is not None
    store.close()
