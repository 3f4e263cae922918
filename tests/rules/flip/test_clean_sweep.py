"""[R24] to [R27], [R37]: the clean sweep and what it steals."""

from tapster.games.flip.cards import FlipActionCard
from tapster.games.flip.events import (
    FlipActionCardsDrawn,
    FlipActionPileShuffled,
    FlipActionPlayed,
    FlipCalled,
    FlipCleanSwept,
    FlipPairLaid,
    FlipPairStolen,
    FlipShielded,
    FlipStealOpened,
    FlipStolen,
    FlipTaken,
)
from tapster.games.flip.messages import (
    FlipCall,
    FlipCallWord,
    FlipOptions,
    FlipPlayAction,
    FlipSteal,
    FlipStealPair,
)
from tests.rules.flip.tables import (
    MIDDLE,
    actions,
    card,
    cards,
    table,
    turn_over,
    with_base,
    with_calls,
)
from tests.rules.scenario import NO_CHANCE, FixedChance, Scenario

LAST_CALL = FlipCall(slot=3, call=FlipCallWord.COLD)
CALLED = FlipCalled(seat=1, slot=3, call=FlipCallWord.COLD, card=card("5c"), right=True, drinks=0)
SWEPT = FlipCleanSwept(seat=1, drinks_to_give=0, shots_to_give=0)
TAKEN = FlipTaken(seat=1, slots=[0, 1, 2, 3], cards=cards(MIDDLE))
OPENED = FlipStealOpened(seat=1, steals_left=2)
REFILLED = {0: "13h", 1: "13c", 2: "12h", 3: "12c"}


def before_the_sweep(hands: list[str], **given: object) -> Scenario:
    """Seat 1 has made two right calls and is about to make the third."""
    return with_calls(with_base(table(hands, **given)), calls=2)  # type: ignore[arg-type]  # passed on as they are


def swept(hands: list[str], **given: object) -> Scenario:
    """Seat 1 has made its clean sweep."""
    game = before_the_sweep(hands, **given)
    game.when(1, LAST_CALL)
    return game


def stolen(victim: int, short: str, left: int) -> FlipStolen:
    return FlipStolen(seat=1, victim=victim, card=card(short), steals_left=left)


def laid(short: str, drinks: int = 0) -> FlipPairLaid:
    return FlipPairLaid(seat=1, cards=cards(short), drinks_to_give=drinks)


# The sweep


def test_R24_all_four_cards_two_action_cards_and_a_steal() -> None:
    game = before_the_sweep(["1h 2h", "3h 9h"], action_pile="peek shield reverse")
    game.when(1, LAST_CALL)
    game.then(
        CALLED,
        SWEPT,
        TAKEN,
        laid("9h 9c"),
        FlipActionCardsDrawn(seat=1, cards=actions("peek shield"), count=2),
        OPENED,
    )
    view = game.kind.view(game.state, None)
    assert (view.phase, view.base, view.calls, view.steals_left) == ("steal", None, 3, 2)
    assert [slot.state for slot in view.middle] == ["empty"] * 4
    assert game.state.hands[1] == cards("3h 7h 8h 5c")


def test_R24_one_action_card_if_there_is_only_one() -> None:
    game = before_the_sweep(["1h 2h", "3h 4h"], action_pile="peek")
    game.when(1, LAST_CALL)
    game.then(
        CALLED, SWEPT, TAKEN, FlipActionCardsDrawn(seat=1, cards=actions("peek"), count=1), OPENED
    )


def test_R24_no_action_cards_in_a_game_without_them() -> None:
    game = before_the_sweep(["1h 2h", "3h 4h"], options=FlipOptions(action_cards=False))
    game.when(1, LAST_CALL)
    game.then(CALLED, SWEPT, TAKEN, OPENED)


def test_R4_the_discards_are_shuffled_when_an_action_card_is_missing() -> None:
    game = before_the_sweep(["1h 2h", "3h 4h"], held=["shield reverse", ""], action_pile="peek")
    game.given(
        FlipActionPlayed(seat=0, card=FlipActionCard.SHIELD),
        FlipActionPlayed(seat=0, card=FlipActionCard.REVERSE),
    )
    game.when(1, LAST_CALL, FixedChance([1, 0]))
    game.then(
        CALLED,
        SWEPT,
        TAKEN,
        FlipActionCardsDrawn(seat=1, cards=actions("peek"), count=1),
        FlipActionPileShuffled(cards=actions("reverse shield"), count=2),
        FlipActionCardsDrawn(seat=1, cards=actions("reverse"), count=1),
        OPENED,
    )
    assert game.state.action_draw_pile == actions("shield")
    assert game.state.action_discard_pile == []


def test_R37_a_party_sweep_earns_four_drinks_to_give() -> None:
    game = swept(["1h 2h", "3h 4h"], options=FlipOptions(party=True))
    assert game.events[1] == FlipCleanSwept(seat=1, drinks_to_give=4, shots_to_give=0)
    assert game.state.drinks_to_give == [0, 4]


def test_R37_extra_spicy_earns_a_shot_too() -> None:
    game = swept(["1h 2h", "3h 4h"], options=FlipOptions(party=True, extra_spicy=True))
    assert game.events[1] == FlipCleanSwept(seat=1, drinks_to_give=4, shots_to_give=1)
    assert game.state.shots_to_give == [0, 1]


def test_R7_extra_spicy_does_nothing_without_a_party() -> None:
    game = swept(["1h 2h", "3h 4h"], options=FlipOptions(extra_spicy=True))
    assert game.events[1] == SWEPT


# Single cards


def test_R26_two_cards_of_one_seat_at_random() -> None:
    game = swept(["1h 2h 11h", "3h 4h"])
    game.when(1, FlipSteal(seat=0), FixedChance(1))
    game.then(stolen(0, "2h", 1))
    game.when(1, FlipSteal(seat=0), FixedChance(1))
    game.then(stolen(0, "11h", 0), *turn_over(1, REFILLED, 0))
    assert game.state.hands == [cards("1h"), cards("3h 4h 7h 9c 8h 5c 2h 11h")]


def test_R26_one_card_each_of_two_seats_also_the_only_one() -> None:
    game = swept(["1h", "3h 4h", "2h 11h"])
    chance = FixedChance(0)
    game.when(1, FlipSteal(seat=0), chance)
    game.then(stolen(0, "1h", 1))
    assert [draw.n for draw in chance.draws if hasattr(draw, "n")] == [1]
    game.refuses(1, FlipSteal(seat=0), "hand_empty")
    game.when(1, FlipSteal(seat=2), FixedChance(1))
    game.then(stolen(2, "11h", 0), *turn_over(1, REFILLED, 2))


def test_R12_a_pair_is_laid_between_the_two_cards_of_a_steal() -> None:
    game = swept(["7c 2h", "3h 4h"], options=FlipOptions(party=True))
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    game.then(stolen(0, "7c", 1), laid("7h 7c", drinks=1))
    assert game.state.phase == "steal"
    assert game.state.drinks_to_give == [0, 5]
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    game.then(stolen(0, "2h", 0), *turn_over(1, REFILLED, 0))


def test_R12_a_pair_of_the_last_stolen_card_is_laid_before_the_turn_ends() -> None:
    game = swept(["2h 9h", "3h 4h"])
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    game.then(stolen(0, "9h", 0), laid("9c 9h"), *turn_over(1, REFILLED, 0))


def test_R25_the_steal_ends_early_when_nothing_more_can_be_stolen() -> None:
    game = swept(["1h", "3h 4h"])
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    game.then(stolen(0, "1h", 0), *turn_over(1, REFILLED, 0))


def test_R27_a_single_may_be_taken_where_only_a_pair_would_make_the_steal_complete() -> None:
    game = swept(["1h", "3h 4h"], pairs={0: ["2h 2c"]})
    assert FlipStealPair(seat=0, pair=0) in game.kind.legal(game.state, 1)
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    game.then(stolen(0, "1h", 0), *turn_over(1, REFILLED, 0))


def test_R27_no_pair_after_a_single_card() -> None:
    game = swept(["1h", "3h 4h", "2h 11h"], pairs={0: ["2c 2c"]})
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    game.then(stolen(0, "1h", 1))
    game.refuses(1, FlipStealPair(seat=0, pair=0), "steal_begun")
    assert game.kind.legal(game.state, 1)[0] == FlipSteal(seat=2)


# A complete pair


def test_R27_a_complete_pair_is_the_whole_steal_and_its_point_goes_with_it() -> None:
    game = swept(["1h", "3h 4h"], pairs={0: ["2h 2c", "6c 6h", "12h 12c"]})
    game.when(1, FlipStealPair(seat=0, pair=1))
    game.then(
        FlipPairStolen(seat=1, victim=0, pair=1, cards=cards("6c 6h")),
        laid("6c 6h"),
        *turn_over(1, REFILLED, 0),
    )
    assert game.state.pairs == [[cards("2h 2c"), cards("12h 12c")], [cards("6c 6h")]]  # [R14]
    view = game.kind.view(game.state, None)
    assert [seat.points for seat in view.seats] == [2, 1]
    assert (view.phase, view.base, view.calls, view.steals_left) == ("flip", None, 0, 0)


def test_R27_R34_a_stolen_pair_meets_a_third_card_and_earns_nothing() -> None:
    game = swept(["1h", "3h 4h"], pairs={0: ["9h 9c"]}, options=FlipOptions(party=True))
    game.when(1, FlipStealPair(seat=0, pair=0))
    game.then(
        FlipPairStolen(seat=1, victim=0, pair=0, cards=cards("9h 9c")),
        laid("9c 9h"),
        *turn_over(1, REFILLED, 0),
    )
    assert game.state.hands[1] == cards("3h 4h 7h 8h 5c 9c")
    assert game.state.drinks_to_give == [0, 4]  # for the sweep


def test_R27_no_pair_of_a_seat_with_two_cards_or_more() -> None:
    game = swept(["1h 11h", "3h 4h"], pairs={0: ["2h 2c"]})
    game.refuses(1, FlipStealPair(seat=0, pair=0), "hand_too_large")


def test_R27_a_pair_of_an_empty_hand_must_be_stolen_where_it_is_all_there_is() -> None:
    game = swept(["", "3h 4h"], pairs={0: ["2h 2c"]})
    assert game.kind.legal(game.state, 1) == [FlipStealPair(seat=0, pair=0)]
    game.refuses(1, FlipSteal(seat=0), "hand_empty")


def test_R14_the_stolen_pair_exists() -> None:
    game = swept(["1h", "3h 4h"], pairs={0: ["2h 2c"]})
    game.refuses(1, FlipStealPair(seat=0, pair=1), "no_such_pair")
    game.refuses(1, FlipStealPair(seat=0, pair=-1), "no_such_pair")


# Nobody to steal from


def test_R25_where_nothing_can_be_stolen_the_turn_ends() -> None:
    game = before_the_sweep(["", "3h 4h"])
    game.when(1, LAST_CALL, NO_CHANCE)
    game.then(CALLED, SWEPT, TAKEN, *turn_over(1, REFILLED, 0))


def test_R25_the_own_pairs_and_hand_cannot_be_stolen() -> None:
    game = swept(["1h 2h", "3h 4h"], pairs={1: ["2h 2c"]})
    game.refuses(1, FlipSteal(seat=1), "own_seat")
    game.refuses(1, FlipStealPair(seat=1, pair=0), "own_seat")
    game.refuses(1, FlipSteal(seat=2), "no_such_seat")
    game.refuses(1, FlipSteal(seat=-1), "no_such_seat")
    game.refuses(1, FlipStealPair(seat=2, pair=0), "no_such_seat")


def test_R47_neither_hand_nor_pairs_of_a_shielded_seat_can_be_stolen() -> None:
    game = before_the_sweep(["1h", "3h 4h", "2h 11h"], pairs={0: ["2c 2c"]})
    game.given(FlipShielded(seat=0))
    game.when(1, LAST_CALL)
    game.refuses(1, FlipSteal(seat=0), "seat_shielded")
    game.refuses(1, FlipStealPair(seat=0, pair=0), "seat_shielded")
    assert game.kind.legal(game.state, 1) == [FlipSteal(seat=2)]


def test_R47_where_everybody_else_is_shielded_there_is_no_steal() -> None:
    game = before_the_sweep(["1h", "3h 4h"], pairs={0: ["2c 2c"]})
    game.given(FlipShielded(seat=0))
    game.when(1, LAST_CALL)
    game.then(CALLED, SWEPT, TAKEN, *turn_over(1, REFILLED, 0, shield_ends=True))


def test_R25_R47_a_shielded_hand_does_not_keep_the_steal_open() -> None:
    game = before_the_sweep(["1h", "3h 4h", "2h 11h"])
    game.given(FlipShielded(seat=2))
    game.when(1, LAST_CALL)
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    game.then(stolen(0, "1h", 0), *turn_over(1, REFILLED, 2, shield_ends=True))


def test_R25_only_the_sweeper_steals_and_nobody_plays_meanwhile() -> None:
    game = swept(["1h 2h", "3h 4h"], held=["peek", "lucky-draw"])
    game.refuses(0, FlipSteal(seat=1), "not_your_turn")
    game.refuses(0, FlipPlayAction(card=FlipActionCard.PEEK, slot=0), "not_your_turn")
    game.refuses(1, FlipPlayAction(card=FlipActionCard.LUCKY_DRAW), "wrong_phase")
    game.refuses(1, LAST_CALL, "wrong_phase")


def test_R25_there_is_no_stealing_outside_a_sweep() -> None:
    game = before_the_sweep(["1h 2h", "3h 4h"])
    game.refuses(1, FlipSteal(seat=0), "wrong_phase")
    game.refuses(1, FlipStealPair(seat=0, pair=0), "wrong_phase")
