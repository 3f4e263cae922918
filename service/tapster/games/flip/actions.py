"""The Action Cards of Flip: who may play which, with what, and what follows.

As in `turn`, each rule has one predicate that says why a play is refused (None: it is not).
"""

from collections.abc import Iterator
from typing import TypeVar, assert_never

from tapster.games.flip.cards import FlipActionCard, FlipCard
from tapster.games.flip.draft import Draft
from tapster.games.flip.events import (
    FlipActionPlayed,
    FlipInsured,
    FlipPeeked,
    FlipPickpocketed,
    FlipReversed,
    FlipShielded,
    FlipSweptAway,
    FlipSwitched,
)
from tapster.games.flip.messages import FlipPhase, FlipPlayAction
from tapster.games.flip.state import SLOTS, FlipState
from tapster.games.flip.turn import single_refusal, slot_refusal
from tapster.games.kernel.chance import Chance
from tapster.games.kernel.rejected import Rejected

ACTION_PHASES = (FlipPhase.FLIP, FlipPhase.GAMBLE)
"""When Action Cards can be played [R42]."""
FIELDS: dict[FlipActionCard, frozenset[str]] = {
    FlipActionCard.PEEK: frozenset({"slot"}),
    FlipActionCard.SWITCH: frozenset({"slot", "give"}),
    FlipActionCard.SWEEP_AWAY: frozenset(),
    FlipActionCard.SHIELD: frozenset(),
    FlipActionCard.INSURANCE: frozenset(),
    FlipActionCard.PICKPOCKET: frozenset({"seat"}),
    FlipActionCard.REVERSE: frozenset(),
    FlipActionCard.LUCKY_DRAW: frozenset(),
}
"""What each card asks for [R43]."""


def action_phase_refusal(state: FlipState) -> Rejected | None:
    """Why no Action Card can be played now [R42]."""
    if state.phase not in ACTION_PHASES:
        return Rejected("wrong_phase", f"no Action Card can be played in phase {state.phase}")
    return None


def holding_refusal(state: FlipState, seat: int, card: FlipActionCard) -> Rejected | None:
    """Why the seat does not have the Action Card."""
    if card not in state.action_cards[seat]:
        return Rejected("card_not_in_hand", f"this seat holds no {card}")
    return None


def fields_refusal(command: FlipPlayAction) -> Rejected | None:
    """Why the play does not have exactly what its card asks for [R43]."""
    asked = FIELDS[command.card]
    given = {"slot": command.slot, "give": command.give, "seat": command.seat}
    for name, value in given.items():
        if value is None and name in asked:
            return Rejected("field_missing", f"{command.card} asks for {name}")
        if value is not None and name not in asked:
            return Rejected("field_not_allowed", f"{command.card} does not ask for {name}")
    return None


def give_refusal(state: FlipState, seat: int, card: FlipCard) -> Rejected | None:
    """Why the seat cannot give the Flip Card away [R45]."""
    if card not in state.hands[seat]:
        return Rejected("card_not_in_hand", f"this seat holds no {card}")
    return None


def insurance_refusal(state: FlipState, seat: int) -> Rejected | None:
    """Why the seat cannot insure its next call [R48]."""
    if state.phase is not FlipPhase.GAMBLE or seat != state.flippee:
        return Rejected("not_gambling", "insurance is for the Flippee while it gambles")
    if state.insured:
        return Rejected("already_insured", "the next call is insured already")
    return None


T = TypeVar("T")


def _asked(value: T | None) -> T:
    """What a card asks for, once `fields_refusal` has found it given."""
    assert value is not None, "expected what the card asks for"
    return value


def play_refusal(state: FlipState, seat: int, command: FlipPlayAction) -> Rejected | None:
    """Why the seat cannot play the Action Card like this."""
    return (
        action_phase_refusal(state)
        or holding_refusal(state, seat, command.card)
        or fields_refusal(command)
        or _card_refusal(state, seat, command)
    )


def _card_refusal(state: FlipState, seat: int, command: FlipPlayAction) -> Rejected | None:
    """What the card itself says against it, given the fields that it asks for."""
    match command.card:
        case FlipActionCard.PEEK:
            return slot_refusal(state, _asked(command.slot))
        case FlipActionCard.SWITCH:
            refusal = slot_refusal(state, _asked(command.slot))
            return refusal or give_refusal(state, seat, _asked(command.give))
        case FlipActionCard.PICKPOCKET:
            return single_refusal(state, seat, _asked(command.seat))
        case FlipActionCard.INSURANCE:
            return insurance_refusal(state, seat)
        case (
            FlipActionCard.SWEEP_AWAY
            | FlipActionCard.SHIELD
            | FlipActionCard.REVERSE
            | FlipActionCard.LUCKY_DRAW
        ):
            return None
        case _:
            assert_never(command.card)


def plays(state: FlipState, seat: int) -> Iterator[FlipPlayAction]:
    """Every play of an Action Card that is not refused, in the order of a new deck."""
    if action_phase_refusal(state) is not None:
        return
    for card in FlipActionCard:
        if holding_refusal(state, seat, card) is None:
            for play in _ways(state, seat, card):
                if _card_refusal(state, seat, play) is None:
                    yield play


def _ways(state: FlipState, seat: int, card: FlipActionCard) -> Iterator[FlipPlayAction]:
    """Every way to give the card what it asks for, legal or not."""
    asked = FIELDS[card]
    for slot in SLOTS if "slot" in asked else (None,):
        for give in state.hands[seat] if "give" in asked else (None,):
            for victim in range(state.seats) if "seat" in asked else (None,):
                yield FlipPlayAction(card=card, slot=slot, give=give, seat=victim)


def play_action(draft: Draft, seat: int, command: FlipPlayAction, chance: Chance) -> None:
    """The card is discarded, and does what it says [R43] to [R51]."""
    state = draft.state
    draft.add(FlipActionPlayed(seat=seat, card=command.card))
    match command.card:
        case FlipActionCard.PEEK:
            slot = _asked(command.slot)
            draft.add(FlipPeeked(seat=seat, slot=slot, card=state.middle[slot]))
        case FlipActionCard.SWITCH:
            slot = _asked(command.slot)
            taken = state.middle[slot]
            draft.add(FlipSwitched(seat=seat, slot=slot, given=command.give, taken=taken))
            draft.lay_pairs(seat)
        case FlipActionCard.SWEEP_AWAY:
            _sweep_away(draft, chance)
        case FlipActionCard.SHIELD:
            draft.add(FlipShielded(seat=seat))
        case FlipActionCard.INSURANCE:
            draft.add(FlipInsured(seat=seat))
        case FlipActionCard.PICKPOCKET:
            victim = _asked(command.seat)
            hand = state.hands[victim]
            card = hand[chance.pick(len(hand))]
            draft.add(FlipPickpocketed(seat=seat, victim=victim, card=card))
            draft.lay_pairs(seat)
        case FlipActionCard.REVERSE:
            draft.add(FlipReversed(direction=-1 if state.direction == 1 else 1))
        case FlipActionCard.LUCKY_DRAW:
            draft.draw_cards(seat, 1)
            draft.lay_pairs(seat)
        case _:
            assert_never(command.card)


def _sweep_away(draft: Draft, chance: Chance) -> None:
    """Shuffles the face-down cards into the draw pile and deals their slots anew [R46]."""
    state = draft.state
    slots = [slot for slot in SLOTS if slot_refusal(state, slot) is None]
    pile = [*state.draw_pile, *(card for slot in slots if (card := state.middle[slot]) is not None)]
    pile = [pile[i] for i in chance.shuffle(len(pile))]
    draft.add(FlipSweptAway(slots=slots, cards=pile[: len(slots)], draw_pile=pile[len(slots) :]))
