"""The words of Drink or Die: options, commands and the view, as the API shows them.

The events, which are many, have a file of their own beside this one.
"""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tapster.games.drink_or_die.cards import DrinkOrDieCard
from tapster.games.kernel.messages import Command, Options, Seat, View

# Words


class DrinkOrDieFace(StrEnum):
    """How a card lies: `down` (hidden) or `up` (open)."""

    DOWN = "down"
    UP = "up"


class DrinkOrDieExpansion(StrEnum):
    """How many copies of each special card are in the deck: `none`, one (`light`), two (`full`)."""

    NONE = "none"
    LIGHT = "light"
    FULL = "full"


class DrinkOrDiePhase(StrEnum):
    """What the game waits for: a new potion, a turn, a thief's steal, a distillate; or `over`."""

    CREATE = "create"
    TURN = "turn"
    STEAL = "steal"
    DISTILL = "distill"
    OVER = "over"


Count: TypeAlias = Annotated[int, Meta(ge=0, description="A number of cards.", examples=[12])]
PlainCard: TypeAlias = Annotated[
    DrinkOrDieCard, Meta(description="The card's code.", examples=["fire-3"])
]
HiddenCard: TypeAlias = Annotated[
    DrinkOrDieCard | None,
    Meta(description="The card's code, null for those who may not know it.", examples=["fire-3"]),
]
Face: TypeAlias = Annotated[DrinkOrDieFace, Meta(description="How the card lies.", examples=["up"])]
KnownBy: TypeAlias = Annotated[
    Annotated[int, Meta(ge=0)] | None,
    Meta(
        description="Who knows the card: 1 for spectators, plus 2 to the power of s + 1 for each "
        "seat s. Null in the feed; for the finished game's log.",
        examples=[None],
    ),
]
Actor: TypeAlias = Annotated[Seat, Meta(description="The seat that acted.")]

# Options


class DrinkOrDieOptions(Options, frozen=True):
    """What the host of a game of Drink or Die may choose."""

    open_cauldron: Annotated[
        bool, Meta(description="Every card goes into the cauldron face-up.", examples=[False])
    ] = False
    expansion: Annotated[
        DrinkOrDieExpansion,
        Meta(description="How many special cards are in the deck.", examples=["light"]),
    ] = DrinkOrDieExpansion.NONE
    open_collections: Annotated[
        bool,
        Meta(
            description="Whatever enters a collection is known to everyone from then on.",
            examples=[False],
        ),
    ] = False
    starting_seat: Annotated[
        Seat | None,
        Meta(description="The seat that starts the first round; null: at random.", examples=[None]),
    ] = None


# Commands


class DrinkOrDieIngredient(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A card of the hand, and how it is to lie in the cauldron."""

    card: PlainCard
    face: Face


class DrinkOrDieCreatePotion(Command, frozen=True, tag="drink_or_die.create_potion"):
    """Create a potion: two cards, one `down` and one `up` (open cauldron: both `up`).

    In the Final Round one card, with either face (open cauldron: `up`).
    """

    cards: Annotated[
        list[DrinkOrDieIngredient],
        Meta(
            min_length=1,
            max_length=2,
            description="The potion's first cards. Their order has no effect.",
            examples=[[{"card": "fire-3", "face": "down"}, {"card": "ice-1", "face": "up"}]],
        ),
    ]


class DrinkOrDieAddCard(Command, frozen=True, tag="drink_or_die.add_card"):
    """Add a card of the hand to the cauldron; face-down and face-up cards stay balanced."""

    card: PlainCard
    face: Face


class DrinkOrDieDrink(Command, frozen=True, tag="drink_or_die.drink"):
    """Drink: take every card of the cauldron into your collection, once in a round."""


class DrinkOrDieUseSmuggle(Command, frozen=True, tag="drink_or_die.use_smuggle"):
    """Use a `smuggle` of your collection: move two element cards there from your hand."""

    cards: Annotated[
        list[PlainCard],
        Meta(
            min_length=2,
            max_length=2,
            description="Two element cards of the hand. Their order has no effect.",
            examples=[["fire-1", "nature-2"]],
        ),
    ]


class DrinkOrDieUseAlchemistsEye(Command, frozen=True, tag="drink_or_die.use_alchemists_eye"):
    """Use an `alchemists-eye` of your collection: learn the cauldron's face-down cards."""


class DrinkOrDieUseSwap(Command, frozen=True, tag="drink_or_die.use_swap"):
    """Use a `swap` of your collection: exchange a card of it with one of the cauldron."""

    give: Annotated[
        int,
        Meta(
            ge=0,
            description="The position in your collection of the card to put into the cauldron; "
            "not that of the swap itself.",
            examples=[0],
        ),
    ]
    take: Annotated[
        int, Meta(ge=0, description="The position in the cauldron to take from.", examples=[1])
    ]


class DrinkOrDieSteal(Command, frozen=True, tag="drink_or_die.steal"):
    """Take a card of an opponent's collection, for the thief that you drank."""

    seat: Annotated[Seat, Meta(description="The opponent.", examples=[2])]
    position: Annotated[
        int, Meta(ge=0, description="The card's position in their collection.", examples=[0])
    ]


class DrinkOrDieDistill(Command, frozen=True, tag="drink_or_die.distill"):
    """Remove a card of your collection, together with a distillate."""

    position: Annotated[
        int,
        Meta(
            ge=0,
            description="The card's position in your collection; not the distillate itself.",
            examples=[0],
        ),
    ]


DrinkOrDieCommand: TypeAlias = (
    DrinkOrDieCreatePotion
    | DrinkOrDieAddCard
    | DrinkOrDieDrink
    | DrinkOrDieUseSmuggle
    | DrinkOrDieUseAlchemistsEye
    | DrinkOrDieUseSwap
    | DrinkOrDieSteal
    | DrinkOrDieDistill
)

# Score and view


class DrinkOrDieScore(Struct, frozen=True, kw_only=True):
    """How a collection was scored: total = raw − 3 × final delta + bonus."""

    raw: Annotated[
        int, Meta(description="The values of fire, ice, light and shadow.", examples=[13])
    ]
    delta: Annotated[int, Meta(description="|fire − ice| + |light − shadow|.", examples=[9])]
    nature: Annotated[int, Meta(description="The values of nature.", examples=[3])]
    final_delta: Annotated[int, Meta(description="|delta − nature|.", examples=[6])]
    bonus: Annotated[int, Meta(description="What the special cards give or cost.", examples=[0])]
    total: Annotated[int, Meta(description="The score.", examples=[-5])]


class DrinkOrDieSeenCard(Struct, frozen=True, kw_only=True):
    """A card in the cauldron or in a collection, as the viewer sees it."""

    face: Face
    card: HiddenCard


class DrinkOrDieSeatView(Struct, frozen=True, kw_only=True):
    """A seat as the viewer sees it."""

    seat: Seat
    hand_count: Count
    drunk: Annotated[
        bool, Meta(description="Whether the seat has drunk in this round.", examples=[False])
    ]
    collection: Annotated[
        list[DrinkOrDieSeenCard],
        Meta(description="What the seat has collected, the oldest first, lying as it last lay."),
    ]
    hand: Annotated[
        list[PlainCard] | None, Meta(description="The seat's hand; null until the end.")
    ]
    score: Annotated[
        DrinkOrDieScore | None, Meta(description="The seat's score; null until the end.")
    ]


class DrinkOrDieView(View, frozen=True, tag="drink_or_die"):
    """A game of Drink or Die as one viewer may know it."""

    phase: Annotated[
        DrinkOrDiePhase, Meta(description="What the game waits for.", examples=["turn"])
    ]
    round: Annotated[int, Meta(ge=1, description="The round, from 1.", examples=[1])]
    final_round: Annotated[
        bool, Meta(description="Whether this is the Final Round.", examples=[False])
    ]
    starting_seat: Annotated[Seat, Meta(description="The seat that started this round.")]
    seat_to_act: Annotated[
        Seat | None, Meta(description="The seat that must act; null at the end.", examples=[0])
    ]
    limit: Annotated[
        int,
        Meta(description="At so many cards in the cauldron somebody must drink.", examples=[6]),
    ]
    cauldron: Annotated[
        list[DrinkOrDieSeenCard], Meta(description="The cauldron's cards, the oldest first.")
    ]
    draw_pile_count: Count
    removed_pile_count: Count
    out_of_game: Annotated[
        list[HiddenCard], Meta(description="The cards that have left the game, the oldest first.")
    ]
    steals_left: Annotated[
        int, Meta(ge=0, description="How many drunk thieves are still to be settled.", examples=[0])
    ]
    hand: Annotated[
        list[PlainCard] | None,
        Meta(description="The viewer's hand, the oldest card first; null for spectators."),
    ]
    seats: Annotated[list[DrinkOrDieSeatView], Meta(description="The seats, in seat order.")]
