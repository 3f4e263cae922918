"""Taking cards from the draw pile, and what happens when it runs out [R40, R41]."""

from tapster.games.drinko.cards import DrinkoCard
from tapster.games.drinko.messages import DrinkoDrew, DrinkoEvent, DrinkoReshuffled
from tapster.games.drinko.state import State
from tapster.games.kernel.chance import Chance


class Drawing:
    """The draw pile while one command is judged. Remembers what was taken, leaves the state alone.

    `covered` if the command plays a card, so that the state's whole play pile lies under the top.
    """

    __slots__ = ("_chance", "_left", "_pile", "_play_pile", "_under_top")

    def __init__(self, state: State, chance: Chance, *, covered: bool = False) -> None:
        self._pile = state.draw_pile
        self._left = len(state.draw_pile)
        self._play_pile = state.play_pile
        self._under_top = len(state.play_pile) if covered else len(state.play_pile) - 1
        self._chance = chance

    def take(self, seat: int, count: int) -> list[DrinkoEvent]:
        """The seat draws as many cards as it should, or as there are."""
        first = min(count, self._left)
        events: list[DrinkoEvent] = [self._drawn(seat, first)] if first else []
        missing = count - first
        if missing and self._under_top:
            events.append(self._reshuffle())
            events.append(self._drawn(seat, min(missing, self._left)))
        return events

    def _drawn(self, seat: int, count: int) -> DrinkoDrew:
        rest = self._left - count
        cards = self._pile[rest : self._left]
        cards.reverse()
        self._left = rest
        return DrinkoDrew(seat=seat, cards=cards, count=count)

    def _reshuffle(self) -> DrinkoReshuffled:
        buried: list[DrinkoCard] = self._play_pile[: self._under_top]
        shuffled = [buried[position] for position in self._chance.shuffle(len(buried))]
        self._under_top = 0
        self._pile = shuffled[::-1]
        self._left = len(shuffled)
        return DrinkoReshuffled(draw_pile=shuffled, count=len(shuffled))
