"""Drinks and shots of a party at Flip: how they are given, and when the game is settled."""

from tapster.games.flip.draft import Draft
from tapster.games.flip.events import (
    FlipDrinkGiven,
    FlipDrinksWaived,
    FlipSettled,
    FlipShotGiven,
)
from tapster.games.flip.messages import FlipPhase
from tapster.games.flip.state import FlipState
from tapster.games.kernel.rejected import Rejected


def has_credit(state: FlipState, seat: int) -> bool:
    """Whether the seat has anything to give."""
    return state.drinks_to_give[seat] > 0 or state.shots_to_give[seat] > 0


def drink_refusal(state: FlipState, seat: int) -> Rejected | None:
    """Why the seat can give no drink [R38]."""
    if not state.drinks_to_give[seat]:
        return Rejected("no_drink_to_give", "this seat has no drink to give")
    return None


def shot_refusal(state: FlipState, seat: int) -> Rejected | None:
    """Why the seat can give no shot [R38]."""
    if not state.shots_to_give[seat]:
        return Rejected("no_shot_to_give", "this seat has no shot to give")
    return None


def waive_refusal(state: FlipState) -> Rejected | None:
    """Why nothing can be waived now [R40]. After the end a seat without anything to give cannot act
    at all, so nobody needs to be told that it has nothing to waive."""
    if state.phase is not FlipPhase.SETTLE:
        return Rejected("wrong_phase", "drinks can be waived after the end only")
    return None


def give_drink(draft: Draft, seat: int, to: int) -> None:
    """One drink goes to another seat [R38]."""
    draft.add(FlipDrinkGiven(seat=seat, to=to))
    settle(draft)


def give_shot(draft: Draft, seat: int, to: int) -> None:
    """One shot goes to another seat [R38]."""
    draft.add(FlipShotGiven(seat=seat, to=to))
    settle(draft)


def waive(draft: Draft, seat: int) -> None:
    """The seat gives up all it has to give [R40]."""
    draft.add(FlipDrinksWaived(seat=seat))
    settle(draft)


def settle(draft: Draft) -> None:
    """A game that has ended is over as soon as nobody has anything left to give [R40]."""
    state = draft.state
    if state.phase is FlipPhase.SETTLE and not any(
        has_credit(state, seat) for seat in range(state.seats)
    ):
        draft.add(FlipSettled())
