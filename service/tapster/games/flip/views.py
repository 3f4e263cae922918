"""Who sees what of a game of Flip: every decision about secrecy is on this page [R52] to [R56]."""

from typing import assert_never

from msgspec.structs import replace

from tapster.games.flip.events import (
    FlipActionCardsDrawn,
    FlipActionPileShuffled,
    FlipActionPlayed,
    FlipCalled,
    FlipCardsDrawn,
    FlipCleanSwept,
    FlipDealt,
    FlipDrinkGiven,
    FlipDrinksWaived,
    FlipEnded,
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
from tapster.games.flip.messages import FlipPhase, FlipSeatView, FlipSlotView, FlipView
from tapster.games.flip.state import SLOTS, FlipState, Shield
from tapster.games.flip.turn import calls_made
from tapster.games.kernel.messages import Viewer


def view(state: FlipState, viewer: Viewer) -> FlipView:
    """The game as the viewer may know it."""
    # Everything is open once the result stands, also while the last drinks are given [R56].
    disclosed = state.result is not None
    return FlipView(
        phase=state.phase,
        flipper=state.flipper,
        flippee=state.flippee,
        direction=state.direction,
        middle=[_slot(state, slot, viewer, disclosed=disclosed) for slot in SLOTS],
        base=state.revealed[0] if state.phase is FlipPhase.GAMBLE else None,
        calls=calls_made(state),
        steals_left=state.steals_left,
        draw_pile_count=len(state.draw_pile),
        draw_pile=state.draw_pile.copy() if disclosed else None,
        action_draw_pile_count=len(state.action_draw_pile),
        action_draw_pile=state.action_draw_pile.copy() if disclosed else None,
        action_discard_pile=state.action_discard_pile.copy(),
        # A hand is its seat's alone [R52].
        hand=None if viewer is None else state.hands[viewer].copy(),
        action_cards=None if viewer is None else state.action_cards[viewer].copy(),
        seats=[_seat(state, seat, disclosed=disclosed) for seat in range(state.seats)],
    )


def _slot(state: FlipState, slot: int, viewer: Viewer, *, disclosed: bool) -> FlipSlotView:
    card = state.middle[slot]
    if card is None:
        return FlipSlotView(state="empty", card=None)
    if state.up[slot]:
        return FlipSlotView(state="up", card=card)
    # Face-down: known to whoever peeked at it or put it there [R53]. That others know it shows
    # nowhere here; the events that everybody saw tell it.
    known = disclosed or viewer in state.known_by[slot]
    return FlipSlotView(state="down", card=card if known else None)


def _seat(state: FlipState, seat: int, *, disclosed: bool) -> FlipSeatView:
    return FlipSeatView(
        seat=seat,
        hand_count=len(state.hands[seat]),
        action_card_count=len(state.action_cards[seat]),
        pairs=[pair.copy() for pair in state.pairs[seat]],
        points=len(state.pairs[seat]),
        shielded=state.shields[seat] is not Shield.NONE,
        insured=state.insured and seat == state.flippee,
        drinks=state.drinks[seat],
        shots=state.shots[seat],
        drinks_to_give=state.drinks_to_give[seat],
        shots_to_give=state.shots_to_give[seat],
        finishes_drink=state.finishes_drink[seat],
        # Null for everybody until the end, so that a view has one place only for one's own hand.
        hand=state.hands[seat].copy() if disclosed else None,
        action_cards=state.action_cards[seat].copy() if disclosed else None,
    )


def redact(event: FlipEvent, viewer: Viewer) -> FlipEvent:
    """The event as the viewer may see it. An event that says who knows its cards is whole for
    those; the others see nulls, and counts that everybody could count at a table."""
    match event:
        case FlipDealt():
            return _redact_deal(event, viewer)
        case FlipCardsDrawn() | FlipActionCardsDrawn():
            # Into a hand: its seat's alone [R52].
            return event if viewer == event.seat else replace(event, cards=None)
        case FlipPeeked():
            # The card is for the one who peeked; that it did, and where, for all [R53] [R55].
            return event if viewer == event.seat else replace(event, card=None)
        case FlipSwitched():
            # Both cards are known to the one who switched alone; the slot to all [R53] [R55].
            return event if viewer == event.seat else replace(event, given=None, taken=None)
        case FlipStolen() | FlipPickpocketed():
            # The thief now holds the card, the victim has missed it [R54].
            return event if viewer in (event.seat, event.victim) else replace(event, card=None)
        case FlipMiddleRefilled():
            # Dealt face-down: nobody's, the dealer's neither [R53].
            return replace(event, cards=None)
        case FlipSweptAway():
            # The same, for the one who played it too; and the order of the pile is nobody's.
            return replace(event, cards=None, draw_pile=None)
        case FlipActionPileShuffled():
            # Which cards are in it could be seen in the discard pile; their order is nobody's.
            return replace(event, cards=None)
        case (
            # What lies or happens in the open: cards turned up, laid pairs, played Action Cards,
            # drinks, roles, shields, insurance, the direction, the result [R55]. Cards taken from
            # the Middle had been turned up, and a pair is stolen off the table.
            FlipPairLaid()
            | FlipFlipped()
            | FlipCalled()
            | FlipTaken()
            | FlipCleanSwept()
            | FlipStealOpened()
            | FlipPairStolen()
            | FlipTurnStarted()
            | FlipTurnEnded()
            | FlipActionPlayed()
            | FlipShielded()
            | FlipInsured()
            | FlipReversed()
            | FlipDrinkGiven()
            | FlipShotGiven()
            | FlipDrinksWaived()
            | FlipEnded()
            | FlipSettled()
        ):
            return event
        case _:
            assert_never(event)


def _redact_deal(event: FlipDealt, viewer: Viewer) -> FlipDealt:
    """One's own hand, and how many cards the piles hold [R52] [R53]."""
    return replace(
        event,
        hands=[hand if seat == viewer else None for seat, hand in enumerate(event.hands)],
        middle=None,
        draw_pile=None,
        action_cards=[
            held if seat == viewer else None for seat, held in enumerate(event.action_cards)
        ],
        action_draw_pile=None,
    )
