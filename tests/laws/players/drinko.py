"""Games of Drinko for the laws: options that cover every value, and every command to try."""

from collections.abc import Iterable, Iterator

from tapster.games.drinko.cards import DrinkoCard, DrinkoDeck
from tapster.games.drinko.messages import (
    DrinkoCallDrinko,
    DrinkoCallOut,
    DrinkoCommand,
    DrinkoDraw,
    DrinkoDrink,
    DrinkoOptions,
    DrinkoPlay,
    DrinkoTrainOrder,
)
from tapster.games.drinko.state import State, cards
from tapster.games.kernel.messages import Options

RISING, FALLING = DrinkoTrainOrder.RISING, DrinkoTrainOrder.FALLING


def _mixed(step: int) -> tuple[int, Options]:
    """Table size, counts and starting seat that between them, for steps 0 to 8, take all values."""
    deck = DrinkoDeck(
        skip=step % 5,
        plus_1=(step + 1) % 5,
        plus_2=(step + 2) % 5,
        plus_3=(step + 3) % 5,
        plus_0=(step + 4) % 5,
        minus_1=step % 5,
        deflect=step,
        split=(step + 2) % 9,
        target=(step + 4) % 9,
        suffer=(step + 6) % 9,
    )
    order = FALLING if step % 2 else RISING
    return step + 2, DrinkoOptions(deck=deck, train_order=order, starting_seat=step + 1)


_NOTHING_SPECIAL = DrinkoDeck(
    skip=0, plus_1=0, plus_2=0, plus_3=0, plus_0=0, minus_1=0, deflect=0, split=0, target=0
)
_EVERYTHING = DrinkoDeck(
    skip=4,
    plus_1=4,
    plus_2=4,
    plus_3=4,
    plus_0=4,
    minus_1=4,
    deflect=8,
    split=8,
    target=8,
    suffer=8,
)

OPTIONS: list[tuple[int, Options]] = [
    (2, DrinkoOptions()),
    (4, DrinkoOptions()),
    (10, DrinkoOptions()),
    (3, DrinkoOptions(train_order=FALLING, starting_seat=0)),
    (10, DrinkoOptions(deck=_NOTHING_SPECIAL)),
    (2, DrinkoOptions(deck=_EVERYTHING)),
    (5, DrinkoOptions(deck=_EVERYTHING, train_order=FALLING)),
    *(_mixed(step) for step in range(9)),
]


def commands(state: State) -> Iterable[DrinkoCommand]:
    """Every command to try: the cards in play and a foreign one, all seats and two more."""
    seats = range(-1, len(state.hands) + 1)
    yield from (DrinkoDraw(), DrinkoDrink(), DrinkoCallDrinko())
    yield from (DrinkoCallOut(seat=seat) for seat in seats)
    for card in _codes(state):
        for seat in (None, *seats):
            for calls in (False, True):
                yield DrinkoPlay(card=card, seat=seat, call_drinko=calls)


def _codes(state: State) -> Iterator[DrinkoCard]:
    in_play = set(cards(state))
    yield from (card for card in DrinkoCard if card in in_play)
    foreign = [card for card in DrinkoCard if card not in in_play]
    yield from foreign[:1]
