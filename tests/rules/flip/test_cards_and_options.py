"""[R3] to [R7]: the cards, a new deck, the options."""

from collections import Counter

import pytest

from tapster.games.flip import KIND
from tapster.games.flip.cards import new_action_deck, new_deck, pairs_in
from tapster.games.flip.messages import FlipOptions
from tapster.games.kernel.rejected import Rejected
from tests.rules.flip.tables import actions, cards


def test_R3_every_number_is_there_hot_and_cold() -> None:
    deck = Counter(new_deck(4))
    assert len(deck) == 26
    assert set(deck.values()) == {4}
    assert deck.total() == 104


def test_R4_there_are_eight_action_cards_four_times() -> None:
    assert Counter(new_action_deck()) == dict.fromkeys(
        actions("peek switch sweep-away shield insurance pickpocket reverse lucky-draw"), 4
    )


def test_R5_a_new_deck_is_in_order() -> None:
    assert new_deck(2)[:6] == cards("1h 1h 1c 1c 2h 2h")
    assert new_deck(2)[-2:] == cards("13c 13c")
    assert new_action_deck()[:5] == actions("peek peek peek peek switch")
    assert new_action_deck()[-1] == "lucky-draw"


def test_the_catalogue_lists_every_card_with_what_its_code_means() -> None:
    catalogue = {info.code: info for info in KIND.catalogue}
    assert len(catalogue) == 34
    assert catalogue["13-cold"].attributes["number"] == 13
    assert catalogue["13-cold"].attributes["temperature"] == "cold"
    assert catalogue["13-cold"].copies == 2
    assert catalogue["peek"].attributes["house"] is True
    assert catalogue["peek"].copies == 4
    assert list(catalogue) == list(dict.fromkeys([*new_deck(2), *new_action_deck()]))


def test_R7_defaults() -> None:
    options = FlipOptions()
    assert not options.party
    assert not options.extra_spicy
    assert options.action_cards
    assert options.first_call == "optional"
    assert options.starting_seat is None


@pytest.mark.parametrize(("seats", "copies"), [(2, 2), (3, 2), (4, 4), (8, 4)])
def test_R7_copies_follow_the_number_of_seats(seats: int, copies: int) -> None:
    assert KIND.resolve(FlipOptions(), seats).copies == copies


@pytest.mark.parametrize("copies", [2, 4, 6, 8])
def test_R7_copies_can_be_chosen(copies: int) -> None:
    options = FlipOptions(copies=copies)  # type: ignore[arg-type]  # an int from a list of literals
    assert KIND.resolve(options, 6).copies == copies


def test_R7_two_copies_are_too_few_for_more_than_six_seats() -> None:
    assert KIND.resolve(FlipOptions(copies=2), 6).copies == 2
    with pytest.raises(Rejected) as refusal:
        KIND.resolve(FlipOptions(copies=2), 7)
    assert refusal.value.code == "options_conflict"


def test_R7_the_starting_seat_is_at_the_table() -> None:
    assert KIND.resolve(FlipOptions(starting_seat=3), 4).starting_seat == 3
    with pytest.raises(Rejected) as refusal:
        KIND.resolve(FlipOptions(starting_seat=4), 4)
    assert refusal.value.code == "options_conflict"


def test_R1_temperatures_do_not_matter_for_a_pair() -> None:
    assert pairs_in(cards("7h 7c 8h 9c 9c 8h")) == [cards("7h 7c"), cards("9c 9c"), cards("8h 8h")]
    assert pairs_in(cards("7h 8h 9h 10c")) == []


def test_R2_two_to_eight_seats() -> None:
    assert KIND.seats == (2, 8)
