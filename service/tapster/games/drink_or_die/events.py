"""The events of Drink or Die, as the log keeps them and the feed shows them."""

from typing import Annotated, TypeAlias, final

from msgspec import Meta, Struct

from tapster.games.drink_or_die.messages import (
    Actor,
    DrinkOrDieScore,
    Face,
    HiddenCard,
    KnownBy,
    PlainCard,
)
from tapster.games.kernel.messages import Event, Result, Seat


class DrinkOrDieLyingCard(Struct, frozen=True, kw_only=True):
    """A card as it lies after an event."""

    face: Face
    card: HiddenCard
    known_by: KnownBy = None


class DrinkOrDieLeavingCard(Struct, frozen=True, kw_only=True):
    """Where a special card lay in its owner's collection before it left the game."""

    position: Annotated[
        Annotated[int, Meta(ge=0)] | None,
        Meta(
            description="The position; null for those who did not know that the card lay there.",
            examples=[2],
        ),
    ]
    known_by: KnownBy = None


class DrinkOrDieDealt(Event, frozen=True, tag="drink_or_die.dealt"):
    """The deck was shuffled and dealt; the first round begins."""

    starting_seat: Annotated[Seat, Meta(description="The seat that starts the first round.")]
    hands: Annotated[list[list[HiddenCard]], Meta(description="Every seat's hand, in seat order.")]
    draw_pile: Annotated[
        list[PlainCard] | None, Meta(description="From its top. Null in the feed.")
    ]
    removed_pile: Annotated[
        list[PlainCard] | None, Meta(description="The cards kept out. Null in the feed.")
    ]


@final
class DrinkOrDieCreatorNamed(Event, frozen=True, tag="drink_or_die.creator_named"):
    """A seat is to create the next potion."""

    seat: Seat


@final
class DrinkOrDiePotionCreated(Event, frozen=True, tag="drink_or_die.potion_created"):
    """A seat created a potion."""

    seat: Actor
    cards: Annotated[
        list[DrinkOrDieLyingCard], Meta(description="The new potion, in cauldron order.")
    ]


@final
class DrinkOrDieTurnPassed(Event, frozen=True, tag="drink_or_die.turn_passed"):
    """The turn passed to a seat."""

    seat: Annotated[Seat, Meta(description="The seat whose turn it is.")]


@final
class DrinkOrDieCardAdded(Event, frozen=True, tag="drink_or_die.card_added"):
    """A seat added a card to the cauldron."""

    seat: Actor
    card: DrinkOrDieLyingCard


@final
class DrinkOrDieDrunk(Event, frozen=True, tag="drink_or_die.drunk"):
    """A seat drank the potion, or was made to."""

    seat: Annotated[Seat, Meta(description="The seat that drank.")]
    forced: Annotated[
        bool, Meta(description="True if the seat was made to drink.", examples=[False])
    ]
    cards: Annotated[
        list[DrinkOrDieLyingCard],
        Meta(description="The potion, as it now lies at the end of the seat's collection."),
    ]
    thieves: Annotated[
        int, Meta(ge=0, description="How many thieves were in the potion.", examples=[0])
    ]


class DrinkOrDieStealOpened(Event, frozen=True, tag="drink_or_die.steal_opened"):
    """A drunk thief waits for its drinker to name a victim."""

    seat: Annotated[Seat, Meta(description="The seat that is to steal.")]


class DrinkOrDieStolen(Event, frozen=True, tag="drink_or_die.stolen"):
    """A seat took a card of an opponent's collection, and its thief left the game."""

    seat: Actor
    victim: Annotated[Seat, Meta(description="The opponent.", examples=[2])]
    position: Annotated[
        int, Meta(ge=0, description="Where the card lay in their collection.", examples=[0])
    ]
    card: DrinkOrDieLyingCard
    thief: DrinkOrDieLeavingCard
    steals_left: Annotated[
        int, Meta(ge=0, description="How many thieves are still to be settled.", examples=[0])
    ]


class DrinkOrDieThiefLeft(Event, frozen=True, tag="drink_or_die.thief_left"):
    """A drunk thief found nothing to steal and left the game."""

    seat: Annotated[Seat, Meta(description="The seat that drank it.")]
    thief: DrinkOrDieLeavingCard
    steals_left: Annotated[
        int, Meta(ge=0, description="How many thieves are still to be settled.", examples=[0])
    ]


class DrinkOrDieSmuggled(Event, frozen=True, tag="drink_or_die.smuggled"):
    """A seat used a smuggle: two cards moved from its hand to its collection."""

    seat: Actor
    cards: Annotated[
        list[DrinkOrDieLyingCard], Meta(description="The two cards, in their new order.")
    ]
    smuggle: DrinkOrDieLeavingCard


class DrinkOrDieCauldronSeen(Event, frozen=True, tag="drink_or_die.cauldron_seen"):
    """A seat used an Alchemist's Eye on the cauldron."""

    seat: Actor
    cauldron: Annotated[
        list[DrinkOrDieLyingCard],
        Meta(description="The whole cauldron, as each viewer may know it afterwards."),
    ]
    eye: DrinkOrDieLeavingCard


class DrinkOrDieSwapped(Event, frozen=True, tag="drink_or_die.swapped"):
    """A seat used a swap: a card of its collection and one of the cauldron changed places."""

    seat: Actor
    give: Annotated[
        int,
        Meta(
            ge=0,
            description="The position in the collection, before the swap left it.",
            examples=[0],
        ),
    ]
    take: Annotated[int, Meta(ge=0, description="The position in the cauldron.", examples=[1])]
    given: Annotated[
        DrinkOrDieLyingCard, Meta(description="The card that now lies in the cauldron.")
    ]
    taken: Annotated[
        DrinkOrDieLyingCard, Meta(description="The card that now lies in the collection.")
    ]
    swap: DrinkOrDieLeavingCard


class DrinkOrDieRoundEnded(Event, frozen=True, tag="drink_or_die.round_ended"):
    """The round is over: everyone has drunk, or nobody can create another potion."""

    round: Annotated[int, Meta(ge=1, description="The round that ended.", examples=[1])]
    not_drunk: Annotated[
        list[Seat], Meta(description="The seats that have not drunk in it.", examples=[[]])
    ]


class DrinkOrDieRefilled(Event, frozen=True, tag="drink_or_die.refilled"):
    """Hands were filled from the draw pile; a new round begins."""

    round: Annotated[int, Meta(ge=1, description="The round that begins.", examples=[2])]
    starting_seat: Annotated[Seat, Meta(description="The seat that starts it.")]
    dealt: Annotated[
        list[list[HiddenCard]], Meta(description="What each seat was dealt, in seat order.")
    ]


class DrinkOrDieFinalRoundDealt(Event, frozen=True, tag="drink_or_die.final_round_dealt"):
    """The draw pile ran out: a pool was gathered, shuffled and dealt; the Final Round begins."""

    round: Annotated[int, Meta(ge=1, description="The number of the Final Round.", examples=[5])]
    starting_seat: Annotated[Seat, Meta(description="The seat that starts it.")]
    surplus: Annotated[
        list[list[HiddenCard]],
        Meta(description="What each seat gave into the pool: the last cards of its hand."),
    ]
    dealt: Annotated[
        list[list[HiddenCard]], Meta(description="What each seat was dealt from the pool.")
    ]
    removed_pile: Annotated[
        list[PlainCard] | None, Meta(description="What was left of the pool. Null in the feed.")
    ]


class DrinkOrDieDistillOpened(Event, frozen=True, tag="drink_or_die.distill_opened"):
    """A distillate waits for its owner to name another card of their collection."""

    seat: Annotated[Seat, Meta(description="The seat that is to distill.")]


class DrinkOrDieDistilled(Event, frozen=True, tag="drink_or_die.distilled"):
    """A seat removed a card of its collection; the card and the distillate left the game."""

    seat: Actor
    position: Annotated[
        int, Meta(ge=0, description="Where the card lay, before either left.", examples=[0])
    ]
    card: DrinkOrDieLyingCard
    distillate: DrinkOrDieLeavingCard


class DrinkOrDieDistillateLeft(Event, frozen=True, tag="drink_or_die.distillate_left"):
    """A distillate was the only card of its collection and left the game alone."""

    seat: Annotated[Seat, Meta(description="The seat that owned it.")]


class DrinkOrDieEnded(Event, frozen=True, tag="drink_or_die.ended"):
    """The game is over."""

    scores: Annotated[list[DrinkOrDieScore], Meta(description="How each seat's collection counts.")]
    result: Annotated[Result, Meta(description="How the game ended.")]


DrinkOrDieEvent: TypeAlias = (
    DrinkOrDieDealt
    | DrinkOrDieCreatorNamed
    | DrinkOrDiePotionCreated
    | DrinkOrDieTurnPassed
    | DrinkOrDieCardAdded
    | DrinkOrDieDrunk
    | DrinkOrDieStealOpened
    | DrinkOrDieStolen
    | DrinkOrDieThiefLeft
    | DrinkOrDieSmuggled
    | DrinkOrDieCauldronSeen
    | DrinkOrDieSwapped
    | DrinkOrDieRoundEnded
    | DrinkOrDieRefilled
    | DrinkOrDieFinalRoundDealt
    | DrinkOrDieDistillOpened
    | DrinkOrDieDistilled
    | DrinkOrDieDistillateLeft
    | DrinkOrDieEnded
)
