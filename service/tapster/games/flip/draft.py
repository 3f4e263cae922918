"""The events of one decision as they grow, played forward on a copy of the state.

Whoever decides needs to know what follows from what it has just decided: which pairs are laid once
cards are taken, whether the Middle can be refilled. It reads that off the draft's own state, so the
facts are worked out from the very fold that replay will do, and the game's state stays untouched.
"""

from tapster.games.flip.cards import pairs_in
from tapster.games.flip.events import (
    FlipActionCardsDrawn,
    FlipActionPileShuffled,
    FlipCardsDrawn,
    FlipEvent,
    FlipPairLaid,
)
from tapster.games.flip.state import FlipState, evolve
from tapster.games.kernel.chance import Chance


class Draft:
    """Events decided so far, and the state as it is after them."""

    def __init__(self, state: FlipState) -> None:
        self.state = state.copied()
        self.events: list[FlipEvent] = []

    def add(self, event: FlipEvent) -> None:
        """Decides one more fact."""
        self.events.append(event)
        evolve(self.state, event)

    def lay_pairs(self, seat: int, *, earned: bool = True) -> None:
        """Lays every pair of a hand [R12] [R13]; each earns a drink to give, if it was earned and
        the game is a party [R34]."""
        drinks = 1 if earned and self.state.options.party else 0
        for pair in pairs_in(self.state.hands[seat]):
            self.add(FlipPairLaid(seat=seat, cards=pair, drinks_to_give=drinks))

    def draw_cards(self, seat: int, count: int) -> None:
        """Draws so many Flip Cards, or as many as there are. Lays no pairs."""
        drawn = self.state.draw_pile[:count]
        if drawn:
            self.add(FlipCardsDrawn(seat=seat, cards=drawn, count=len(drawn)))

    def draw_action_cards(self, seat: int, count: int, chance: Chance) -> None:
        """Draws so many Action Cards, or as many as there are, the discards included [R4]."""
        while count:
            pile = self.state.action_draw_pile
            if not pile:
                discards = self.state.action_discard_pile
                if not discards:
                    return
                pile = [discards[i] for i in chance.shuffle(len(discards))]
                self.add(FlipActionPileShuffled(cards=pile, count=len(pile)))
            drawn = pile[:count]
            self.add(FlipActionCardsDrawn(seat=seat, cards=drawn, count=len(drawn)))
            count -= len(drawn)
