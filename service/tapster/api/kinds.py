"""The kinds of game, with all that a client needs to offer them."""

from functools import cache
from importlib import resources
from typing import Any

import flask
import msgspec
from flask_smorest import Blueprint

from tapster.api.describe import KIND, answer, operation
from tapster.api.request import reply
from tapster.api.schemas import COMPONENTS
from tapster.app.answers import (
    KindAction,
    KindDetails,
    KindList,
    KindOption,
    KindSeats,
    KindSummary,
)
from tapster.app.context import KIND_BY_NAME
from tapster.app.errors import Refused
from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind

blueprint = Blueprint(
    "kinds", __name__, url_prefix="/v1/kinds", description="The kinds of game, and their rules."
)


@operation(blueprint, "GET", "", "listKinds", answers={200: answer("The kinds.", "KindList")})
def get_kinds() -> flask.Response:
    """List the kinds of game

    In short; each kind's own address has its options, actions, cards and rules.
    """
    return reply(KindList(items=[KindSummary(**_summary(kind)) for kind in KINDS]))


@operation(
    blueprint,
    "GET",
    "/<kind>",
    "getKind",
    path=[KIND],
    answers={200: answer("The kind.", "KindDetails")},
    problems=("kind_not_found",),
)
def get_kind(kind: str) -> flask.Response:
    """Look up a kind of game

    Its seats, options with their defaults, actions, card catalogue and rules.
    """
    if kind not in KIND_BY_NAME:
        known = ", ".join(KIND_BY_NAME)
        raise Refused("kind_not_found", f"`kind` must be one of {known}.")
    return reply(details(kind))


@cache
def details(name: str) -> KindDetails:
    """All about a kind. It never changes while the service runs."""
    kind = KIND_BY_NAME[name]
    defaults = msgspec.to_builtins(kind.options_type())
    properties = COMPONENTS[kind.options_type.__name__].get("properties", {})
    return KindDetails(
        **_summary(kind),
        options=[
            KindOption(
                name=option,
                description=schema.get("description", ""),
                default=defaults[option],
                schema=schema,
            )
            for option, schema in properties.items()
        ],
        actions=[
            KindAction(
                type=schema["properties"]["type"]["const"],
                description=schema.get("description", ""),
                schema=schema,
            )
            for schema in (COMPONENTS[command.__name__] for command in kind.command_types)
        ],
        cards=list(kind.catalogue),
        rules=resources.files(f"tapster.games.{kind.name}")
        .joinpath("RULES.md")
        .read_text(encoding="utf-8"),
    )


def _summary(kind: AnyKind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "seats": KindSeats(fewest=kind.seats[0], most=kind.seats[1]),
        "rulesets": list(kind.rulesets),
    }
