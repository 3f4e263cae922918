"""Games of Flip for the laws: options that cover every value, and every command to try."""

from collections.abc import Iterable, Iterator
from typing import cast

from tapster.games.flip.cards import FlipActionCard, FlipCard
from tapster.games.flip.messages import (
    FlipCall,
    FlipCallWord,
    FlipCommand,
    FlipFlip,
    FlipGiveDrink,
    FlipGiveShot,
    FlipOptions,
    FlipPlayAction,
    FlipSteal,
    FlipStealPair,
    FlipTake,
    FlipWaiveDrinks,
)
from tapster.games.flip.state import FlipState
from tapster.games.kernel.messages import Options

OPTIONS: list[tuple[int, Options]] = [
    (2, FlipOptions()),
    (4, FlipOptions()),
    (2, FlipOptions(party=True, copies=2, starting_seat=1)),
    (3, FlipOptions(party=True, extra_spicy=True, first_call="required", starting_seat=0)),
    (4, FlipOptions(party=True, extra_spicy=True, copies=2, starting_seat=2)),
    (5, FlipOptions(action_cards=False, copies=4, first_call="required", starting_seat=4)),
    (6, FlipOptions(party=True, copies=2, starting_seat=5)),
    (6, FlipOptions(extra_spicy=True, copies=6, starting_seat=3)),
    (7, FlipOptions(party=True, action_cards=False, starting_seat=6)),
    (8, FlipOptions(party=True, extra_spicy=True, copies=8, starting_seat=7)),
    (8, FlipOptions()),
]

_SLOTS = range(-1, 5)
_NUMBERS = range(15)
# Codes that no deck has; a schema would refuse them, the rules must too.
_FOREIGN = cast(FlipCard, "14-warm")
_FOREIGN_ACTION = cast(FlipActionCard, "skip")
_FOREIGN_WORD = cast(FlipCallWord, "between")


def commands(state: FlipState) -> Iterable[FlipCommand]:
    """Everything that a seat could try, legal or not."""
    seats = range(-1, state.seats + 1)
    yield FlipTake()
    yield FlipWaiveDrinks()
    for slot in _SLOTS:
        yield from (FlipFlip(slot=slot, number=number) for number in _NUMBERS)
        yield from (FlipCall(slot=slot, call=word) for word in (*FlipCallWord, _FOREIGN_WORD))
    for seat in seats:
        yield FlipSteal(seat=seat)
        yield FlipGiveDrink(seat=seat)
        yield FlipGiveShot(seat=seat)
        pairs = len(state.pairs[seat]) if seat in range(state.seats) else 1
        yield from (FlipStealPair(seat=seat, pair=pair) for pair in range(-1, pairs + 1))
    yield from _plays(state)


def _plays(state: FlipState) -> Iterator[FlipPlayAction]:
    """Every Action Card with every single field, and with every slot and card to give."""
    slots = [None, *_SLOTS]
    gives = [None, *FlipCard, _FOREIGN]
    seats = [None, *range(-1, state.seats + 1)]
    for card in (*FlipActionCard, _FOREIGN_ACTION):
        some = gives if card is FlipActionCard.SWITCH else [None, FlipCard.HOT_7]
        for slot in slots:
            yield from (FlipPlayAction(card=card, slot=slot, give=give) for give in some)
        for seat in seats[1:]:
            yield FlipPlayAction(card=card, seat=seat)
            yield FlipPlayAction(card=card, slot=0, seat=seat)
            yield FlipPlayAction(card=card, slot=0, give=FlipCard.HOT_7, seat=seat)
