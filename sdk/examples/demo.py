"""A whole game, told by a spectator: four example bots on a server of their own, chance checked.

python sdk/examples/demo.py [KIND]     KIND is drinko unless it is named
"""

import _thread
import importlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from pydantic import TypeAdapter

from tapster_sdk import Client, TapsterError, Turn, verify
from tapster_sdk.models import Action, FeedItem, NewGame, Result

NAMES = ["Ada", "Bo", "Cleo", "Dan"]
NEW_GAMES: TypeAdapter[NewGame] = TypeAdapter(NewGame)


def free_port() -> int:
    """A free port below those that the system gives to clients: one that asks for a server which
    is not up yet must not be connected to itself."""
    for port in range(20000 + os.getpid() % 5000, 32000):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
    sys.exit("there is no free port")


@contextmanager
def own_server() -> Generator[str]:
    """The address of a server that lives in a temporary folder and ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        variables = {k: v for k, v in os.environ.items() if not k.startswith("TAPSTER_")}
        variables["TAPSTER_BIND"] = f"127.0.0.1:{port}"
        variables["TAPSTER_DATABASE_URL"] = f"sqlite:///{folder}/demo.db"
        with Path(folder, "server.log").open("wb") as output:
            server = subprocess.Popen(
                [sys.executable, "-m", "tapster", "serve"],
                env=variables,
                stdout=output,
                stderr=output,
            )
        try:
            wait_until_up(f"http://127.0.0.1:{port}", server, Path(folder, "server.log"))
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(timeout=30)


def wait_until_up(url: str, server: "subprocess.Popen[bytes]", output: Path) -> None:
    """Returns once the server answers; ends the demo if it never does."""
    with Client(url) as client:
        for _ in range(200):
            try:
                client.kinds()
            except TapsterError:
                if server.poll() is not None:
                    break
                time.sleep(0.1)
            else:
                return
    sys.exit(f"the server did not start:\n{output.read_text(encoding='utf-8')}")


def bot(url: str, game_id: str, token: str, choose: Callable[[Turn], Action]) -> None:
    """Plays a seat with an example bot's choices. All it sees is what its own token shows it."""
    with Client(url) as client:
        for turn in client.seat(game_id, token).turns(optional=True):
            # Whoever takes every chance to react at once leaves nothing to tell.
            if turn.required or random.random() < 0.5:
                turn.play(choose(turn))


def words_for_seats(url: str) -> set[str]:
    """The names of the fields that hold seats: those that may be what a seat's own number may be,
    says the service's OpenAPI document."""
    with urllib.request.urlopen(f"{url}/openapi.json") as answer:
        models: dict[str, Any] = json.load(answer)["components"]["schemas"]
    bounds = ("type", "minimum", "maximum", "exclusiveMaximum")
    of_a_seat = [models["GameSeat"]["properties"]["seat"].get(bound) for bound in bounds]
    return {
        name
        for model in models.values()
        for name, field in model.get("properties", {}).items()
        for schema in (field, field.get("items", {}), *field.get("anyOf", ()))
        if [schema.get(bound) for bound in bounds] == of_a_seat
    }


class Story:
    """Tells what happens, a line for each version of the game, in the events' own words."""

    def __init__(self, seats: set[str]) -> None:
        self._seats = seats
        self._direction: object = 1

    def line(self, item: FeedItem) -> str:
        """One version of the game."""
        who = "the house" if item.seat is None else NAMES[item.seat]
        events = [event.model_dump(mode="json") for event in item.events]
        return f"{item.version:4}  {who:9}  " + "; ".join(
            self._event(event, item.seat) for event in events
        )

    def _event(self, event: dict[str, object], actor: int | None) -> str:
        """An event: its name, and of its fields those that are news and fit into a line."""
        name = str(event.pop("type")).rpartition(".")[2].replace("_", " ")
        known = {"seat": actor, "direction": self._direction}
        self._direction = event.get("direction") or self._direction
        news = {field: value for field, value in event.items() if known.get(field) != value}
        told = [self._field(field, value) for field, value in news.items()]
        plain = ", ".join(words for words in told if words)
        return f"{name} ({plain})" if plain else name

    def _field(self, field: str, value: object) -> str:
        """A field and its value, or nothing."""
        words = field.replace("_", " ")
        if isinstance(value, bool):
            return words if value else ""
        # What a plural counts is not worth telling if there is none; slot 0 is.
        if value is None or (value == 0 and words.split()[0].endswith("s")):
            return ""
        if field in self._seats:
            seats = cast("list[int]", value if isinstance(value, list) else [value])
            text = " ".join(NAMES[seat] for seat in seats)
        elif isinstance(value, list):
            cards = [card_code(card) for card in cast("list[object]", value)]
            text = " ".join(cards) if all(cards) and set(cards) != {"?"} else ""
        else:
            text = str(value) if isinstance(value, int) else card_code(value)
        return f"{words} {text}" if 0 < len(text) < 80 else ""


def card_code(value: object) -> str:
    """A card's code, or another word; `?` for a card face-down; nothing for anything else."""
    if isinstance(value, dict) and "card" in value:
        value = cast("dict[str, object]", value)["card"]
        return str(value or "?")
    if value is None:
        return "?"
    return value if isinstance(value, str) and len(value) < 24 else ""


def told_result(result: Result | None) -> str:
    """How the game ended."""
    assert result is not None, "a game that is over has a result"
    winners = " and ".join(NAMES[seat] for seat in result.winners) or "nobody"
    scores = [
        f"{NAMES[entry.seat]} {entry.score}" for entry in result.ranking if entry.score is not None
    ]
    return f"{winners} won ({result.reason.replace('_', ' ')}). {', '.join(scores)}".rstrip()


def chooser(kind: str) -> Callable[[Turn], Action]:
    """How the kind's example bot chooses; at random if there is none."""
    if Path(__file__).with_name(f"{kind}_bot.py").exists():
        choose: Callable[[Turn], Action] = importlib.import_module(f"{kind}_bot").choose
        return choose
    return lambda turn: random.choice(turn.legal_actions)


def play(url: str, kind: str) -> None:
    """Creates the game, lets the bots play it and tells what a spectator sees."""
    with Client(url) as client:
        kinds = [known.name for known in client.kinds()]
        if kind not in kinds:
            sys.exit(f"There is no kind {kind!r}; there are {', '.join(kinds)}.")
        seats = [{"name": name} for name in NAMES]
        created = client.create_game(NEW_GAMES.validate_python({"kind": kind, "seats": seats}))
        game_id, noted = created.game.id, created.game.commitment
        print(f"{kind}, game {game_id}, the cards are committed to with {noted[:16]}…\n")
        bots = [
            threading.Thread(
                target=bot, args=(url, game_id, seat.token, chooser(kind)), daemon=True
            )
            for seat in created.tokens
        ]
        for thread in bots:
            thread.start()
        story = Story(words_for_seats(url))
        for item in client.events(game_id):
            print(story.line(item))
        for thread in bots:
            thread.join()
        print(f"\n{told_result(client.look(game_id).result)}")
        checked = verify(client.log(game_id), client.proof(game_id), commitment=noted)
        print(f"The chance was fair: {checked.draws} random outcomes, all of them computed again.")


def end_with_the_bot(failure: threading.ExceptHookArgs) -> None:
    """A bot that fails ends the demo: the others would wait for it for ever."""
    print(f"a bot failed: {failure.exc_value!r}", file=sys.stderr)
    _thread.interrupt_main()


def main() -> None:
    """Plays one game of the kind that is named."""
    threading.excepthook = end_with_the_bot
    try:
        with own_server() as url:
            play(url, sys.argv[1] if len(sys.argv) > 1 else "drinko")
    except KeyboardInterrupt:
        sys.exit("interrupted: the game ends here, unfinished")


if __name__ == "__main__":
    main()
