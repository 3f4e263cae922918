"""Drink or Die: brew, bluff, drink, and balance what you drank. The rules are in RULES.md."""

from typing import get_args

from tapster.games.drink_or_die import deal, rules, state, views
from tapster.games.drink_or_die.cards import CATALOGUE
from tapster.games.drink_or_die.events import DrinkOrDieEvent
from tapster.games.drink_or_die.messages import (
    DrinkOrDieCommand,
    DrinkOrDieOptions,
    DrinkOrDieView,
)
from tapster.games.kernel.kind import Kind

KIND: Kind[DrinkOrDieOptions, state.State, DrinkOrDieCommand, DrinkOrDieEvent, DrinkOrDieView] = (
    Kind(
        name="drink_or_die",
        title="Drink or Die",
        summary=(
            "Rival alchemists brew potions of face-up and face-down cards and dare each other to "
            "drink them. Collect much, and keep opposing elements in balance."
        ),
        rulesets=("drink_or_die@1",),
        seats=(2, 5),
        options_type=DrinkOrDieOptions,
        command_types=get_args(DrinkOrDieCommand),
        event_types=get_args(DrinkOrDieEvent),
        view_type=DrinkOrDieView,
        catalogue=CATALOGUE,
        resolve=deal.resolve,
        empty=state.empty,
        start=deal.start,
        decide=rules.decide,
        evolve=state.evolve,
        awaited=rules.awaited,
        legal=rules.legal,
        view=views.view,
        redact=views.redact,
        result=rules.result,
        cut_short=rules.cut_short,
        cards=state.cards,
        canonical=rules.canonical,
    )
)
