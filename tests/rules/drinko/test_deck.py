"""The cards and the deck [R1-R6]."""

from collections import Counter

import msgspec
import pytest

from tapster.games.drinko import KIND
from tapster.games.drinko.cards import DrinkoDeck, new_deck
from tapster.games.drinko.messages import DrinkoOptions

STANDARD = DrinkoDeck()
COLOURS = ("red", "green", "yellow", "blue")
LARGEST = {"skip": 4, "plus_1": 4, "plus_2": 4, "plus_3": 4, "plus_0": 4, "minus_1": 4} | {
    "deflect": 8,
    "split": 8,
    "target": 8,
    "suffer": 8,
}


def test_two_to_ten_seats_play() -> None:  # [R1]
    assert KIND.seats == (2, 10)


def test_the_standard_deck_has_105_cards() -> None:  # [R3]
    counts = Counter(str(card) for card in new_deck(STANDARD))
    # A colour: 1 zero, 9 x 2 numbers, 2 skips, 2 x +1, +2, +3: 25. Four of them, 5 special.
    assert counts.total() == 4 * 25 + 5
    for colour in COLOURS:
        assert counts[f"{colour}-0"] == 1
        assert all(counts[f"{colour}-{number}"] == 2 for number in range(1, 10))
        assert counts[f"{colour}-skip"] == counts[f"{colour}-plus-1"] == 2
        assert counts[f"{colour}-plus-2"] == counts[f"{colour}-plus-3"] == 1
        assert counts[f"{colour}-plus-0"] == counts[f"{colour}-minus-1"] == 0
    assert counts["deflect"] == counts["split"] == 2
    assert counts["target"] == 1
    assert counts["suffer"] == 0


def test_a_new_deck_lies_in_order() -> None:  # [R5]
    deck = [str(card) for card in new_deck(DrinkoDeck(plus_0=1, minus_1=1, suffer=1))]
    green = [f"green-{number}" for number in (0, *(n for n in range(1, 10) for _ in range(2)))]
    green += ["green-skip"] * 2 + ["green-plus-1"] * 2
    green += ["green-plus-2", "green-plus-3", "green-plus-0", "green-minus-1"]
    assert deck[27:54] == green
    assert [deck[start].partition("-")[0] for start in (0, 27, 54, 81)] == list(COLOURS)
    assert deck[108:] == ["deflect", "deflect", "split", "split", "target", "suffer"]


@pytest.mark.parametrize("key", LARGEST)
def test_each_key_of_the_deck_replaces_its_own_count(key: str) -> None:  # [R6]
    coloured = LARGEST[key] == 4
    codes = [f"{colour}-{key.replace('_', '-')}" for colour in COLOURS] if coloured else [key]
    standard = Counter(str(card) for card in new_deck(STANDARD))
    for count in range(LARGEST[key] + 1):
        deck = msgspec.convert({key: count}, DrinkoDeck)
        changed = Counter(str(card) for card in new_deck(deck))
        assert changed == standard - Counter(codes * 9) + Counter(codes * count)
        options = msgspec.convert({"deck": {key: count}}, DrinkoOptions)
        assert KIND.resolve(options, 2).deck == deck


@pytest.mark.parametrize("key", LARGEST)
def test_more_copies_than_allowed_are_refused(key: str) -> None:  # [R6]
    for count in (-1, LARGEST[key] + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"deck": {key: count}}, DrinkoOptions)


def test_a_key_left_out_keeps_its_standard_count() -> None:  # [R6]
    options = msgspec.convert({"deck": {"suffer": 3}}, DrinkoOptions)
    assert len(new_deck(options.deck)) == 108
    assert msgspec.convert({}, DrinkoOptions).deck == STANDARD


def test_the_catalogue_tells_every_card_with_colour_type_and_amount() -> None:  # [R2, R4]
    catalogue = {entry.code: entry for entry in KIND.catalogue}
    assert len(catalogue) == 4 * 16 + 4
    assert [entry.code for entry in KIND.catalogue] == [
        str(card) for card in dict.fromkeys(new_deck(DrinkoDeck(**LARGEST)))
    ]
    told = {code: tuple(entry.attributes.values()) for code, entry in catalogue.items()}
    assert list(catalogue["red-7"].attributes) == ["colour", "type", "amount", "special"]
    assert told["red-7"] == ("red", "7", None, False)
    assert told["green-skip"] == ("green", "skip", None, False)
    assert told["blue-plus-2"] == ("blue", "+2", 2, False)
    assert told["blue-plus-0"] == ("blue", "+0", 0, False)
    assert told["yellow-minus-1"] == ("yellow", "-1", -1, False)
    for special in ("deflect", "split", "target", "suffer"):
        assert told[special] == (None, special, None, True)
    counts = Counter(str(card) for card in new_deck(STANDARD))
    assert all(entry.copies == counts[code] for code, entry in catalogue.items())
