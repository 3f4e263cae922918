"""[R52] to [R56]: who sees what, and how long a card of the Middle is known."""

import msgspec
import pytest

from tapster.games.flip import KIND
from tapster.games.flip.cards import FlipActionCard, FlipCard
from tapster.games.flip.events import (
    FlipActionCardsDrawn,
    FlipActionPileShuffled,
    FlipCardsDrawn,
    FlipDealt,
    FlipEvent,
    FlipMiddleRefilled,
    FlipPairLaid,
    FlipPairStolen,
    FlipPeeked,
    FlipPickpocketed,
    FlipStolen,
    FlipSweptAway,
    FlipSwitched,
    FlipTaken,
)
from tapster.games.flip.messages import FlipFlip, FlipOptions, FlipPlayAction, FlipTake
from tests.rules.flip.tables import actions, card, cards, table, with_base
from tests.rules.flip.test_action_cards import play
from tests.rules.scenario import FixedChance, Scenario

HANDS = ["1h 2h", "3h 4h", "6h 10c"]
EVERYBODY = (None, 0, 1, 2)


def known(game: Scenario, slot: int) -> list[FlipCard | None]:
    """The slot's card as the spectator and seats 0 to 2 see it."""
    return [KIND.view(game.state, viewer).middle[slot].card for viewer in EVERYBODY]


# Views


def test_R52_hands_are_their_seats_alone_and_counts_are_everybodys() -> None:
    game = table(HANDS, held=["peek", "shield reverse", ""])
    hands = [KIND.view(game.state, viewer).hand for viewer in EVERYBODY]
    assert hands == [None, cards("1h 2h"), cards("3h 4h"), cards("6h 10c")]
    held = [KIND.view(game.state, viewer).action_cards for viewer in EVERYBODY]
    assert held == [None, actions("peek"), actions("shield reverse"), []]
    for viewer in EVERYBODY:
        view = KIND.view(game.state, viewer)
        assert [seat.hand for seat in view.seats] == [None] * 3
        assert [seat.action_cards for seat in view.seats] == [None] * 3
        assert [seat.hand_count for seat in view.seats] == [2, 2, 2]
        assert [seat.action_card_count for seat in view.seats] == [1, 2, 0]
        assert view.draw_pile is None
        assert view.action_draw_pile is None
        assert view.draw_pile_count == 8


def test_R52_a_card_that_everybody_saw_is_hidden_in_the_hand() -> None:
    game = with_base(table(HANDS))
    game.when(1, FlipTake())
    assert "7-hot" not in msgspec.json.encode(KIND.view(game.state, 0)).decode()


def test_R53_a_face_down_card_is_nobodys() -> None:
    assert known(table(HANDS), 0) == [None] * 4


def test_R55_a_card_turned_up_is_everybodys() -> None:
    assert known(with_base(table(HANDS)), 0) == [card("7h")] * 4


def test_R53_a_peek_is_known_over_turns_until_the_card_is_turned_up_and_its_slot_filled() -> None:
    game = table(HANDS, held=["", "", "peek"])
    game.when(2, play("peek", slot=1))
    with_base(game).when(1, FlipTake())
    assert known(game, 1) == [None, None, None, card("9c")]
    with_base(game, slot=1)
    assert known(game, 1) == [card("9c")] * 4
    game.when(2, FlipTake())
    assert game.state.middle[1] == card("13c")
    assert known(game, 1) == [None] * 4


def test_R53_a_switch_ends_what_others_knew_and_its_player_knows_the_new_card() -> None:
    game = table(HANDS, held=["peek", "switch", "switch"])
    game.when(0, play("peek", slot=1))
    game.when(1, play("switch", slot=1, give="3h"))
    assert known(game, 1) == [None, None, card("3h"), None]
    game.when(2, play("switch", slot=1, give="6h"))
    assert known(game, 1) == [None, None, None, card("6h")]


def test_R53_a_switched_card_can_be_peeked_at() -> None:
    game = table(HANDS, held=["peek", "switch", ""])
    game.when(1, play("switch", slot=1, give="3h"))
    game.when(0, play("peek", slot=1))
    assert known(game, 1) == [None, card("3h"), card("3h"), None]


def test_R53_sweep_away_ends_all_knowledge_of_the_swept_slots() -> None:
    game = table(HANDS, held=["peek", "switch", "sweep-away"])
    game.when(0, play("peek", slot=0))
    game.when(1, play("switch", slot=2, give="3h"))
    game.when(2, play("sweep-away"), FixedChance(list(range(8, 12)) + list(range(8))))
    assert game.state.middle == cards("7h 9c 3h 5c")  # the same cards, but nobody can know it
    assert known(game, 0) == [None] * 4
    assert known(game, 2) == [None] * 4


def test_R53_sweep_away_while_a_card_lies_revealed() -> None:
    game = with_base(table(HANDS, held=["peek", "", "sweep-away"]), slot=3)
    game.when(0, play("peek", slot=0))
    game.when(2, play("sweep-away"), FixedChance(list(range(11))))
    assert known(game, 0) == [None] * 4
    assert known(game, 3) == [card("5c")] * 4


def test_R53_other_slots_stay_known() -> None:
    game = table(HANDS, held=["peek", "switch", ""])
    game.when(0, play("peek", slot=0))
    game.when(1, play("switch", slot=1, give="3h"))
    game.when(0, FlipFlip(slot=2, number=8))
    assert known(game, 0) == [None, card("7h"), None, None]
    assert known(game, 1) == [None, None, card("3h"), None]


def test_R56_everything_is_open_once_the_result_stands() -> None:
    game = table(
        HANDS, held=["peek", "", ""], action_pile="shield", pile="", options=FlipOptions(party=True)
    )
    with_base(game).when(1, FlipTake())
    for viewer in EVERYBODY:
        view = KIND.view(game.state, viewer)
        assert view.phase == "settle"
        assert [slot.card for slot in view.middle] == [None, *cards("9c 8h 5c")]
        assert [slot.state for slot in view.middle] == ["empty", "down", "down", "down"]
        assert [seat.hand for seat in view.seats] == [
            cards("1h 2h"),
            cards("3h 4h 7h"),
            cards("6h 10c"),
        ]
        assert [seat.action_cards for seat in view.seats] == [actions("peek"), [], []]
        assert view.draw_pile == []
        assert view.action_draw_pile == actions("shield")


# Events

HIDDEN_BUT_FOR = [
    (
        FlipCardsDrawn(seat=1, cards=cards("7h"), count=1),
        FlipCardsDrawn(seat=1, cards=None, count=1),
        {1},
    ),
    (
        FlipActionCardsDrawn(seat=1, cards=actions("peek shield"), count=2),
        FlipActionCardsDrawn(seat=1, cards=None, count=2),
        {1},
    ),
    (
        FlipPeeked(seat=1, slot=2, card=card("7h")),
        FlipPeeked(seat=1, slot=2, card=None),
        {1},
    ),
    (
        FlipSwitched(seat=1, slot=2, given=card("7h"), taken=card("8h")),
        FlipSwitched(seat=1, slot=2, given=None, taken=None),
        {1},
    ),
    (
        FlipStolen(seat=1, victim=2, card=card("7h"), steals_left=1),
        FlipStolen(seat=1, victim=2, card=None, steals_left=1),
        {1, 2},
    ),
    (
        FlipPickpocketed(seat=1, victim=2, card=card("7h")),
        FlipPickpocketed(seat=1, victim=2, card=None),
        {1, 2},
    ),
    (
        FlipMiddleRefilled(slots=[0, 1], cards=cards("7h 8h")),
        FlipMiddleRefilled(slots=[0, 1], cards=None),
        set(),
    ),
    (
        FlipSweptAway(slots=[3], cards=cards("7h"), draw_pile=cards("8h")),
        FlipSweptAway(slots=[3], cards=None, draw_pile=None),
        set(),
    ),
    (
        FlipActionPileShuffled(cards=actions("peek"), count=1),
        FlipActionPileShuffled(cards=None, count=1),
        set(),
    ),
]


@pytest.mark.parametrize(("whole", "redacted", "insiders"), HIDDEN_BUT_FOR)
def test_R52_R53_R54_hidden_facts_are_for_those_who_know_them(
    whole: FlipEvent, redacted: FlipEvent, insiders: set[int]
) -> None:
    for viewer in EVERYBODY:
        assert KIND.redact(whole, viewer) == (whole if viewer in insiders else redacted)


@pytest.mark.parametrize(
    "event",
    [
        FlipPairLaid(seat=1, cards=cards("7h 7c"), drinks_to_give=1),
        FlipPairStolen(seat=1, victim=0, pair=0, cards=cards("7h 7c")),
        FlipTaken(seat=1, slots=[0], cards=cards("7h")),
    ],
)
def test_R55_what_happens_in_the_open_is_everybodys(event: FlipEvent) -> None:
    assert [KIND.redact(event, viewer) for viewer in EVERYBODY] == [event] * 4


def test_R52_of_the_deal_a_seat_sees_its_own_hand() -> None:
    deal = FlipDealt(
        hands=[cards("1h"), cards("2h")],
        middle=cards("7h 8h 9h 10h"),
        draw_pile=cards("3h 4h"),
        draw_pile_count=2,
        action_cards=[actions("peek"), actions("shield")],
        action_draw_pile=actions("reverse"),
        action_draw_pile_count=1,
    )
    for viewer in EVERYBODY:
        assert KIND.redact(deal, viewer) == FlipDealt(
            hands=[cards("1h") if viewer == 0 else None, cards("2h") if viewer == 1 else None],
            middle=None,
            draw_pile=None,
            draw_pile_count=2,
            action_cards=[
                actions("peek") if viewer == 0 else None,
                actions("shield") if viewer == 1 else None,
            ],
            action_draw_pile=None,
            action_draw_pile_count=1,
        )


def test_refusals_tell_nothing_of_other_hands() -> None:
    sentences = set()
    for hand in ("1h 2h", "8h 12c"):
        game = table([hand, "3h 4h", "6h 10c"], held=["peek", "", "switch"])
        for give in ("1h", "8h"):
            command = FlipPlayAction(card=FlipActionCard.SWITCH, slot=0, give=card(give))
            sentences.add(game.refuses(1, command, "not_your_turn"))
    assert len(sentences) == 1
