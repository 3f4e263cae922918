"""The document's schemas, made ready for the model generator.

The service's document is written for readers of the API. For models, inline enumerations and unions
get names, what only the service sends loses its bounds (a newer service may widen them), and every
union that it sends gets an `Unknown…` beside its known types.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

REFERENCE = "#/components/schemas/"
_BOUNDS = {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
    "pattern", "minItems", "maxItems", "multipleOf", "uniqueItems",
}  # fmt: skip
_NAMED_BY_PROPERTY = {"chance": "Draw"}
"""Inline unions whose property's name does not say what one of them is."""


@dataclass(frozen=True)
class Union:
    """A union of messages that a tag tells apart."""

    name: str
    tag: str
    members: dict[str, str]
    """The component's name by the tag's value."""
    is_open: bool
    """True if the service sends it: a newer one may send types that are not among the members."""


def camel(name: str) -> str:
    """`train_order` is `TrainOrder`."""
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def references(schema: Any) -> Iterator[str]:
    """The names of all components that a schema refers to."""
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix(REFERENCE)
        for member in schema.values():
            yield from references(member)
    elif isinstance(schema, list):
        for member in schema:
            yield from references(member)


class Schemas:
    """The prepared components, the unions among them, and who sends what."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._all: dict[str, Schema] = document["components"]["schemas"]
        bodies, answers = _roots(document)
        self.requests = self._reachable(bodies)
        self.answers = self._reachable(answers)
        self.components = {name: self._all[name] for name in sorted(self.requests | self.answers)}
        self.unions: dict[str, Union] = {}
        self._find_named_unions()
        self.prefixes = [name.removesuffix("Game") for name in self.unions["Game"].members.values()]
        self._enumerations = self._name_enumerations()
        for name in list(self.components):
            self.components[name] = self._prepared(self.components[name], name, "")
        self._add_enumerations()

    def _reachable(self, roots: set[str]) -> set[str]:
        found: set[str] = set()
        open_names = sorted(roots)
        while open_names:
            name = open_names.pop()
            if name not in found:
                found.add(name)
                open_names.extend(references(self._all[name]))
        return found

    def prefix(self, name: str) -> str:
        """The kind that a component belongs to, as the first part of its name; or nothing."""
        return next((prefix for prefix in self.prefixes if name.startswith(prefix)), "")

    # Unions

    def _find_named_unions(self) -> None:
        for name, schema in self.components.items():
            if "oneOf" in schema or ("$ref" in schema and "properties" not in schema):
                self._add_union(name, schema, name in self.answers)

    def _add_union(self, name: str, schema: Schema, is_open: bool) -> None:
        """A union of one member only has no discriminator in the document: its tag is constant."""
        members: dict[str, str] = {}
        tag = schema.get("discriminator", {}).get("propertyName", "")
        for member in references({"oneOf": schema.get("oneOf", [schema])}):
            properties = self._all[member]["properties"]
            tag = tag or next(key for key, value in properties.items() if "const" in value)
            members[properties[tag]["const"]] = member
        self.unions[name] = Union(name, tag, members, is_open)

    def _union_reference(self, schema: Schema, owner: str, key: str) -> Schema:
        """An inline union gets a name: that of the named union that it is a part of, with the
        kind's own name before it, or else its property's."""
        members = list(references(schema["oneOf"]))
        same = [u.name for u in self.unions.values() if set(u.members.values()) == set(members)]
        if same:
            return {"$ref": REFERENCE + same[0]}
        whole = next(
            (u.name for u in self.unions.values() if set(members) <= set(u.members.values())),
            _NAMED_BY_PROPERTY.get(key, camel(key)),
        )
        prefixes = {self.prefix(member) for member in members}
        name = (prefixes.pop() if len(prefixes) == 1 else "") + whole
        if name not in self.unions:
            self._add_union(name, schema, owner in self.answers)
            self.components[name] = schema
        kept = {k: schema[k] for k in ("description",) if k in schema}
        return {"$ref": REFERENCE + name, **kept}

    # Enumerations

    def _name_enumerations(self) -> dict[tuple[str, ...], str]:
        """Names for the inline enumerations of words, by their words: that of the property, with
        the kind's name before it if only one kind uses it."""
        owners: dict[tuple[str, ...], list[tuple[str, str]]] = {}
        for owner, schema in self.components.items():
            for key, inner in schema.get("properties", {}).items():
                for found in _inline_enumerations(inner):
                    owners.setdefault(tuple(found["enum"]), []).append((owner, key))
        names: dict[tuple[str, ...], str] = {}
        for words, places in owners.items():
            prefixes = {self.prefix(owner) for owner, _ in places}
            name = (prefixes.pop() if len(prefixes) == 1 else "") + camel(places[0][1])
            while name in self.components or name in names.values():
                name += "Word"
            names[words] = name
        return names

    def _add_enumerations(self) -> None:
        for words, name in self._enumerations.items():
            self.components[name] = {"type": "string", "title": name, "enum": list(words)}

    # Everything else

    def _prepared(self, schema: Any, owner: str, key: str) -> Any:
        if isinstance(schema, list):
            return [self._prepared(member, owner, key) for member in schema]
        if not isinstance(schema, dict):
            return schema
        if key and "oneOf" in schema:
            return self._union_reference(schema, owner, key)
        if key and schema.get("type") == "string" and "enum" in schema:
            kept = {k: v for k, v in schema.items() if k in ("description", "default")}
            return {"$ref": REFERENCE + self._enumerations[tuple(schema["enum"])], **kept}
        prepared: Schema = {}
        for name, value in _nullable(schema).items():
            if name in ("examples", "example") or (name, value) == ("additionalProperties", False):
                continue
            if name in _BOUNDS and owner in self.answers:
                continue
            if name == "properties" and not key:
                prepared[name] = {
                    prop: self._prepared(inner, owner, prop) for prop, inner in value.items()
                }
            elif name in ("default", "enum", "required"):
                prepared[name] = value
            else:
                prepared[name] = self._prepared(value, owner, key)
        return prepared


def _roots(document: dict[str, Any]) -> tuple[set[str], set[str]]:
    """The components that requests begin with, and those that answers begin with."""
    bodies: set[str] = set()
    answers: set[str] = set()
    for operations in document["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict):
                bodies |= set(references(operation.get("requestBody", {})))
                answers |= set(references(operation.get("responses", {})))
    return bodies, answers


def _inline_enumerations(schema: Any) -> Iterator[Schema]:
    if isinstance(schema, dict):
        if schema.get("type") == "string" and "enum" in schema:
            yield schema
        for member in schema.values():
            yield from _inline_enumerations(member)
    elif isinstance(schema, list):
        for member in schema:
            yield from _inline_enumerations(member)


def _nullable(schema: Schema) -> Schema:
    """A plain value or null, written as one schema: the generator gives two a name of their own."""
    branches = schema.get("anyOf", [])
    plain = [branch for branch in branches if branch != {"type": "null"}]
    if len(branches) != 2 or len(plain) != 1:
        return schema
    kind = plain[0].get("type")
    if kind not in ("string", "integer", "number", "boolean", "array") or "enum" in plain[0]:
        return schema
    around = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**plain[0], **around, "type": [kind, "null"]}


def words_of(text: str) -> str:
    """A text as one line."""
    return re.sub(r"\s+", " ", text).strip()
