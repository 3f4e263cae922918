"""The OpenAPI components: the schemas of all bodies, made from their types.

The types are the truth; this file only brings msgspec's schemas into the shape that OpenAPI 3.1 and
its readers like best.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tapster.api.problems import Problem
from tapster.app import answers, requests
from tapster.app.words import MAXIMUM_INTEGER, camel
from tapster.games import KINDS
from tapster.games.kernel.messages import union

REFERENCE = "#/components/schemas/{name}"

_BODIES: list[Any] = [
    requests.Act,
    requests.Claim,
    answers.ActionAnswer,
    answers.Feed,
    answers.GameCreation,
    answers.GameList,
    answers.GameLog,
    answers.Health,
    answers.KindDetails,
    answers.KindList,
    answers.LegalActions,
    answers.Proof,
    answers.SeatClaim,
    answers.SeatToken,
    Problem,
]
_UNIONS: dict[str, Any] = {
    "NewGame": requests.AnyNewGame,
    "Game": answers.AnyGame,
    **{f"{camel(kind)}Action": union(kind.command_types) for kind in KINDS},
    "Action": requests.AnyCommand,
    "Event": answers.AnyEvent,
}
"""Unions that get a name of their own, so that each is spelled out once."""
_ASKED = ("Act", "Claim", "NewGame")
"""What clients send."""


def _components() -> dict[str, Any]:
    """All components by name."""
    types = [*_BODIES, *_UNIONS.values()]
    tops, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    unions = dict(zip(_UNIONS, tops[len(_BODIES) :], strict=True))
    named = {_signature(schema): name for name, schema in unions.items()}
    components = {name: _refine(schema, named) for name, schema in components.items()}
    for name, schema in unions.items():
        components[name] = _refine_union(schema)
    for name in _reachable(components, _ASKED):
        components[name] = _bounded(components[name])
    return dict(sorted(components.items()))


def _reachable(components: dict[str, Any], names: Iterable[str]) -> set[str]:
    """The named components, and all that they refer to."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(components[name])
    return found


def _references(schema: Any) -> Iterator[str]:
    """The components that a schema refers to itself."""
    members = schema.values() if isinstance(schema, dict) else schema
    for member in members:
        if isinstance(member, dict | list):
            yield from _references(member)
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        yield schema["$ref"].rpartition("/")[2]


def _bounded(schema: Any) -> Any:
    """The schema with the bounds that the loader of bodies sets to integers without their own."""
    if isinstance(schema, list):
        return [_bounded(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    bounded = {key: _bounded(value) for key, value in schema.items()}
    if bounded.get("type") == "integer" and "enum" not in bounded:
        if not {"minimum", "exclusiveMinimum"} & bounded.keys():
            bounded["minimum"] = -MAXIMUM_INTEGER
        if not {"maximum", "exclusiveMaximum"} & bounded.keys():
            bounded["maximum"] = MAXIMUM_INTEGER
    return bounded


def _signature(schema: dict[str, Any]) -> frozenset[str]:
    """What a schema refers to, if it is a reference or a union of references."""
    branches = schema.get("anyOf", [schema])
    return frozenset(branch.get("$ref", "") for branch in branches)


def _refine(schema: Any, named: dict[frozenset[str], str]) -> Any:
    """Names the unions and makes single-valued enumerations constants, at every depth."""
    if isinstance(schema, list):
        return [_refine(member, named) for member in schema]
    if not isinstance(schema, dict):
        return schema
    if "discriminator" in schema or "$ref" in schema:
        name = named.get(_signature(schema))
        if name is not None:
            kept = {key: schema[key] for key in ("description",) if key in schema}
            return {**kept, "$ref": REFERENCE.format(name=name)}
    if {"type": "null"} in schema.get("anyOf", ()):
        return _refine_nullable(schema, named)
    if len(schema.get("enum", ())) == 1:
        return {"type": "string", "const": schema["enum"][0]}
    if "discriminator" in schema:
        return _refine_union(schema)
    refined = {key: _refine(value, named) for key, value in schema.items()}
    if "enum" in refined and "type" not in refined:
        whole = all(isinstance(value, int) for value in refined["enum"])
        refined = {"type": "integer" if whole else "string", **refined}
    return refined


def _refine_nullable(schema: dict[str, Any], named: dict[frozenset[str], str]) -> dict[str, Any]:
    """A schema or null; what may be null is refined as if it stood alone."""
    null = {"type": "null"}
    branches = [branch for branch in schema["anyOf"] if branch != null]
    around = {key: value for key, value in schema.items() if key not in ("anyOf", "discriminator")}
    union = {key: schema[key] for key in ("discriminator",) if key in schema}
    inner = branches[0] if len(branches) == 1 else {"anyOf": branches, **union}
    name = named.get(_signature(inner))
    refined = {"$ref": REFERENCE.format(name=name)} if name else _refine(inner, named)
    return {**around, "anyOf": [refined, null]}


def _refine_union(schema: dict[str, Any]) -> dict[str, Any]:
    """A tagged union: exactly one branch can hold, so it is `oneOf`."""
    refined = dict(schema)
    if "anyOf" in refined:
        refined["oneOf"] = refined.pop("anyOf")
    return refined


COMPONENTS: dict[str, Any] = _components()
