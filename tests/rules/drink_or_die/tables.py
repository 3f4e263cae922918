"""Tables for the tests of Drink or Die, set by facts alone, and short words for cards.

table([F1, I2], [L1], cauldron=[up(S1), down(S2, 0)], collections={1: [up(F3)]}, seat=0)
"""

from collections.abc import Mapping, Sequence

from tapster.games.drink_or_die import KIND
from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.events import (
    DrinkOrDieCreatorNamed,
    DrinkOrDieDealt,
    DrinkOrDieDistillOpened,
    DrinkOrDieDrunk,
    DrinkOrDieFinalRoundDealt,
    DrinkOrDieLeavingCard,
    DrinkOrDieLyingCard,
    DrinkOrDiePotionCreated,
    DrinkOrDieRefilled,
    DrinkOrDieTurnPassed,
)
from tapster.games.drink_or_die.messages import (
    DrinkOrDieAddCard,
    DrinkOrDieCreatePotion,
    DrinkOrDieFace,
    DrinkOrDieIngredient,
    DrinkOrDieOptions,
    DrinkOrDiePhase,
)
from tests.rules.scenario import Scenario

F1, F2, F3 = Card.FIRE_1, Card.FIRE_2, Card.FIRE_3
I1, I2, I3 = Card.ICE_1, Card.ICE_2, Card.ICE_3
L1, L2, L3 = Card.LIGHT_1, Card.LIGHT_2, Card.LIGHT_3
S1, S2, S3 = Card.SHADOW_1, Card.SHADOW_2, Card.SHADOW_3
N1, N2, N3 = Card.NATURE_1, Card.NATURE_2, Card.NATURE_3
AMPLIFIER_FIRE = Card.AMPLIFIER_FIRE
SMUGGLE, EYE, THIEF, SWAP = Card.SMUGGLE, Card.ALCHEMISTS_EYE, Card.THIEF, Card.SWAP
POISON, DISTILLATE, BOMB = Card.POISON, Card.DISTILLATE, Card.TIME_BOMB

DOWN, UP = DrinkOrDieFace.DOWN, DrinkOrDieFace.UP
CREATE, TURN, DISTILL = DrinkOrDiePhase.CREATE, DrinkOrDiePhase.TURN, DrinkOrDiePhase.DISTILL

ALL = 63
"""Spectators and five seats: 1 + 2 + 4 + 8 + 16 + 32."""


def by(*seats: int) -> int:
    """The set of these seats alone: 2 for seat 0, 4 for seat 1, 8 for seat 2, …"""
    return sum((2, 4, 8, 16, 32)[seat] for seat in seats)


def up(card: Card) -> DrinkOrDieLyingCard:
    """A card that lies face-up, known to all."""
    return DrinkOrDieLyingCard(face=UP, card=card, known_by=ALL)


def down(card: Card, *seats: int) -> DrinkOrDieLyingCard:
    """A card that lies face-down and is known to these seats."""
    return DrinkOrDieLyingCard(face=DOWN, card=card, known_by=by(*seats))


def open_down(card: Card) -> DrinkOrDieLyingCard:
    """A card that lies face-down and yet is known to all."""
    return DrinkOrDieLyingCard(face=DOWN, card=card, known_by=ALL)


def left(position: int, known_by: int = ALL) -> DrinkOrDieLeavingCard:
    """Where a special lay that left the game, and who knew it there."""
    return DrinkOrDieLeavingCard(position=position, known_by=known_by)


def table(
    *hands: Sequence[Card],
    collections: Mapping[int, Sequence[DrinkOrDieLyingCard]] | None = None,
    cauldron: Sequence[DrinkOrDieLyingCard] = (),
    drunk: Sequence[int] = (),
    draw_pile: Sequence[Card] = (),
    removed_pile: Sequence[Card] = (),
    starting_seat: int = 0,
    final_round: bool = False,
    phase: DrinkOrDiePhase = TURN,
    seat: int = 0,
    options: DrinkOrDieOptions | None = None,
) -> Scenario:
    """A table in round 3 at which `seat` is to act."""
    game = Scenario(KIND, options, seats=len(hands))
    # Laid from the front of seat 0's hand, so that the hand remains as the test wrote it.
    potion = [card.card for card in cauldron if card.card is not None]
    game.given(
        DrinkOrDieDealt(
            starting_seat=starting_seat,
            hands=[
                [*potion, *hand] if number == 0 else [*hand] for number, hand in enumerate(hands)
            ],
            draw_pile=list(draw_pile),
            removed_pile=list(removed_pile),
        )
    )
    for owner, cards in (collections or {}).items():
        game.given(DrinkOrDieDrunk(seat=owner, forced=False, cards=list(cards), thieves=0))
    nothing: list[list[Card | None]] = [[] for _ in hands]
    if final_round:
        game.given(
            DrinkOrDieFinalRoundDealt(
                round=3,
                starting_seat=starting_seat,
                surplus=nothing,
                dealt=nothing,
                removed_pile=list(removed_pile),
            )
        )
    else:
        game.given(DrinkOrDieRefilled(round=3, starting_seat=starting_seat, dealt=nothing))
    for drinker in drunk:
        game.given(DrinkOrDieDrunk(seat=drinker, forced=False, cards=[], thieves=0))
    game.given(DrinkOrDiePotionCreated(seat=0, cards=list(cauldron)))
    return game.given(_waiting(phase, seat))


def _waiting(
    phase: DrinkOrDiePhase, seat: int
) -> DrinkOrDieCreatorNamed | DrinkOrDieTurnPassed | DrinkOrDieDistillOpened:
    if phase is CREATE:
        return DrinkOrDieCreatorNamed(seat=seat)
    if phase is DISTILL:
        return DrinkOrDieDistillOpened(seat=seat)
    return DrinkOrDieTurnPassed(seat=seat)


def add(card: Card, face: DrinkOrDieFace) -> DrinkOrDieAddCard:
    """The command to add a card."""
    return DrinkOrDieAddCard(card=card, face=face)


def create(*cards: tuple[Card, DrinkOrDieFace]) -> DrinkOrDieCreatePotion:
    """The command to create a potion."""
    return DrinkOrDieCreatePotion(
        cards=[DrinkOrDieIngredient(card=card, face=face) for card, face in cards]
    )


def codes(game: Scenario, seat: int) -> list[Card]:
    """What is in a seat's collection."""
    return [lying.card for lying in game.state.collections[seat]]
