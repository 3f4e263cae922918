"""The course of events that one command sets off.

A rule often needs to see the table as the last event has left it: who holds cards after an add, who
has drunk after a drink. A `Course` tells each event to a state of its own, so that every rule reads
a true state while the state that was asked about stays as it is.
"""

from collections.abc import Iterator

from tapster.games.drink_or_die.cards import Card
from tapster.games.drink_or_die.events import (
    DrinkOrDieEvent,
    DrinkOrDieLeavingCard,
    DrinkOrDieLyingCard,
)
from tapster.games.drink_or_die.messages import DrinkOrDieFace
from tapster.games.drink_or_die.state import EVERYONE, Lying, State, evolve, knower
from tapster.games.kernel.chance import Chance


class Course:
    """The events told so far, and the state as they have left it."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state.copy()
        self.chance = chance
        self.events: list[DrinkOrDieEvent] = []

    def tell(self, event: DrinkOrDieEvent) -> None:
        """Lets a fact happen."""
        self.events.append(event)
        evolve(self.state, event)


def clockwise_from(state: State, seat: int) -> Iterator[int]:
    """Every seat once, clockwise, beginning with the given one."""
    return ((seat + step) % state.seats for step in range(state.seats))


def clockwise_after(state: State, seat: int) -> Iterator[int]:
    """Every seat once, clockwise, the given one last."""
    return clockwise_from(state, seat + 1)


def find(
    collection: list[Lying], card: Card, *, start: int = 0, apart_from: int | None = None
) -> int | None:
    """The position of the copy that is used: the first, from `start` on, that does not lie at the
    position that the action names, `apart_from` ([R41]). None if there is no such copy."""
    for position in range(start, len(collection)):
        if collection[position].card is card and position != apart_from:
            return position
    return None


def placed(seat: int, card: Card, face: DrinkOrDieFace) -> DrinkOrDieLyingCard:
    """A card that a seat lays out of its hand: face-up it is known to all ([R33], [R34])."""
    known_by = EVERYONE if face is DrinkOrDieFace.UP else knower(seat)
    return DrinkOrDieLyingCard(face=face, card=card, known_by=known_by)


def as_it_lies(lying: Lying, *learned_by: int) -> DrinkOrDieLyingCard:
    """A card as an event shows it, after some seats have learned it. Nobody forgets ([R35])."""
    known_by = lying.known_by
    for seat in learned_by:
        known_by |= knower(seat)
    return DrinkOrDieLyingCard(face=lying.face, card=lying.card, known_by=known_by)


def collected(state: State, seat: int, lying: Lying) -> DrinkOrDieLyingCard:
    """A card that enters a seat's collection: its owner learns it ([R34]), with open collections
    everyone does ([R6])."""
    if state.options.open_collections:
        return DrinkOrDieLyingCard(face=lying.face, card=lying.card, known_by=EVERYONE)
    return as_it_lies(lying, seat)


def relaid(lying: Lying, face: DrinkOrDieFace) -> DrinkOrDieLyingCard:
    """A card that is laid anew: face-up it becomes known to all, face-down nobody forgets it
    ([R35])."""
    known_by = EVERYONE if face is DrinkOrDieFace.UP else lying.known_by
    return DrinkOrDieLyingCard(face=face, card=lying.card, known_by=known_by)


def leaving(collection: list[Lying], position: int) -> DrinkOrDieLeavingCard:
    """Where a special that is used lies; only those who knew it there are told ([R36])."""
    return DrinkOrDieLeavingCard(position=position, known_by=collection[position].known_by)
