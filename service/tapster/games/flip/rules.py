"""Who may do what in a game of Flip: `awaited`, `decide`, `legal`, and the guard against endless
games. The rules themselves stand in `deal`, `turn`, `actions` and `drinks`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from tapster.games.flip import actions, drinks, turn
from tapster.games.flip.cards import NUMBERS
from tapster.games.flip.draft import Draft
from tapster.games.flip.events import FlipEnded, FlipEvent, FlipSettled
from tapster.games.flip.messages import (
    FlipCall,
    FlipCommand,
    FlipFlip,
    FlipGiveDrink,
    FlipGiveShot,
    FlipPhase,
    FlipPlayAction,
    FlipSteal,
    FlipStealPair,
    FlipTake,
    FlipWaiveDrinks,
)
from tapster.games.flip.state import SLOTS, FlipState
from tapster.games.kernel.chance import Chance
from tapster.games.kernel.kind import Duty
from tapster.games.kernel.messages import TOO_LONG
from tapster.games.kernel.rejected import Rejected

TURN = Duty("turn", required=True)
STEAL = Duty("steal", required=True)
SETTLE = Duty("settle", required=True)
REACT = Duty("react", required=False)

# An enum's members are looked up through its metaclass; every replay asks who is awaited.
_STEAL_PHASE, _SETTLE_PHASE, _OVER_PHASE = FlipPhase.STEAL, FlipPhase.SETTLE, FlipPhase.OVER


def awaited(state: FlipState) -> Mapping[int, Duty]:
    """Every seat that may act now, and why [R58]. That it holds an Action Card counts, not which
    one: being awaited must tell nothing about the cards."""
    acting = turn.acting_seat(state)
    action_phase = actions.action_phase_refusal(state) is None
    action_cards = state.action_cards
    duties: dict[int, Duty] = {}
    for seat in range(state.seats):
        if seat == acting:
            duties[seat] = STEAL if state.phase is _STEAL_PHASE else TURN
        elif action_phase and action_cards[seat]:
            duties[seat] = REACT
        elif drinks.has_credit(state, seat):
            duties[seat] = SETTLE if state.phase is _SETTLE_PHASE else REACT
    return duties


def awaited_refusal(state: FlipState, seat: int) -> Rejected | None:
    """Why the seat can do nothing at all now."""
    if state.phase is _OVER_PHASE:
        return Rejected("game_over", "the game is over")
    if seat not in awaited(state):
        return Rejected("not_your_turn", "this seat cannot act now")
    return None


def refusal_of(state: FlipState, seat: int, command: FlipCommand) -> Rejected | None:
    """Why the seat cannot give the command now, None if it can."""
    refusal = awaited_refusal(state, seat)
    if refusal is not None:
        return refusal
    match command:
        case FlipFlip():
            return (
                turn.flip_turn_refusal(state, seat)
                or turn.slot_refusal(state, command.slot)
                or turn.number_refusal(command.number)
            )
        case FlipCall():
            return (
                turn.gamble_refusal(state, seat)
                or turn.slot_refusal(state, command.slot)
                or turn.word_refusal(state, command.call)
            )
        case FlipTake():
            return turn.take_refusal(state, seat)
        case FlipSteal():
            return turn.steal_turn_refusal(state, seat) or turn.single_refusal(
                state, seat, command.seat
            )
        case FlipStealPair():
            return (
                turn.steal_turn_refusal(state, seat)
                or turn.steal_begun_refusal(state)
                or turn.pair_steal_refusal(state, seat, command.seat)
                or turn.pair_number_refusal(state, command.seat, command.pair)
            )
        case FlipPlayAction():
            return actions.play_refusal(state, seat, command)
        case FlipGiveDrink():
            return drinks.drink_refusal(state, seat) or turn.seat_refusal(state, seat, command.seat)
        case FlipGiveShot():
            return drinks.shot_refusal(state, seat) or turn.seat_refusal(state, seat, command.seat)
        case FlipWaiveDrinks():
            return drinks.waive_refusal(state)
        case _:
            assert_never(command)


def decide(
    state: FlipState, seat: int, command: FlipCommand, chance: Chance
) -> Sequence[FlipEvent]:
    """What follows if the seat gives the command, or Rejected."""
    refusal = refusal_of(state, seat, command)
    if refusal is not None:
        raise refusal
    draft = Draft(state)
    match command:
        case FlipFlip():
            turn.flip(draft, seat, command)
        case FlipCall():
            turn.call(draft, seat, command, chance)
        case FlipTake():
            turn.take(draft, seat)
        case FlipSteal():
            turn.steal(draft, seat, command, chance)
        case FlipStealPair():
            turn.steal_pair(draft, seat, command)
        case FlipPlayAction():
            actions.play_action(draft, seat, command, chance)
        case FlipGiveDrink():
            drinks.give_drink(draft, seat, command.seat)
        case FlipGiveShot():
            drinks.give_shot(draft, seat, command.seat)
        case FlipWaiveDrinks():
            drinks.waive(draft, seat)
        case _:
            assert_never(command)
    return draft.events


def legal(state: FlipState, seat: int) -> Sequence[FlipCommand]:
    """Everything that the seat can do now; turn, Action Cards, drinks."""
    if awaited_refusal(state, seat) is not None:
        return []
    return [
        *_flips(state, seat),
        *_calls(state, seat),
        *_steals(state, seat),
        *actions.plays(state, seat),
        *_gifts(state, seat),
    ]


def _flips(state: FlipState, seat: int) -> Iterator[FlipCommand]:
    if turn.flip_turn_refusal(state, seat) is None:
        for slot in SLOTS:
            if turn.slot_refusal(state, slot) is None:
                for number in NUMBERS:
                    yield FlipFlip(slot=slot, number=number)


def _calls(state: FlipState, seat: int) -> Iterator[FlipCommand]:
    if turn.gamble_refusal(state, seat) is None:
        for slot in SLOTS:
            if turn.slot_refusal(state, slot) is None:
                for word in turn.WORDS[turn.calls_made(state)]:
                    yield FlipCall(slot=slot, call=word)
    if turn.take_refusal(state, seat) is None:
        yield FlipTake()


def _steals(state: FlipState, seat: int) -> Iterator[FlipCommand]:
    if turn.steal_turn_refusal(state, seat) is not None:
        return
    for victim in range(state.seats):
        if turn.single_refusal(state, seat, victim) is None:
            yield FlipSteal(seat=victim)
    if turn.steal_begun_refusal(state) is None:
        for victim in range(state.seats):
            if turn.pair_steal_refusal(state, seat, victim) is None:
                for pair in range(len(state.pairs[victim])):
                    yield FlipStealPair(seat=victim, pair=pair)


def _gifts(state: FlipState, seat: int) -> Iterator[FlipCommand]:
    others = [s for s in range(state.seats) if turn.seat_refusal(state, seat, s) is None]
    if drinks.drink_refusal(state, seat) is None:
        yield from (FlipGiveDrink(seat=to) for to in others)
    if drinks.shot_refusal(state, seat) is None:
        yield from (FlipGiveShot(seat=to) for to in others)
    if drinks.waive_refusal(state) is None:
        yield FlipWaiveDrinks()


def cut_short(state: FlipState) -> Sequence[FlipEvent]:
    """Ends the game here [R33]: a result that stands is kept, all that is to give lapses."""
    ended = FlipEnded(result=TOO_LONG, last_place=[], drinks_to_give=0)
    return [FlipSettled()] if state.result is not None else [ended, FlipSettled()]
