"""A bot that plays Drinko, on one seat: python drinko_bot.py URL GAME_ID TOKEN"""

import random
import sys

from tapster_sdk import Client, Turn
from tapster_sdk.models import Action, DrinkoPlay


def choose(turn: Turn) -> Action:
    """Calls Drinko when it can, keeps its special cards for later, and is otherwise careless."""
    plays = [action for action in turn.legal_actions if isinstance(action, DrinkoPlay)]
    calls = [play for play in plays if play.call_drinko]
    plain = [play for play in plays if play.card[-1].isdigit()]
    return random.choice(calls or plain or plays or turn.legal_actions)


def play(url: str, game_id: str, token: str) -> None:
    """Plays the seat's turns until the game is over."""
    with Client(url) as client:
        seat = client.seat(game_id, token)
        for turn in seat.turns():
            turn.play(choose(turn))
        print(seat.look().result)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        print("usage: python drinko_bot.py URL GAME_ID TOKEN", file=sys.stderr)
        sys.exit(2)
    play(*sys.argv[1:])
