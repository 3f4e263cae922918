"""Drinko: get rid of your cards, and do not be the one who cannot follow the train."""

from typing import get_args

from tapster.games.drinko.cards import CATALOGUE
from tapster.games.drinko.messages import DrinkoCommand, DrinkoEvent, DrinkoOptions, DrinkoView
from tapster.games.drinko.rules import awaited, cut_short, decide, legal, resolve, result, start
from tapster.games.drinko.state import State, cards, empty, evolve
from tapster.games.drinko.views import redact, view
from tapster.games.kernel.kind import Kind

KIND: Kind[DrinkoOptions, State, DrinkoCommand, DrinkoEvent, DrinkoView] = Kind(
    name="drinko",
    title="Drinko",
    summary=(
        "Match colour or type to get rid of your hand. Drink cards build up a train, and whoever "
        "cannot follow drinks it; call Drinko when you are down to one card."
    ),
    rulesets=("drinko@1",),
    seats=(2, 10),
    options_type=DrinkoOptions,
    command_types=get_args(DrinkoCommand),
    event_types=get_args(DrinkoEvent),
    view_type=DrinkoView,
    catalogue=CATALOGUE,
    resolve=resolve,
    empty=empty,
    start=start,
    decide=decide,
    evolve=evolve,
    awaited=awaited,
    legal=legal,
    view=view,
    redact=redact,
    result=result,
    cut_short=cut_short,
    cards=cards,
)
