"""What a viewer of Drinko is entitled to know, worked out from RULES.md alone [R42, R45-R47]."""

from tapster.games.drinko.state import State


def observe(state: State, viewer: int | None) -> object:
    """Everything that the viewer may know at this state, as one comparable value."""
    over = state.result is not None
    seen_hands = tuple(
        tuple(hand) if over or seat == viewer else len(hand)
        for seat, hand in enumerate(state.hands)
    )
    return (
        seen_hands,
        tuple(state.draw_pile) if over else len(state.draw_pile),
        tuple(state.play_pile),
        state.train,
        state.direction,
        state.seat_to_act,
        tuple(state.drinks),
        sorted((seat, call.value) for seat, call in state.calls.items()),
        state.train_order.value,
        repr(state.result),
    )
