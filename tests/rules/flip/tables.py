"""Tables of Flip for the tests: cards in shorthand (`7h` is 7-hot), and games at a known point."""

from collections.abc import Mapping, Sequence

from tapster.games.flip import KIND
from tapster.games.flip.cards import FlipActionCard, FlipCard
from tapster.games.flip.events import (
    FlipCalled,
    FlipDealt,
    FlipEvent,
    FlipFlipped,
    FlipMiddleRefilled,
    FlipPairLaid,
    FlipTurnEnded,
    FlipTurnStarted,
)
from tapster.games.flip.messages import FlipCallWord, FlipOptions
from tests.rules.scenario import Scenario

TEMPERATURES = {"h": "hot", "c": "cold"}


def card(short: str) -> FlipCard:
    """The Flip Card of a shorthand."""
    return FlipCard(f"{short[:-1]}-{TEMPERATURES[short[-1]]}")


def cards(short: str) -> list[FlipCard]:
    """The Flip Cards of a list in shorthand."""
    return [card(one) for one in short.split()]


def actions(short: str) -> list[FlipActionCard]:
    """The Action Cards of a list."""
    return [FlipActionCard(one) for one in short.split()]


MIDDLE = "7h 9c 8h 5c"
"""Base 7 in slot 0; then slot 1 is higher, slot 2 inside, slot 3 cold."""
PILE = "13h 13c 12h 12c 11h 11c 10h 10c"


def table(
    hands: Sequence[str],
    *,
    middle: str = MIDDLE,
    pile: str = PILE,
    held: Sequence[str] | None = None,
    action_pile: str = "",
    pairs: Mapping[int, Sequence[str]] | None = None,
    flipper: int = 0,
    flippee: int = 1,
    options: FlipOptions | None = None,
) -> Scenario:
    """A game in phase `flip` with the given cards; `pairs` are laid already, `held` are the seats'
    Action Cards."""
    laid = {seat: [cards(pair) for pair in of_seat] for seat, of_seat in (pairs or {}).items()}
    game = Scenario(KIND, options, seats=len(hands))
    drawn = cards(pile)
    game.given(
        FlipDealt(
            hands=[
                cards(hand) + [one for pair in laid.get(seat, []) for one in pair]
                for seat, hand in enumerate(hands)
            ],
            middle=cards(middle),
            draw_pile=drawn,
            draw_pile_count=len(drawn),
            action_cards=[actions(one) for one in (held or [""] * len(hands))],
            action_draw_pile=actions(action_pile),
            action_draw_pile_count=len(actions(action_pile)),
        )
    )
    for seat, of_seat in laid.items():
        game.given(*(FlipPairLaid(seat=seat, cards=pair, drinks_to_give=0) for pair in of_seat))
    return game.given(FlipTurnStarted(flipper=flipper, flippee=flippee, shield_ends=False))


def with_base(game: Scenario, slot: int = 0) -> Scenario:
    """The Flipper has called a wrong number: the card of the slot is the base card."""
    state = game.state
    return game.given(
        FlipFlipped(
            seat=state.flipper, slot=slot, number=1, card=state.middle[slot], right=False, drinks=0
        )
    )


def with_calls(game: Scenario, calls: int, slots: Sequence[int] = (1, 2)) -> Scenario:
    """The Flippee has made so many right calls, on these slots."""
    words = (FlipCallWord.HIGHER, FlipCallWord.INSIDE)
    for slot, word in list(zip(slots, words, strict=True))[:calls]:
        game.given(
            FlipCalled(
                seat=game.state.flippee,
                slot=slot,
                call=word,
                card=game.state.middle[slot],
                right=True,
                drinks=0,
            )
        )
    return game


def turn_over(
    ended: int,
    refilled: Mapping[int, str],
    next_flippee: int,
    *,
    shield_ended: bool = False,
    shield_ends: bool = False,
) -> list[FlipEvent]:
    """The events with which a turn ends, the Middle is filled and the roles shift."""
    return [
        FlipTurnEnded(flippee=ended, shield_ended=shield_ended),
        FlipMiddleRefilled(
            slots=list(refilled), cards=[card(short) for short in refilled.values()]
        ),
        FlipTurnStarted(flipper=ended, flippee=next_flippee, shield_ends=shield_ends),
    ]


def order_of(deck: Sequence[str], first: Sequence[str]) -> list[int]:
    """The shuffle that puts the given cards on top of the deck and keeps the order of the rest."""
    rest = list(range(len(deck)))
    top = []
    for wanted in first:
        position = next(i for i in rest if deck[i] == wanted)
        rest.remove(position)
        top.append(position)
    return top + rest
