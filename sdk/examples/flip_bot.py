"""A bot that plays Flip, on one seat: python flip_bot.py URL GAME_ID TOKEN"""

import random
import sys

from tapster_sdk import Client, Turn
from tapster_sdk.models import Action, FlipCall, FlipCard, FlipTake, FlipView


def number(card: FlipCard | None) -> int:
    """The number on a card; 7, the middle one, for a card that is not known."""
    return int(card.split("-")[0]) if card else 7


def choose(turn: Turn) -> Action:
    """Calls higher on a low base card and lower on a high one, then takes what it has won."""
    view = turn.view
    takes = [action for action in turn.legal_actions if isinstance(action, FlipTake)]
    if not isinstance(view, FlipView) or view.base is None or view.calls > 0:
        return random.choice(takes or turn.legal_actions)
    word = "higher" if number(view.middle[view.base].card) <= 7 else "lower"
    calls = [action for action in turn.legal_actions if isinstance(action, FlipCall)]
    return random.choice([call for call in calls if call.call == word] or turn.legal_actions)


def play(url: str, game_id: str, token: str) -> None:
    """Plays the seat's turns until the game is over."""
    with Client(url) as client:
        seat = client.seat(game_id, token)
        for turn in seat.turns():
            turn.play(choose(turn))
        print(seat.look().result)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        print("usage: python flip_bot.py URL GAME_ID TOKEN", file=sys.stderr)
        sys.exit(2)
    play(*sys.argv[1:])
