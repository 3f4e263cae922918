"""The example bots play whole games, as somebody would start them; and the demo tells them."""

import importlib.util
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tapster_sdk import Client
from tapster_sdk.models import NewSeat
from tests.sdk.play import KIND_NAMES, game_with, play_sync

EXAMPLES = Path(__file__).parent.parent.parent / "sdk" / "examples"
DEMO = EXAMPLES / "demo.py"


def bot_of(kind: str) -> Path:
    """The kind's example bot."""
    path = EXAMPLES / f"{kind}_bot.py"
    assert path.exists(), f"{kind} has no example bot: write sdk/examples/{path.name}"
    return path


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_three_bots_play_a_whole_game(kind: str, url: str) -> None:
    with Client(url) as client:
        created = client.create_game(game_with(kind, [NewSeat(name=n) for n in ("A", "B", "C")]))
        bots = [
            subprocess.Popen(
                [sys.executable, bot_of(kind), url, created.game.id, seat.token],
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


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_a_bot_without_arguments_says_what_it_needs(kind: str) -> None:
    bot = bot_of(kind)
    ran = subprocess.run([sys.executable, bot], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"usage: python {bot.name} URL GAME_ID TOKEN\n"


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_an_example_bot_fits_on_a_page(kind: str) -> None:
    assert len(bot_of(kind).read_text(encoding="utf-8").splitlines()) <= 45


# The demo


@pytest.fixture(scope="module")
def demo() -> ModuleType:
    """The demo as a module."""
    spec = importlib.util.spec_from_file_location("demo", DEMO)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_demo_tells_a_game() -> None:
    told = subprocess.run(
        [sys.executable, DEMO], capture_output=True, encoding="utf-8", timeout=120, check=False
    )
    assert told.returncode == 0, told.stderr
    assert "played (card" in told.stdout
    assert " won (" in told.stdout
    assert "The chance was fair:" in told.stdout


def test_the_demo_knows_which_fields_hold_seats(demo: ModuleType, url: str) -> None:
    words = demo.words_for_seats(url)
    assert {"seat", "seat_to_act", "victim", "flipper", "flippee", "to", "winners"} <= words
    assert not {"slot", "number", "direction", "drinks", "count", "version", "position"} & words


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_the_story_has_names_for_seats_and_no_noise(demo: ModuleType, url: str, kind: str) -> None:
    played = play_sync(url, kind, 3, "Story", 5)
    seats = demo.words_for_seats(url)
    story = demo.Story(seats)
    with Client(url) as client:
        lines = [story.line(item) for item in client.events(played.game.id)]
    assert lines[0].startswith("   0  the house  created (")
    text = "\n".join(lines)
    for word in seats:
        for seat in range(3):
            assert f"({word.replace('_', ' ')} {seat}" not in text
            assert f", {word.replace('_', ' ')} {seat}" not in text
    assert "drinks 0" not in text
    assert "thieves 0" not in text
    turned = re.findall(r"\bdirection (\S+)[,)]", text)
    assert all(after != before for before, after in zip(["1", *turned], turned, strict=False))


def test_the_story_shows_cards_as_far_as_they_are_seen(demo: ModuleType) -> None:
    story = demo.Story(set())
    lying = [{"face": "down", "card": None, "known_by": None}, {"face": "up", "card": "ice-2"}]
    assert story._field("cards", lying) == "cards ? ice-2"
    assert story._field("cards", ["6-hot", "6-cold"]) == "cards 6-hot 6-cold"
    assert story._field("hands", [[None, None], None]) == ""
    assert story._field("card", None) == ""
    assert story._field("cards", [None, None]) == ""


def test_an_unknown_kind_is_told_with_those_that_there_are(demo: ModuleType, url: str) -> None:
    with pytest.raises(SystemExit) as end:
        demo.play(url, "chess")
    assert end.value.code == f"There is no kind 'chess'; there are {', '.join(KIND_NAMES)}."


def test_an_interrupted_demo_ends_in_a_line() -> None:
    running = subprocess.Popen(
        [sys.executable, "-u", DEMO, "flip"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    assert running.stdout.readline().startswith("flip, game ")
    # As a terminal does it: to the server, too.
    os.killpg(running.pid, signal.SIGINT)
    _, complained = running.communicate(timeout=60)
    assert running.returncode == 1
    assert complained == "interrupted: the game ends here, unfinished\n"
