"""[R47]: how long a shield lasts."""

from tapster.games.flip.cards import FlipActionCard
from tapster.games.flip.events import FlipActionPlayed, FlipPickpocketed, FlipShielded
from tapster.games.flip.messages import FlipFlip, FlipPlayAction, FlipTake
from tests.rules.flip.tables import card, table, turn_over, with_base
from tests.rules.scenario import FixedChance, Scenario

SHIELD = FlipPlayAction(card=FlipActionCard.SHIELD)
HANDS = ["1h 2h", "3h 4h", "6h 10c"]


def shielded(game: Scenario) -> list[bool]:
    return [seat.shielded for seat in game.kind.view(game.state, None).seats]


def next_turn(game: Scenario) -> None:
    """The Flippee takes the base card."""
    slot = next(slot for slot in range(4) if not game.state.up[slot])
    with_base(game, slot).when(game.state.flippee, FlipTake())


def test_it_lasts_until_the_end_of_the_next_turn_as_flippee() -> None:
    game = table(HANDS, held=["", "", "shield"])
    game.when(2, SHIELD)
    game.then(FlipActionPlayed(seat=2, card=FlipActionCard.SHIELD), FlipShielded(seat=2))
    assert shielded(game) == [False, False, True]
    next_turn(game)
    assert game.events[1:] == turn_over(1, {0: "13h"}, 2, shield_ends=True)
    assert shielded(game) == [False, False, True]
    next_turn(game)
    assert game.events[1:] == turn_over(2, {0: "13c"}, 0, shield_ended=True)
    assert shielded(game) == [False, False, False]


def test_the_turn_that_is_running_does_not_count() -> None:
    game = with_base(table(HANDS[:2], held=["", "shield"]))
    game.when(1, SHIELD)
    game.when(1, FlipTake())
    assert game.events[1:] == turn_over(1, {0: "13h"}, 0)
    next_turn(game)
    assert game.events[1:] == turn_over(0, {0: "13c"}, 1, shield_ends=True)
    assert shielded(game) == [False, True]
    next_turn(game)
    assert shielded(game) == [False, False]


def test_before_the_flip_the_turn_is_running_already() -> None:
    game = table(HANDS[:2], held=["", "shield"])
    game.when(1, SHIELD)
    next_turn(game)
    next_turn(game)
    assert shielded(game) == [False, True]


def test_a_stolen_turn_counts() -> None:
    game = table(HANDS[:2], held=["shield", ""])
    game.when(0, SHIELD)
    next_turn(game)
    assert (game.state.flipper, game.state.flippee) == (1, 0)
    game.when(1, FlipFlip(slot=1, number=9))
    assert game.events[2:] == turn_over(0, {1: "13c"}, 1, shield_ended=True)
    assert shielded(game) == [False, False]


def test_two_shields_do_not_add_up() -> None:
    game = table(HANDS[:2], held=["shield shield", ""])
    game.when(0, SHIELD)
    game.when(0, SHIELD)
    next_turn(game)
    next_turn(game)
    assert shielded(game) == [False, False]


def test_a_second_one_in_the_turn_that_ends_the_first_lasts_for_its_own_time() -> None:
    game = table(HANDS[:2], held=["shield shield", ""])
    game.when(0, SHIELD)
    next_turn(game)
    game.when(0, SHIELD)
    next_turn(game)
    assert shielded(game) == [True, False]
    next_turn(game)
    next_turn(game)
    assert shielded(game) == [False, False]


def test_it_protects_through_its_last_turn_and_no_longer() -> None:
    pickpocket = FlipPlayAction(card=FlipActionCard.PICKPOCKET, seat=2)
    game = table(HANDS, held=["pickpocket", "", "shield"])
    game.when(2, SHIELD)
    next_turn(game)
    with_base(game, slot=1)  # the turn of seat 2, with which the shield ends
    game.refuses(0, pickpocket, "seat_shielded")
    game.when(2, FlipTake())
    game.when(0, pickpocket, FixedChance(2))
    # 6h 10c and the base card of its turn.
    game.then(
        FlipActionPlayed(seat=0, card=FlipActionCard.PICKPOCKET),
        FlipPickpocketed(seat=0, victim=2, card=card("9c")),
    )
