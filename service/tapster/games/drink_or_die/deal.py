"""Dealing: the setup, the filling of hands between rounds, the Final Round ([R6]–[R10],
[R22]–[R25])."""

from collections.abc import Sequence

from tapster.games.drink_or_die.cards import Card, new_deck
from tapster.games.drink_or_die.course import Course, clockwise_from
from tapster.games.drink_or_die.events import (
    DrinkOrDieCreatorNamed,
    DrinkOrDieDealt,
    DrinkOrDieEvent,
    DrinkOrDieFinalRoundDealt,
    DrinkOrDieRefilled,
)
from tapster.games.drink_or_die.messages import DrinkOrDieExpansion, DrinkOrDieOptions
from tapster.games.drink_or_die.state import State
from tapster.games.kernel.chance import Chance
from tapster.games.kernel.rejected import Rejected

HAND = 6
FINAL_HAND = 4
CARDS_PER_SEAT = 20
CARDS_PER_SEAT_WITH_SPECIALS = 23

COPIES_OF_SPECIALS: dict[DrinkOrDieExpansion, int] = {
    DrinkOrDieExpansion.NONE: 0,
    DrinkOrDieExpansion.LIGHT: 1,
    DrinkOrDieExpansion.FULL: 2,
}


def resolve(options: DrinkOrDieOptions, seats: int) -> DrinkOrDieOptions:
    """No default depends on the number of seats; refuses a starting seat beyond it ([R6])."""
    if options.starting_seat is not None and options.starting_seat >= seats:
        raise Rejected(
            "options_conflict",
            f"starting_seat is {options.starting_seat}, but the seats are 0 to {seats - 1}",
        )
    return options


def kept(options: DrinkOrDieOptions, seats: int) -> int:
    """How many cards of the shuffled deck are kept ([R7])."""
    copies = COPIES_OF_SPECIALS[options.expansion]
    per_seat = CARDS_PER_SEAT_WITH_SPECIALS if copies else CARDS_PER_SEAT
    return min(per_seat * seats, len(new_deck(copies)))


def start(options: DrinkOrDieOptions, seats: int, chance: Chance) -> list[DrinkOrDieEvent]:
    """The deal ([R7]–[R10])."""
    deck = new_deck(COPIES_OF_SPECIALS[options.expansion])
    deck = [deck[i] for i in chance.shuffle(len(deck))]
    starting_seat = options.starting_seat
    if starting_seat is None:
        starting_seat = chance.pick(seats)
    keep = kept(options, seats)
    dealt = DrinkOrDieDealt(
        starting_seat=starting_seat,
        hands=[list(deck[HAND * seat : HAND * (seat + 1)]) for seat in range(seats)],
        draw_pile=deck[HAND * seats : keep],
        removed_pile=deck[keep:],
    )
    return [dealt, DrinkOrDieCreatorNamed(seat=starting_seat)]


def deal_next_round(course: Course) -> None:
    """Fills the hands, or deals the Final Round if the draw pile runs out ([R22], [R23])."""
    state = course.state
    starting_seat = (state.starting_seat + 1) % state.seats
    needed = sum(HAND - len(hand) for hand in state.hands)
    if len(state.draw_pile) > needed:
        _fill(course, starting_seat)
    else:
        _deal_final_round(course, starting_seat)


def _fill(course: Course, starting_seat: int) -> None:
    state = course.state
    dealt: list[list[Card | None]] = [[] for _ in state.hands]
    top = 0
    for seat in clockwise_from(state, starting_seat):
        below = top + HAND - len(state.hands[seat])
        dealt[seat].extend(state.draw_pile[top:below])
        top = below
    course.tell(DrinkOrDieRefilled(round=state.round + 1, starting_seat=starting_seat, dealt=dealt))


def _deal_final_round(course: Course, starting_seat: int) -> None:
    state = course.state
    order = list(clockwise_from(state, starting_seat))
    surplus: list[list[Card | None]] = [list(hand[FINAL_HAND:]) for hand in state.hands]
    pool = state.draw_pile + state.removed_pile
    for seat in order:
        pool.extend(state.hands[seat][FINAL_HAND:])
    # Never empty: a draw pile always keeps a card after dealing and filling ([R23]).
    pool = [pool[i] for i in course.chance.shuffle(len(pool))]
    dealt = _deal_in_turn(state, order, pool)
    course.tell(
        DrinkOrDieFinalRoundDealt(
            round=state.round + 1,
            starting_seat=starting_seat,
            surplus=surplus,
            dealt=dealt,
            removed_pile=pool[sum(map(len, dealt)) :],
        )
    )


def _deal_in_turn(state: State, order: Sequence[int], pool: list[Card]) -> list[list[Card | None]]:
    """What each seat gets: one card at a time to every hand below 4, as the pool lasts ([R25])."""
    dealt: list[list[Card | None]] = [[] for _ in state.hands]
    top = iter(pool)
    for step in range(FINAL_HAND):
        # In lap `step` those get a card that still lack one after the laps before.
        for seat in order:
            if FINAL_HAND - len(state.hands[seat]) > step:
                card = next(top, None)
                if card is None:
                    return dealt
                dealt[seat].append(card)
    return dealt
