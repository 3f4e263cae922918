"""[R8] to [R11]: the deal, the clearing of pairs, the first roles."""

from tapster.games.flip import KIND
from tapster.games.flip.cards import new_action_deck, new_deck
from tapster.games.flip.events import (
    FlipCardsDrawn,
    FlipDealt,
    FlipEvent,
    FlipPairLaid,
    FlipTurnStarted,
)
from tapster.games.flip.messages import FlipOptions
from tapster.games.flip.state import FlipState
from tapster.games.kernel.chance import Chance, Pick, Shuffle
from tests.rules.flip.tables import actions, cards, order_of
from tests.rules.scenario import FixedChance

NO_ACTIONS = FlipOptions(action_cards=False, copies=2, starting_seat=0)


def started(seats: int, options: FlipOptions, chance: Chance) -> tuple[list[FlipEvent], FlipState]:
    resolved = KIND.resolve(options, seats)
    state = KIND.empty(resolved, seats)
    assert not list(KIND.cards(state))
    events = list(KIND.start(resolved, seats, chance))
    for event in events:
        KIND.evolve(state, event)
    return events, state


def top(first: str) -> FixedChance:
    return FixedChance(order_of(new_deck(2), cards(first)))


def pair(seat: int, laid: str, drinks: int = 0) -> FlipPairLaid:
    return FlipPairLaid(seat=seat, cards=cards(laid), drinks_to_give=drinks)


def drawn(seat: int, short: str) -> FlipCardsDrawn:
    return FlipCardsDrawn(seat=seat, cards=cards(short), count=len(cards(short)))


def test_R8_hands_of_four_then_the_middle_then_two_action_cards_each() -> None:
    order = order_of(new_deck(2), cards("1h 2h 3h 4h 5c 6c 7c 8c 9h 10h 11h 12h 13h"))
    action_order = order_of(new_action_deck(), actions("shield peek reverse reverse switch"))
    chance = FixedChance(order, action_order)
    events, state = started(2, FlipOptions(starting_seat=1), chance)

    dealt, turn = events
    assert isinstance(dealt, FlipDealt)
    assert dealt.hands == [cards("1h 2h 3h 4h"), cards("5c 6c 7c 8c")]
    assert dealt.middle == cards("9h 10h 11h 12h")
    assert dealt.draw_pile_count == 40
    assert state.draw_pile[0] == "13-hot"
    assert dealt.action_cards == [actions("shield peek"), actions("reverse reverse")]
    assert state.action_draw_pile[0] == "switch"
    assert dealt.action_draw_pile_count == 28
    assert turn == FlipTurnStarted(flipper=0, flippee=1, shield_ends=False)
    assert state.phase == "flip"
    assert len(list(KIND.cards(state))) == 52 + 32


def test_R8_without_action_cards_there_are_none() -> None:
    _, state = started(2, NO_ACTIONS, top("1h 2h 3h 4h 5c 6c 7c 8c"))
    assert state.action_cards == [[], []]
    assert not state.action_draw_pile


def test_R9_of_three_the_oldest_two_are_laid_and_what_is_drawn_waits_for_the_next_pass() -> None:
    chance = top("7h 7c 7h 2h 1h 3h 4h 5h 6h 8h 9h 10h 2c 13h 11h 12h")
    events, state = started(2, NO_ACTIONS, chance)
    assert events[1:-1] == [
        pair(0, "7h 7c"),
        drawn(0, "2c 13h"),
        pair(0, "2h 2c"),
        drawn(0, "11h 12h"),
    ]
    assert state.hands[0] == cards("7h 13h 11h 12h")


def test_R9_four_of_a_number_are_two_pairs_and_all_seats_clear_in_one_pass() -> None:
    chance = top("7h 7c 7c 7h 1h 1c 4h 5h 6h 8h 9h 10h 1h 2h 3h 9c 1c 12h")
    events, state = started(2, NO_ACTIONS, chance)
    assert events[1:-1] == [
        pair(0, "7h 7c"),
        pair(0, "7c 7h"),
        drawn(0, "1h 2h 3h 9c"),
        pair(1, "1h 1c"),
        drawn(1, "1c 12h"),
    ]
    assert state.hands == [cards("1h 2h 3h 9c"), cards("4h 5h 1c 12h")]


def test_R9_when_the_pile_runs_out_the_passes_go_on_without_drawing() -> None:
    # The new deck as it is, but for one exchange: seat 5 holds 6h 6h 6c 7h, the Middle 6c 7h 7c 7c.
    order = list(range(52))
    order[23], order[24] = 24, 23
    events, state = started(6, NO_ACTIONS, FixedChance(order))
    # Seat 0 lays its eights in pass 2, wants 4 cards and finds 2, which it lays in pass 3.
    assert events[-7:] == [
        pair(3, "11h 11h"),
        pair(3, "11c 11c"),
        pair(4, "12h 12h"),
        pair(4, "12c 12c"),
        pair(5, "13h 13h"),
        pair(0, "13c 13c"),
        FlipTurnStarted(flipper=5, flippee=0, shield_ends=False),
    ]
    assert drawn(0, "13c 13c") in events
    assert [len(pairs) for pairs in state.pairs] == [5, 4, 4, 4, 4, 2]
    assert state.hands == [[], [], [], [], [], cards("6c 7h")]
    assert not state.draw_pile
    assert 5 in KIND.awaited(state)


def test_R10_the_seat_before_the_first_flippee_flips() -> None:
    options = FlipOptions(action_cards=False, starting_seat=0)
    _, state = started(2, options, top("1h 2h 3h 4h 5c 6c 7c 8c 9h 10h"))
    assert (state.flipper, state.flippee) == (1, 0)


def test_R11_chance_decides_the_deck_then_the_action_cards_then_the_starting_seat() -> None:
    order = order_of(new_deck(2), cards("7h 7c 3h 4h 5c 6c 8c 10c 9h 10h 11h 12h 13h 1c"))
    chance = FixedChance(order, list(range(32)), 1)
    events, state = started(2, FlipOptions(), chance)
    assert [type(draw) for draw in chance.draws] == [Shuffle, Shuffle, Pick]
    assert chance.draws[2] == Pick(n=2, value=1)
    assert pair(0, "7h 7c") in events
    assert (state.flipper, state.flippee) == (0, 1)


def test_R11_with_a_starting_seat_and_no_action_cards_only_the_deck_is_shuffled() -> None:
    chance = top("1h 2h 3h 4h 5c 6c 7c 8c")
    started(2, NO_ACTIONS, chance)
    assert [type(draw) for draw in chance.draws] == [Shuffle]


def test_R34_pairs_cleared_at_the_start_earn_drinks_to_give() -> None:
    options = FlipOptions(action_cards=False, copies=2, starting_seat=0, party=True)
    chance = top("7h 7c 7c 7h 1h 1c 4h 5h 6h 8h 9h 10h 1h 2h 3h 9c 1c 12h")
    events, state = started(2, options, chance)
    assert pair(0, "7c 7h", drinks=1) in events
    assert state.drinks_to_give == [2, 1]
    assert set(KIND.awaited(state)) == {0, 1}
