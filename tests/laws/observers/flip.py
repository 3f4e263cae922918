"""What somebody at a game of Flip is entitled to know, written from its RULES.md [R52] to [R56].

Independent of the kind's own view: plain tuples, in no order but that of the rules.
"""

from tapster.games.flip.state import FlipState


def observe(state: FlipState, viewer: int | None) -> object:
    """Everything that the seat (None: a spectator) may know now."""
    everything = state.result is not None
    return (
        _open(state),
        tuple(_middle(state, slot, viewer) for slot in range(4)),
        tuple(
            tuple(hand) if everything or seat == viewer else len(hand)
            for seat, hand in enumerate(state.hands)
        ),
        tuple(
            tuple(held) if everything or seat == viewer else len(held)
            for seat, held in enumerate(state.action_cards)
        ),
        tuple(state.draw_pile) if everything else len(state.draw_pile),
        tuple(state.action_draw_pile) if everything else len(state.action_draw_pile),
    )


def _open(state: FlipState) -> object:
    """What lies or is counted in the open [R41] [R55]."""
    return (
        str(state.phase),
        (state.flipper, state.flippee, state.direction),
        tuple(state.revealed),
        state.steals_left,
        state.insured,
        tuple(shield.value for shield in state.shields),
        tuple(tuple(tuple(pair) for pair in pairs) for pairs in state.pairs),
        tuple(state.action_discard_pile),
        tuple(state.drinks),
        tuple(state.shots),
        tuple(state.drinks_to_give),
        tuple(state.shots_to_give),
        tuple(state.finishes_drink),
        # Who peeked where and who switched which slot was seen by all.
        tuple(frozenset(seats) for seats in state.known_by),
        repr(state.result),
    )


def _middle(state: FlipState, slot: int, viewer: int | None) -> object:
    """A slot's card, if it is turned up or the viewer knows it [R53]."""
    card = state.middle[slot]
    if card is None:
        return "empty"
    if state.up[slot]:
        return ("up", str(card))
    if viewer in state.known_by[slot] or state.result is not None:
        return ("down", str(card))
    return "down"
