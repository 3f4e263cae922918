"""A SQLite store on disk, for the tests of what it promises beyond the contract."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tapster.store.sqlite import SqliteStore
from tests.store.sqlite_files import opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    store = opened(path)
    yield store
    store.close()
