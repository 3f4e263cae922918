"""[R1]–[R10]: the deck, the options, the deal."""

from collections import Counter

import pytest

from tapster.games.drink_or_die import KIND
from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.cards import new_deck
from tapster.games.drink_or_die.events import DrinkOrDieCreatorNamed, DrinkOrDieDealt
from tapster.games.drink_or_die.messages import DrinkOrDieExpansion, DrinkOrDieOptions
from tapster.games.kernel.rejected import Rejected
from tests.rules.drink_or_die.tables import F1, F2, F3, I1, N3
from tests.rules.scenario import FixedChance

NONE, LIGHT, FULL = DrinkOrDieExpansion


def dealt(seats: int, options: DrinkOrDieOptions) -> DrinkOrDieDealt:
    """The deal of an unshuffled deck."""
    copies = {NONE: 0, LIGHT: 1, FULL: 2}[options.expansion]
    chance = FixedChance(list(range(90 + 12 * copies)), 0)
    event = KIND.start(KIND.resolve(options, seats), seats, chance)[0]
    assert isinstance(event, DrinkOrDieDealt)
    return event


def test_r1_r2_the_base_deck_has_six_copies_of_fifteen_cards() -> None:
    deck = new_deck(0)
    assert len(deck) == 90
    assert set(Counter(deck).values()) == {6}
    assert [card.value for card in deck[::6]] == [
        *("fire-1", "fire-2", "fire-3", "ice-1", "ice-2", "ice-3", "light-1", "light-2"),
        *("light-3", "shadow-1", "shadow-2", "shadow-3", "nature-1", "nature-2", "nature-3"),
    ]


@pytest.mark.parametrize(("copies", "size"), [(1, 102), (2, 114)])
def test_r4_r5_specials_lie_behind_the_elements(copies: int, size: int) -> None:
    deck = new_deck(copies)
    assert len(deck) == size
    assert deck[89] is N3
    assert [card.value for card in deck[90::copies]] == [
        *("amplifier-fire", "amplifier-ice", "amplifier-light", "amplifier-shadow"),
        *("amplifier-nature", "smuggle", "alchemists-eye", "thief", "swap", "poison"),
        *("distillate", "time-bomb"),
    ]


def test_the_catalogue_explains_every_card() -> None:
    assert [info.code for info in KIND.catalogue] == [card.value for card in Card]
    by_code = {info.code: info for info in KIND.catalogue}
    assert by_code["fire-3"].attributes == {"element": "fire", "value": 3}
    assert by_code["fire-3"].copies == 6
    assert by_code["thief"].attributes["element"] is None
    assert by_code["thief"].copies == 0


@pytest.mark.parametrize(
    ("seats", "expansion", "kept", "removed"),
    [
        *((2, NONE, 40, 50), (3, NONE, 60, 30), (4, NONE, 80, 10), (5, NONE, 90, 0)),
        *((2, LIGHT, 46, 56), (3, LIGHT, 69, 33), (4, LIGHT, 92, 10), (5, LIGHT, 102, 0)),
        *((2, FULL, 46, 68), (3, FULL, 69, 45), (4, FULL, 92, 22), (5, FULL, 114, 0)),
    ],
)
def test_r7_so_many_cards_are_kept(
    seats: int, expansion: DrinkOrDieExpansion, kept: int, removed: int
) -> None:
    event = dealt(seats, DrinkOrDieOptions(expansion=expansion))
    assert event.draw_pile is not None
    assert event.removed_pile is not None
    assert [len(hand) for hand in event.hands] == [6] * seats
    assert len(event.draw_pile) == kept - 6 * seats
    assert len(event.removed_pile) == removed


def test_r7_r8_hands_then_draw_pile_then_removed_pile() -> None:
    # Unshuffled, the first 6 cards are fire-1, then fire-2; 40 are kept, the 41st is light-1.
    event = dealt(2, DrinkOrDieOptions())
    deck = new_deck(0)
    assert event.hands == [[F1] * 6, [F2] * 6]
    assert event.draw_pile == [F3] * 6 + [I1] * 6 + deck[24:40]
    assert event.removed_pile == deck[40:]


def test_r9_r10_chance_gives_the_deck_then_the_starting_seat() -> None:
    order = list(reversed(range(90)))
    events = KIND.start(KIND.resolve(DrinkOrDieOptions(), 3), 3, FixedChance(order, 2))
    deck = list(reversed(new_deck(0)))
    assert list(events) == [
        DrinkOrDieDealt(
            starting_seat=2,
            hands=[[*deck[0:6]], [*deck[6:12]], [*deck[12:18]]],
            draw_pile=deck[18:60],
            removed_pile=deck[60:],
        ),
        DrinkOrDieCreatorNamed(seat=2),
    ]


def test_r6_r9_a_named_starting_seat_is_not_drawn() -> None:
    options = KIND.resolve(DrinkOrDieOptions(starting_seat=1), 2)
    events = KIND.start(options, 2, FixedChance(list(range(90))))
    assert events[1] == DrinkOrDieCreatorNamed(seat=1)


def test_r6_a_starting_seat_beyond_the_table_is_a_conflict() -> None:
    assert KIND.resolve(DrinkOrDieOptions(starting_seat=2), 3).starting_seat == 2
    with pytest.raises(Rejected) as refusal:
        KIND.resolve(DrinkOrDieOptions(starting_seat=3), 3)
    assert refusal.value.code == "options_conflict"
