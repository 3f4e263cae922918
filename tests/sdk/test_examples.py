"""The example bots play whole games, each kind's own, as somebody would start them."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tapster.games import KINDS
from tapster_sdk import Client
from tapster_sdk.models import (
    DrinkoNewGame,
    DrinkOrDieExpansion,
    DrinkOrDieNewGame,
    DrinkOrDieOptions,
    FlipNewGame,
    FlipOptions,
    NewSeat,
)
from tests.support import live_server

EXAMPLES = Path(__file__).parent.parent.parent / "sdk" / "examples"
SEATS = [NewSeat(name="Ada"), NewSeat(name="Bo"), NewSeat(name="Cleo")]
GAMES: dict[str, Any] = {
    "drinko": DrinkoNewGame(seats=SEATS),
    "flip": FlipNewGame(seats=SEATS, options=FlipOptions(party=True)),
    "drink_or_die": DrinkOrDieNewGame(
        seats=SEATS, options=DrinkOrDieOptions(expansion=DrinkOrDieExpansion.LIGHT)
    ),
}


def test_every_kind_has_an_example_bot() -> None:
    assert set(GAMES) == {kind.name for kind in KINDS}
    for kind in KINDS:
        assert (EXAMPLES / f"{kind.name}_bot.py").exists()


@pytest.mark.parametrize("kind", GAMES)
def test_three_bots_play_a_whole_game(kind: str, tmp_path: Path) -> None:
    with live_server(tmp_path, workers="1") as server, Client(server.url) as client:
        created = client.create_game(GAMES[kind])
        bots = [
            subprocess.Popen(
                [
                    sys.executable,
                    str(EXAMPLES / f"{kind}_bot.py"),
                    server.url,
                    created.game.id,
                    seat.token,
                ],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for seat in created.tokens
        ]
        for bot in bots:
            said, complained = bot.communicate(timeout=90)
            assert (bot.returncode, complained) == (0, "")
            assert "reason=" in said
        assert client.look(created.game.id).status == "over"


def test_an_example_bot_fits_on_a_page() -> None:
    for kind in KINDS:
        lines = (EXAMPLES / f"{kind.name}_bot.py").read_text(encoding="utf-8").splitlines()
        assert len(lines) <= 45
