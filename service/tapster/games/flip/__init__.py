"""Flip: calls, pairs and theft around four face-down cards. The rules are in RULES.md."""

from typing import get_args

from tapster.games.flip.cards import CATALOGUE
from tapster.games.flip.deal import resolve, start
from tapster.games.flip.events import FlipEvent
from tapster.games.flip.messages import FlipCommand, FlipOptions, FlipView
from tapster.games.flip.rules import awaited, cut_short, decide, legal
from tapster.games.flip.state import FlipState, cards, empty, evolve, result
from tapster.games.flip.views import redact, view
from tapster.games.kernel.kind import Kind

KIND: Kind[FlipOptions, FlipState, FlipCommand, FlipEvent, FlipView] = Kind(
    name="flip",
    title="Flip",
    summary="Call the next card of four, collect pairs, and steal what you cannot win.",
    rulesets=("flip@1",),
    seats=(2, 8),
    options_type=FlipOptions,
    command_types=get_args(FlipCommand),
    event_types=get_args(FlipEvent),
    view_type=FlipView,
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
