"""What each viewer may know: every secrecy decision of Drink or Die ([R32]–[R37]).

Views are built from nothing. Events carry who may know each hidden card; the redacted ones do not.
"""

from collections.abc import Sequence
from typing import assert_never

from msgspec.structs import replace

from tapster.games.drink_or_die.cards import Card
from tapster.games.drink_or_die.events import (
    DrinkOrDieCardAdded,
    DrinkOrDieCauldronSeen,
    DrinkOrDieCreatorNamed,
    DrinkOrDieDealt,
    DrinkOrDieDistillateLeft,
    DrinkOrDieDistilled,
    DrinkOrDieDistillOpened,
    DrinkOrDieDrunk,
    DrinkOrDieEnded,
    DrinkOrDieEvent,
    DrinkOrDieFinalRoundDealt,
    DrinkOrDieLeavingCard,
    DrinkOrDieLyingCard,
    DrinkOrDiePotionCreated,
    DrinkOrDieRefilled,
    DrinkOrDieRoundEnded,
    DrinkOrDieSmuggled,
    DrinkOrDieStealOpened,
    DrinkOrDieStolen,
    DrinkOrDieSwapped,
    DrinkOrDieThiefLeft,
    DrinkOrDieTurnPassed,
)
from tapster.games.drink_or_die.flow import limit
from tapster.games.drink_or_die.messages import (
    DrinkOrDiePhase,
    DrinkOrDieSeatView,
    DrinkOrDieSeenCard,
    DrinkOrDieView,
)
from tapster.games.drink_or_die.state import Lying, State, knower
from tapster.games.kernel.messages import Viewer


def knows(known_by: int, viewer: Viewer) -> bool:
    """Whether the viewer is in the set of those who know a card."""
    return bool(known_by & knower(viewer))


# The view


def view(state: State, viewer: Viewer) -> DrinkOrDieView:
    """The table as the viewer may know it."""
    eyes = knower(viewer)
    return DrinkOrDieView(
        phase=state.phase,
        round=state.round,
        final_round=state.final_round,
        starting_seat=state.starting_seat,
        seat_to_act=state.seat_to_act,
        limit=limit(state),
        cauldron=[_seen(lying, eyes) for lying in state.cauldron],
        # The piles are counts for everyone and for ever: nobody has seen them ([R32]).
        draw_pile_count=len(state.draw_pile),
        removed_pile_count=len(state.removed_pile),
        # A used special was shown to all; a distilled card stays with those who knew it.
        out_of_game=[_known_card(lying, eyes) for lying in state.out_of_game],
        # How many thieves a potion held shows in what its drinker does next.
        steals_left=state.steals_left,
        hand=None if viewer is None else list(state.hands[viewer]),
        seats=[_seat_view(state, seat, eyes) for seat in range(state.seats)],
    )


def _seat_view(state: State, seat: int, eyes: int) -> DrinkOrDieSeatView:
    over = state.phase is DrinkOrDiePhase.OVER
    collection = state.collections[seat]
    return DrinkOrDieSeatView(
        seat=seat,
        hand_count=len(state.hands[seat]),
        drunk=state.drunk[seat],
        # The end shows all collections and hands ([R37]).
        collection=[_shown(lying) if over else _seen(lying, eyes) for lying in collection],
        hand=list(state.hands[seat]) if over else None,
        score=state.scores[seat] if state.scores is not None else None,
    )


# There are a hundred cards to look at, so whose eyes look is worked out once: a set of one.


def _known_card(lying: Lying, eyes: int) -> Card | None:
    return lying.card if lying.known_by & eyes else None


def _seen(lying: Lying, eyes: int) -> DrinkOrDieSeenCard:
    # That a card lies here, and how, is public; which it is, only to those who know it.
    return DrinkOrDieSeenCard(face=lying.face, card=_known_card(lying, eyes))


def _shown(lying: Lying) -> DrinkOrDieSeenCard:
    return DrinkOrDieSeenCard(face=lying.face, card=lying.card)


# The feed


def _card(card: DrinkOrDieLyingCard, viewer: Viewer) -> DrinkOrDieLyingCard:
    """The card for those who know it after the event, and nothing about who that is."""
    if card.known_by is None:
        return card  # Only a redacted event lacks the knowers, and it has nothing left to hide.
    shown = card.card if knows(card.known_by, viewer) else None
    return DrinkOrDieLyingCard(face=card.face, card=shown)


def _cards(cards: Sequence[DrinkOrDieLyingCard], viewer: Viewer) -> list[DrinkOrDieLyingCard]:
    return [_card(card, viewer) for card in cards]


def _leaving(leaving: DrinkOrDieLeavingCard, viewer: Viewer) -> DrinkOrDieLeavingCard:
    # Which copy is used follows from where specials lie among hidden cards. To all but those who
    # knew this one, its place would tell what the view after the event does not.
    if leaving.known_by is None:
        return leaving  # As above.
    position = leaving.position if knows(leaving.known_by, viewer) else None
    return DrinkOrDieLeavingCard(position=position)


def _own(dealt: Sequence[Sequence[Card | None]], viewer: Viewer) -> list[list[Card | None]]:
    """Cards of hands, seat by seat: one's own, and how many those of the others are."""
    return [
        list(cards) if seat == viewer else [None] * len(cards) for seat, cards in enumerate(dealt)
    ]


def redact(event: DrinkOrDieEvent, viewer: Viewer) -> DrinkOrDieEvent:
    """The event as the viewer may see it, now and later."""
    match event:
        case DrinkOrDieDealt():
            hands = _own(event.hands, viewer)
            return replace(event, hands=hands, draw_pile=None, removed_pile=None)
        case DrinkOrDieRefilled():
            return replace(event, dealt=_own(event.dealt, viewer))
        case DrinkOrDieFinalRoundDealt():
            # A seat knows what it gave into the pool, not where it went.
            surplus = _own(event.surplus, viewer)
            dealt = _own(event.dealt, viewer)
            return replace(event, surplus=surplus, dealt=dealt, removed_pile=None)
        case DrinkOrDiePotionCreated() | DrinkOrDieDrunk():
            return replace(event, cards=_cards(event.cards, viewer))
        case DrinkOrDieCardAdded():
            return replace(event, card=_card(event.card, viewer))
        case DrinkOrDieStolen():
            # Seat and position were named before all eyes; the card is the thief's and victim's.
            card = _card(event.card, viewer)
            return replace(event, card=card, thief=_leaving(event.thief, viewer))
        case DrinkOrDieThiefLeft():
            return replace(event, thief=_leaving(event.thief, viewer))
        case DrinkOrDieSmuggled():
            cards = _cards(event.cards, viewer)
            return replace(event, cards=cards, smuggle=_leaving(event.smuggle, viewer))
        case DrinkOrDieCauldronSeen():
            cauldron = _cards(event.cauldron, viewer)
            return replace(event, cauldron=cauldron, eye=_leaving(event.eye, viewer))
        case DrinkOrDieSwapped():
            # The exchange is made before all eyes; hidden cards stay hidden in it.
            return replace(
                event,
                given=_card(event.given, viewer),
                taken=_card(event.taken, viewer),
                swap=_leaving(event.swap, viewer),
            )
        case DrinkOrDieDistilled():
            card = _card(event.card, viewer)
            return replace(event, card=card, distillate=_leaving(event.distillate, viewer))
        case (
            DrinkOrDieCreatorNamed()
            | DrinkOrDieTurnPassed()
            | DrinkOrDieStealOpened()
            | DrinkOrDieRoundEnded()
            | DrinkOrDieDistillOpened()
            | DrinkOrDieDistillateLeft()
            | DrinkOrDieEnded()
        ):
            # Whose turn it is and how the game stands is public, scores are so at the end.
            return event
        case _:
            assert_never(event)
