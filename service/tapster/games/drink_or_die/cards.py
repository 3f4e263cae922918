"""The cards: codes, the order of a new deck, and what each card stands for ([R1]–[R5])."""

from enum import StrEnum

from tapster.games.kernel.messages import CardInfo


class DrinkOrDieCard(StrEnum):
    """A card, by its code: element cards (`fire-3`), then the specials of the expansion."""

    FIRE_1 = "fire-1"
    FIRE_2 = "fire-2"
    FIRE_3 = "fire-3"
    ICE_1 = "ice-1"
    ICE_2 = "ice-2"
    ICE_3 = "ice-3"
    LIGHT_1 = "light-1"
    LIGHT_2 = "light-2"
    LIGHT_3 = "light-3"
    SHADOW_1 = "shadow-1"
    SHADOW_2 = "shadow-2"
    SHADOW_3 = "shadow-3"
    NATURE_1 = "nature-1"
    NATURE_2 = "nature-2"
    NATURE_3 = "nature-3"
    AMPLIFIER_FIRE = "amplifier-fire"
    AMPLIFIER_ICE = "amplifier-ice"
    AMPLIFIER_LIGHT = "amplifier-light"
    AMPLIFIER_SHADOW = "amplifier-shadow"
    AMPLIFIER_NATURE = "amplifier-nature"
    SMUGGLE = "smuggle"
    ALCHEMISTS_EYE = "alchemists-eye"
    THIEF = "thief"
    SWAP = "swap"
    POISON = "poison"
    DISTILLATE = "distillate"
    TIME_BOMB = "time-bomb"


Card = DrinkOrDieCard


class Element(StrEnum):
    """What an element card is made of."""

    FIRE = "fire"
    ICE = "ice"
    LIGHT = "light"
    SHADOW = "shadow"
    NATURE = "nature"


_VALUES = (1, 2, 3)
_COPIES = 6

ELEMENT: dict[Card, Element] = {
    Card(f"{element}-{value}"): element for element in Element for value in _VALUES
}
"""The element of every element card; a card that is not in here is a special."""
VALUE: dict[Card, int] = {Card(f"{e}-{value}"): value for e in Element for value in _VALUES}
AMPLIFIES: dict[Card, Element] = {Card(f"amplifier-{element}"): element for element in Element}
SPECIALS: tuple[Card, ...] = tuple(card for card in Card if card not in ELEMENT)

PLACE: dict[str, int] = {card: place for place, card in enumerate(Card)}
"""Where a card's kind lies in a new deck ([R5])."""


def new_deck(copies_of_specials: int) -> list[Card]:
    """A deck in its first order ([R5]), with so many copies of each special."""
    elements = [card for card in ELEMENT for _ in range(_COPIES)]
    return elements + [card for card in SPECIALS for _ in range(copies_of_specials)]


_SPECIAL_TEXTS: dict[Card, tuple[str, str, str]] = {
    **{
        card: (
            f"Amplifier ({element})",
            "at_the_end",
            f"+1 point for each {element} card in the collection.",
        )
        for card, element in AMPLIFIES.items()
    },
    Card.SMUGGLE: (
        "Smuggle",
        "one_shot",
        "Move exactly 2 element cards from hand to the collection, face-down.",
    ),
    Card.ALCHEMISTS_EYE: (
        "Alchemist's Eye",
        "one_shot",
        "Learn every face-down card in the cauldron.",
    ),
    Card.THIEF: ("Thief", "on_drinking", "Take one card from an opponent's collection."),
    Card.SWAP: (
        "Swap",
        "one_shot",
        "Exchange a card of the collection with a card of the cauldron.",
    ),
    Card.POISON: ("Poison", "at_the_end", "−2 points."),
    Card.DISTILLATE: (
        "Distillate",
        "before_scoring",
        "Remove one other card from the collection.",
    ),
    Card.TIME_BOMB: (
        "Time Bomb",
        "at_the_end",
        "+6 points if the final delta is exactly 0, otherwise −3.",
    ),
}


def _catalogued(card: Card) -> CardInfo:
    if card in ELEMENT:
        return CardInfo(
            code=card,
            name=f"{ELEMENT[card].capitalize()} {VALUE[card]}",
            attributes={"element": str(ELEMENT[card]), "value": VALUE[card]},
            copies=_COPIES,
        )
    name, when, effect = _SPECIAL_TEXTS[card]
    return CardInfo(
        code=card,
        name=name,
        attributes={"element": None, "value": None, "when": when, "effect": effect},
        copies=0,
    )


CATALOGUE: tuple[CardInfo, ...] = tuple(_catalogued(card) for card in Card)
"""Every card; the specials have no copies under the default options."""
