"""The state of a game of Drinko, and how each fact changes it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from tapster.games.drinko.cards import DrinkoCard
from tapster.games.drinko.messages import (
    Direction,
    DrinkoCalled,
    DrinkoCalledOut,
    DrinkoCallMissed,
    DrinkoDealt,
    DrinkoDrank,
    DrinkoDrew,
    DrinkoEnded,
    DrinkoEvent,
    DrinkoOptions,
    DrinkoPhase,
    DrinkoPlayed,
    DrinkoReshuffled,
    DrinkoTrainOrder,
    DrinkoTurnEnded,
)
from tapster.games.kernel.messages import Result


class Call(Enum):
    """Where a seat stands with its call of Drinko, if anywhere. Everybody sees it [R45]."""

    OWED = "owed"
    """It can still call, and nobody can call it out [R34]."""
    MISSED = "missed"
    """It is open to be called out [R36]."""
    MADE = "made"


# An enum's members are looked up through its metaclass; evolve is the fold of every request.
_OWED, _MISSED, _MADE = Call.OWED, Call.MISSED, Call.MADE


@dataclass(slots=True)
class State:
    """A game as it stands, whole. Replay owns it, and `evolve` writes into it."""

    train_order: DrinkoTrainOrder
    hands: list[list[DrinkoCard]]
    """By seat, in the order in which the cards came."""
    drinks: list[int]
    """By seat, all that it has drunk so far."""
    calls: dict[int, Call]
    """By seat; most of the time it is empty, which is quickly asked."""
    draw_pile: list[DrinkoCard]
    """The top card is the last, because cards are taken from there."""
    play_pile: list[DrinkoCard]
    """The top card is the last."""
    direction: Direction
    seat_to_act: int | None
    train: int | None
    """The total of the running train, None while none runs."""
    result: Result | None

    @property
    def phase(self) -> DrinkoPhase:
        """What the game is in."""
        if self.result is not None:
            return DrinkoPhase.OVER
        return DrinkoPhase.PLAY if self.train is None else DrinkoPhase.TRAIN


def empty(options: DrinkoOptions, seats: int) -> State:
    """The table before the deal."""
    return State(
        train_order=options.train_order,
        hands=[[] for _ in range(seats)],
        drinks=[0] * seats,
        calls={},
        draw_pile=[],
        play_pile=[],
        direction=1,
        seat_to_act=None,
        train=None,
        result=None,
    )


def cards(state: State) -> Iterator[str]:
    """Every card of the game, wherever it lies."""
    yield from state.draw_pile
    yield from state.play_pile
    for hand in state.hands:
        yield from hand


def evolve(state: State, event: DrinkoEvent) -> None:
    """Applies a fact to the state. The most frequent facts come first.

    Acts and gained cards end a seat's debt, window and call [R38]; the end does for all [R42].
    """
    # Asked by type: a pattern that does not fit asks the metaclass of structs, which takes longer
    # than most facts do, and this is the fold of every request.
    if type(event) is DrinkoPlayed:
        seat = event.seat
        state.hands[seat].remove(event.card)
        state.play_pile.append(event.card)
        state.calls.pop(seat, None)
        if event.owes_call:
            state.calls[seat] = _OWED
        state.direction = event.direction
        state.train = event.train
        state.seat_to_act = event.seat_to_act
    elif type(event) is DrinkoDrew:
        state.hands[event.seat] += _known(event.cards)
        del state.draw_pile[-event.count :]
        state.calls.pop(event.seat, None)
    elif type(event) is DrinkoTurnEnded:
        state.calls.pop(event.seat, None)
        state.train = None
        state.seat_to_act = event.seat_to_act
    elif type(event) is DrinkoDrank:
        state.drinks[event.seat] += event.drinks
    else:
        match event:
            case DrinkoCalled():
                state.calls[event.seat] = _MADE
            case DrinkoCallMissed():
                state.calls[event.seat] = _MISSED
            case DrinkoCalledOut():
                state.calls.pop(event.named_seat, None)
            case DrinkoReshuffled():
                state.draw_pile = _known(event.draw_pile)[::-1]
                del state.play_pile[:-1]
            case DrinkoDealt():
                state.hands = [list(_known(hand)) for hand in event.hands]
                state.play_pile = list(event.play_pile)
                state.draw_pile = _known(event.draw_pile)[::-1]
                state.seat_to_act = event.seat_to_act
            case DrinkoEnded():
                state.calls.clear()
                state.train = None
                state.seat_to_act = None
                state.result = event.result
            case _:
                assert_never(event)


def _known(hidden: list[DrinkoCard] | None) -> list[DrinkoCard]:
    assert hidden is not None, "the log holds facts whole; only viewers get redacted ones"
    return hidden
