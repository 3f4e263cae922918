"""The rules of Drinko: the deal, who is awaited, what each command leads to, how it ends.

Which card may follow which stands in `matching`, the running out of the draw pile in `drawing`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import assert_never

from tapster.games.drinko.cards import NUMBER_CARDS, SKIPS, SPECIAL_CARDS, TRAITS, new_deck
from tapster.games.drinko.cards import DrinkoCard as Card
from tapster.games.drinko.drawing import Drawing
from tapster.games.drinko.matching import playable
from tapster.games.drinko.messages import (
    Direction,
    DrinkoCallDrinko,
    DrinkoCalled,
    DrinkoCalledOut,
    DrinkoCallMissed,
    DrinkoCallOut,
    DrinkoCommand,
    DrinkoDealt,
    DrinkoDrank,
    DrinkoDraw,
    DrinkoDrink,
    DrinkoEnded,
    DrinkoEvent,
    DrinkoOptions,
    DrinkoPlay,
    DrinkoPlayed,
    DrinkoTurnEnded,
)
from tapster.games.drinko.state import Call, State
from tapster.games.kernel.chance import Chance
from tapster.games.kernel.kind import Duty
from tapster.games.kernel.messages import MAXIMUM_SEATS, TOO_LONG, Ranked, Result
from tapster.games.kernel.rejected import Rejected

HAND_SIZE = 7
LAST_CARD_DRAW = 2
CALL_OUT_DRINKS = 2
CALL_OUT_CARDS = 7
CALLING_HAND = 2
"""The hand that makes a seat owe the call by playing from it, and lets it call too [R32, R35]."""

TURN = Duty("turn", required=True)
REACT = Duty("react", required=False)

# An enum's members are looked up through its metaclass, and legal actions are listed all the time.
_OWED, _MISSED = Call.OWED, Call.MISSED
_TARGET, _SPLIT, _DEFLECT, _SUFFER = Card.TARGET, Card.SPLIT, Card.DEFLECT, Card.SUFFER
_TURNS: list[Mapping[int, Duty]] = [{seat: TURN} for seat in range(MAXIMUM_SEATS)]
"""By the seat to act: who is awaited while nobody could call or call out."""
_TURNED: dict[Direction, Direction] = {1: -1, -1: 1}
_AMOUNTS = {card: traits.amount for card, traits in TRAITS.items()}
"""What each card adds to a train, None if it is no drink card."""
_STEPS = {card: 2 if card in SKIPS else 1 for card in Card}
"""How many seats on the turn goes after each card, unless it names the seat [R17, R24]."""
NAMING_CARDS = {False: frozenset({_TARGET}), True: frozenset({_TARGET, _SPLIT})}
"""By whether a train runs: the cards that name a seat when they are played [R29]."""


# The deal


def resolve(options: DrinkoOptions, seats: int) -> DrinkoOptions:
    """The options as they are; refuses a starting seat that the table does not have [R8]."""
    if options.starting_seat is not None and options.starting_seat >= seats:
        raise Rejected(
            "options_conflict",
            f"seat {options.starting_seat} cannot start: the seats are 0 to {seats - 1}",
        )
    return options


def start(options: DrinkoOptions, seats: int, chance: Chance) -> Sequence[DrinkoEvent]:
    """Shuffles, deals, turns up the first number card, and finds the starting seat [R9-R12]."""
    deck = new_deck(options.deck)
    shuffled = [deck[position] for position in chance.shuffle(len(deck))]
    dealt = seats * HAND_SIZE
    up = dealt + 1
    # There is always one: any deck has 76 number cards, and at most 70 cards are dealt.
    while shuffled[up - 1] not in NUMBER_CARDS:
        up += 1
    first = options.starting_seat
    return [
        DrinkoDealt(
            hands=[shuffled[i : i + HAND_SIZE] for i in range(0, dealt, HAND_SIZE)],
            play_pile=shuffled[dealt:up],
            draw_pile=shuffled[up:],
            draw_pile_count=len(shuffled) - up,
            seat_to_act=chance.pick(seats) if first is None else first,
        )
    ]


# Who may do what


def awaited(state: State) -> Mapping[int, Duty]:
    """The seat to act, and every other seat that could call or call out [R49]."""
    acting = state.seat_to_act
    if acting is None:
        return {}
    calls = state.calls.values()
    if _OWED not in calls and _MISSED not in calls:
        return _TURNS[acting]
    duties = {acting: TURN}
    for seat in range(len(state.hands)):
        if seat != acting and _may_react(state, seat):
            duties[seat] = REACT
    return duties


def _may_react(state: State, seat: int) -> bool:
    if may_call(state, seat):
        return True
    for other in state.calls:  # noqa: SIM110  any() with a generator takes twice as long
        if may_call_out(state, seat, other):
            return True
    return False


def may_call(state: State, seat: int) -> bool:
    """Whether the seat owes the call and its window is open [R34]."""
    return state.calls.get(seat) is _OWED


def may_call_out(state: State, seat: int, other: int) -> bool:
    """Whether the seat may call out the other one [R36]."""
    return state.calls.get(other) is _MISSED and other != seat


# What is legal. Commands are frozen, so that the same ones can be listed again and again.

_DRAW = DrinkoDraw()
_DRINK = DrinkoDrink()
_CALL = DrinkoCallDrinko()
_CALL_OUTS = [DrinkoCallOut(seat=seat) for seat in range(MAXIMUM_SEATS)]


@cache
def _plays(seats: int, seat: int, in_train: bool, calling: bool) -> dict[Card, list[DrinkoPlay]]:
    """All ways in which a seat can play each card; `calling` if it may call with the play."""
    others = [other for other in range(seats) if other != seat]
    return {
        card: [
            DrinkoPlay(card=card, seat=named, call_drinko=calls)
            for calls in ((False, True) if calling else (False,))
            for named in (others if card in NAMING_CARDS[in_train] else (None,))
        ]
        for card in Card
    }


def legal(state: State, seat: int) -> Sequence[DrinkoCommand]:
    """Everything that the seat may do now: its turn first, in the order of its hand, then calls."""
    seats = len(state.hands)
    commands: list[DrinkoCommand] = []
    if seat == state.seat_to_act:
        hand = state.hands[seat]
        in_train = state.train is not None
        plays = _plays(seats, seat, in_train, len(hand) == CALLING_HAND)
        allowed = playable(state)
        listed: list[Card] = []
        for card in hand:
            # Copies of a card are interchangeable.
            if card in allowed and card not in listed:
                listed.append(card)
                commands += plays[card]
        if not listed:
            commands.append(_DRINK if in_train else _DRAW)
    if state.calls and 0 <= seat < seats:
        if may_call(state, seat):
            commands.append(_CALL)
        commands += [_CALL_OUTS[o] for o in range(seats) if may_call_out(state, seat, o)]
    return commands


# What a command leads to


def decide(
    state: State, seat: int, command: DrinkoCommand, chance: Chance
) -> Sequence[DrinkoEvent]:
    """The events that follow if the seat gives the command now, or Rejected [R39, R48]."""
    match command:
        case DrinkoPlay():
            if seat != state.seat_to_act:
                raise _not_awaited(state, seat)
            _check_play(state, seat, command)
            return _play(state, seat, command, chance)
        case DrinkoDraw():
            if seat != state.seat_to_act:
                raise _not_awaited(state, seat)
            if state.train is not None:
                raise Rejected("train_runs", "a train runs: play a card or drink")
            _check_no_legal_card(state, seat)
            return _turn_ended(state, seat, Drawing(state, chance).take(seat, 1))
        case DrinkoDrink():
            if seat != state.seat_to_act:
                raise _not_awaited(state, seat)
            if state.train is None:
                raise Rejected("no_train", "no train runs, so there is nothing to drink")
            _check_no_legal_card(state, seat)
            drank = DrinkoDrank(seat=seat, drinks=state.train)
            drawn = Drawing(state, chance).take(seat, state.train)
            return _turn_ended(state, seat, [drank, *drawn])
        case DrinkoCallDrinko():
            _check_awaited(state, seat)
            if not may_call(state, seat):
                raise Rejected("no_call_owed", "you do not owe the call of Drinko now")
            return [DrinkoCalled(seat=seat)]
        case DrinkoCallOut():
            _check_awaited(state, seat)
            return _call_out(state, seat, command.seat, chance)
        case _:
            assert_never(command)


def _check_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.hands):
        raise Rejected("no_such_seat", f"the seats of this game are 0 to {len(state.hands) - 1}")


def _not_awaited(state: State, seat: int, message: str = "it is another seat's turn") -> Rejected:
    """Why a seat that is not awaited is refused; at the end none is [R42]."""
    if state.result is not None:
        return Rejected("game_over", "the game is over")
    _check_seat(state, seat)
    return Rejected("not_your_turn", message)


def _check_awaited(state: State, seat: int) -> None:
    may_react = 0 <= seat < len(state.hands) and _may_react(state, seat)
    if seat != state.seat_to_act and not may_react:
        raise _not_awaited(state, seat, "there is nothing that you could call or call out now")


def _check_no_legal_card(state: State, seat: int) -> None:
    if not playable(state).isdisjoint(state.hands[seat]):
        raise Rejected("must_play", "you hold a card that you can play, so you must play one")


def _check_other_seat(state: State, seat: int, named: int) -> None:
    _check_seat(state, named)
    if named == seat:
        raise Rejected("own_seat_named", "name another seat than your own")


def _check_play(state: State, seat: int, play: DrinkoPlay) -> None:
    card = play.card
    hand = state.hands[seat]
    if card not in hand:
        raise Rejected("card_not_in_hand", f"you do not hold {card.value}")
    if card not in playable(state):
        where = "" if state.train is None else " while a train runs"
        top = state.play_pile[-1].value
        raise Rejected("does_not_match", f"{card.value} cannot be played on {top}{where}")
    if card in NAMING_CARDS[state.train is not None]:
        if play.seat is None:
            raise Rejected("seat_missing", f"{card.value} must name another seat")
        _check_other_seat(state, seat, play.seat)
    elif play.seat is not None:
        raise Rejected("seat_not_allowed", f"{card.value} names no seat now")
    if play.call_drinko and len(hand) != CALLING_HAND:
        raise Rejected("call_not_allowed", "Drinko is called with a play from two cards only")


def _play(state: State, seat: int, play: DrinkoPlay, chance: Chance) -> Sequence[DrinkoEvent]:
    """What follows from a legal play: the card first, then calls, then its effect [R16, R32]."""
    card = play.card
    size = len(state.hands[seat])
    special = card in SPECIAL_CARDS
    if size == 1 and not special:
        return _win(state, seat, card)
    direction, train = _direction_and_train_after(state, card)
    if card is _TARGET:
        seat_to_act = play.seat
    else:
        seat_to_act = (seat + _STEPS[card] * direction) % len(state.hands)
    events: list[DrinkoEvent] = [
        DrinkoPlayed(
            seat=seat,
            card=card,
            named_seat=play.seat,
            owes_call=size == CALLING_HAND,
            direction=direction,
            train=train,
            seat_to_act=seat_to_act,
        )
    ]
    if play.call_drinko:
        events.append(DrinkoCalled(seat=seat))
    if state.calls:
        events += _missed(state, seat)
    if special:
        events += _special_effect(state, seat, play, chance)
    return events


def _win(state: State, seat: int, card: Card) -> list[DrinkoEvent]:
    """The last card is played, and it is not special [R30]."""
    others = [other for other in range(len(state.hands)) if other != seat]
    ranking = [Ranked(seat=seat, rank=1, score=None)]
    ranking += [Ranked(seat=other, rank=2, score=None) for other in others]
    played = DrinkoPlayed(
        seat=seat,
        card=card,
        named_seat=None,
        owes_call=False,
        direction=state.direction,
        train=None,
        seat_to_act=None,
    )
    result = Result(reason="hand_played", winners=[seat], tie=False, ranking=ranking)
    return [played, DrinkoEnded(result=result)]


def _direction_and_train_after(state: State, card: Card) -> tuple[Direction, int | None]:
    """Turn order and train after the card's effect [R18, R19, R25-R28]."""
    amount = _AMOUNTS[card]
    if amount is not None:
        return state.direction, max(0, (state.train or 0) + amount)
    if card is _TARGET:
        return state.direction, state.train
    if card is _DEFLECT:
        return _TURNED[state.direction], state.train
    return state.direction, None


def _special_effect(state: State, seat: int, play: DrinkoPlay, chance: Chance) -> list[DrinkoEvent]:
    """What a special card makes seats draw and drink [R27, R28, R31]."""
    events: list[DrinkoEvent] = []
    drawing = Drawing(state, chance, covered=True)
    if len(state.hands[seat]) == 1:
        events += drawing.take(seat, LAST_CARD_DRAW)
    total = state.train
    if total is None:
        return events
    if play.card is _SPLIT:
        assert play.seat is not None, "a legal split in a train names a seat"
        half = (total + 1) // 2
        events += [DrinkoDrank(seat=drinker, drinks=half) for drinker in (seat, play.seat)]
        events += drawing.take(seat, total)
    elif play.card is _SUFFER:
        everybody = range(len(state.hands))
        events += [DrinkoDrank(seat=drinker, drinks=total) for drinker in everybody]
        events += drawing.take(seat, total)
    return events


def _turn_ended(state: State, seat: int, events: list[DrinkoEvent]) -> Sequence[DrinkoEvent]:
    """The events, and the end of a turn without a play, and of a train with it [R15, R21]."""
    seat_to_act = (seat + state.direction) % len(state.hands)
    events.append(DrinkoTurnEnded(seat=seat, seat_to_act=seat_to_act))
    if state.calls:
        events += _missed(state, seat)
    return events


def _missed(state: State, actor: int) -> list[DrinkoEvent]:
    """The act of one seat closes the window in which another could call [R33, R34]."""
    return [
        DrinkoCallMissed(seat=seat)
        for seat in range(len(state.hands))
        if seat != actor and may_call(state, seat)
    ]


def _call_out(state: State, seat: int, named: int, chance: Chance) -> list[DrinkoEvent]:
    """A seat that missed its call drinks and draws [R37]."""
    _check_other_seat(state, seat, named)
    if not may_call_out(state, seat, named):
        raise Rejected("not_open_to_call_out", f"seat {named} is not open to be called out")
    return [
        DrinkoCalledOut(seat=seat, named_seat=named),
        DrinkoDrank(seat=named, drinks=CALL_OUT_DRINKS),
        *Drawing(state, chance).take(named, CALL_OUT_CARDS),
    ]


# The end


def result(state: State) -> Result | None:
    """How the game ended, None while it runs [R44]."""
    return state.result


def cut_short(state: State) -> Sequence[DrinkoEvent]:
    """Ends a game that has become too long [R43]; one that is over stays as it ended."""
    return [] if state.result is not None else [DrinkoEnded(result=TOO_LONG)]
