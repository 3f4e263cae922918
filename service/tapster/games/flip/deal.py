"""How a game of Flip is set up: its options, the deal, the first clearing of pairs."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from tapster.games.flip.cards import ACTION_HAND, HAND, new_action_deck, new_deck, pairs_in
from tapster.games.flip.draft import Draft
from tapster.games.flip.events import FlipDealt, FlipEvent, FlipTurnStarted
from tapster.games.flip.messages import FlipOptions
from tapster.games.flip.state import SLOTS, empty
from tapster.games.kernel.chance import Chance
from tapster.games.kernel.rejected import Rejected

T = TypeVar("T")


def resolve(options: FlipOptions, seats: int) -> FlipOptions:
    """The options with the copies that suit the number of seats; raises Rejected where there is no
    such starting seat, or where the copies asked for are too few [R7]."""
    if options.starting_seat is not None and options.starting_seat >= seats:
        raise Rejected(
            "options_conflict",
            f"seat {options.starting_seat} cannot start: the seats are 0 to {seats - 1}",
        )
    if options.copies == 2 and seats > 6:
        raise Rejected("options_conflict", "2 copies of each card are enough for 6 seats at most")
    if options.copies is None:
        return msgspec.structs.replace(options, copies=2 if seats <= 3 else 4)
    return options


def start(options: FlipOptions, seats: int, chance: Chance) -> Sequence[FlipEvent]:
    """The deal, the clearing of pairs, and the first turn [R8] [R9] [R10] [R11]."""
    draft = Draft(empty(options, seats))
    draft.add(_deal(options, seats, chance))
    _clear_pairs(draft)
    first = options.starting_seat
    flippee = chance.pick(seats) if first is None else first
    draft.add(FlipTurnStarted(flipper=(flippee - 1) % seats, flippee=flippee, shield_ends=False))
    return draft.events


def _deal(options: FlipOptions, seats: int, chance: Chance) -> FlipDealt:
    assert options.copies is not None, "the options are resolved"
    deck = _shuffled(new_deck(options.copies), chance)
    hands, deck = _hands(deck, seats, HAND)
    middle, deck = deck[: len(SLOTS)], deck[len(SLOTS) :]
    action_deck = _shuffled(new_action_deck(), chance) if options.action_cards else []
    action_cards, action_deck = _hands(action_deck, seats, ACTION_HAND)
    return FlipDealt(
        hands=[*hands],
        middle=middle,
        draw_pile=deck,
        draw_pile_count=len(deck),
        action_cards=[*action_cards],
        action_draw_pile=action_deck,
        action_draw_pile_count=len(action_deck),
    )


def _shuffled(deck: list[T], chance: Chance) -> list[T]:
    return [deck[i] for i in chance.shuffle(len(deck))]


def _hands(deck: list[T], seats: int, size: int) -> tuple[list[list[T]], list[T]]:
    """A hand of the given size for each seat off the top, and what is left of the deck."""
    hands = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
    return hands, deck[seats * size :]


def _clear_pairs(draft: Draft) -> None:
    state = draft.state
    while any(pairs_in(hand) for hand in state.hands):
        for seat, hand in enumerate(state.hands):
            draft.lay_pairs(seat)
            draft.draw_cards(seat, HAND - len(hand))
