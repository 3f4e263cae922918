"""The store in memory keeps the contract."""

from collections.abc import Iterator

import pytest

from tapster.app.ports import EventStore
from tapster.store.memory import MemoryStore
from tests.store.contract import StoreContract
from tests.store.samples import PEPPER


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def store(self) -> Iterator[EventStore]:
        store = MemoryStore(PEPPER)
        yield store
        store.close()


def test_a_pepper_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        MemoryStore(b"short")
