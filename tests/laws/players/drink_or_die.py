"""Tables of Drink or Die to play at, and commands to try there, lawful and not."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import cast

from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.messages import (
    DrinkOrDieAddCard,
    DrinkOrDieCommand,
    DrinkOrDieCreatePotion,
    DrinkOrDieDistill,
    DrinkOrDieDrink,
    DrinkOrDieExpansion,
    DrinkOrDieFace,
    DrinkOrDieIngredient,
    DrinkOrDieOptions,
    DrinkOrDieSteal,
    DrinkOrDieUseAlchemistsEye,
    DrinkOrDieUseSmuggle,
    DrinkOrDieUseSwap,
)
from tapster.games.drink_or_die.state import State
from tapster.games.kernel.messages import Options

NONE, LIGHT, FULL = DrinkOrDieExpansion

OPTIONS: list[tuple[int, Options]] = [
    (2, DrinkOrDieOptions()),
    (2, DrinkOrDieOptions(expansion=FULL, open_collections=True)),
    (2, DrinkOrDieOptions(expansion=LIGHT, starting_seat=1)),
    (3, DrinkOrDieOptions(open_cauldron=True)),
    (3, DrinkOrDieOptions(expansion=LIGHT, open_cauldron=True, starting_seat=2)),
    (3, DrinkOrDieOptions(expansion=FULL)),
    (4, DrinkOrDieOptions(open_collections=True)),
    (4, DrinkOrDieOptions(expansion=LIGHT)),
    (4, DrinkOrDieOptions(expansion=FULL, open_cauldron=True, open_collections=True)),
    (5, DrinkOrDieOptions(starting_seat=4)),
    (5, DrinkOrDieOptions(expansion=LIGHT, open_collections=True)),
    (5, DrinkOrDieOptions(expansion=FULL, starting_seat=0)),
]

FOREIGN = cast(Card, "fire-4")
"""A code that no deck has."""
CODES: list[Card] = [*Card, FOREIGN]


def commands(state: State) -> Iterable[DrinkOrDieCommand]:
    """Every command that somebody might try, sensible or not."""
    yield DrinkOrDieDrink()
    yield DrinkOrDieUseAlchemistsEye()
    for card, face in product(CODES, DrinkOrDieFace):
        yield DrinkOrDieAddCard(card=card, face=face)
    yield from _with_cards(state)
    yield from _with_positions(state)


def _with_cards(state: State) -> Iterator[DrinkOrDieCommand]:
    hand = state.hands[state.seat_to_act or 0]
    held = sorted(set(hand))
    # Pairs over the whole hand, a few cards that it lacks and the foreign one: enough to be refused
    # for every reason, and few enough to try them all.
    tried = [*held, *[card for card in Card if card not in hand][:2], FOREIGN]
    ingredients = [
        DrinkOrDieIngredient(card=card, face=face) for card, face in product(tried, DrinkOrDieFace)
    ]
    yield DrinkOrDieCreatePotion(cards=[])
    for card, face in product(CODES, DrinkOrDieFace):
        yield DrinkOrDieCreatePotion(cards=[DrinkOrDieIngredient(card=card, face=face)])
    for pair in product(ingredients, repeat=2):
        yield DrinkOrDieCreatePotion(cards=list(pair))
    for triple in product(ingredients[:4], repeat=3):
        yield DrinkOrDieCreatePotion(cards=list(triple))
    yield DrinkOrDieUseSmuggle(cards=[])
    for card in CODES:
        yield DrinkOrDieUseSmuggle(cards=[card])
    for cards in product(CODES, repeat=2):
        yield DrinkOrDieUseSmuggle(cards=list(cards))
    for three in product(tried[:3], repeat=3):
        yield DrinkOrDieUseSmuggle(cards=list(three))


def _with_positions(state: State) -> Iterator[DrinkOrDieCommand]:
    longest = max(map(len, state.collections))
    for position in range(-1, longest + 1):
        yield DrinkOrDieDistill(position=position)
        for take in range(-1, len(state.cauldron) + 1):
            yield DrinkOrDieUseSwap(give=position, take=take)
        for seat in range(-1, len(state.hands) + 1):
            yield DrinkOrDieSteal(seat=seat, position=position)
