"""A bot that plays Drink or Die, on one seat: python drink_or_die_bot.py URL GAME_ID TOKEN"""

import random
import sys

from tapster_sdk import Client, Turn
from tapster_sdk.models import Action, DrinkOrDieDrink, DrinkOrDieView


def worth(view: DrinkOrDieView) -> int:
    """How well balanced the part of the potion is that this seat can see: raw less imbalance."""
    sums = dict.fromkeys(("fire", "ice", "light", "shadow", "nature"), 0)
    for lying in view.cauldron:
        element, _, value = (lying.card or "").partition("-")
        if element in sums and value.isdigit():
            sums[element] += int(value)
    delta = abs(sums["fire"] - sums["ice"]) + abs(sums["light"] - sums["shadow"])
    return sum(sums.values()) - sums["nature"] - 3 * abs(delta - sums["nature"])


def choose(turn: Turn) -> Action:
    """Drinks a potion that looks worth it; otherwise adds to it, or does whatever else it may."""
    drinks = [action for action in turn.legal_actions if isinstance(action, DrinkOrDieDrink)]
    if drinks and isinstance(turn.view, DrinkOrDieView) and worth(turn.view) > 0:
        return drinks[0]
    others = [action for action in turn.legal_actions if action not in drinks]
    return random.choice(others or drinks)


def play(url: str, game_id: str, token: str) -> None:
    """Plays the seat's turns until the game is over."""
    with Client(url) as client:
        seat = client.seat(game_id, token)
        for turn in seat.turns():
            turn.play(choose(turn))
        print(seat.look().result)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        print("usage: python drink_or_die_bot.py URL GAME_ID TOKEN", file=sys.stderr)
        sys.exit(2)
    play(*sys.argv[1:])
