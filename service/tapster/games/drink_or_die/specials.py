"""The actions of special cards: smuggle, Alchemist's Eye, swap, the thief's steal, distillate.

As for the plain actions, each has a function that refuses or acts and one that lists its lawful
forms.
"""

from itertools import product

from tapster.games.drink_or_die.actions import expect_in_hand, holds, in_deck_order
from tapster.games.drink_or_die.cards import ELEMENT, Card
from tapster.games.drink_or_die.course import Course, as_it_lies, collected, find, leaving, relaid
from tapster.games.drink_or_die.events import (
    DrinkOrDieCauldronSeen,
    DrinkOrDieDistilled,
    DrinkOrDieSmuggled,
    DrinkOrDieStolen,
    DrinkOrDieSwapped,
)
from tapster.games.drink_or_die.flow import (
    may_drink,
    next_thief,
    pass_turn,
    settle_distillates,
    settle_thieves,
)
from tapster.games.drink_or_die.messages import (
    DrinkOrDieCommand,
    DrinkOrDieDistill,
    DrinkOrDieFace,
    DrinkOrDieSteal,
    DrinkOrDieUseAlchemistsEye,
    DrinkOrDieUseSmuggle,
    DrinkOrDieUseSwap,
)
from tapster.games.drink_or_die.state import Lying, State, knower
from tapster.games.kernel.rejected import Rejected

SMUGGLED = 2


def _expect_special(position: int | None, card: Card) -> int:
    if position is None:
        raise Rejected("special_not_in_collection", f"your collection holds no {card} to use")
    return position


def _expect_position(position: int, cards: list[Lying], place: str) -> None:
    if not 0 <= position < len(cards):
        raise Rejected("no_such_position", f"there is no card at position {position} of {place}")


def _expect_other(position: int | None, card: Card) -> int:
    if position is None:
        raise Rejected("names_itself", f"the {card} cannot be used on itself: name another card")
    return position


# Smuggle


def use_smuggle(course: Course, seat: int, command: DrinkOrDieUseSmuggle) -> None:
    """Moves two cards from hand to collection, or refuses to ([R50]–[R52])."""
    state = course.state
    collection = state.collections[seat]
    smuggle = _expect_special(find(collection, Card.SMUGGLE), Card.SMUGGLE)
    if len(command.cards) != SMUGGLED:
        raise Rejected("wrong_number_of_cards", "a smuggle moves exactly 2 of your cards")
    expect_in_hand(state.hands[seat], command.cards)
    if not all(card in ELEMENT for card in command.cards):
        raise Rejected("not_an_element_card", "only element cards can be smuggled")
    lying = [
        Lying(card, DrinkOrDieFace.DOWN, knower(seat)) for card in in_deck_order(command.cards)
    ]
    course.tell(
        DrinkOrDieSmuggled(
            seat=seat,
            cards=[collected(state, seat, card) for card in lying],
            smuggle=leaving(collection, smuggle),
        )
    )
    if not state.hands[seat] and not may_drink(state, seat):
        pass_turn(course, seat)


def smuggles(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """Every pair of cards that the seat can smuggle, each once."""
    if find(state.collections[seat], Card.SMUGGLE) is None:
        return []
    hand = state.hands[seat]
    kinds = in_deck_order([card for card in set(hand) if card in ELEMENT])
    pairs = (list(pair) for pair in product(kinds, repeat=SMUGGLED))
    return [
        DrinkOrDieUseSmuggle(cards=pair)
        for pair in pairs
        if holds(hand, pair) and in_deck_order(pair) == pair
    ]


# Alchemist's Eye


def use_alchemists_eye(course: Course, seat: int) -> None:
    """Lets the seat learn the cauldron, if it has an Eye ([R53])."""
    state = course.state
    collection = state.collections[seat]
    eye = _expect_special(find(collection, Card.ALCHEMISTS_EYE), Card.ALCHEMISTS_EYE)
    course.tell(
        DrinkOrDieCauldronSeen(
            seat=seat,
            cauldron=[as_it_lies(lying, seat) for lying in state.cauldron],
            eye=leaving(collection, eye),
        )
    )


def eyes(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """Using an Eye, if the seat has one."""
    if find(state.collections[seat], Card.ALCHEMISTS_EYE) is None:
        return []
    return [DrinkOrDieUseAlchemistsEye()]


# Swap


def use_swap(course: Course, seat: int, command: DrinkOrDieUseSwap) -> None:
    """Exchanges a card of the collection with one of the cauldron, or refuses to ([R54])."""
    state = course.state
    collection = state.collections[seat]
    _expect_special(find(collection, Card.SWAP), Card.SWAP)
    _expect_position(command.give, collection, "your collection")
    _expect_position(command.take, state.cauldron, "the cauldron")
    swap = _expect_other(find(collection, Card.SWAP, apart_from=command.give), Card.SWAP)
    given = collection[command.give]
    taken = state.cauldron[command.take]
    course.tell(
        DrinkOrDieSwapped(
            seat=seat,
            give=command.give,
            take=command.take,
            given=relaid(given, taken.face),
            taken=collected(state, seat, taken),
            swap=leaving(collection, swap),
        )
    )


def swaps(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """Every exchange that the seat can make."""
    collection = state.collections[seat]
    return [
        DrinkOrDieUseSwap(give=give, take=take)
        for give in range(len(collection))
        if find(collection, Card.SWAP, apart_from=give) is not None
        for take in range(len(state.cauldron))
    ]


# Steal


def steal(course: Course, seat: int, command: DrinkOrDieSteal) -> None:
    """Takes an opponent's card and sends the thief away, or refuses to ([R47])."""
    state = course.state
    victim = command.seat
    if not 0 <= victim < state.seats:
        raise Rejected("no_such_seat", f"there is no seat {victim} at this table")
    if victim == seat:
        raise Rejected("not_an_opponent", "a thief takes from an opponent, not from yourself")
    collection = state.collections[victim]
    _expect_position(command.position, collection, "that collection")
    own = state.collections[seat]
    course.tell(
        DrinkOrDieStolen(
            seat=seat,
            victim=victim,
            position=command.position,
            card=collected(state, seat, collection[command.position]),
            thief=leaving(own, next_thief(state, seat)),
            steals_left=state.steals_left - 1,
        )
    )
    settle_thieves(course, seat)


def steals(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """Every card that the seat can take."""
    return [
        DrinkOrDieSteal(seat=victim, position=position)
        for victim in range(state.seats)
        if victim != seat
        for position in range(len(state.collections[victim]))
    ]


# Distillate


def distill(course: Course, seat: int, command: DrinkOrDieDistill) -> None:
    """Removes a card together with a distillate, or refuses to ([R45])."""
    collection = course.state.collections[seat]
    _expect_position(command.position, collection, "your collection")
    distillate = _expect_other(
        find(collection, Card.DISTILLATE, apart_from=command.position), Card.DISTILLATE
    )
    course.tell(
        DrinkOrDieDistilled(
            seat=seat,
            position=command.position,
            card=as_it_lies(collection[command.position]),
            distillate=leaving(collection, distillate),
        )
    )
    settle_distillates(course)


def distillations(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """Every card that the seat can remove."""
    collection = state.collections[seat]
    return [
        DrinkOrDieDistill(position=position)
        for position in range(len(collection))
        if find(collection, Card.DISTILLATE, apart_from=position) is not None
    ]
