"""[R33]–[R36]: who knows which card, followed a second time through whole games.

The witness trusts what the facts say about cards, seats and positions, and nothing that they say
about who knows what: that it works out from the clauses.
"""

import random
from typing import NamedTuple

import pytest

from tapster.games.drink_or_die import KIND
from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.events import (
    DrinkOrDieCardAdded,
    DrinkOrDieCauldronSeen,
    DrinkOrDieDistillateLeft,
    DrinkOrDieDistilled,
    DrinkOrDieDrunk,
    DrinkOrDieEvent,
    DrinkOrDieLeavingCard,
    DrinkOrDieLyingCard,
    DrinkOrDiePotionCreated,
    DrinkOrDieSmuggled,
    DrinkOrDieStolen,
    DrinkOrDieSwapped,
    DrinkOrDieThiefLeft,
)
from tapster.games.drink_or_die.messages import (
    DrinkOrDieCommand,
    DrinkOrDieDrink,
    DrinkOrDieOptions,
    DrinkOrDiePhase,
)
from tapster.games.drink_or_die.state import State
from tests.laws.players.drink_or_die import OPTIONS
from tests.rules.drink_or_die.tables import UP
from tests.rules.scenario import seeded

SPECIAL_COMMANDS = ("Use", "Steal", "Distill")


class Known(NamedTuple):
    """A card, and everybody who knows it; None stands for the spectators."""

    card: Card
    who: frozenset[int | None]

    def to(self, viewer: int | None) -> Card | None:
        """The card as the viewer may see it."""
        return self.card if viewer in self.who else None

    def also(self, *learned: int | None) -> "Known":
        """The card after more have learned it: nobody forgets ([R35])."""
        return Known(self.card, self.who | {*learned})


class Shown(NamedTuple):
    """What an event has to tell: cards, and positions that only some may be told."""

    cards: list[Known]
    positions: list[tuple[int, Known]]


class Witness:
    """Watches a game, and remembers who has seen what."""

    def __init__(self, seats: int, open_collections: bool) -> None:
        self.everyone = (None, *range(seats))
        self.open_collections = open_collections
        self.cauldron: list[Known] = []
        self.collections: list[list[Known]] = [[] for _ in range(seats)]
        self.gone: list[Known] = []

    def watch(self, event: DrinkOrDieEvent) -> Shown:
        """Follows a fact, and says who may be told what of it."""
        match event:
            case DrinkOrDiePotionCreated():
                self.cauldron += (laid := [self._laid(event.seat, card) for card in event.cards])
                return Shown(laid, [])
            case DrinkOrDieCardAdded():
                self.cauldron.append(self._laid(event.seat, event.card))
                return Shown(self.cauldron[-1:], [])
            case DrinkOrDieDrunk():
                drunk = [self._collect(event.seat, card) for card in self.cauldron]
                self.cauldron = []
                return Shown(drunk, [])
            case DrinkOrDieSmuggled():
                cards = [card.card for card in event.cards if card.card is not None]
                hidden = [self._collect(event.seat, Known(card, frozenset())) for card in cards]
                return Shown(hidden, [self._leaves(event.seat, event.smuggle)])
            case DrinkOrDieCauldronSeen():
                self.cauldron = [card.also(event.seat) for card in self.cauldron]
                return Shown([*self.cauldron], [self._leaves(event.seat, event.eye)])
            case DrinkOrDieStolen():
                stolen = self._collect(
                    event.seat, self.collections[event.victim].pop(event.position)
                )
                return Shown([stolen], [self._leaves(event.seat, event.thief)])
            case DrinkOrDieThiefLeft():
                return Shown([], [self._leaves(event.seat, event.thief)])
            case DrinkOrDieSwapped():
                return self._swap(event)
            case DrinkOrDieDistilled():
                return self._distill(event)
            case DrinkOrDieDistillateLeft():
                self._leaves(event.seat, DrinkOrDieLeavingCard(position=0))
                return Shown([], [])
            case _:
                return Shown([], [])

    def _laid(self, seat: int, card: DrinkOrDieLyingCard) -> Known:
        assert card.card is not None
        return Known(card.card, frozenset(self.everyone if card.face is UP else (seat,)))

    def _collect(self, seat: int, card: Known) -> Known:
        entered = card.also(*(self.everyone if self.open_collections else (seat,)))
        self.collections[seat].append(entered)
        return entered

    def _leaves(self, seat: int, leaving: DrinkOrDieLeavingCard) -> tuple[int, Known]:
        assert leaving.position is not None
        special = self.collections[seat].pop(leaving.position)
        self.gone.append(special.also(*self.everyone))
        return leaving.position, special

    def _swap(self, event: DrinkOrDieSwapped) -> Shown:
        own = self.collections[event.seat]
        given = own[event.give].also(*(self.everyone if event.given.face is UP else ()))
        # As if it had entered at the end, and then gone to the place of the card that was given.
        taken = self._collect(event.seat, self.cauldron[event.take])
        own[event.give] = own.pop()
        self.cauldron[event.take] = given
        return Shown([given, taken], [self._leaves(event.seat, event.swap)])

    def _distill(self, event: DrinkOrDieDistilled) -> Shown:
        position, distillate = self._leaves(event.seat, event.distillate)
        # Both positions are from before; the distillate's leaving shifts a card that lay after it.
        card = self.collections[event.seat].pop(event.position - (position < event.position))
        self.gone.append(card)
        return Shown([card], [(position, distillate)])


def told(event: DrinkOrDieEvent) -> tuple[list[Card | None], list[int | None]]:
    """The cards and the positions of specials that a redacted event shows, in its own order."""
    cards: list[Card | None] = []
    positions: list[int | None] = []
    for name in event.__struct_fields__:
        field = getattr(event, name)
        for part in field if isinstance(field, list) else [field]:
            if isinstance(part, DrinkOrDieLyingCard):
                assert part.known_by is None
                cards.append(part.card)
            elif isinstance(part, DrinkOrDieLeavingCard):
                assert part.known_by is None
                positions.append(part.position)
    return cards, positions


def compare(state: State, witness: Witness, event: DrinkOrDieEvent, shown: Shown) -> None:
    """The views after a fact and what the feeds say of it are as the witness has it."""
    for viewer in witness.everyone:
        assert told(KIND.redact(event, viewer)) == (
            [card.to(viewer) for card in shown.cards],
            [position if special.to(viewer) else None for position, special in shown.positions],
        )
        view = KIND.view(state, viewer)
        assert [card.card for card in view.cauldron] == [c.to(viewer) for c in witness.cauldron]
        assert view.out_of_game == [card.to(viewer) for card in witness.gone]
        if state.phase is not DrinkOrDiePhase.OVER:
            for seat, collection in zip(view.seats, witness.collections, strict=True):
                assert [card.card for card in seat.collection] == [c.to(viewer) for c in collection]


def choice(state: State, seat: int, chooser: random.Random) -> DrinkOrDieCommand:
    """Something lawful; specials and drinking are preferred, for they are what moves knowledge."""
    lawful = KIND.legal(state, seat)
    rare = [c for c in lawful if any(word in type(c).__name__ for word in SPECIAL_COMMANDS)]
    drinks = [c for c in lawful if isinstance(c, DrinkOrDieDrink)]
    return chooser.choice((rare or drinks or lawful) if chooser.random() < 0.4 else lawful)


@pytest.mark.parametrize("number", range(2 * len(OPTIONS)))
def test_r33_r36_nobody_is_shown_more_or_less_than_they_know(number: int) -> None:
    chooser = random.Random(number)
    seats, given = OPTIONS[number % len(OPTIONS)]
    assert isinstance(given, DrinkOrDieOptions)
    options = KIND.resolve(given, seats)
    state: State = KIND.empty(options, seats)
    witness = Witness(seats, options.open_collections)
    row = 0
    events = KIND.start(options, seats, seeded(0, number))
    while True:
        for event in events:
            KIND.evolve(state, event)
            compare(state, witness, event, witness.watch(event))
        if state.seat_to_act is None:
            break
        row += 1
        command = choice(state, state.seat_to_act, chooser)
        events = KIND.decide(state, state.seat_to_act, command, seeded(row, number))
