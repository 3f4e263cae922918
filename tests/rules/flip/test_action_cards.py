"""[R42] to [R51]: the Action Cards but shield and insurance, which have files of their own."""

import pytest

from tapster.games.flip.cards import FlipActionCard, FlipCard
from tapster.games.flip.events import (
    FlipActionPlayed,
    FlipCardsDrawn,
    FlipPairLaid,
    FlipPeeked,
    FlipPickpocketed,
    FlipReversed,
    FlipShielded,
    FlipSweptAway,
    FlipSwitched,
)
from tapster.games.flip.messages import (
    FlipFlip,
    FlipOptions,
    FlipPlayAction,
    FlipTake,
    FlipWaiveDrinks,
)
from tapster.games.kernel.chance import Pick, Shuffle
from tests.rules.flip.tables import actions, card, cards, table, with_base, with_calls
from tests.rules.scenario import FixedChance, Scenario

HANDS = ["1h 2h", "3h 4h", "6h 10c", "11c 12c"]
ALL = list(FlipActionCard)


def play(
    name: str, slot: int | None = None, give: str | None = None, seat: int | None = None
) -> FlipPlayAction:
    given = None if give is None else card(give)
    return FlipPlayAction(card=FlipActionCard(name), slot=slot, give=given, seat=seat)


def played(seat: int, name: str) -> FlipActionPlayed:
    return FlipActionPlayed(seat=seat, card=FlipActionCard(name))


def holding(seat: int, name: str, hands: list[str] | None = None, **given: object) -> Scenario:
    """A table at which one seat holds the named Action Cards."""
    hands = HANDS if hands is None else hands
    held = [name if seat == holder else "" for holder in range(len(hands))]
    return table(hands, held=held, **given)  # type: ignore[arg-type]  # passed on as they are


# All cards


def test_R42_a_card_is_played_out_of_turn_in_flip_and_in_gamble() -> None:
    game = holding(3, "lucky-draw lucky-draw")
    game.when(3, play("lucky-draw"))
    with_base(game)
    game.when(3, play("lucky-draw"))
    assert game.state.phase == "gamble"
    game.refuses(3, play("lucky-draw"), "not_your_turn")


def test_R42_only_a_card_that_is_held() -> None:
    game = holding(3, "lucky-draw")
    game.refuses(3, play("peek", slot=0), "card_not_in_hand")
    game.refuses(2, play("lucky-draw"), "not_your_turn")
    game.refuses(0, play("lucky-draw"), "card_not_in_hand")


def test_R42_no_card_after_the_end() -> None:
    game = holding(1, "lucky-draw", pile="", options=FlipOptions(party=True))
    with_base(game).when(1, FlipTake())
    assert game.state.phase == "settle"
    game.refuses(1, play("lucky-draw"), "wrong_phase")
    game.when(1, FlipWaiveDrinks())
    game.refuses(1, play("lucky-draw"), "not_your_turn")


def test_R43_a_played_card_is_discarded() -> None:
    game = holding(3, "reverse lucky-draw reverse")
    game.when(3, play("lucky-draw"))
    game.when(3, play("reverse"))
    assert game.state.action_discard_pile == actions("lucky-draw reverse")
    assert game.state.action_cards[3] == actions("reverse")


@pytest.mark.parametrize("name", ALL)
def test_R43_a_card_gets_exactly_what_it_asks_for(name: str) -> None:
    game = with_base(holding(1, name))
    asked = {
        "peek": play("peek", slot=1),
        "switch": play("switch", slot=1, give="3h"),
        "pickpocket": play("pickpocket", seat=0),
    }
    right = asked.get(name, play(name))
    assert right in game.kind.legal(game.state, 1)
    for slot in (None, 1):
        for give in (None, "3h"):
            for seat in (None, 0):
                wrong = play(name, slot=slot, give=give, seat=seat)
                if wrong == right:
                    continue
                given = {"slot": slot, "give": give, "seat": seat}
                first = next(
                    field
                    for field in ("slot", "give", "seat")
                    if (given[field] is None) != (getattr(right, field) is None)
                )
                code = "field_missing" if given[first] is None else "field_not_allowed"
                game.refuses(1, wrong, code)


# Peek


def test_R44_peek_shows_a_face_down_card_to_its_player() -> None:
    game = holding(2, "peek")
    game.when(2, play("peek", slot=1))
    game.then(played(2, "peek"), FlipPeeked(seat=2, slot=1, card=card("9c")))
    seen = [game.kind.view(game.state, viewer).middle[1].card for viewer in (None, 0, 1, 2, 3)]
    assert seen == [None, None, None, card("9c"), None]


def test_R43_R44_peeking_at_a_known_card_is_allowed() -> None:
    game = holding(2, "peek peek")
    game.when(2, play("peek", slot=1))
    game.when(2, play("peek", slot=1))
    game.then(played(2, "peek"), FlipPeeked(seat=2, slot=1, card=card("9c")))


def test_R44_only_at_a_face_down_card() -> None:
    game = with_base(holding(2, "peek"))
    game.refuses(2, play("peek", slot=0), "slot_not_face_down")
    game.refuses(2, play("peek", slot=4), "no_such_slot")
    game.refuses(2, play("peek", slot=-1), "no_such_slot")


# Switch


def test_R45_switch_exchanges_a_card_of_the_hand_for_a_face_down_one() -> None:
    game = holding(2, "switch")
    game.when(2, play("switch", slot=1, give="6h"))
    game.then(
        played(2, "switch"),
        FlipSwitched(seat=2, slot=1, given=card("6h"), taken=card("9c")),
    )
    assert game.state.hands[2] == cards("10c 9c")
    assert game.state.middle == cards("7h 6h 8h 5c")
    assert [game.kind.view(game.state, viewer).middle[1].card for viewer in (1, 2)] == [
        None,
        card("6h"),
    ]


def test_R45_the_card_taken_is_laid_with_its_like() -> None:
    game = holding(2, "switch", ["1h 2h", "3h 4h", "6h 9h"])
    game.when(2, play("switch", slot=1, give="6h"))
    game.then(
        played(2, "switch"),
        FlipSwitched(seat=2, slot=1, given=card("6h"), taken=card("9c")),
        FlipPairLaid(seat=2, cards=cards("9h 9c"), drinks_to_give=0),
    )
    assert game.state.hands[2] == []


def test_R45_a_card_of_the_same_number_given_makes_no_pair_with_the_one_taken() -> None:
    game = holding(2, "switch", ["1h 2h", "3h 4h", "6h 9h"])
    game.when(2, play("switch", slot=1, give="9h"))
    assert game.state.hands[2] == cards("6h 9c")
    assert game.state.pairs[2] == []


def test_R45_only_a_card_of_the_own_hand_and_only_for_a_face_down_one() -> None:
    game = with_base(holding(2, "switch"))
    game.refuses(2, play("switch", slot=1, give="3h"), "card_not_in_hand")
    game.refuses(2, play("switch", slot=0, give="6h"), "slot_not_face_down")
    game.refuses(2, play("switch", slot=7, give="6h"), "no_such_slot")


def test_R45_an_empty_hand_cannot_switch() -> None:
    game = holding(2, "switch", ["1h 2h", "3h 4h", ""])
    assert game.kind.legal(game.state, 2) == []
    assert 2 in game.kind.awaited(game.state)


# Sweep-away


def test_R46_sweep_away_deals_all_four_slots_anew() -> None:
    game = holding(3, "sweep-away", pile="13h 13c")
    # Pile, then slots: 13h 13c 7h 9c 8h 5c; turned round: 5c 8h 9c 7h on the Middle.
    game.when(3, play("sweep-away"), FixedChance([5, 4, 3, 2, 1, 0]))
    game.then(
        played(3, "sweep-away"),
        FlipSweptAway(slots=[0, 1, 2, 3], cards=cards("5c 8h 9c 7h"), draw_pile=cards("13c 13h")),
    )
    assert game.state.middle == cards("5c 8h 9c 7h")
    assert game.state.draw_pile == cards("13c 13h")


def test_R46_revealed_cards_stay() -> None:
    game = with_calls(with_base(holding(3, "sweep-away", pile="13h 13c"), slot=2), 1, (1, 0))
    # Pile, then slots 0 and 3: 13h 13c 7h 5c.
    chance = FixedChance([1, 0, 3, 2])
    game.when(3, play("sweep-away"), chance)
    game.then(
        played(3, "sweep-away"),
        FlipSweptAway(slots=[0, 3], cards=cards("13c 13h"), draw_pile=cards("5c 7h")),
    )
    assert game.state.middle == cards("13c 9c 8h 13h")
    assert game.state.up == [False, True, True, False]
    assert game.state.revealed == [2, 1]
    assert chance.draws == [Shuffle([1, 0, 3, 2])]


def test_R46_one_card_and_an_empty_pile_are_shuffled_too() -> None:
    game = with_calls(with_base(holding(3, "sweep-away", pile="")), 2)
    chance = FixedChance([0])
    game.when(3, play("sweep-away"), chance)
    game.then(played(3, "sweep-away"), FlipSweptAway(slots=[3], cards=cards("5c"), draw_pile=[]))
    assert len(chance.draws) == 1


# Pickpocket


def test_R49_pickpocket_takes_a_card_at_random() -> None:
    game = holding(2, "pickpocket")
    chance = FixedChance(1)
    game.when(2, play("pickpocket", seat=0), chance)
    game.then(played(2, "pickpocket"), FlipPickpocketed(seat=2, victim=0, card=card("2h")))
    assert chance.draws == [Pick(n=2, value=1)]
    assert game.state.hands[0] == cards("1h")
    assert game.state.hands[2] == cards("6h 10c 2h")


def test_R49_the_card_is_laid_with_its_like_and_earns_a_drink_at_a_party() -> None:
    game = holding(2, "pickpocket", ["1h", "3h 4h", "1c"], options=FlipOptions(party=True))
    chance = FixedChance(0)
    game.when(2, play("pickpocket", seat=0), chance)
    game.then(
        played(2, "pickpocket"),
        FlipPickpocketed(seat=2, victim=0, card=card("1h")),
        FlipPairLaid(seat=2, cards=cards("1c 1h"), drinks_to_give=1),
    )
    assert chance.draws == [Pick(n=1, value=0)]


def test_R49_not_from_a_shielded_seat_an_empty_hand_or_oneself() -> None:
    game = holding(2, "pickpocket", ["1h", "", "1c", "2c"])
    game.given(FlipShielded(seat=0))
    game.refuses(2, play("pickpocket", seat=0), "seat_shielded")
    game.refuses(2, play("pickpocket", seat=1), "hand_empty")
    game.refuses(2, play("pickpocket", seat=2), "own_seat")
    game.refuses(2, play("pickpocket", seat=4), "no_such_seat")
    game.refuses(2, play("pickpocket", seat=-1), "no_such_seat")
    assert game.kind.legal(game.state, 2) == [play("pickpocket", seat=3)]


# Reverse


def test_R50_reverse_with_four_seats() -> None:
    game = holding(3, "reverse")
    game.when(3, play("reverse"))
    game.then(played(3, "reverse"), FlipReversed(direction=-1))
    assert (game.state.flipper, game.state.flippee) == (0, 1)
    with_base(game).when(1, FlipTake())
    assert (game.state.flipper, game.state.flippee) == (1, 0)
    with_base(game).when(0, FlipTake())
    assert (game.state.flipper, game.state.flippee) == (0, 3)


def test_R50_twice_reversed_is_as_before() -> None:
    game = holding(3, "reverse reverse")
    game.when(3, play("reverse"))
    game.when(3, play("reverse"))
    game.then(played(3, "reverse"), FlipReversed(direction=1))
    with_base(game).when(1, FlipTake())
    assert (game.state.flipper, game.state.flippee) == (1, 2)


def test_R43_R50_reverse_with_two_seats_changes_nothing_in_the_line() -> None:
    game = holding(1, "reverse", ["1h 2h", "3h 4h"])
    game.when(1, play("reverse"))
    assert game.kind.view(game.state, None).direction == -1
    game.when(0, FlipFlip(slot=0, number=7))
    assert (game.state.flipper, game.state.flippee) == (1, 0)
    with_base(game).when(0, FlipTake())
    assert (game.state.flipper, game.state.flippee) == (0, 1)


def test_R50_a_reversed_line_is_followed_after_a_stolen_turn() -> None:
    game = holding(3, "reverse", flipper=1, flippee=2)
    game.when(3, play("reverse"))
    game.when(1, FlipFlip(slot=0, number=7))
    assert (game.state.flipper, game.state.flippee) == (2, 1)


# Lucky draw


def test_R51_lucky_draw_draws_the_top_card() -> None:
    game = holding(2, "lucky-draw")
    game.when(2, play("lucky-draw"))
    game.then(played(2, "lucky-draw"), FlipCardsDrawn(seat=2, cards=cards("13h"), count=1))
    assert game.state.hands[2] == cards("6h 10c 13h")
    assert game.state.draw_pile[0] is FlipCard.COLD_13


def test_R51_the_card_is_laid_with_its_like() -> None:
    game = holding(2, "lucky-draw", pile="10h 13c")
    game.when(2, play("lucky-draw"))
    game.then(
        played(2, "lucky-draw"),
        FlipCardsDrawn(seat=2, cards=cards("10h"), count=1),
        FlipPairLaid(seat=2, cards=cards("10c 10h"), drinks_to_give=0),
    )


def test_R43_R51_lucky_draw_from_an_empty_pile_does_nothing() -> None:
    game = holding(2, "lucky-draw", pile="")
    game.when(2, play("lucky-draw"))
    game.then(played(2, "lucky-draw"))


def test_R51_R30_a_lucky_draw_of_the_last_card_leaves_none_to_fill_the_middle_with() -> None:
    game = with_base(holding(2, "lucky-draw", pile="13h"))
    game.when(2, play("lucky-draw"))
    game.when(1, FlipTake())
    assert game.state.phase == "over"
    assert game.state.middle == [None, *cards("9c 8h 5c")]
