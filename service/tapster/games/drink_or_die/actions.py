"""The seats' actions: what makes each one lawful, and the fact that it becomes.

Each action has a function that refuses or acts, and one that lists its lawful forms; both ask the
same predicates.
"""

from collections.abc import Sequence
from itertools import product

from tapster.games.drink_or_die.cards import PLACE, Card
from tapster.games.drink_or_die.course import Course, placed
from tapster.games.drink_or_die.events import DrinkOrDieCardAdded, DrinkOrDiePotionCreated
from tapster.games.drink_or_die.flow import after_add, drink, may_drink, pass_turn, potion_size
from tapster.games.drink_or_die.messages import (
    DrinkOrDieAddCard,
    DrinkOrDieCommand,
    DrinkOrDieCreatePotion,
    DrinkOrDieDrink,
    DrinkOrDieFace,
    DrinkOrDieIngredient,
)
from tapster.games.drink_or_die.state import State
from tapster.games.kernel.rejected import Rejected

DOWN = DrinkOrDieFace.DOWN
UP = DrinkOrDieFace.UP

# What may lie how


def in_cauldron_order(cards: Sequence[DrinkOrDieIngredient]) -> list[DrinkOrDieIngredient]:
    """A new potion's cards, face-down before face-up, then as in a new deck ([R21])."""
    # A card that no deck has sorts last; it is refused later.
    return sorted(cards, key=lambda c: (c.face is UP, PLACE.get(c.card, len(PLACE))))


def in_deck_order(cards: Sequence[Card]) -> list[Card]:
    """Cards in the order of a new deck ([R5])."""
    return sorted(cards, key=lambda card: PLACE.get(card, len(PLACE)))


def holds(hand: list[Card], cards: Sequence[Card]) -> bool:
    """Whether the hand has every one of the cards, copies counted ([R3])."""
    return all(hand.count(card) >= cards.count(card) for card in cards)


def potion_faces(state: State) -> tuple[tuple[DrinkOrDieFace, ...], ...]:
    """How a new potion's cards may lie, in cauldron order ([R11], [R26])."""
    if state.options.open_cauldron:
        return ((UP,) * potion_size(state),)
    return ((DOWN,), (UP,)) if state.final_round else ((DOWN, UP),)


def faces_to_add(state: State) -> tuple[DrinkOrDieFace, ...]:
    """How an added card may lie: open, or keeping the balance ([R13])."""
    if state.options.open_cauldron:
        return (UP,)
    down = sum(lying.face is DOWN for lying in state.cauldron)
    ahead = down - (len(state.cauldron) - down)
    if ahead == 0:
        return (DOWN, UP)
    return (UP,) if ahead > 0 else (DOWN,)


def expect_in_hand(hand: list[Card], cards: Sequence[Card]) -> None:
    """Refuses cards that the hand does not hold."""
    if not holds(hand, cards):
        raise Rejected("card_not_in_hand", "your hand does not hold every card that you name")


# Creating


def create_potion(course: Course, seat: int, command: DrinkOrDieCreatePotion) -> None:
    """Lays a new potion, or refuses it ([R11], [R26])."""
    state = course.state
    cards = in_cauldron_order(command.cards)
    size = potion_size(state)
    if len(cards) != size:
        raise Rejected("wrong_number_of_cards", f"this potion is created with {size} of your cards")
    if tuple(card.face for card in cards) not in potion_faces(state):
        raise Rejected("face_not_allowed", "a new potion's cards may not lie like that")
    expect_in_hand(state.hands[seat], [card.card for card in cards])
    lying = [placed(seat, card.card, card.face) for card in cards]
    course.tell(DrinkOrDiePotionCreated(seat=seat, cards=lying))
    pass_turn(course, seat)


def potions(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """Every potion that the seat can create, each once."""
    hand = state.hands[seat]
    kinds = in_deck_order(list(set(hand)))
    lawful: list[DrinkOrDieCommand] = []
    for faces in potion_faces(state):
        for cards in product(kinds, repeat=len(faces)):
            potion = [
                DrinkOrDieIngredient(card=card, face=face)
                for card, face in zip(cards, faces, strict=True)
            ]
            if holds(hand, cards) and in_cauldron_order(potion) == potion:
                lawful.append(DrinkOrDieCreatePotion(cards=potion))
    return lawful


# Turns


def add_card(course: Course, seat: int, command: DrinkOrDieAddCard) -> None:
    """Lays a card into the cauldron, or refuses it ([R13]); then [R16] or the next turn."""
    state = course.state
    expect_in_hand(state.hands[seat], [command.card])
    if command.face not in faces_to_add(state):
        raise Rejected("face_not_allowed", f"no card may be added face-{command.face} now")
    card = placed(seat, command.card, command.face)
    course.tell(DrinkOrDieCardAdded(seat=seat, card=card))
    after_add(course, seat)


def additions(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """Every card that the seat can add, each way it may lie."""
    faces = faces_to_add(state)
    kinds = in_deck_order(list(set(state.hands[seat])))
    return [DrinkOrDieAddCard(card=card, face=face) for card in kinds for face in faces]


def drink_potion(course: Course, seat: int) -> None:
    """Drinks, unless the seat has drunk in this round ([R14], [R15])."""
    if not may_drink(course.state, seat):
        raise Rejected("already_drunk", "you have drunk in this round, so you must add a card")
    drink(course, seat, forced=False)


def drinks(state: State, seat: int) -> list[DrinkOrDieCommand]:
    """Drinking, if the seat may."""
    return [DrinkOrDieDrink()] if may_drink(state, seat) else []
