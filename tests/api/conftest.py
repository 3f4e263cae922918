"""Fixtures of the HTTP surface's tests."""

import pytest

from tests.api.house import begin_test


@pytest.fixture(autouse=True)
def _apps_can_be_used_again() -> None:
    begin_test()
