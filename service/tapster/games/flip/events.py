"""The facts of a game of Flip. They are whole in the log; `views.redact` nulls what is hidden.

A field that may be null is null only in a redacted event, unless it says otherwise.
"""

from typing import Annotated, TypeAlias, final

from msgspec import Meta

from tapster.games.flip.cards import FlipActionCard, FlipCard
from tapster.games.flip.messages import (
    Count,
    FlipCallWord,
    FlipDirection,
    FlipNumber,
    FlipPair,
    FlipSlot,
)
from tapster.games.kernel.messages import Event, Result, Seat

ToGive: TypeAlias = Annotated[int, Meta(ge=0, description="What this earns the seat to give.")]
Drinks: TypeAlias = Annotated[int, Meta(ge=0, description="What the seat drinks for this.")]
Actor: TypeAlias = Annotated[Seat, Meta(description="The seat that did it.")]
Victim: TypeAlias = Annotated[Seat, Meta(description="The seat that lost it.")]
HiddenCard: TypeAlias = Annotated[
    FlipCard | None, Meta(description="The card; null if the viewer may not see it.")
]
HiddenCards: TypeAlias = Annotated[
    list[FlipCard] | None, Meta(description="The cards; null if the viewer may not see them.")
]
HiddenActionCards: TypeAlias = Annotated[
    list[FlipActionCard] | None,
    Meta(description="The Action Cards; null if the viewer may not see them."),
]


class FlipDealt(Event, frozen=True, tag="flip.dealt", kw_only=True):
    """The cards were shuffled and dealt."""

    hands: Annotated[
        list[HiddenCards], Meta(description="The hands, by seat; null for those of others.")
    ]
    middle: HiddenCards
    draw_pile: HiddenCards
    draw_pile_count: Count
    action_cards: Annotated[
        list[HiddenActionCards],
        Meta(description="The seats' Action Cards; null for those of others."),
    ]
    action_draw_pile: HiddenActionCards
    action_draw_pile_count: Count


@final
class FlipPairLaid(Event, frozen=True, tag="flip.pair_laid", kw_only=True):
    """A seat laid a pair out of its hand."""

    seat: Actor
    cards: FlipPair
    drinks_to_give: ToGive


class FlipCardsDrawn(Event, frozen=True, tag="flip.cards_drawn", kw_only=True):
    """A seat drew Flip Cards."""

    seat: Actor
    cards: HiddenCards
    count: Count


@final
class FlipTurnStarted(Event, frozen=True, tag="flip.turn_started", kw_only=True):
    """The roles shifted: a turn began."""

    flipper: Annotated[Seat, Meta(description="Who flips.")]
    flippee: Annotated[Seat, Meta(description="Who gambles.")]
    shield_ends: Annotated[
        bool, Meta(description="Whether the Flippee has a shield that ends with this turn.")
    ]


@final
class FlipFlipped(Event, frozen=True, tag="flip.flipped", kw_only=True):
    """The Flipper called a number and turned up a card."""

    seat: Actor
    slot: FlipSlot
    number: FlipNumber
    card: FlipCard
    right: Annotated[bool, Meta(description="Whether that is the card's number.")]
    drinks: Drinks


@final
class FlipCalled(Event, frozen=True, tag="flip.called", kw_only=True):
    """The Flippee made a call and turned up a card."""

    seat: Actor
    slot: FlipSlot
    call: FlipCallWord
    card: FlipCard
    right: Annotated[bool, Meta(description="Whether the call was right; if not, it is a bust.")]
    drinks: Drinks


@final
class FlipTaken(Event, frozen=True, tag="flip.taken", kw_only=True):
    """Cards that were turned up went into a hand."""

    seat: Annotated[Seat, Meta(description="The seat that got them.")]
    slots: Annotated[list[FlipSlot], Meta(description="Where they lay, in the order turned up.")]
    cards: Annotated[list[FlipCard], Meta(description="The cards, in the same order.")]


class FlipCleanSwept(Event, frozen=True, tag="flip.clean_swept", kw_only=True):
    """Three right calls: a clean sweep."""

    seat: Actor
    drinks_to_give: ToGive
    shots_to_give: ToGive


class FlipStealOpened(Event, frozen=True, tag="flip.steal_opened", kw_only=True):
    """There is something to steal, and the sweeper must."""

    seat: Actor
    steals_left: Annotated[int, Meta(ge=0, le=2, description="How many single cards to steal.")]


class FlipStolen(Event, frozen=True, tag="flip.stolen", kw_only=True):
    """The sweeper stole a single card."""

    seat: Actor
    victim: Victim
    card: HiddenCard
    steals_left: Annotated[
        int, Meta(ge=0, le=2, description="Single cards still to steal; 0 if nothing is left.")
    ]


class FlipPairStolen(Event, frozen=True, tag="flip.pair_stolen", kw_only=True):
    """The sweeper stole a complete laid pair."""

    seat: Actor
    victim: Victim
    pair: Annotated[int, Meta(ge=0, description="The number that the pair had.")]
    cards: FlipPair


@final
class FlipTurnEnded(Event, frozen=True, tag="flip.turn_ended", kw_only=True):
    """The turn is over."""

    flippee: Annotated[Seat, Meta(description="Whose turn it was.")]
    shield_ended: Annotated[bool, Meta(description="Whether its shield ended with it.")]


@final
class FlipMiddleRefilled(Event, frozen=True, tag="flip.middle_refilled", kw_only=True):
    """Empty slots of the Middle were filled, face-down."""

    slots: Annotated[list[FlipSlot], Meta(description="The slots, the lowest first.")]
    cards: HiddenCards


class FlipActionCardsDrawn(Event, frozen=True, tag="flip.action_cards_drawn", kw_only=True):
    """A seat drew Action Cards."""

    seat: Actor
    cards: HiddenActionCards
    count: Count


class FlipActionPileShuffled(Event, frozen=True, tag="flip.action_pile_shuffled", kw_only=True):
    """The discarded Action Cards were shuffled into a new draw pile."""

    cards: HiddenActionCards
    count: Count


@final
class FlipActionPlayed(Event, frozen=True, tag="flip.action_played", kw_only=True):
    """A seat played an Action Card. What it brought about follows."""

    seat: Actor
    card: FlipActionCard


class FlipPeeked(Event, frozen=True, tag="flip.peeked", kw_only=True):
    """A seat looked at a face-down card of the Middle."""

    seat: Actor
    slot: FlipSlot
    card: HiddenCard


class FlipSwitched(Event, frozen=True, tag="flip.switched", kw_only=True):
    """A seat exchanged a card of its hand for a face-down card of the Middle."""

    seat: Actor
    slot: FlipSlot
    given: HiddenCard
    taken: HiddenCard


class FlipSweptAway(Event, frozen=True, tag="flip.swept_away", kw_only=True):
    """The Middle's face-down cards were shuffled into the draw pile, and their slots dealt anew."""

    slots: Annotated[list[FlipSlot], Meta(description="The slots, the lowest first.")]
    cards: HiddenCards
    draw_pile: HiddenCards


class FlipShielded(Event, frozen=True, tag="flip.shielded", kw_only=True):
    """A seat is shielded until the end of its next turn as Flippee."""

    seat: Actor


class FlipInsured(Event, frozen=True, tag="flip.insured", kw_only=True):
    """The Flippee's next call is insured."""

    seat: Actor


class FlipPickpocketed(Event, frozen=True, tag="flip.pickpocketed", kw_only=True):
    """A seat took a card out of another seat's hand."""

    seat: Actor
    victim: Victim
    card: HiddenCard


class FlipReversed(Event, frozen=True, tag="flip.reversed", kw_only=True):
    """The line turned round."""

    direction: FlipDirection


@final
class FlipDrinkGiven(Event, frozen=True, tag="flip.drink_given", kw_only=True):
    """A seat gave a drink to another."""

    seat: Actor
    to: Annotated[Seat, Meta(description="The seat that drinks.")]


class FlipShotGiven(Event, frozen=True, tag="flip.shot_given", kw_only=True):
    """A seat gave a shot to another."""

    seat: Actor
    to: Annotated[Seat, Meta(description="The seat that drinks.")]


class FlipDrinksWaived(Event, frozen=True, tag="flip.drinks_waived", kw_only=True):
    """A seat gave up all that it had still to give."""

    seat: Actor


class FlipEnded(Event, frozen=True, tag="flip.ended", kw_only=True):
    """No more cards are played; the result stands."""

    result: Result
    last_place: Annotated[
        list[Seat],
        Meta(description="Who finishes its drink; empty without the party rules."),
    ]
    drinks_to_give: Annotated[
        int, Meta(ge=0, description="What each of them gets to give on top of what it has.")
    ]


class FlipSettled(Event, frozen=True, tag="flip.settled", kw_only=True):
    """The game is over: nothing is left to give, or what was left has lapsed."""


FlipTurnEvent: TypeAlias = (
    FlipPairLaid
    | FlipTaken
    | FlipCalled
    | FlipFlipped
    | FlipTurnStarted
    | FlipTurnEnded
    | FlipMiddleRefilled
    | FlipCleanSwept
    | FlipStealOpened
    | FlipStolen
    | FlipPairStolen
    | FlipActionPlayed
)
FlipActionEvent: TypeAlias = (
    FlipPeeked
    | FlipSwitched
    | FlipSweptAway
    | FlipShielded
    | FlipInsured
    | FlipPickpocketed
    | FlipReversed
)
FlipDealEvent: TypeAlias = (
    FlipDealt | FlipCardsDrawn | FlipActionCardsDrawn | FlipActionPileShuffled
)
FlipEndEvent: TypeAlias = FlipShotGiven | FlipDrinksWaived | FlipEnded | FlipSettled
FlipEvent: TypeAlias = (
    FlipTurnEvent | FlipActionEvent | FlipDealEvent | FlipDrinkGiven | FlipEndEvent
)
