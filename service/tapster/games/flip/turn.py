"""A turn of Flip: the flip, the calls, the take, the steal, and how the turn ends.

Each action has a predicate that says why it is refused (None: it is not); `decide` and `legal`
both ask it. The functions that carry an action out expect it not to be refused.
"""

from typing import assert_never

from tapster.games.flip.cards import NUMBER, NUMBERS, TEMPERATURE, FlipCard
from tapster.games.flip.draft import Draft
from tapster.games.flip.drinks import settle
from tapster.games.flip.events import (
    FlipCalled,
    FlipCleanSwept,
    FlipEnded,
    FlipFlipped,
    FlipMiddleRefilled,
    FlipPairStolen,
    FlipStealOpened,
    FlipStolen,
    FlipTaken,
    FlipTurnEnded,
    FlipTurnStarted,
)
from tapster.games.flip.messages import (
    FlipCall,
    FlipCallWord,
    FlipFlip,
    FlipPhase,
    FlipSteal,
    FlipStealPair,
)
from tapster.games.flip.state import SLOTS, FlipState, Shield
from tapster.games.kernel.chance import Chance
from tapster.games.kernel.messages import ranked
from tapster.games.kernel.rejected import Rejected

# An enum's members are looked up through its metaclass; every replay asks who is awaited.
_FLIP_PHASE, _GAMBLE_PHASE, _STEAL_PHASE = FlipPhase.FLIP, FlipPhase.GAMBLE, FlipPhase.STEAL

WORDS = (
    (FlipCallWord.HIGHER, FlipCallWord.LOWER),
    (FlipCallWord.INSIDE, FlipCallWord.OUTSIDE),
    (FlipCallWord.HOT, FlipCallWord.COLD),
)
"""The words of call 1, 2 and 3 [R18] [R19] [R20]."""
STEALS = 2
"""Single cards that a clean sweep steals [R26]."""


# What everybody sees


def calls_made(state: FlipState) -> int:
    """Right calls made in this turn."""
    return max(0, len(state.revealed) - 1)


def seat_refusal(state: FlipState, seat: int, named: int) -> Rejected | None:
    """Why the seat that an action names is not another seat of this table."""
    if not 0 <= named < state.seats:
        return Rejected("no_such_seat", f"the seats are 0 to {state.seats - 1}")
    if named == seat:
        return Rejected("own_seat", "this needs another seat than one's own")
    return None


def slot_refusal(state: FlipState, slot: int) -> Rejected | None:
    """Why no face-down card of the Middle lies there."""
    if slot not in SLOTS:
        return Rejected("no_such_slot", "the slots of the Middle are 0 to 3")
    if state.up[slot] or state.middle[slot] is None:
        return Rejected("slot_not_face_down", f"no face-down card lies in slot {slot}")
    return None


def victim_refusal(state: FlipState, seat: int, victim: int) -> Rejected | None:
    """Why the seat can take nothing from the other one [R25] [R47]."""
    refusal = seat_refusal(state, seat, victim)
    if refusal is not None:
        return refusal
    if state.shields[victim] is not Shield.NONE:
        return Rejected("seat_shielded", f"seat {victim} is shielded")
    return None


def single_refusal(state: FlipState, seat: int, victim: int) -> Rejected | None:
    """Why the seat can take no card out of the other one's hand."""
    refusal = victim_refusal(state, seat, victim)
    if refusal is None and not state.hands[victim]:
        return Rejected("hand_empty", f"seat {victim} has no Flip Card in its hand")
    return refusal


# The flip


def flip_turn_refusal(state: FlipState, seat: int) -> Rejected | None:
    """Why the seat cannot flip now [R15]."""
    return _role_refusal(state, seat, _FLIP_PHASE, state.flipper)


def _role_refusal(state: FlipState, seat: int, phase: FlipPhase, role: int) -> Rejected | None:
    if acting_seat(state) != seat:
        return Rejected("not_your_turn", "it is another seat's turn")
    if state.phase is not phase or role != seat:
        return Rejected("wrong_phase", f"this is for phase {phase}, the phase is {state.phase}")
    return None


def acting_seat(state: FlipState) -> int | None:
    """The seat whose turn it is, None once the game has ended [R58]."""
    if state.phase is _FLIP_PHASE:
        return state.flipper
    if state.phase is _GAMBLE_PHASE or state.phase is _STEAL_PHASE:
        return state.flippee
    return None


def number_refusal(number: int) -> Rejected | None:
    """Why no card has that number [R15]."""
    if number not in NUMBERS:
        return Rejected("no_such_number", "the numbers of Flip Cards are 1 to 13")
    return None


def flip(draft: Draft, seat: int, command: FlipFlip) -> None:
    """The Flipper's call of an exact number [R15] [R16] [R17] [R35]."""
    card = _card_in(draft.state, command.slot)
    right = NUMBER[card] == command.number
    drinks = 1 if draft.state.options.party and not right else 0
    draft.add(
        FlipFlipped(
            seat=seat,
            slot=command.slot,
            number=command.number,
            card=card,
            right=right,
            drinks=drinks,
        )
    )
    if right:
        _take_revealed(draft, seat, [command.slot])
        end_turn(draft)


def _card_in(state: FlipState, slot: int) -> FlipCard:
    card = state.middle[slot]
    assert card is not None, f"expected a card in slot {slot}"
    return card


def _take_revealed(draft: Draft, seat: int, slots: list[int]) -> None:
    taken = [_card_in(draft.state, slot) for slot in slots]
    draft.add(FlipTaken(seat=seat, slots=slots, cards=taken))
    draft.lay_pairs(seat)


# The calls


def gamble_refusal(state: FlipState, seat: int) -> Rejected | None:
    """Why the seat is not the Flippee that gambles [R17]."""
    return _role_refusal(state, seat, _GAMBLE_PHASE, state.flippee)


def word_refusal(state: FlipState, word: FlipCallWord) -> Rejected | None:
    """Why the word does not belong to the call that is to be made."""
    call = calls_made(state)
    if word not in WORDS[call]:
        first, second = WORDS[call]
        return Rejected("wrong_word", f"call {call + 1} is {first} or {second}")
    return None


def take_refusal(state: FlipState, seat: int) -> Rejected | None:
    """Why the seat cannot take now [R22]."""
    refusal = gamble_refusal(state, seat)
    if refusal is None and not calls_made(state) and state.options.first_call == "required":
        return Rejected("call_required", "in this game the first call must be made")
    return refusal


def call_is_right(word: FlipCallWord, card: FlipCard, revealed: list[FlipCard]) -> bool:
    """Whether the card, turned up after those revealed, is what was called [R18] to [R21]."""
    number = NUMBER[card]
    match word:
        case FlipCallWord.HIGHER:
            return number > NUMBER[revealed[0]]
        case FlipCallWord.LOWER:
            return number < NUMBER[revealed[0]]
        case FlipCallWord.INSIDE:
            low, high = sorted(NUMBER[card] for card in revealed)
            return low < number < high
        case FlipCallWord.OUTSIDE:
            low, high = sorted(NUMBER[card] for card in revealed)
            return number < low or number > high
        case FlipCallWord.HOT | FlipCallWord.COLD:
            return TEMPERATURE[card] == word
        case _:
            assert_never(word)


def call(draft: Draft, seat: int, command: FlipCall, chance: Chance) -> None:
    """A call of the Flippee [R17] to [R24], insured or not [R48]."""
    state = draft.state
    insured = state.insured
    last_call = calls_made(state) + 1 == len(WORDS)
    card = _card_in(state, command.slot)
    revealed = [_card_in(state, slot) for slot in state.revealed]
    right = call_is_right(command.call, card, revealed)
    drinks = 4 if last_call and not right and state.options.party else 0
    draft.add(
        FlipCalled(
            seat=seat,
            slot=command.slot,
            call=command.call,
            card=card,
            right=right,
            drinks=drinks,
        )
    )
    if not right:
        _bust(draft, insured=insured)
    elif last_call:
        _clean_sweep(draft, seat, chance)


def _bust(draft: Draft, *, insured: bool) -> None:
    """The Flipper takes what was turned up [R23]; of an insured Flippee only the wrong card."""
    state = draft.state
    slots = state.revealed.copy()
    if insured:
        _take_revealed(draft, state.flipper, slots[-1:])
        _take_revealed(draft, state.flippee, slots[:-1])
    else:
        _take_revealed(draft, state.flipper, slots)
    end_turn(draft)


def take(draft: Draft, seat: int) -> None:
    """The Flippee stops and takes what was turned up [R22]."""
    _take_revealed(draft, seat, draft.state.revealed.copy())
    end_turn(draft)


def _clean_sweep(draft: Draft, seat: int, chance: Chance) -> None:
    """Everything that three right calls earn [R24] [R37]."""
    options = draft.state.options
    draft.add(
        FlipCleanSwept(
            seat=seat,
            drinks_to_give=4 if options.party else 0,
            shots_to_give=1 if options.party and options.extra_spicy else 0,
        )
    )
    _take_revealed(draft, seat, draft.state.revealed.copy())
    draft.draw_action_cards(seat, 2, chance)
    if _single_cards(draft.state, seat) or _can_steal_pair(draft.state, seat):
        draft.add(FlipStealOpened(seat=seat, steals_left=STEALS))
    else:
        end_turn(draft)


# The steal


def steal_turn_refusal(state: FlipState, seat: int) -> Rejected | None:
    """Why the seat cannot steal now [R25]."""
    return _role_refusal(state, seat, _STEAL_PHASE, state.flippee)


def pair_steal_refusal(state: FlipState, seat: int, victim: int) -> Rejected | None:
    """Why the seat can steal no complete pair of the other one, whatever pairs lie there [R27]."""
    refusal = victim_refusal(state, seat, victim)
    if refusal is not None:
        return refusal
    if len(state.hands[victim]) >= STEALS:
        return Rejected("hand_too_large", f"seat {victim} holds {STEALS} Flip Cards or more")
    return None


def steal_begun_refusal(state: FlipState) -> Rejected | None:
    """Why it is too late to steal a complete pair [R27]."""
    if state.steals_left < STEALS:
        return Rejected("steal_begun", "after a single card only single cards can be stolen")
    return None


def pair_number_refusal(state: FlipState, victim: int, pair: int) -> Rejected | None:
    """Why the seat has laid no pair of that number [R14]."""
    if not 0 <= pair < len(state.pairs[victim]):
        return Rejected("no_such_pair", f"seat {victim} has no laid pair of that number")
    return None


def _single_cards(state: FlipState, seat: int) -> int:
    """How many single cards the seat could steal if nothing else limited it."""
    return sum(
        len(state.hands[victim])
        for victim in range(state.seats)
        if victim_refusal(state, seat, victim) is None
    )


def _can_steal_pair(state: FlipState, seat: int) -> bool:
    return any(
        state.pairs[victim] and pair_steal_refusal(state, seat, victim) is None
        for victim in range(state.seats)
    )


def steal(draft: Draft, seat: int, command: FlipSteal, chance: Chance) -> None:
    """Takes one card at random out of a hand [R26]."""
    state = draft.state
    hand = state.hands[command.seat]
    card = hand[chance.pick(len(hand))]
    left = min(state.steals_left, _single_cards(state, seat)) - 1
    draft.add(FlipStolen(seat=seat, victim=command.seat, card=card, steals_left=left))
    draft.lay_pairs(seat)
    if not left:
        end_turn(draft)


def steal_pair(draft: Draft, seat: int, command: FlipStealPair) -> None:
    """Takes a complete pair; it earns no drink to give, however it is laid [R27] [R34]."""
    pair = draft.state.pairs[command.seat][command.pair]
    draft.add(FlipPairStolen(seat=seat, victim=command.seat, pair=command.pair, cards=pair))
    draft.lay_pairs(seat, earned=False)
    end_turn(draft)


# The end of a turn, and of the game


def end_turn(draft: Draft) -> None:
    """Refills the Middle and shifts the roles, or ends the game [R28] [R29] [R30]."""
    state = draft.state
    flippee = state.flippee
    shield_ended = state.shields[flippee] is Shield.ENDING
    draft.add(FlipTurnEnded(flippee=flippee, shield_ended=shield_ended))
    slots = [slot for slot in SLOTS if state.middle[slot] is None]
    dealt = state.draw_pile[: len(slots)]
    if dealt:
        draft.add(FlipMiddleRefilled(slots=slots[: len(dealt)], cards=dealt))
    if None in state.middle:
        _end_game(draft)
        return
    next_flippee = (flippee + state.direction) % state.seats
    shield_ends = state.shields[next_flippee] is not Shield.NONE
    draft.add(FlipTurnStarted(flipper=flippee, flippee=next_flippee, shield_ends=shield_ends))


def _end_game(draft: Draft) -> None:
    """Counts the pairs; at a party the last drink up [R31] [R32] [R39]."""
    party = draft.state.options.party
    points = [len(pairs) for pairs in draft.state.pairs]
    last_place = [seat for seat, count in enumerate(points) if party and count == min(points)]
    draft.add(
        FlipEnded(
            result=ranked(points, "cards_ran_out"),
            last_place=last_place,
            drinks_to_give=3 if party else 0,
        )
    )
    settle(draft)
