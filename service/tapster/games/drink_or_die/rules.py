"""The rules' entrance: who may act, what is lawful, what follows. Clauses are those of RULES.md.

`deal` shuffles and deals, `actions` and `specials` judge the seats' actions, `flow` works out what
follows from them, `scoring` counts.
"""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from tapster.games.drink_or_die.actions import (
    add_card,
    additions,
    create_potion,
    drink_potion,
    drinks,
    in_cauldron_order,
    in_deck_order,
    potions,
)
from tapster.games.drink_or_die.course import Course
from tapster.games.drink_or_die.events import DrinkOrDieEnded, DrinkOrDieEvent
from tapster.games.drink_or_die.messages import (
    DrinkOrDieAddCard,
    DrinkOrDieCommand,
    DrinkOrDieCreatePotion,
    DrinkOrDieDistill,
    DrinkOrDieDrink,
    DrinkOrDiePhase,
    DrinkOrDieSteal,
    DrinkOrDieUseAlchemistsEye,
    DrinkOrDieUseSmuggle,
    DrinkOrDieUseSwap,
)
from tapster.games.drink_or_die.scoring import scores
from tapster.games.drink_or_die.specials import (
    distill,
    distillations,
    eyes,
    smuggles,
    steal,
    steals,
    swaps,
    use_alchemists_eye,
    use_smuggle,
    use_swap,
)
from tapster.games.drink_or_die.state import State
from tapster.games.kernel.chance import Chance
from tapster.games.kernel.kind import Duty
from tapster.games.kernel.messages import TOO_LONG, Result
from tapster.games.kernel.rejected import Rejected

DUTIES: dict[DrinkOrDiePhase, Duty] = {
    phase: Duty(phase.value, required=True)
    for phase in DrinkOrDiePhase
    if phase is not DrinkOrDiePhase.OVER
}


def awaited(state: State) -> Mapping[int, Duty]:
    """The one seat that must act ([R55])."""
    if state.seat_to_act is None:
        return {}
    return {state.seat_to_act: DUTIES[state.phase]}


def phase_of(command: DrinkOrDieCommand) -> DrinkOrDiePhase:
    """When a command can be given ([R55])."""
    match command:
        case DrinkOrDieCreatePotion():
            return DrinkOrDiePhase.CREATE
        case DrinkOrDieSteal():
            return DrinkOrDiePhase.STEAL
        case DrinkOrDieDistill():
            return DrinkOrDiePhase.DISTILL
        case _:
            return DrinkOrDiePhase.TURN


def decide(
    state: State, seat: int, command: DrinkOrDieCommand, chance: Chance
) -> list[DrinkOrDieEvent]:
    """What follows if the seat gives the command, or Rejected."""
    if state.phase is DrinkOrDiePhase.OVER:
        raise Rejected("game_over", "the game is over")
    if not 0 <= seat < state.seats:
        raise Rejected("no_such_seat", f"there is no seat {seat} at this table")
    if seat != state.seat_to_act:
        raise Rejected("not_your_turn", "the game waits for another seat")
    if phase_of(command) is not state.phase:
        raise Rejected("wrong_phase", f"the game waits for something else: {state.phase}")
    course = Course(state, chance)
    match command:
        case DrinkOrDieCreatePotion():
            create_potion(course, seat, command)
        case DrinkOrDieAddCard():
            add_card(course, seat, command)
        case DrinkOrDieDrink():
            drink_potion(course, seat)
        case DrinkOrDieUseSmuggle():
            use_smuggle(course, seat, command)
        case DrinkOrDieUseAlchemistsEye():
            use_alchemists_eye(course, seat)
        case DrinkOrDieUseSwap():
            use_swap(course, seat, command)
        case DrinkOrDieSteal():
            steal(course, seat, command)
        case DrinkOrDieDistill():
            distill(course, seat, command)
        case _:
            assert_never(command)
    return course.events


def legal(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """What `decide` accepts from the seat, in the order of a new deck and of positions."""
    if seat != state.seat_to_act:
        return []
    match state.phase:
        case DrinkOrDiePhase.CREATE:
            return potions(state, seat)
        case DrinkOrDiePhase.TURN:
            plain = additions(state, seat) + drinks(state, seat)
            return plain + smuggles(state, seat) + eyes(state, seat) + swaps(state, seat)
        case DrinkOrDiePhase.STEAL:
            return steals(state, seat)
        case DrinkOrDiePhase.DISTILL:
            return distillations(state, seat)
        case DrinkOrDiePhase.OVER:
            return []
        case _:
            assert_never(state.phase)


def canonical(command: DrinkOrDieCommand) -> DrinkOrDieCommand:
    """The order of a potion's first cards and of smuggled cards has no effect ([R55])."""
    match command:
        case DrinkOrDieCreatePotion():
            return replace(command, cards=in_cauldron_order(command.cards))
        case DrinkOrDieUseSmuggle():
            return replace(command, cards=in_deck_order(command.cards))
        case _:
            return command


def result(state: State) -> Result | None:
    """How the game ended."""
    return state.result


def cut_short(state: State) -> list[DrinkOrDieEvent]:
    """Ends a game whose log is full: counted as the collections are, won by nobody ([R56])."""
    if state.phase is DrinkOrDiePhase.OVER:
        return []
    return [DrinkOrDieEnded(scores=scores(state), result=TOO_LONG)]
