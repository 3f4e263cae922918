"""The state of a game of Flip, and how each fact changes it. Nothing here judges."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar, assert_never

from tapster.games.flip.cards import FlipActionCard, FlipCard
from tapster.games.flip.events import (
    FlipActionCardsDrawn,
    FlipActionEvent,
    FlipActionPileShuffled,
    FlipActionPlayed,
    FlipCalled,
    FlipCardsDrawn,
    FlipCleanSwept,
    FlipDealEvent,
    FlipDealt,
    FlipDrinkGiven,
    FlipDrinksWaived,
    FlipEnded,
    FlipEndEvent,
    FlipEvent,
    FlipFlipped,
    FlipInsured,
    FlipMiddleRefilled,
    FlipPairLaid,
    FlipPairStolen,
    FlipPeeked,
    FlipPickpocketed,
    FlipReversed,
    FlipSettled,
    FlipShielded,
    FlipShotGiven,
    FlipStealOpened,
    FlipStolen,
    FlipSweptAway,
    FlipSwitched,
    FlipTaken,
    FlipTurnEnded,
    FlipTurnStarted,
)
from tapster.games.flip.messages import FlipDirection, FlipOptions, FlipPhase
from tapster.games.kernel.messages import Result

SLOTS = range(4)
"""The slots of the Middle."""


class Shield(Enum):
    """What a seat has of a shield [R47]."""

    NONE = "none"
    WAITING = "waiting"
    """It lasts; the turn as Flippee with which it ends has not started."""
    ENDING = "ending"
    """It ends with the running turn."""


# An enum's members are looked up through its metaclass; evolve is the fold of every request.
_FLIP_PHASE, _GAMBLE_PHASE, _STEAL_PHASE = FlipPhase.FLIP, FlipPhase.GAMBLE, FlipPhase.STEAL


@dataclass(slots=True)
class FlipState:
    """A game of Flip, everything that is hidden from somebody included."""

    options: FlipOptions
    seats: int
    phase: FlipPhase
    flipper: int
    flippee: int
    direction: FlipDirection
    middle: list[FlipCard | None]
    """The card of each slot, None in an empty one."""
    up: list[bool]
    """Which slots' cards are turned up."""
    known_by: list[set[int]]
    """For each slot: the seats that know the card lying there face-down [R53]."""
    revealed: list[int]
    """The slots turned up in this turn, in order; the first is the base card's."""
    steals_left: int
    insured: bool
    """Whether the Flippee's next call is insured."""
    draw_pile: list[FlipCard]
    """The top first."""
    action_draw_pile: list[FlipActionCard]
    """The top first."""
    action_discard_pile: list[FlipActionCard]
    """The oldest first."""
    hands: list[list[FlipCard]]
    """The oldest first."""
    action_cards: list[list[FlipActionCard]]
    pairs: list[list[list[FlipCard]]]
    """Each seat's laid pairs. A pair is never changed, only moved."""
    shields: list[Shield]
    drinks: list[int]
    shots: list[int]
    drinks_to_give: list[int]
    shots_to_give: list[int]
    finishes_drink: list[bool]
    result: Result | None

    def copied(self) -> "FlipState":
        """An equal state that shares nothing that ever changes."""
        return FlipState(
            options=self.options,
            seats=self.seats,
            phase=self.phase,
            flipper=self.flipper,
            flippee=self.flippee,
            direction=self.direction,
            middle=self.middle.copy(),
            up=self.up.copy(),
            known_by=[seats.copy() for seats in self.known_by],
            revealed=self.revealed.copy(),
            steals_left=self.steals_left,
            insured=self.insured,
            draw_pile=self.draw_pile.copy(),
            action_draw_pile=self.action_draw_pile.copy(),
            action_discard_pile=self.action_discard_pile.copy(),
            hands=[hand.copy() for hand in self.hands],
            action_cards=[cards.copy() for cards in self.action_cards],
            pairs=[pairs.copy() for pairs in self.pairs],
            shields=self.shields.copy(),
            drinks=self.drinks.copy(),
            shots=self.shots.copy(),
            drinks_to_give=self.drinks_to_give.copy(),
            shots_to_give=self.shots_to_give.copy(),
            finishes_drink=self.finishes_drink.copy(),
            result=self.result,
        )


def empty(options: FlipOptions, seats: int) -> FlipState:
    """The table before the deal."""
    return FlipState(
        options=options,
        seats=seats,
        phase=FlipPhase.FLIP,
        flipper=0,
        flippee=0,
        direction=1,
        middle=[None for _ in SLOTS],
        up=[False for _ in SLOTS],
        known_by=[set() for _ in SLOTS],
        revealed=[],
        steals_left=0,
        insured=False,
        draw_pile=[],
        action_draw_pile=[],
        action_discard_pile=[],
        hands=[[] for _ in range(seats)],
        action_cards=[[] for _ in range(seats)],
        pairs=[[] for _ in range(seats)],
        shields=[Shield.NONE] * seats,
        drinks=[0] * seats,
        shots=[0] * seats,
        drinks_to_give=[0] * seats,
        shots_to_give=[0] * seats,
        finishes_drink=[False] * seats,
        result=None,
    )


def cards(state: FlipState) -> list[str]:
    """The code of every card, wherever it lies."""
    return [
        *state.draw_pile,
        *(card for card in state.middle if card is not None),
        *(card for hand in state.hands for card in hand),
        *(card for pairs in state.pairs for pair in pairs for card in pair),
        *state.action_draw_pile,
        *state.action_discard_pile,
        *(card for held in state.action_cards for card in held),
    ]


def result(state: FlipState) -> Result | None:
    """How the game ended, None while it is played."""
    return state.result


T = TypeVar("T")


def whole(hidden: T | None) -> T:
    """A hidden fact, which an event of the log always has."""
    assert hidden is not None, "only whole events are folded, never redacted ones"
    return hidden


def evolve(state: FlipState, event: FlipEvent) -> None:
    """Writes a fact into the state; the most frequent facts stand first, for speed."""
    # Asked by type: a pattern that does not fit asks the metaclass of structs, which takes longer
    # than most facts do, and this is the fold of every request.
    if type(event) is FlipCalled:
        _turn_up(state, event.slot)
        state.insured = False
        state.drinks[event.seat] += event.drinks
    elif type(event) is FlipFlipped:
        _turn_up(state, event.slot)
        state.phase = _GAMBLE_PHASE
        state.drinks[event.seat] += event.drinks
    elif type(event) is FlipTaken:
        for slot in event.slots:
            state.middle[slot] = None
            state.up[slot] = False
        state.hands[event.seat].extend(event.cards)
    elif type(event) is FlipPairLaid:
        hand = state.hands[event.seat]
        for card in event.cards:
            hand.remove(card)
        state.pairs[event.seat].append(event.cards)
        state.drinks_to_give[event.seat] += event.drinks_to_give
    elif type(event) is FlipTurnEnded:
        state.revealed.clear()
        state.steals_left = 0
        state.insured = False
        if event.shield_ended:
            state.shields[event.flippee] = Shield.NONE
    elif type(event) is FlipMiddleRefilled:
        del state.draw_pile[: len(event.slots)]
        _lay_down(state, event.slots, whole(event.cards))
    elif type(event) is FlipTurnStarted:
        state.phase = _FLIP_PHASE
        state.flipper = event.flipper
        state.flippee = event.flippee
        if event.shield_ends:
            state.shields[event.flippee] = Shield.ENDING
    elif type(event) is FlipDrinkGiven:
        state.drinks_to_give[event.seat] -= 1
        state.drinks[event.to] += 1
    elif type(event) is FlipActionPlayed:
        state.action_cards[event.seat].remove(event.card)
        state.action_discard_pile.append(event.card)
    else:
        match event:
            case FlipCleanSwept():
                state.drinks_to_give[event.seat] += event.drinks_to_give
                state.shots_to_give[event.seat] += event.shots_to_give
            case FlipStealOpened():
                state.phase = _STEAL_PHASE
                state.steals_left = event.steals_left
            case FlipStolen():
                _move(state, event.victim, event.seat, whole(event.card))
                state.steals_left = event.steals_left
            case FlipPairStolen():
                state.hands[event.seat].extend(state.pairs[event.victim].pop(event.pair))
            case (
                FlipPeeked()
                | FlipSwitched()
                | FlipSweptAway()
                | FlipShielded()
                | FlipInsured()
                | FlipPickpocketed()
                | FlipReversed()
            ):
                _evolve_action(state, event)
            case _:
                _evolve_table(state, event)


def _evolve_action(state: FlipState, event: FlipActionEvent) -> None:
    """Writes what an Action Card did."""
    match event:
        case FlipPeeked():
            state.known_by[event.slot].add(event.seat)
        case FlipSwitched():
            hand = state.hands[event.seat]
            hand.remove(whole(event.given))
            hand.append(whole(event.taken))
            state.middle[event.slot] = event.given
            state.known_by[event.slot] = {event.seat}
        case FlipSweptAway():
            state.draw_pile = whole(event.draw_pile).copy()
            _lay_down(state, event.slots, whole(event.cards))
        case FlipShielded():
            state.shields[event.seat] = Shield.WAITING
        case FlipInsured():
            state.insured = True
        case FlipPickpocketed():
            _move(state, event.victim, event.seat, whole(event.card))
        case FlipReversed():
            state.direction = event.direction
        case _:
            assert_never(event)


def _evolve_table(state: FlipState, event: FlipDealEvent | FlipEndEvent) -> None:
    """Writes the deal, what was drawn, what was drunk, and the end."""
    match event:
        case FlipDealt():
            state.hands = [whole(hand).copy() for hand in event.hands]
            state.draw_pile = whole(event.draw_pile).copy()
            state.action_cards = [whole(held).copy() for held in event.action_cards]
            state.action_draw_pile = whole(event.action_draw_pile).copy()
            _lay_down(state, SLOTS, whole(event.middle))
        case FlipCardsDrawn():
            del state.draw_pile[: event.count]
            state.hands[event.seat].extend(whole(event.cards))
        case FlipActionCardsDrawn():
            del state.action_draw_pile[: event.count]
            state.action_cards[event.seat].extend(whole(event.cards))
        case FlipActionPileShuffled():
            state.action_draw_pile = whole(event.cards).copy()
            state.action_discard_pile.clear()
        case FlipShotGiven():
            state.shots_to_give[event.seat] -= 1
            state.shots[event.to] += 1
        case FlipDrinksWaived():
            state.drinks_to_give[event.seat] = 0
            state.shots_to_give[event.seat] = 0
        case FlipEnded():
            state.phase = FlipPhase.SETTLE
            state.result = event.result
            state.revealed.clear()
            state.steals_left = 0
            state.insured = False
            for seat in event.last_place:
                state.finishes_drink[seat] = True
                state.drinks_to_give[seat] += event.drinks_to_give
        case FlipSettled():
            state.phase = FlipPhase.OVER
            state.drinks_to_give = [0] * state.seats
            state.shots_to_give = [0] * state.seats
        case _:
            assert_never(event)


def _turn_up(state: FlipState, slot: int) -> None:
    state.up[slot] = True
    state.revealed.append(slot)
    state.known_by[slot].clear()


def _lay_down(state: FlipState, slots: Iterable[int], dealt: list[FlipCard]) -> None:
    for slot, card in zip(slots, dealt, strict=True):
        state.middle[slot] = card
        state.known_by[slot].clear()


def _move(state: FlipState, giver: int, taker: int, card: FlipCard) -> None:
    state.hands[giver].remove(card)
    state.hands[taker].append(card)
