"""Who sees what: every secrecy decision of Drinko [R45-R47]."""

from typing import assert_never

from msgspec.structs import replace

from tapster.games.drinko.messages import (
    DrinkoCalled,
    DrinkoCalledOut,
    DrinkoCallMissed,
    DrinkoDealt,
    DrinkoDrank,
    DrinkoDrew,
    DrinkoEnded,
    DrinkoEvent,
    DrinkoPlayed,
    DrinkoReshuffled,
    DrinkoSeatView,
    DrinkoTurnEnded,
    DrinkoView,
)
from tapster.games.drinko.state import Call, State
from tapster.games.kernel.messages import Viewer


def view(state: State, viewer: Viewer) -> DrinkoView:
    """The game as the viewer may know it."""
    over = state.result is not None
    return DrinkoView(
        phase=state.phase,
        seat_to_act=state.seat_to_act,
        direction=state.direction,
        top=state.play_pile[-1],
        # Played openly, so everybody could have written it down.
        play_pile=list(state.play_pile),
        # Cards are drawn in sight of all; what they are is nobody's to know until the end.
        draw_pile_count=len(state.draw_pile),
        draw_pile=state.draw_pile[::-1] if over else None,
        train=state.train,
        # A spectator holds no hand.
        hand=None if viewer is None else list(state.hands[viewer]),
        seats=[_seat_view(state, seat, over) for seat in range(len(state.hands))],
    )


def _seat_view(state: State, seat: int, over: bool) -> DrinkoSeatView:
    hand = state.hands[seat]
    # Calls are spoken aloud, and a debt follows from the count of a hand: nothing to hide.
    call = state.calls.get(seat)
    return DrinkoSeatView(
        seat=seat,
        hand_count=len(hand),
        drinks=state.drinks[seat],
        owes_call=call is Call.OWED,
        called=call is Call.MADE,
        open_to_call_out=call is Call.MISSED,
        # Also null for the hand's own seat: it has `hand`, and all seats look alike to all.
        hand=list(hand) if over else None,
    )


def redact(event: DrinkoEvent, viewer: Viewer) -> DrinkoEvent:
    """The event as the viewer may see it, at any time."""
    match event:
        case DrinkoDealt():
            # Each seat sees its own hand; nobody sees the order of the draw pile [R46].
            hands = [hand if seat == viewer else None for seat, hand in enumerate(event.hands)]
            return replace(event, hands=hands, draw_pile=None)
        case DrinkoDrew():
            # How many cards is seen by all, which ones by the seat that drew.
            return event if event.seat == viewer else replace(event, cards=None)
        case DrinkoReshuffled():
            # Which cards went in follows from the play pile; their order is nobody's to know.
            return replace(event, draw_pile=None)
        case (
            DrinkoPlayed()
            | DrinkoCalled()
            | DrinkoCallMissed()
            | DrinkoCalledOut()
            | DrinkoDrank()
            | DrinkoTurnEnded()
            | DrinkoEnded()
        ):
            # Done or said in the open.
            return event
        case _:
            assert_never(event)
