"""[R28] to [R33], [R39], [R40]: after a turn, the last refill, the result, settling."""

from tapster.games.flip.events import (
    FlipCleanSwept,
    FlipDrinkGiven,
    FlipDrinksWaived,
    FlipEnded,
    FlipInsured,
    FlipMiddleRefilled,
    FlipSettled,
    FlipShotGiven,
    FlipTaken,
    FlipTurnEnded,
)
from tapster.games.flip.messages import (
    FlipFlip,
    FlipGiveDrink,
    FlipGiveShot,
    FlipOptions,
    FlipSteal,
    FlipTake,
    FlipWaiveDrinks,
)
from tapster.games.kernel.kind import Duty
from tapster.games.kernel.messages import TOO_LONG, Ranked, Result
from tests.rules.flip.tables import cards, table, turn_over, with_base, with_calls
from tests.rules.flip.test_clean_sweep import swept
from tests.rules.scenario import FixedChance, Scenario

PARTY = FlipOptions(party=True)
FOUR = ["1h 2h", "3h 4h", "6h 10c", "11c 12c"]


def result(scores: list[int], ranks: list[int]) -> Result:
    order = sorted(range(len(scores)), key=lambda seat: (ranks[seat], seat))
    winners = [seat for seat in order if ranks[seat] == 1]
    return Result(
        reason="cards_ran_out",
        winners=winners,
        tie=len(winners) > 1,
        ranking=[Ranked(seat=seat, rank=ranks[seat], score=scores[seat]) for seat in order],
    )


def last_turn(options: FlipOptions | None = None) -> Scenario:
    """Three seats with 2, 1 and 1 pairs; the draw pile has one card, two slots get empty."""
    game = table(
        ["1h 2h", "3h 4h", "6h 10c"],
        pile="13h",
        pairs={0: ["1h 1c", "2h 2c"], 1: ["3h 3c"], 2: ["4h 4c"]},
        options=options,
    )
    return with_calls(with_base(game), calls=1)


# After the turn


def test_R28_the_empty_slots_are_filled_lowest_first_and_the_others_stay() -> None:
    game = with_calls(with_base(table(["1h 2h", "3h 4h"]), slot=3), calls=1, slots=(1, 2))
    game.when(1, FlipTake())
    game.then(
        FlipTaken(seat=1, slots=[3, 1], cards=cards("5c 9c")),
        *turn_over(1, {1: "13h", 3: "13c"}, 0),
    )
    assert game.state.middle == cards("7h 13h 8h 13c")


def test_R29_the_flippee_flips_next_and_the_next_in_line_gambles() -> None:
    game = with_base(table(FOUR))
    game.when(1, FlipTake())
    game.then(FlipTaken(seat=1, slots=[0], cards=cards("7h")), *turn_over(1, {0: "13h"}, 2))


def test_R29_the_same_after_a_stolen_turn_and_past_the_last_seat() -> None:
    game = table(FOUR, flipper=2, flippee=3)
    game.when(2, FlipFlip(slot=0, number=7))
    assert game.events[2:] == turn_over(3, {0: "13h"}, 0)
    assert (game.state.flipper, game.state.flippee) == (3, 0)


def test_R28_a_pile_that_just_suffices_is_no_end() -> None:
    game = with_base(table(["1h 2h", "3h 4h"], pile="13h"))
    game.when(1, FlipTake())
    game.then(FlipTaken(seat=1, slots=[0], cards=cards("7h")), *turn_over(1, {0: "13h"}, 0))
    assert game.state.draw_pile == []
    assert game.kind.awaited(game.state) == {1: Duty("turn", True)}


# The end


def test_R30_the_last_refill_goes_as_far_as_the_pile_and_the_roles_stay() -> None:
    game = last_turn()
    game.when(1, FlipTake())
    game.then(
        FlipTaken(seat=1, slots=[0, 1], cards=cards("7h 9c")),
        FlipTurnEnded(flippee=1, shield_ended=False),
        FlipMiddleRefilled(slots=[0], cards=cards("13h")),
        FlipEnded(result=result([2, 1, 1], [1, 2, 2]), last_place=[], drinks_to_give=0),
        FlipSettled(),
    )
    state = game.state
    assert (state.phase, state.flipper, state.flippee) == ("over", 0, 1)
    assert state.middle == [*cards("13h"), None, *cards("8h 5c")]
    assert game.kind.awaited(state) == {}
    assert game.kind.result(state) == result([2, 1, 1], [1, 2, 2])
    game.refuses(1, FlipTake(), "game_over")
    game.refuses(0, FlipWaiveDrinks(), "game_over")


def test_R30_an_empty_pile_fills_nothing() -> None:
    game = with_base(table(["1h 2h", "3h 4h"], pile=""))
    game.when(1, FlipTake())
    game.then(
        FlipTaken(seat=1, slots=[0], cards=cards("7h")),
        FlipTurnEnded(flippee=1, shield_ended=False),
        FlipEnded(result=result([0, 0], [1, 1]), last_place=[], drinks_to_give=0),
        FlipSettled(),
    )


def test_R31_the_pairs_of_the_last_turn_count() -> None:
    game = with_base(table(["1h 2h", "3h 7c"], pile=""))
    game.when(1, FlipTake())
    assert game.kind.result(game.state) == result([0, 1], [2, 1])


def test_R30_a_sweep_at_the_end_steals_before_the_game_ends() -> None:
    game = swept(["1h", "3h 4h"], pile="13h 13c 12h")
    assert game.state.phase == "steal"
    assert game.state.result is None
    game.when(1, FlipSteal(seat=0), FixedChance(0))
    assert game.state.phase == "over"


def test_R32_equal_seats_share_the_win() -> None:
    game = table(["1h 2h", "3h 4h", "6h 10c"], pile="", pairs={0: ["1h 1c"], 2: ["4h 4c"]})
    with_base(game).when(1, FlipTake())
    shared = game.kind.result(game.state)
    assert shared == result([1, 0, 1], [1, 3, 1])
    assert shared.winners == [0, 2]
    assert shared.tie


# Party: the last place, and settling


def test_R39_every_seat_in_last_place_finishes_its_drink_and_gets_three_to_give() -> None:
    game = last_turn(PARTY)
    game.when(1, FlipTake())
    assert game.events[-1] == FlipEnded(
        result=result([2, 1, 1], [1, 2, 2]), last_place=[1, 2], drinks_to_give=3
    )
    state = game.state
    assert state.phase == "settle"
    assert state.finishes_drink == [False, True, True]
    assert state.drinks_to_give == [0, 3, 3]
    assert game.kind.result(state) is not None
    settle = Duty("settle", required=True)
    assert game.kind.awaited(state) == {1: settle, 2: settle}


def test_R39_if_all_are_equal_all_are_in_last_place_on_top_of_what_they_have() -> None:
    game = with_base(table(["1h 2h", "3h 4h"], pile="", options=PARTY))
    game.given(FlipCleanSwept(seat=0, drinks_to_give=2, shots_to_give=0))
    game.when(1, FlipTake())
    assert game.state.finishes_drink == [True, True]
    assert game.state.drinks_to_give == [5, 3]


def test_R40_the_game_is_over_when_all_is_given_or_waived() -> None:
    game = last_turn(PARTY)
    game.when(1, FlipTake())
    game.refuses(0, FlipGiveDrink(seat=1), "not_your_turn")
    game.when(2, FlipWaiveDrinks())
    game.then(FlipDrinksWaived(seat=2))
    game.refuses(2, FlipWaiveDrinks(), "not_your_turn")
    game.refuses(1, FlipGiveShot(seat=2), "no_shot_to_give")
    game.refuses(1, FlipTake(), "not_your_turn")
    for _ in range(2):
        game.when(1, FlipGiveDrink(seat=0))
        game.then(FlipDrinkGiven(seat=1, to=0))
    game.when(1, FlipGiveDrink(seat=2))
    game.then(FlipDrinkGiven(seat=1, to=2), FlipSettled())
    assert game.state.phase == "over"
    assert game.state.drinks == [2, 0, 1]
    assert game.kind.awaited(game.state) == {}
    game.refuses(1, FlipGiveDrink(seat=0), "game_over")


def test_R38_R40_an_earlier_credit_is_settled_too_also_of_a_seat_that_is_not_last() -> None:
    game = last_turn(PARTY)
    game.given(FlipCleanSwept(seat=0, drinks_to_give=1, shots_to_give=1))
    game.given(FlipCleanSwept(seat=2, drinks_to_give=1, shots_to_give=1))
    game.when(1, FlipTake())
    settle = Duty("settle", required=True)
    assert game.kind.awaited(game.state) == {0: settle, 1: settle, 2: settle}
    assert game.state.drinks_to_give == [1, 3, 4]
    game.when(2, FlipWaiveDrinks())  # the shot too
    game.when(1, FlipWaiveDrinks())
    game.when(0, FlipGiveDrink(seat=1))
    assert game.kind.awaited(game.state) == {0: settle}  # for the shot
    game.when(0, FlipGiveShot(seat=2))
    game.then(FlipShotGiven(seat=0, to=2), FlipSettled())
    assert (game.state.drinks, game.state.shots) == ([0, 1, 0], [0, 0, 1])


def test_R40_nothing_is_waived_before_the_end() -> None:
    game = last_turn(PARTY)
    game.given(FlipCleanSwept(seat=0, drinks_to_give=1, shots_to_give=0))
    game.refuses(0, FlipWaiveDrinks(), "wrong_phase")


# Cut short


def cut(game: Scenario) -> None:
    game.events = list(game.kind.cut_short(game.state))
    game.given(*game.events)


def test_R33_a_game_that_is_too_long_has_no_winner_and_lets_drinks_lapse() -> None:
    game = last_turn(PARTY)
    game.given(FlipCleanSwept(seat=0, drinks_to_give=2, shots_to_give=0))
    game.given(FlipInsured(seat=1))
    cut(game)
    game.then(FlipEnded(result=TOO_LONG, last_place=[], drinks_to_give=0), FlipSettled())
    state = game.state
    assert (state.phase, state.result) == ("over", TOO_LONG)
    assert state.drinks_to_give == [0, 0, 0]
    assert state.finishes_drink == [False] * 3
    assert game.kind.awaited(state) == {}
    view = game.kind.view(state, None)
    assert (view.base, view.calls) == (None, 0)
    assert not any(seat.insured for seat in view.seats)
    assert [slot.state for slot in view.middle] == ["up", "up", "down", "down"]


def test_R33_a_steal_can_be_cut_short() -> None:
    game = swept(["1h 2h", "3h 4h"])
    cut(game)
    view = game.kind.view(game.state, None)
    assert (view.phase, view.calls, view.steals_left) == ("over", 0, 0)


def test_R33_a_result_that_stands_is_kept() -> None:
    game = last_turn(PARTY)
    game.when(1, FlipTake())
    cut(game)
    game.then(FlipSettled())
    assert game.state.phase == "over"
    assert game.kind.result(game.state) == result([2, 1, 1], [1, 2, 2])
    assert game.state.finishes_drink == [False, True, True]
