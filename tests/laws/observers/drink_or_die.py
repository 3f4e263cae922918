"""What a viewer of Drink or Die is entitled to know, told a second time: from the clauses on who
sees what ([R32]–[R37]), not from the views."""

from collections.abc import Hashable

from tapster.games.drink_or_die.messages import DrinkOrDiePhase
from tapster.games.drink_or_die.state import Lying, State


def observe(state: State, viewer: int | None) -> Hashable:
    """Everything that the viewer may know; None is a spectator."""
    over = state.phase is DrinkOrDiePhase.OVER
    bit = 0 if viewer is None else viewer + 1

    def seen(card: Lying) -> tuple[str, str | None]:
        return (card.face, card.card if card.known_by >> bit & 1 else None)

    public = (
        state.options,
        state.phase,
        state.round,
        state.final_round,
        state.starting_seat,
        state.seat_to_act,
        state.steals_left,
        tuple(state.drunk),
        tuple(len(hand) for hand in state.hands),
        len(state.draw_pile),
        len(state.removed_pile),
    )
    hands = tuple(
        tuple(hand) if over or seat == viewer else None for seat, hand in enumerate(state.hands)
    )
    collections = tuple(
        tuple((card.face, card.card) if over else seen(card) for card in collection)
        for collection in state.collections
    )
    # How a card lay before it left the game is nobody's business any more.
    gone = tuple(seen(card)[1] for card in state.out_of_game)
    scores = None if state.scores is None else tuple(score.total for score in state.scores)
    return (public, hands, collections, tuple(map(seen, state.cauldron)), gone, scores)
