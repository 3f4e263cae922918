"""What is said in a game of Flip: its options, commands and view. Its events are in `events`."""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tapster.games.flip.cards import FlipActionCard, FlipCard
from tapster.games.kernel.messages import Command, Options, Seat, View

FlipSlot: TypeAlias = Annotated[
    int, Meta(ge=0, le=3, description="A slot of the Middle, 0 to 3.", examples=[2])
]
FlipNumber: TypeAlias = Annotated[
    int, Meta(ge=1, le=13, description="The number that is called.", examples=[7])
]
FlipDirection: TypeAlias = Annotated[
    Literal[1, -1],
    Meta(description="1 while the next seat in line is the next higher one, -1 the other way."),
]
FlipPair: TypeAlias = Annotated[
    list[FlipCard],
    Meta(
        min_length=2,
        max_length=2,
        description="Two Flip Cards of one number, the older first.",
        examples=[["7-hot", "7-cold"]],
    ),
]
Count: TypeAlias = Annotated[int, Meta(ge=0, description="How many there are.")]


class FlipCallWord(StrEnum):
    """What the Flippee can call."""

    HIGHER = "higher"
    LOWER = "lower"
    INSIDE = "inside"
    OUTSIDE = "outside"
    HOT = "hot"
    COLD = "cold"


class FlipPhase(StrEnum):
    """What the game waits for: the Flipper's flip, the Flippee's calls, a steal, the last drinks
    to be given (`settle`, when the result stands already), or nothing any more."""

    FLIP = "flip"
    GAMBLE = "gamble"
    STEAL = "steal"
    SETTLE = "settle"
    OVER = "over"


class FlipOptions(Options, frozen=True, kw_only=True):
    """How a game of Flip is played."""

    party: Annotated[bool, Meta(description="Whether the drinking rules apply.")] = False
    extra_spicy: Annotated[
        bool,
        Meta(
            description="Whether a clean sweep also earns a shot to give; "
            "no effect without `party`."
        ),
    ] = False
    copies: Annotated[
        Literal[2, 4, 6, 8] | None,
        Meta(
            description="Copies of each number and temperature: 52, 104, 156 or 208 Flip Cards. "
            "2 is possible with up to 6 seats. Null: 2 with up to 3 seats, otherwise 4.",
            examples=[4],
        ),
    ] = None
    action_cards: Annotated[
        bool, Meta(description="Whether to play with the house's Action Cards.")
    ] = True
    first_call: Annotated[
        Literal["optional", "required"],
        Meta(
            description="Whether the Flippee may take the base card without a call (`optional`), "
            "or must make the first call (`required`)."
        ),
    ] = "optional"
    starting_seat: Annotated[
        Seat | None, Meta(description="The first Flippee; null for a random one.", examples=[0])
    ] = None


class FlipFlip(Command, frozen=True, tag="flip.flip", kw_only=True):
    """The Flipper calls an exact number and turns up a card of the Middle."""

    slot: FlipSlot
    number: FlipNumber


class FlipCall(Command, frozen=True, tag="flip.call", kw_only=True):
    """The Flippee makes its next call and turns up a card of the Middle."""

    slot: FlipSlot
    call: Annotated[
        FlipCallWord,
        Meta(
            description="`higher` or `lower` in call 1, `inside` or `outside` in call 2, "
            "`hot` or `cold` in call 3.",
            examples=["higher"],
        ),
    ]


class FlipTake(Command, frozen=True, tag="flip.take", kw_only=True):
    """The Flippee stops gambling and takes every card turned up in this turn."""


class FlipSteal(Command, frozen=True, tag="flip.steal", kw_only=True):
    """After a clean sweep: takes a card at random out of another seat's hand."""

    seat: Annotated[Seat, Meta(description="The seat to steal from.")]


class FlipStealPair(Command, frozen=True, tag="flip.steal_pair", kw_only=True):
    """After a clean sweep: takes a complete laid pair of a seat that holds fewer than two Flip
    Cards. It is the whole steal."""

    seat: Annotated[Seat, Meta(description="The seat to steal from.")]
    pair: Annotated[
        int,
        Meta(
            ge=0,
            le=103,
            description="The pair's number: its position among the seat's pairs, from 0.",
            examples=[0],
        ),
    ]


class FlipPlayAction(Command, frozen=True, tag="flip.play_action", kw_only=True):
    """Plays an Action Card, with what that card asks for and nothing else."""

    card: Annotated[FlipActionCard, Meta(description="The Action Card.", examples=["peek"])]
    slot: Annotated[
        FlipSlot | None,
        Meta(description="`peek` and `switch`: a face-down card of the Middle. Otherwise null."),
    ] = None
    give: Annotated[
        FlipCard | None,
        Meta(description="`switch`: the Flip Card of the hand to give. Otherwise null."),
    ] = None
    seat: Annotated[
        Seat | None, Meta(description="`pickpocket`: the seat to take from. Otherwise null.")
    ] = None


class FlipGiveDrink(Command, frozen=True, tag="flip.give_drink", kw_only=True):
    """Gives one drink to another seat."""

    seat: Annotated[Seat, Meta(description="The seat that is to drink.")]


class FlipGiveShot(Command, frozen=True, tag="flip.give_shot", kw_only=True):
    """Gives one shot to another seat."""

    seat: Annotated[Seat, Meta(description="The seat that is to drink.")]


class FlipWaiveDrinks(Command, frozen=True, tag="flip.waive_drinks", kw_only=True):
    """After the end: gives up all drinks and shots that the seat still has to give."""


FlipCommand: TypeAlias = (
    FlipFlip
    | FlipCall
    | FlipTake
    | FlipSteal
    | FlipStealPair
    | FlipPlayAction
    | FlipGiveDrink
    | FlipGiveShot
    | FlipWaiveDrinks
)


class FlipSlotView(Struct, frozen=True, kw_only=True):
    """One slot of the Middle."""

    state: Annotated[
        Literal["down", "up", "empty"],
        Meta(description="Whether a card lies here face-down or turned up, or none."),
    ]
    card: Annotated[
        FlipCard | None,
        Meta(description="The card; null if there is none or the viewer does not know it."),
    ]


class FlipSeatView(Struct, frozen=True, kw_only=True):
    """One seat as the viewer sees it."""

    seat: Seat
    hand_count: Annotated[Count, Meta(description="How many Flip Cards it holds.")]
    action_card_count: Annotated[Count, Meta(description="How many Action Cards it holds.")]
    pairs: Annotated[
        list[FlipPair],
        Meta(description="Its laid pairs; a pair's position is its number in `flip.steal_pair`."),
    ]
    points: Annotated[Count, Meta(description="One for each laid pair.")]
    shielded: Annotated[bool, Meta(description="Whether nobody can steal from it now.")]
    insured: Annotated[bool, Meta(description="Whether its next call is insured.")]
    drinks: Annotated[Count, Meta(description="Drinks that it has drunk.")]
    shots: Annotated[Count, Meta(description="Shots that it has drunk.")]
    drinks_to_give: Annotated[Count, Meta(description="Drinks that it has still to give.")]
    shots_to_give: Annotated[Count, Meta(description="Shots that it has still to give.")]
    finishes_drink: Annotated[
        bool, Meta(description="Whether it came last and finishes its drink.")
    ]
    hand: Annotated[
        list[FlipCard] | None,
        Meta(description="Its Flip Cards, oldest first; null until the game has a result."),
    ]
    action_cards: Annotated[
        list[FlipActionCard] | None,
        Meta(description="Its Action Cards, oldest first; null until the game has a result."),
    ]


class FlipView(View, frozen=True, tag="flip", kw_only=True):
    """A game of Flip as one viewer may know it."""

    phase: Annotated[FlipPhase, Meta(description="What the game waits for.", examples=["flip"])]
    flipper: Annotated[Seat, Meta(description="The seat that flips, or flipped, in this turn.")]
    flippee: Annotated[Seat, Meta(description="The seat that gambles in this turn.")]
    direction: FlipDirection
    middle: Annotated[
        list[FlipSlotView],
        Meta(min_length=4, max_length=4, description="The four slots of the Middle."),
    ]
    base: Annotated[
        FlipSlot | None,
        Meta(description="The slot of the base card in phase `gamble`, otherwise null."),
    ]
    calls: Annotated[
        int,
        Meta(
            ge=0,
            le=3,
            description="Right calls made in this turn: 0 to 2 in `gamble`, 3 in `steal`, else 0.",
        ),
    ]
    steals_left: Annotated[
        int,
        Meta(
            ge=0,
            le=2,
            description="Cards still to steal in phase `steal`, if that many can be; else 0.",
        ),
    ]
    draw_pile_count: Annotated[Count, Meta(description="How many Flip Cards can be drawn.")]
    draw_pile: Annotated[
        list[FlipCard] | None,
        Meta(description="The draw pile, its top first; null until the game has a result."),
    ]
    action_draw_pile_count: Annotated[
        Count, Meta(description="How many Action Cards can be drawn before a reshuffle.")
    ]
    action_draw_pile: Annotated[
        list[FlipActionCard] | None,
        Meta(
            description="The Action Cards' draw pile, its top first; "
            "null until the game has a result."
        ),
    ]
    action_discard_pile: Annotated[
        list[FlipActionCard], Meta(description="The Action Cards played, oldest first.")
    ]
    hand: Annotated[
        list[FlipCard] | None,
        Meta(description="The viewer's Flip Cards, oldest first; null for a spectator."),
    ]
    action_cards: Annotated[
        list[FlipActionCard] | None,
        Meta(description="The viewer's Action Cards, oldest first; null for a spectator."),
    ]
    seats: Annotated[list[FlipSeatView], Meta(description="All seats, in order.")]
