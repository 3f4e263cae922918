"""Taking cards from the draw pile, and what happens when it runs out [R40, R41]."""

from tapster.games.drinko.cards import DrinkoCard
from tapster.games.drinko.messages import DrinkoDrew, DrinkoEvent, DrinkoReshuffled
from tapster.games.drinko.state import State
from tapster.games.kernel.chance import Chance


class Drawing:
    """The draw pile while one command is judged. Remembers what was taken, leaves the state alone.

    `under_top` is how many cards of the state's play pile lie under the top card: all of them, if
    the command plays a card on top of them.
    """

    __slots__ = ("_chance", "_left", "_pile", "_play_pile", "_under_top")

    def __init__(self, state: State, under_top: int, chance: Chance) -> None:
        self._pile = state.draw_pile
        self._left = len(state.draw_pile)
        self._play_pile = state.play_pile
        self._under_top = under_top
        self._chance = chance

    def take(self, seat: int, count: int) -> list[DrinkoEvent]:
        """The seat draws as many cards as it should, or as there are."""
        events: list[DrinkoEvent] = []
        missing = count - self._take(seat, count, events)
        if missing and self._under_top:
            events.append(self._reshuffle())
            self._take(seat, missing, events)
        return events

    def _take(self, seat: int, count: int, events: list[DrinkoEvent]) -> int:
        taken = min(count, self._left)
        if taken:
            drawn = self._pile[self._left - taken : self._left][::-1]
            self._left -= taken
            events.append(DrinkoDrew(seat=seat, cards=drawn, count=taken))
        return taken

    def _reshuffle(self) -> DrinkoReshuffled:
        buried: list[DrinkoCard] = self._play_pile[: self._under_top]
        shuffled = [buried[position] for position in self._chance.shuffle(len(buried))]
        self._under_top = 0
        self._pile = shuffled[::-1]
        self._left = len(shuffled)
        return DrinkoReshuffled(draw_pile=shuffled, count=len(shuffled))
