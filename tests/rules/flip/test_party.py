"""[R34], [R38], [R41]: drinks to give in play, and giving them."""

from tapster.games.flip.events import FlipDrinkGiven, FlipPairLaid, FlipShotGiven
from tapster.games.flip.messages import (
    FlipFlip,
    FlipGiveDrink,
    FlipGiveShot,
    FlipOptions,
    FlipSteal,
)
from tapster.games.kernel.kind import Duty
from tests.rules.flip.tables import cards, table
from tests.rules.flip.test_clean_sweep import swept
from tests.rules.scenario import Scenario

PARTY = FlipOptions(party=True)
SPICY = FlipOptions(party=True, extra_spicy=True)


def with_credit() -> Scenario:
    """Seat 0 has earned a drink to give by a pair."""
    game = table(["1h 9h", "3h 4h", "2h 6h"], options=PARTY)
    game.when(0, FlipFlip(slot=1, number=9))
    assert FlipPairLaid(seat=0, cards=cards("9h 9c"), drinks_to_give=1) in game.events
    return game


def test_R34_a_pair_earns_a_drink_to_give() -> None:
    assert with_credit().state.drinks_to_give == [1, 0, 0]


def test_R34_without_a_party_it_earns_nothing() -> None:
    game = table(["1h 9h", "3h 4h"])
    game.when(0, FlipFlip(slot=1, number=9))
    assert game.state.drinks_to_give == [0, 0]
    game.refuses(1, FlipGiveDrink(seat=0), "no_drink_to_give")


def test_R38_a_drink_is_given_out_of_turn_to_any_other_seat() -> None:
    game = with_credit()
    assert game.kind.awaited(game.state) == {1: Duty("turn", True), 0: Duty("react", False)}
    game.refuses(0, FlipGiveDrink(seat=0), "own_seat")
    game.refuses(0, FlipGiveDrink(seat=3), "no_such_seat")
    game.refuses(0, FlipGiveDrink(seat=-1), "no_such_seat")
    game.refuses(0, FlipGiveShot(seat=1), "no_shot_to_give")
    game.refuses(2, FlipGiveDrink(seat=0), "not_your_turn")
    game.when(0, FlipGiveDrink(seat=2))
    game.then(FlipDrinkGiven(seat=0, to=2))
    assert game.state.drinks == [0, 0, 1]
    assert game.kind.awaited(game.state) == {1: Duty("turn", True)}
    game.refuses(0, FlipGiveDrink(seat=2), "not_your_turn")


def test_R38_R41_the_sweeper_gives_drinks_and_its_shot_also_before_it_steals() -> None:
    game = swept(["1h 2h", "3h 4h"], options=SPICY)
    game.when(1, FlipGiveShot(seat=0))
    game.then(FlipShotGiven(seat=1, to=0))
    game.refuses(1, FlipGiveShot(seat=0), "no_shot_to_give")
    game.when(1, FlipGiveDrink(seat=0))
    assert game.state.phase == "steal"
    assert FlipSteal(seat=0) in game.kind.legal(game.state, 1)
    seats = game.kind.view(game.state, None).seats
    assert [(seat.drinks, seat.shots) for seat in seats] == [(1, 1), (0, 0)]
    assert [(seat.drinks_to_give, seat.shots_to_give) for seat in seats] == [(0, 0), (3, 0)]
