"""The state of a game, and how facts are written into it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from msgspec import Struct

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
from tapster.games.drink_or_die.messages import (
    DrinkOrDieFace,
    DrinkOrDieOptions,
    DrinkOrDiePhase,
    DrinkOrDieScore,
)
from tapster.games.kernel.messages import Result, Viewer

EVERYONE = 0b11_1111
"""The set of all who can know a card: the spectators (bit 0) and the five seats."""


def knower(viewer: Viewer) -> int:
    """The set of one: a seat, or the spectators."""
    return 1 if viewer is None else 1 << (viewer + 1)


class Lying(Struct, frozen=True):
    """A card in the cauldron, in a collection or out of the game."""

    card: Card
    face: DrinkOrDieFace
    known_by: int
    """The set of those who know it. Somebody who learns it gets a new `Lying` into its place."""


# An enum's members are looked up through its metaclass; evolve is the fold of every request.
_CREATE_PHASE, _TURN_PHASE = DrinkOrDiePhase.CREATE, DrinkOrDiePhase.TURN


@dataclass(slots=True)
class State:
    """A whole game of Drink or Die, hidden cards and all."""

    options: DrinkOrDieOptions
    hands: list[list[Card]]
    """Every seat's hand, the oldest card first."""
    collections: list[list[Lying]]
    drunk: list[bool]
    """Which seats have drunk in this round."""
    cauldron: list[Lying] = field(default_factory=list)
    draw_pile: list[Card] = field(default_factory=list)
    """From its top."""
    removed_pile: list[Card] = field(default_factory=list)
    out_of_game: list[Lying] = field(default_factory=list)
    phase: DrinkOrDiePhase = DrinkOrDiePhase.CREATE
    round: int = 1
    final_round: bool = False
    starting_seat: int = 0
    seat_to_act: int | None = None
    steals_left: int = 0
    potion_at: int = 0
    """Where the potion drunk last begins in its drinker's collection; for the thieves in it."""
    scores: list[DrinkOrDieScore] | None = None
    result: Result | None = None

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    def copy(self) -> "State":
        """A state of its own, into which facts can be written without touching this one."""
        return State(
            options=self.options,
            hands=[hand.copy() for hand in self.hands],
            collections=[collection.copy() for collection in self.collections],
            drunk=self.drunk.copy(),
            cauldron=self.cauldron.copy(),
            draw_pile=self.draw_pile.copy(),
            removed_pile=self.removed_pile.copy(),
            out_of_game=self.out_of_game.copy(),
            phase=self.phase,
            round=self.round,
            final_round=self.final_round,
            starting_seat=self.starting_seat,
            seat_to_act=self.seat_to_act,
            steals_left=self.steals_left,
            potion_at=self.potion_at,
            scores=self.scores,
            result=self.result,
        )


def empty(options: DrinkOrDieOptions, seats: int) -> State:
    """The state before the deal."""
    return State(
        options=options,
        hands=[[] for _ in range(seats)],
        collections=[[] for _ in range(seats)],
        drunk=[False] * seats,
    )


def cards(state: State) -> list[Card]:
    """Every card of the game, wherever it lies."""
    lying = [state.cauldron, state.out_of_game, *state.collections]
    found = [card.card for place in lying for card in place]
    for pile in (state.draw_pile, state.removed_pile, *state.hands):
        found.extend(pile)
    return found


def _lie(shown: DrinkOrDieLyingCard) -> Lying:
    # Only redacted events lack cards, and those are never folded.
    assert shown.card is not None
    assert shown.known_by is not None
    return Lying(shown.card, shown.face, shown.known_by)


def _whole(dealt: Sequence[Card | None]) -> list[Card]:
    return [card for card in dealt if card is not None]


def _leave(state: State, seat: int, position: int | None) -> None:
    """A special card leaves its owner's collection and the game, before all eyes."""
    assert position is not None, "only redacted events lack positions"
    gone = state.collections[seat].pop(position)
    state.out_of_game.append(Lying(gone.card, gone.face, EVERYONE))


def evolve(state: State, event: DrinkOrDieEvent) -> None:
    """Writes a fact into the state. The most frequent facts come first."""
    # Asked by type: a pattern that does not fit asks the metaclass of structs, which takes longer
    # than most facts do, and this is the fold of every request.
    if type(event) is DrinkOrDieTurnPassed:
        state.phase = _TURN_PHASE
        state.seat_to_act = event.seat
    elif type(event) is DrinkOrDieCardAdded:
        lying = _lie(event.card)
        state.hands[event.seat].remove(lying.card)
        state.cauldron.append(lying)
    elif type(event) is DrinkOrDieCreatorNamed:
        state.phase = _CREATE_PHASE
        state.seat_to_act = event.seat
    elif type(event) is DrinkOrDiePotionCreated:
        for card in event.cards:
            lying = _lie(card)
            state.hands[event.seat].remove(lying.card)
            state.cauldron.append(lying)
    elif type(event) is DrinkOrDieDrunk:
        collection = state.collections[event.seat]
        state.potion_at = len(collection)
        collection.extend([_lie(card) for card in event.cards])
        state.cauldron.clear()
        state.drunk[event.seat] = True
        state.steals_left = event.thieves
    else:
        match event:
            case DrinkOrDieRoundEnded():
                state.seat_to_act = None
            case DrinkOrDieRefilled():
                _refill(state, event)
            case (
                DrinkOrDieStealOpened()
                | DrinkOrDieStolen()
                | DrinkOrDieThiefLeft()
                | DrinkOrDieSmuggled()
                | DrinkOrDieCauldronSeen()
                | DrinkOrDieSwapped()
            ):
                _evolve_special(state, event)
            case DrinkOrDieDealt():
                _deal(state, event)
            case DrinkOrDieFinalRoundDealt():
                _deal_final_round(state, event)
            case DrinkOrDieDistillOpened():
                state.phase = DrinkOrDiePhase.DISTILL
                state.seat_to_act = event.seat
            case DrinkOrDieDistilled():
                _distill(state, event)
            case DrinkOrDieDistillateLeft():
                _leave(state, event.seat, 0)
            case DrinkOrDieEnded():
                state.phase = DrinkOrDiePhase.OVER
                state.seat_to_act = None
                state.steals_left = 0
                state.scores = event.scores
                state.result = event.result
            case _:
                assert_never(event)


def _evolve_special(
    state: State,
    event: DrinkOrDieStealOpened
    | DrinkOrDieStolen
    | DrinkOrDieThiefLeft
    | DrinkOrDieSmuggled
    | DrinkOrDieCauldronSeen
    | DrinkOrDieSwapped,
) -> None:
    """The facts of special cards in play."""
    match event:
        case DrinkOrDieStealOpened():
            state.phase = DrinkOrDiePhase.STEAL
            state.seat_to_act = event.seat
        case DrinkOrDieStolen():
            del state.collections[event.victim][event.position]
            state.collections[event.seat].append(_lie(event.card))
            _leave(state, event.seat, event.thief.position)
            state.steals_left = event.steals_left
        case DrinkOrDieThiefLeft():
            _leave(state, event.seat, event.thief.position)
            state.steals_left = event.steals_left
        case DrinkOrDieSmuggled():
            for card in event.cards:
                lying = _lie(card)
                state.hands[event.seat].remove(lying.card)
                state.collections[event.seat].append(lying)
            _leave(state, event.seat, event.smuggle.position)
        case DrinkOrDieCauldronSeen():
            state.cauldron = [_lie(card) for card in event.cauldron]
            _leave(state, event.seat, event.eye.position)
        case DrinkOrDieSwapped():
            state.collections[event.seat][event.give] = _lie(event.taken)
            state.cauldron[event.take] = _lie(event.given)
            _leave(state, event.seat, event.swap.position)
        case _:
            assert_never(event)


def _deal(state: State, event: DrinkOrDieDealt) -> None:
    state.hands = [_whole(hand) for hand in event.hands]
    state.draw_pile = list(event.draw_pile or ())
    state.removed_pile = list(event.removed_pile or ())
    state.starting_seat = event.starting_seat


def _refill(state: State, event: DrinkOrDieRefilled) -> None:
    for hand, dealt in zip(state.hands, event.dealt, strict=True):
        hand.extend(_whole(dealt))
    del state.draw_pile[: sum(map(len, event.dealt))]
    _begin_round(state, event.round, event.starting_seat)


def _deal_final_round(state: State, event: DrinkOrDieFinalRoundDealt) -> None:
    for hand, surplus, dealt in zip(state.hands, event.surplus, event.dealt, strict=True):
        del hand[len(hand) - len(surplus) :]
        hand.extend(_whole(dealt))
    state.draw_pile = []
    state.removed_pile = list(event.removed_pile or ())
    state.final_round = True
    _begin_round(state, event.round, event.starting_seat)


def _begin_round(state: State, number: int, starting_seat: int) -> None:
    state.round = number
    state.starting_seat = starting_seat
    state.drunk = [False] * state.seats


def _distill(state: State, event: DrinkOrDieDistilled) -> None:
    collection = state.collections[event.seat]
    # Both positions are from before; the card's leaving shifts a distillate that lay after it.
    del collection[event.position]
    distillate = event.distillate.position
    assert distillate is not None, "only redacted events lack positions"
    _leave(state, event.seat, distillate - (distillate > event.position))
    state.out_of_game.append(_lie(event.card))
