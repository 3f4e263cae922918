"""The cards of Flip: Flip Cards with a number and a temperature, and the house's Action Cards."""

from enum import StrEnum

from tapster.games.kernel.messages import CardInfo


class FlipCard(StrEnum):
    """A Flip Card: its number, 1 to 13, and its temperature."""

    HOT_1 = "1-hot"
    COLD_1 = "1-cold"
    HOT_2 = "2-hot"
    COLD_2 = "2-cold"
    HOT_3 = "3-hot"
    COLD_3 = "3-cold"
    HOT_4 = "4-hot"
    COLD_4 = "4-cold"
    HOT_5 = "5-hot"
    COLD_5 = "5-cold"
    HOT_6 = "6-hot"
    COLD_6 = "6-cold"
    HOT_7 = "7-hot"
    COLD_7 = "7-cold"
    HOT_8 = "8-hot"
    COLD_8 = "8-cold"
    HOT_9 = "9-hot"
    COLD_9 = "9-cold"
    HOT_10 = "10-hot"
    COLD_10 = "10-cold"
    HOT_11 = "11-hot"
    COLD_11 = "11-cold"
    HOT_12 = "12-hot"
    COLD_12 = "12-cold"
    HOT_13 = "13-hot"
    COLD_13 = "13-cold"


class FlipActionCard(StrEnum):
    """An Action Card, named for what it does. The set is this house's own."""

    PEEK = "peek"
    SWITCH = "switch"
    SWEEP_AWAY = "sweep-away"
    SHIELD = "shield"
    INSURANCE = "insurance"
    PICKPOCKET = "pickpocket"
    REVERSE = "reverse"
    LUCKY_DRAW = "lucky-draw"


NUMBERS = range(1, 14)
"""The numbers of Flip Cards [R3]."""

HAND = 4
"""Flip Cards dealt to a hand, and drawn back to when pairs are cleared [R8] [R9]."""
ACTION_HAND = 2
"""Action Cards dealt to a seat [R8]."""
ACTION_COPIES = 4
"""Copies of each Action Card [R4]."""

NUMBER: dict[FlipCard, int] = {card: int(card.split("-")[0]) for card in FlipCard}
"""Each card's number."""
TEMPERATURE: dict[FlipCard, str] = {card: card.split("-")[1] for card in FlipCard}
"""Each card's temperature: `hot` or `cold`."""

_EFFECTS: dict[FlipActionCard, str] = {
    FlipActionCard.PEEK: "Learn one face-down card of the Middle.",
    FlipActionCard.SWITCH: "Exchange a card of your hand for a face-down card of the Middle.",
    FlipActionCard.SWEEP_AWAY: "Shuffle the face-down cards of the Middle away, and deal anew.",
    FlipActionCard.SHIELD: "Nobody steals from you until the end of your next turn as Flippee.",
    FlipActionCard.INSURANCE: "If your next call busts, the Flipper gets the wrong card only.",
    FlipActionCard.PICKPOCKET: "Take a card at random out of another seat's hand.",
    FlipActionCard.REVERSE: "The line turns round.",
    FlipActionCard.LUCKY_DRAW: "Draw a Flip Card.",
}


def new_deck(copies: int) -> list[FlipCard]:
    """The Flip Cards of a new deck, in their order [R5]."""
    return [card for card in FlipCard for _ in range(copies)]


def new_action_deck() -> list[FlipActionCard]:
    """The Action Cards of a new deck, in their order [R5]."""
    return [card for card in FlipActionCard for _ in range(ACTION_COPIES)]


def pairs_in(hand: list[FlipCard]) -> list[list[FlipCard]]:
    """The pairs of a hand, as they are laid if its cards come one by one, oldest first [R13]."""
    single: dict[int, FlipCard] = {}
    pairs: list[list[FlipCard]] = []
    for card in hand:
        older = single.pop(NUMBER[card], None)
        if older is None:
            single[NUMBER[card]] = card
        else:
            pairs.append([older, card])
    return pairs


CATALOGUE: tuple[CardInfo, ...] = (
    *(
        CardInfo(
            code=card,
            name=f"{NUMBER[card]} {TEMPERATURE[card]}",
            attributes={
                "pile": "flip",
                "number": NUMBER[card],
                "temperature": TEMPERATURE[card],
            },
            copies=2,
        )
        for card in FlipCard
    ),
    *(
        CardInfo(
            code=card,
            name=card.replace("-", " ").capitalize(),
            attributes={"pile": "action", "house": True, "effect": _EFFECTS[card]},
            copies=ACTION_COPIES,
        )
        for card in FlipActionCard
    ),
)
