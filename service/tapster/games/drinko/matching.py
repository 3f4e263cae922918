"""Which card may follow which: the one address of that rule [R7, R14, R20].

The predicates are worked out for every pair of cards when this module is imported.
"""

from tapster.games.drinko.cards import TRAITS, DrinkoCard
from tapster.games.drinko.messages import DrinkoTrainOrder
from tapster.games.drinko.state import State


def matches(card: DrinkoCard, top: DrinkoCard) -> bool:
    """Whether a card is legal on the top card in normal play [R14]."""
    played, below = TRAITS[card], TRAITS[top]
    return (
        played.special
        or below.special
        or played.colour == below.colour
        or played.type == below.type
    )


def joins_train(card: DrinkoCard, top: DrinkoCard, order: DrinkoTrainOrder) -> bool:
    """Whether a card is legal on the top card while a train runs [R20]."""
    played, below = TRAITS[card], TRAITS[top]
    if played.special:
        return True
    if played.amount is None:
        return False
    if below.special:
        return True
    if below.amount is None:
        return False  # Never asked: in a train the top card is a drink card or special.
    if played.colour != below.colour:
        return played.amount == below.amount
    if order is DrinkoTrainOrder.RISING:
        return played.amount >= below.amount
    return played.amount <= below.amount


_IN_PLAY: dict[DrinkoCard, frozenset[DrinkoCard]] = {
    top: frozenset(card for card in DrinkoCard if matches(card, top)) for top in DrinkoCard
}
_IN_TRAIN: dict[DrinkoTrainOrder, dict[DrinkoCard, frozenset[DrinkoCard]]] = {
    order: {
        top: frozenset(card for card in DrinkoCard if joins_train(card, top, order))
        for top in DrinkoCard
    }
    for order in DrinkoTrainOrder
}


def playable(state: State) -> frozenset[DrinkoCard]:
    """The cards that may be played now by the seat to act, if it holds them [R13]."""
    top = state.play_pile[-1]
    return _IN_PLAY[top] if state.train is None else _IN_TRAIN[state.train_order][top]
