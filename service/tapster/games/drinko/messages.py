"""The words of Drinko: options, commands, events and view, with the texts that the API shows."""

from enum import StrEnum
from typing import Annotated, Literal, TypeAlias, final

from msgspec import Meta, Struct

from tapster.games.drinko.cards import STANDARD_DECK, DrinkoCard, DrinkoDeck
from tapster.games.kernel.messages import Command, Event, Options, Result, Seat, View

Direction: TypeAlias = Literal[1, -1]
"""Clockwise, by rising seat number, or against it."""

Total: TypeAlias = Annotated[int, Meta(ge=0, examples=[3])]
Count: TypeAlias = Annotated[int, Meta(ge=0, examples=[7])]


class DrinkoTrainOrder(StrEnum):
    """Which drink cards of the top card's own colour may follow it in a train.

    `rising`: those of the same or a higher amount; `falling`: those of the same or a lower one.
    """

    RISING = "rising"
    FALLING = "falling"


class DrinkoPhase(StrEnum):
    """What the game is in: normal `play`, a drink `train`, or `over`."""

    PLAY = "play"
    TRAIN = "train"
    OVER = "over"


class DrinkoOptions(Options, frozen=True):
    """What a host may choose for a game of Drinko."""

    deck: Annotated[DrinkoDeck, Meta(description="The copies of each card.")] = STANDARD_DECK
    train_order: Annotated[
        DrinkoTrainOrder, Meta(description="Which amounts of one colour may follow in a train.")
    ] = DrinkoTrainOrder.RISING
    starting_seat: Annotated[
        Seat | None, Meta(description="The seat that acts first; null: a random one.")
    ] = None


# Commands


class DrinkoPlay(Command, frozen=True, tag="drinko.play"):
    """Play a card from your hand. You must, if you hold a legal one."""

    card: Annotated[DrinkoCard, Meta(description="The card to play.", examples=["red-7"])]
    seat: Annotated[
        Seat | None,
        Meta(
            description="The other seat that a target names, and a split while a train runs; "
            "absent or null with any other card."
        ),
    ] = None
    call_drinko: Annotated[
        bool,
        Meta(description="Call Drinko with this very play; only from a hand of two cards."),
    ] = False


class DrinkoDraw(Command, frozen=True, tag="drinko.draw"):
    """Draw a card and end your turn, while no train runs and you hold no legal card."""


class DrinkoDrink(Command, frozen=True, tag="drinko.drink"):
    """Drink the train, draw as many cards and end your turn, when you hold no legal card."""


class DrinkoCallDrinko(Command, frozen=True, tag="drinko.call_drinko"):
    """Call Drinko, whoever's turn it is, after you have played down to one card."""


class DrinkoCallOut(Command, frozen=True, tag="drinko.call_out"):
    """Call out a seat that has missed its call: it drinks 2 and draws 7 cards."""

    seat: Annotated[Seat, Meta(description="The seat to call out.")]


DrinkoCommand: TypeAlias = DrinkoPlay | DrinkoDraw | DrinkoDrink | DrinkoCallDrinko | DrinkoCallOut


# Events


class DrinkoDealt(Event, frozen=True, tag="drinko.dealt"):
    """The deck was shuffled and dealt, and the first card turned up."""

    hands: Annotated[
        list[list[DrinkoCard] | None],
        Meta(description="The seats' hands in seat order; null for a hand that you cannot see."),
    ]
    play_pile: Annotated[
        list[DrinkoCard],
        Meta(description="The cards turned up, oldest first; the last one is a number card."),
    ]
    draw_pile: Annotated[
        list[DrinkoCard] | None,
        Meta(description="The draw pile, top first; null in the feed, whoever looks."),
    ]
    draw_pile_count: Annotated[Count, Meta(description="Cards left in the draw pile.")]
    seat_to_act: Annotated[Seat, Meta(description="The starting seat.")]


@final
class DrinkoPlayed(Event, frozen=True, tag="drinko.played"):
    """A seat played a card. Direction, train and turn are those after the card's whole effect."""

    seat: Annotated[Seat, Meta(description="The seat that played.")]
    card: Annotated[DrinkoCard, Meta(description="The card, now the top card.")]
    named_seat: Annotated[
        Seat | None, Meta(description="The seat that the card named, null if it named none.")
    ]
    owes_call: Annotated[
        bool, Meta(description="True if the seat played from two cards and so owes the call.")
    ]
    direction: Annotated[
        Direction, Meta(description="The turn order: 1 clockwise, −1 against it.", examples=[1])
    ]
    train: Annotated[Total | None, Meta(description="The train's total, null if none runs.")]
    seat_to_act: Annotated[
        Seat | None, Meta(description="Whose turn it is now, null if the play won the game.")
    ]


class DrinkoCalled(Event, frozen=True, tag="drinko.called"):
    """A seat that owed the call called Drinko."""

    seat: Annotated[Seat, Meta(description="The seat that called.")]


class DrinkoCallMissed(Event, frozen=True, tag="drinko.call_missed"):
    """Another seat acted before the owed call came: the seat is now open to be called out."""

    seat: Annotated[Seat, Meta(description="The seat that missed its call.")]


class DrinkoCalledOut(Event, frozen=True, tag="drinko.called_out"):
    """A seat was called out for a missed call. What it drinks and draws follows."""

    seat: Annotated[Seat, Meta(description="The seat that called out.")]
    named_seat: Annotated[Seat, Meta(description="The seat that was called out.")]


@final
class DrinkoDrank(Event, frozen=True, tag="drinko.drank"):
    """A seat drank."""

    seat: Annotated[Seat, Meta(description="The seat that drank.")]
    drinks: Annotated[Total, Meta(description="How many drinks.")]


@final
class DrinkoDrew(Event, frozen=True, tag="drinko.drew"):
    """A seat took cards from the top of the draw pile."""

    seat: Annotated[Seat, Meta(description="The seat that drew.")]
    cards: Annotated[
        list[DrinkoCard] | None,
        Meta(description="In the order drawn; null in the feed for everybody but that seat."),
    ]
    count: Annotated[int, Meta(ge=1, description="How many cards.", examples=[1])]


class DrinkoReshuffled(Event, frozen=True, tag="drinko.reshuffled"):
    """The draw pile was empty: the play pile, but for its top card, was shuffled into it."""

    draw_pile: Annotated[
        list[DrinkoCard] | None,
        Meta(description="The new draw pile, top first; null in the feed, whoever looks."),
    ]
    count: Annotated[int, Meta(ge=1, description="Cards in the new draw pile.", examples=[40])]


@final
class DrinkoTurnEnded(Event, frozen=True, tag="drinko.turn_ended"):
    """A seat that could not play has drawn or drunk. Its turn and any train are over."""

    seat: Annotated[Seat, Meta(description="The seat whose turn ended.")]
    seat_to_act: Annotated[Seat, Meta(description="Whose turn it is now.")]


class DrinkoEnded(Event, frozen=True, tag="drinko.ended"):
    """The game is over."""

    result: Annotated[Result, Meta(description="How it ended.")]


DrinkoEvent: TypeAlias = (
    DrinkoDealt
    | DrinkoPlayed
    | DrinkoCalled
    | DrinkoCallMissed
    | DrinkoCalledOut
    | DrinkoDrank
    | DrinkoDrew
    | DrinkoReshuffled
    | DrinkoTurnEnded
    | DrinkoEnded
)


# View


class DrinkoSeatView(Struct, frozen=True, kw_only=True):
    """One seat as everybody sees it."""

    seat: Annotated[Seat, Meta(description="The seat's number.")]
    hand_count: Annotated[Count, Meta(description="Cards in its hand.")]
    drinks: Annotated[Count, Meta(description="What it has drunk in this game.")]
    owes_call: Annotated[
        bool, Meta(description="True while it owes the call of Drinko and can still make it.")
    ]
    called: Annotated[bool, Meta(description="True while its call of Drinko stands.")]
    open_to_call_out: Annotated[
        bool, Meta(description="True while other seats can call it out for a missed call.")
    ]
    hand: Annotated[
        list[DrinkoCard] | None, Meta(description="Its hand; null until the game is over.")
    ]


class DrinkoView(View, frozen=True, tag="drinko"):
    """A game of Drinko as one viewer may know it."""

    phase: Annotated[DrinkoPhase, Meta(description="What the game is in.")]
    seat_to_act: Annotated[
        Seat | None, Meta(description="Whose turn it is, null once the game is over.")
    ]
    direction: Annotated[
        Direction, Meta(description="The turn order: 1 clockwise, −1 against it.", examples=[1])
    ]
    top: Annotated[DrinkoCard, Meta(description="The top card of the play pile.")]
    play_pile: Annotated[
        list[DrinkoCard], Meta(description="The play pile, oldest card first, the top card last.")
    ]
    draw_pile_count: Annotated[Count, Meta(description="Cards in the draw pile.")]
    draw_pile: Annotated[
        list[DrinkoCard] | None,
        Meta(description="The draw pile, top first; null until the game is over."),
    ]
    train: Annotated[
        Total | None, Meta(description="The total of the running train, null if none runs.")
    ]
    hand: Annotated[
        list[DrinkoCard] | None, Meta(description="Your hand; null if you have no seat here.")
    ]
    seats: Annotated[list[DrinkoSeatView], Meta(description="The seats, from seat 0.")]
