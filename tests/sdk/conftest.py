"""One live server for all tests of the SDK, and one finished game on it."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tapster_sdk import Client
from tapster_sdk.models import GameLog, Proof
from tests.sdk.play import play_sync
from tests.support import live_server


class Finished(NamedTuple):
    """What a game leaves behind."""

    log: GameLog
    proof: Proof
    noted: str


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a live server."""
    folder = tmp_path_factory.mktemp("sdk")
    with live_server(folder, workers="1", allow_seeds="true") as server:
        yield server.url


@pytest.fixture(scope="session")
def finished(url: str) -> Finished:
    """A game of three seats in which cards were shuffled more than once."""
    played = play_sync(url, "drinko", 3, "Finished", 7)
    with Client(url) as client:
        game_id = played.game.id
        return Finished(client.log(game_id), client.proof(game_id), played.noted)
