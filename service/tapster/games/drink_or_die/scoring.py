"""What a collection is worth, and who wins ([R28]–[R31], [R42]–[R44])."""

from collections import Counter
from collections.abc import Iterable

from tapster.games.drink_or_die.cards import AMPLIFIES, ELEMENT, VALUE, Card, Element
from tapster.games.drink_or_die.messages import DrinkOrDieScore
from tapster.games.drink_or_die.state import State
from tapster.games.kernel.messages import Result, ranked

PENALTY = 3
POISON = -2
BOMB_IN_BALANCE = 6
BOMB_OUT_OF_BALANCE = -3


def score(collection: Iterable[Card]) -> DrinkOrDieScore:
    """How a collection counts, with its specials."""
    copies = Counter(collection)
    sums: Counter[Element] = Counter()
    numbers: Counter[Element] = Counter()
    for card, element in ELEMENT.items():
        sums[element] += copies[card] * VALUE[card]
        numbers[element] += copies[card]
    fire, ice = sums[Element.FIRE], sums[Element.ICE]
    light, shadow = sums[Element.LIGHT], sums[Element.SHADOW]
    raw = fire + ice + light + shadow
    delta = abs(fire - ice) + abs(light - shadow)
    final_delta = abs(delta - sums[Element.NATURE])
    bomb = BOMB_OUT_OF_BALANCE if final_delta else BOMB_IN_BALANCE
    bonus = (
        sum(copies[amplifier] * numbers[element] for amplifier, element in AMPLIFIES.items())
        + copies[Card.POISON] * POISON
        + copies[Card.TIME_BOMB] * bomb
    )
    return DrinkOrDieScore(
        raw=raw,
        delta=delta,
        nature=sums[Element.NATURE],
        final_delta=final_delta,
        bonus=bonus,
        total=raw - PENALTY * final_delta + bonus,
    )


def scores(state: State) -> list[DrinkOrDieScore]:
    """How the collections count, in seat order."""
    return [score(lying.card for lying in collection) for collection in state.collections]


def result(counted: Iterable[DrinkOrDieScore]) -> Result:
    """The result of a game that has been played to its end, its scores in seat order ([R31])."""
    return ranked([one.total for one in counted], "scored")
