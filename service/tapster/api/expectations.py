"""What the document's schemas expect at a place of a body, so that an error can say it."""

from typing import Any

from tapster.api.schemas import COMPONENTS

_MOST = 24
"""The most choices that are worth listing."""


def choices_at(component: str, body: Any, steps: list[str]) -> list[str]:
    """The values that a body of the component can have where the steps lead; none if there are
    too many to list, or no list of them."""
    schema, _ = _walk(COMPONENTS[component], body, steps[:-1])
    union = schema.get("discriminator", {})
    if steps and union.get("propertyName") == steps[-1]:
        choices = list(union["mapping"])
    else:
        place, _ = _walk(schema, None, steps[-1:])
        choices = place.get("enum", [])
    return [str(choice) for choice in choices] if len(choices) <= _MOST else []


def fields_at(component: str, body: Any, steps: list[str]) -> list[str]:
    """The fields that the object has where the steps lead."""
    schema, _ = _walk(COMPONENTS[component], body, steps)
    return list(schema.get("properties", {}))


def _walk(schema: dict[str, Any], body: Any, steps: list[str]) -> tuple[dict[str, Any], Any]:
    """The schema that holds where the steps lead, and the value there."""
    schema = _resolved(schema, body)
    for step in steps:
        if step.isdigit():
            schema = schema.get("items", {})
            body = body[int(step)] if isinstance(body, list) else None
        else:
            schema = schema.get("properties", {}).get(step, {})
            body = body.get(step) if isinstance(body, dict) else None
        schema = _resolved(schema, body)
    return schema, body


def _resolved(schema: dict[str, Any], value: Any) -> dict[str, Any]:
    """The schema with references followed, and the branch of a union that the value chooses."""
    branches = [branch for branch in schema.get("anyOf", []) if branch != {"type": "null"}]
    if "$ref" in schema:
        return _resolved(COMPONENTS[schema["$ref"].rpartition("/")[2]], value)
    if len(branches) == 1:
        return _resolved(branches[0], value)
    if "discriminator" in schema and isinstance(value, dict):
        union = schema["discriminator"]
        branch = union["mapping"].get(value.get(union["propertyName"]))
        return schema if branch is None else _resolved({"$ref": branch}, value)
    return schema
