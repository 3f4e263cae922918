"""Short words for the tests of Drinko: tables with known cards, and facts."""

from tapster.games.drinko import KIND
from tapster.games.drinko.cards import DrinkoCard
from tapster.games.drinko.messages import (
    Direction,
    DrinkoCallDrinko,
    DrinkoCalled,
    DrinkoCalledOut,
    DrinkoCallMissed,
    DrinkoCallOut,
    DrinkoDealt,
    DrinkoDrank,
    DrinkoDraw,
    DrinkoDrew,
    DrinkoDrink,
    DrinkoOptions,
    DrinkoPlay,
    DrinkoPlayed,
    DrinkoReshuffled,
    DrinkoTrainOrder,
    DrinkoTurnEnded,
)
from tests.rules.scenario import Scenario

DRAW = DrinkoDraw()
DRINK = DrinkoDrink()
CALL = DrinkoCallDrinko()
RISING = DrinkoOptions()
FALLING = DrinkoOptions(train_order=DrinkoTrainOrder.FALLING)


def cards(codes: str) -> list[DrinkoCard]:
    """The cards of some codes with blanks between them."""
    return [DrinkoCard(code) for code in codes.split()]


def table(
    *hands: str,
    top: str,
    under: str = "blue-0",
    draw: str = "",
    seat: int = 0,
    train: int | None = None,
    direction: Direction = 1,
    options: DrinkoOptions = RISING,
) -> Scenario:
    """A game in which these seats hold these hands and `seat` is to act on `top`.

    The last seat has just played the top card, so a train can run; `under` lies below it.
    """
    dealt = [cards(hand) for hand in hands]
    dealt[-1].append(DrinkoCard(top))
    last = len(hands) - 1
    return Scenario(KIND, options, seats=len(hands)).given(
        DrinkoDealt(
            hands=list(dealt),
            play_pile=cards(under),
            draw_pile=cards(draw),
            draw_pile_count=len(cards(draw)),
            seat_to_act=last,
        ),
        played(last, top, seat, train=train, direction=direction),
    )


def play(card: str, seat: int | None = None, call_drinko: bool = False) -> DrinkoPlay:
    """The command to play a card."""
    return DrinkoPlay(card=DrinkoCard(card), seat=seat, call_drinko=call_drinko)


def call_out(seat: int) -> DrinkoCallOut:
    """The command to call out a seat."""
    return DrinkoCallOut(seat=seat)


def played(
    seat: int,
    card: str,
    seat_to_act: int | None,
    *,
    train: int | None = None,
    direction: Direction = 1,
    named: int | None = None,
    owes: bool = False,
) -> DrinkoPlayed:
    """The fact that a card was played."""
    return DrinkoPlayed(
        seat=seat,
        card=DrinkoCard(card),
        named_seat=named,
        owes_call=owes,
        direction=direction,
        train=train,
        seat_to_act=seat_to_act,
    )


def drew(seat: int, codes: str) -> DrinkoDrew:
    """The fact that a seat drew these cards."""
    return DrinkoDrew(seat=seat, cards=cards(codes), count=len(cards(codes)))


def reshuffled(codes: str) -> DrinkoReshuffled:
    """The fact that the draw pile now holds these cards, top first."""
    return DrinkoReshuffled(draw_pile=cards(codes), count=len(cards(codes)))


def drank(seat: int, drinks: int) -> DrinkoDrank:
    """The fact that a seat drank."""
    return DrinkoDrank(seat=seat, drinks=drinks)


def turn_ended(seat: int, seat_to_act: int) -> DrinkoTurnEnded:
    """The fact that a turn without a play ended."""
    return DrinkoTurnEnded(seat=seat, seat_to_act=seat_to_act)


def called(seat: int) -> DrinkoCalled:
    """The fact that a seat called."""
    return DrinkoCalled(seat=seat)


def call_missed(seat: int) -> DrinkoCallMissed:
    """The fact that a seat missed its call."""
    return DrinkoCallMissed(seat=seat)


def called_out(seat: int, named: int) -> DrinkoCalledOut:
    """The fact that a seat called out another."""
    return DrinkoCalledOut(seat=seat, named_seat=named)
