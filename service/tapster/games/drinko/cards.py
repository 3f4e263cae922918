"""The cards of Drinko: their codes, what each code stands for, the deck, the catalogue [R2-R6].

Everything about a card is worked out once, when this module is imported; the rules look it up.
"""

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from tapster.games.kernel.messages import CardInfo


class DrinkoCard(StrEnum):
    """The code of a card. The card catalogue says what each code stands for.

    Number cards, skips and drink cards have a colour; `deflect`, `split`, `target` and `suffer` are
    special cards. The members stand in the order of a new deck.
    """

    RED_0 = "red-0"
    RED_1 = "red-1"
    RED_2 = "red-2"
    RED_3 = "red-3"
    RED_4 = "red-4"
    RED_5 = "red-5"
    RED_6 = "red-6"
    RED_7 = "red-7"
    RED_8 = "red-8"
    RED_9 = "red-9"
    RED_SKIP = "red-skip"
    RED_PLUS_1 = "red-plus-1"
    RED_PLUS_2 = "red-plus-2"
    RED_PLUS_3 = "red-plus-3"
    RED_PLUS_0 = "red-plus-0"
    RED_MINUS_1 = "red-minus-1"
    GREEN_0 = "green-0"
    GREEN_1 = "green-1"
    GREEN_2 = "green-2"
    GREEN_3 = "green-3"
    GREEN_4 = "green-4"
    GREEN_5 = "green-5"
    GREEN_6 = "green-6"
    GREEN_7 = "green-7"
    GREEN_8 = "green-8"
    GREEN_9 = "green-9"
    GREEN_SKIP = "green-skip"
    GREEN_PLUS_1 = "green-plus-1"
    GREEN_PLUS_2 = "green-plus-2"
    GREEN_PLUS_3 = "green-plus-3"
    GREEN_PLUS_0 = "green-plus-0"
    GREEN_MINUS_1 = "green-minus-1"
    YELLOW_0 = "yellow-0"
    YELLOW_1 = "yellow-1"
    YELLOW_2 = "yellow-2"
    YELLOW_3 = "yellow-3"
    YELLOW_4 = "yellow-4"
    YELLOW_5 = "yellow-5"
    YELLOW_6 = "yellow-6"
    YELLOW_7 = "yellow-7"
    YELLOW_8 = "yellow-8"
    YELLOW_9 = "yellow-9"
    YELLOW_SKIP = "yellow-skip"
    YELLOW_PLUS_1 = "yellow-plus-1"
    YELLOW_PLUS_2 = "yellow-plus-2"
    YELLOW_PLUS_3 = "yellow-plus-3"
    YELLOW_PLUS_0 = "yellow-plus-0"
    YELLOW_MINUS_1 = "yellow-minus-1"
    BLUE_0 = "blue-0"
    BLUE_1 = "blue-1"
    BLUE_2 = "blue-2"
    BLUE_3 = "blue-3"
    BLUE_4 = "blue-4"
    BLUE_5 = "blue-5"
    BLUE_6 = "blue-6"
    BLUE_7 = "blue-7"
    BLUE_8 = "blue-8"
    BLUE_9 = "blue-9"
    BLUE_SKIP = "blue-skip"
    BLUE_PLUS_1 = "blue-plus-1"
    BLUE_PLUS_2 = "blue-plus-2"
    BLUE_PLUS_3 = "blue-plus-3"
    BLUE_PLUS_0 = "blue-plus-0"
    BLUE_MINUS_1 = "blue-minus-1"
    DEFLECT = "deflect"
    SPLIT = "split"
    TARGET = "target"
    SUFFER = "suffer"


class DrinkoDeck(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How many copies of each card the deck has. What is left out keeps its standard number."""

    skip: Annotated[int, Meta(ge=0, le=4, description="Skips in each colour.")] = 2
    plus_1: Annotated[int, Meta(ge=0, le=4, description="+1 cards in each colour.")] = 2
    plus_2: Annotated[int, Meta(ge=0, le=4, description="+2 cards in each colour.")] = 1
    plus_3: Annotated[int, Meta(ge=0, le=4, description="+3 cards in each colour.")] = 1
    plus_0: Annotated[int, Meta(ge=0, le=4, description="+0 cards in each colour.")] = 0
    minus_1: Annotated[int, Meta(ge=0, le=4, description="−1 cards in each colour.")] = 0
    deflect: Annotated[int, Meta(ge=0, le=8, description="Deflect cards.")] = 2
    split: Annotated[int, Meta(ge=0, le=8, description="Split cards.")] = 2
    target: Annotated[int, Meta(ge=0, le=8, description="Target cards.")] = 1
    suffer: Annotated[int, Meta(ge=0, le=8, description="Suffer cards.")] = 0


STANDARD_DECK = DrinkoDeck()


class Traits(NamedTuple):
    """What a card's code stands for."""

    colour: str | None
    """None for a special card."""
    type: str
    """What two cards of one type share [R4]; the code itself for a special card."""
    amount: int | None
    """What a drink card adds to a train, None for any other card."""

    @property
    def special(self) -> bool:
        """A card without a colour is special."""
        return self.colour is None

    @property
    def number(self) -> bool:
        """A number card: the only kind that a game may begin on [R10]."""
        return self.type.isdigit()


_DRINKS = {
    "plus-1": Traits(None, "+1", 1),
    "plus-2": Traits(None, "+2", 2),
    "plus-3": Traits(None, "+3", 3),
    "plus-0": Traits(None, "+0", 0),
    "minus-1": Traits(None, "-1", -1),
}


def _traits(card: DrinkoCard) -> Traits:
    colour, separator, face = card.value.partition("-")
    if not separator:
        return Traits(None, card.value, None)
    return _DRINKS.get(face, Traits(None, face, None))._replace(colour=colour)


TRAITS: dict[DrinkoCard, Traits] = {card: _traits(card) for card in DrinkoCard}
SPECIAL_CARDS = frozenset(card for card in DrinkoCard if TRAITS[card].special)
NUMBER_CARDS = frozenset(card for card in DrinkoCard if TRAITS[card].number)
SKIPS = frozenset(card for card in DrinkoCard if TRAITS[card].type == "skip")


def copies(card: DrinkoCard, deck: DrinkoDeck) -> int:
    """How many copies of a card such a deck has [R3, R6]."""
    traits = TRAITS[card]
    if traits.number:
        return 1 if traits.type == "0" else 2
    face = card.value if traits.special else card.value.partition("-")[2]
    number: int = getattr(deck, face.replace("-", "_"))
    return number


def new_deck(deck: DrinkoDeck) -> list[DrinkoCard]:
    """The cards of a deck in the order of a new one [R5]."""
    return list(_new_deck(deck))


@lru_cache(maxsize=64)
def _new_deck(deck: DrinkoDeck) -> tuple[DrinkoCard, ...]:
    # Remembered, because most games have the same deck.
    return tuple(card for card in DrinkoCard for _ in range(copies(card, deck)))


def _info(card: DrinkoCard) -> CardInfo:
    traits = TRAITS[card]
    name = traits.type if traits.colour is None else f"{traits.colour} {traits.type}"
    return CardInfo(
        code=card.value,
        name=name.capitalize(),
        attributes={
            "colour": traits.colour,
            "type": traits.type,
            "amount": traits.amount,
            "special": traits.special,
        },
        copies=copies(card, STANDARD_DECK),
    )


CATALOGUE: tuple[CardInfo, ...] = tuple(_info(card) for card in DrinkoCard)
