"""A whole game, told by a spectator: four example bots on a server of their own, chance checked.

python sdk/examples/demo.py [KIND]     KIND is drinko unless it is named
"""

import _thread
import importlib
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from tapster_sdk import Client, TapsterError, Turn, verify
from tapster_sdk.models import (
    Action,
    DrinkoNewGame,
    DrinkOrDieNewGame,
    FeedItem,
    FlipNewGame,
    Game,
    NewSeat,
    Result,
)

NAMES = ["Ada", "Bo", "Cleo", "Dan"]
NEW_GAMES = {"drinko": DrinkoNewGame, "flip": FlipNewGame, "drink_or_die": DrinkOrDieNewGame}


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


def told(item: FeedItem) -> str:
    """One version of the game, as a line of the story."""
    who = "the house" if item.seat is None else NAMES[item.seat]
    return f"{item.version:4}  {who:9}  " + "; ".join(
        told_event(event.model_dump(mode="json"), item.seat) for event in item.events
    )


def told_event(event: dict[str, object], actor: int | None) -> str:
    """An event in words: its own name, and what is plain enough for a line."""
    words = str(event.pop("type")).rpartition(".")[2]
    plain: list[str] = []
    for key, value in event.items():
        if key == "seat" and value == actor:
            continue
        if key.endswith("seat") and isinstance(value, int) and not isinstance(value, bool):
            plain.append(f"{key.replace('_', ' ')} {NAMES[value]}")
        elif isinstance(value, bool):
            plain.extend([key.replace("_", " ")] if value else [])
        elif isinstance(value, int | str) and len(str(value)) < 24:
            plain.append(f"{key.replace('_', ' ')} {value}")
    return f"{words.replace('_', ' ')} ({', '.join(plain)})" if plain else words.replace("_", " ")


def told_result(result: Result | None) -> str:
    """How the game ended."""
    assert result is not None, "a game that is over has a result"
    winners = " and ".join(NAMES[seat] for seat in result.winners) or "nobody"
    scores = [
        f"{NAMES[entry.seat]} {entry.score}" for entry in result.ranking if entry.score is not None
    ]
    return f"{winners} won ({result.reason.replace('_', ' ')}). {', '.join(scores)}".rstrip()


def play(url: str, kind: str) -> Game:
    """Creates the game, lets the bots play it and tells what a spectator sees."""
    with Client(url) as client:
        created = client.create_game(NEW_GAMES[kind](seats=[NewSeat(name=n) for n in NAMES]))
        game = created.game
        noted = game.commitment
        print(f"{kind}, game {game.id}, the cards are committed to with {noted[:16]}…\n")
        choose = importlib.import_module(f"{kind}_bot").choose
        bots = [
            threading.Thread(target=bot, args=(url, game.id, seat.token, choose), daemon=True)
            for seat in created.tokens
        ]
        for thread in bots:
            thread.start()
        for item in client.events(game.id):
            print(told(item))
        for thread in bots:
            thread.join()
        game = client.look(game.id)
        print(f"\n{told_result(game.result)}")
        checked = verify(client.log(game.id), client.proof(game.id), commitment=noted)
        print(f"The chance was fair: {checked.draws} random outcomes, all of them computed again.")
        return game


def end_with_the_bot(failure: threading.ExceptHookArgs) -> None:
    """A bot that fails ends the demo: the others would wait for it for ever."""
    print(f"a bot failed: {failure.exc_value!r}", file=sys.stderr)
    _thread.interrupt_main()


def main() -> None:
    """Plays one game of the kind that is named."""
    kind = sys.argv[1] if len(sys.argv) > 1 else "drinko"
    if kind not in NEW_GAMES:
        sys.exit(f"There is no kind {kind!r} here; there are {', '.join(NEW_GAMES)}.")
    threading.excepthook = end_with_the_bot
    with own_server() as url:
        play(url, kind)


if __name__ == "__main__":
    main()
