"""The SQLite store keeps the contract, with either setting of `synchronous`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tapster.app.ports import EventStore
from tapster.store.sqlite import SqliteStore
from tapster.store.sqlite_connections import Synchronous
from tests.store.contract import StoreContract
from tests.store.samples import pepper_source


class TestSqliteStore(StoreContract):
    @pytest.fixture(params=["FULL", "NORMAL"])
    def store(self, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[EventStore]:
        synchronous: Synchronous = request.param
        path = tmp_path / "games.db"
        store = SqliteStore(path, synchronous=synchronous, pepper_source=pepper_source)
        yield store
        store.close()
