"""What follows from an action: the next turn, forced drinks, thieves, the next creator, the ends.

Every function tells its events to the course, up to the one that waits for a seat again.
"""

from tapster.games.drink_or_die.cards import Card
from tapster.games.drink_or_die.course import (
    Course,
    clockwise_after,
    clockwise_from,
    collected,
    find,
    leaving,
)
from tapster.games.drink_or_die.deal import deal_next_round
from tapster.games.drink_or_die.events import (
    DrinkOrDieCreatorNamed,
    DrinkOrDieDistillateLeft,
    DrinkOrDieDistillOpened,
    DrinkOrDieDrunk,
    DrinkOrDieEnded,
    DrinkOrDieRoundEnded,
    DrinkOrDieStealOpened,
    DrinkOrDieThiefLeft,
    DrinkOrDieTurnPassed,
)
from tapster.games.drink_or_die.scoring import result, scores
from tapster.games.drink_or_die.state import State

LIMIT = 6
FINAL_LIMIT = 4
POTION = 2
FINAL_POTION = 1


def limit(state: State) -> int:
    """At so many cards in the cauldron somebody must drink ([R16], [R26])."""
    return FINAL_LIMIT if state.final_round else LIMIT


def potion_size(state: State) -> int:
    """With so many cards a potion is created ([R11], [R26])."""
    return FINAL_POTION if state.final_round else POTION


def may_drink(state: State, seat: int) -> bool:
    """A seat drinks once in a round ([R14], [R15])."""
    return not state.drunk[seat]


def after_add(course: Course, seat: int) -> None:
    """The limit is reached ([R16]), or the turn passes."""
    if len(course.state.cauldron) == limit(course.state):
        make_drink(course, seat)
    else:
        pass_turn(course, seat)


def pass_turn(course: Course, last_actor: int) -> None:
    """The turn goes to the next seat that holds cards ([R12]); if none does, somebody is made to
    drink ([R19])."""
    state = course.state
    holder = next((seat for seat in clockwise_after(state, last_actor) if state.hands[seat]), None)
    if holder is None:
        make_drink(course, last_actor)
    else:
        course.tell(DrinkOrDieTurnPassed(seat=holder))


def make_drink(course: Course, last_actor: int) -> None:
    """The next seat that has not drunk must ([R16], [R19]); while a round lasts there is one."""
    state = course.state
    seats = clockwise_after(state, last_actor)
    drink(course, next(seat for seat in seats if may_drink(state, seat)), forced=True)


def drink(course: Course, seat: int, *, forced: bool) -> None:
    """A seat drinks ([R14]), and the thieves in the potion go to work ([R47])."""
    state = course.state
    course.tell(
        DrinkOrDieDrunk(
            seat=seat,
            forced=forced,
            cards=[collected(state, seat, lying) for lying in state.cauldron],
            thieves=sum(lying.card is Card.THIEF for lying in state.cauldron),
        )
    )
    settle_thieves(course, seat)


def next_thief(state: State, drinker: int) -> int:
    """The position of the thief that is to be settled: the first of the potion just drunk."""
    # Those that were there before or were stolen meanwhile lie before and behind ([R49]).
    position = find(state.collections[drinker], Card.THIEF, start=state.potion_at)
    assert position is not None, "a steal is open only while its thief lies there"
    return position


def settle_thieves(course: Course, drinker: int) -> None:
    """Waits for a steal; a thief that finds nothing just leaves ([R47], [R48])."""
    state = course.state
    while state.steals_left:
        if any(state.collections[seat] for seat in range(state.seats) if seat != drinker):
            course.tell(DrinkOrDieStealOpened(seat=drinker))
            return
        thief = leaving(state.collections[drinker], next_thief(state, drinker))
        course.tell(
            DrinkOrDieThiefLeft(seat=drinker, thief=thief, steals_left=state.steals_left - 1)
        )
    _after_drink(course, drinker)


def _after_drink(course: Course, drinker: int) -> None:
    """The round ends ([R20]), or the next potion is created ([R17])."""
    if all(course.state.drunk):
        _end_round(course)
    else:
        _name_creator(course, drinker)


def _name_creator(course: Course, first: int) -> None:
    """The first seat that holds enough creates ([R11], [R17]); if none does, the round ends
    ([R18])."""
    state = course.state
    size = potion_size(state)
    for seat in clockwise_from(state, first):
        if len(state.hands[seat]) >= size:
            course.tell(DrinkOrDieCreatorNamed(seat=seat))
            return
    _end_round(course)


def _end_round(course: Course) -> None:
    """After the Final Round the game ends ([R27]); after any other a further round begins."""
    state = course.state
    not_drunk = [seat for seat in range(state.seats) if not state.drunk[seat]]
    course.tell(DrinkOrDieRoundEnded(round=state.round, not_drunk=not_drunk))
    if state.final_round:
        settle_distillates(course)
    else:
        deal_next_round(course)
        # Its starting seat can always create: hands are full, or the pool's first card was its own.
        _name_creator(course, state.starting_seat)


def settle_distillates(course: Course) -> None:
    """Waits for the next seat that holds a distillate; after the last the game ends ([R45],
    [R46])."""
    state = course.state
    for seat in clockwise_from(state, state.starting_seat):
        collection = state.collections[seat]
        if find(collection, Card.DISTILLATE) is not None:
            if len(collection) > 1:
                course.tell(DrinkOrDieDistillOpened(seat=seat))
                return
            course.tell(DrinkOrDieDistillateLeft(seat=seat))
    final = scores(state)
    course.tell(DrinkOrDieEnded(scores=final, result=result(final)))
