"""The models: datamodel-code-generator's, with every open union completed by its `Unknown…`."""

import ast
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from generation.schemas import REFERENCE, Schema, Schemas, Union, references

_OPTIONS = [
    "--input-file-type", "openapi",
    "--openapi-scopes", "schemas",
    "--output-model-type", "pydantic_v2.BaseModel",
    "--target-python-version", "3.11",
    "--base-class", "tapster_sdk._base.Answer",
    "--use-annotated", "--use-union-operator", "--use-standard-collections",
    "--use-schema-description", "--use-field-description", "--use-single-line-docstring",
    "--special-field-name-prefix", "N",
    "--use-title-as-name", "--use-one-literal-as-default", "--use-specialized-enum",
    "--capitalise-enum-members", "--use-double-quotes", "--strict-nullable", "--use-type-alias",
    "--deserialize-default-values", "enum",
    "--disable-timestamp", "--disable-future-imports", "--ignore-pyproject", "--disable-warnings",
    "--formatters", "builtin",
]  # fmt: skip
_IMPORTS = """
from typing import TypeAlias

from pydantic import Discriminator, Tag

from tapster_sdk._base import OpenEnum, Unknown, known_or_unknown
"""


def models_module(schemas: Schemas) -> str:
    """The text of `models.py`."""
    components = dict(schemas.components)
    for union in schemas.unions.values():
        if union.is_open:
            components[f"Unknown{_family(schemas, union)}"] = _unknown(schemas, union)
    imports, statements = _generated(schemas, components)
    for union in schemas.unions.values():
        _complete(schemas, union, statements)
    statements["View"] = f"View: TypeAlias = {_views(schemas)}\n" + (
        '"""A game\'s state as one viewer may know it; plain JSON for an unknown kind."""'
    )
    public = sorted(name for name in statements if not name.startswith("_"))
    body = "\n\n".join(_in_order(statements))
    return f"{imports}\n{_IMPORTS}\n__all__ = {public!r}\n\n{body}\n"


def _generated(schemas: Schemas, components: dict[str, Schema]) -> tuple[str, dict[str, str]]:
    """The generator's imports, and its statements by the name that each defines."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "models", "version": "1"},
        "paths": {},
        "components": {"schemas": components},
    }
    bases = dict.fromkeys(schemas.requests, "tapster_sdk._base.Request")
    bases |= {name: "tapster_sdk._base.Unknown" for name in components if name[:7] == "Unknown"}
    literals = {
        key: "literal"
        for schema in components.values()
        for key, value in schema.get("properties", {}).items()
        if "integer" in json.dumps(value) and "enum" in json.dumps(value)
    }
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "document.json"), Path(folder, "models.py")
        source.write_text(json.dumps(document), encoding="utf-8")
        command = [
            sys.executable, "-m", "datamodel_code_generator",
            "--input", str(source), "--output", str(target),
            "--base-class-map", json.dumps(bases),
            "--enum-field-as-literal-map", json.dumps(literals),
        ]  # fmt: skip
        subprocess.run([*command, *_OPTIONS], check=True)
        text = target.read_text(encoding="utf-8")
    # A member's name cannot begin with a digit: `6-hot` is N6_HOT.
    text = re.sub(r"\bN_(?=\d)", "N", text)
    return _split(text.replace("(StrEnum)", "(OpenEnum)"))


def _split(text: str) -> tuple[str, dict[str, str]]:
    imports: list[str] = []
    statements: dict[str, str] = {}
    name = ""
    for node in ast.parse(text).body:
        segment = ast.get_source_segment(text, node) or ""
        match node:
            case ast.Import() | ast.ImportFrom():
                imports.append(segment)
            case ast.ClassDef():
                name = node.name
                statements[name] = _with_factories(segment)
            case ast.Assign(targets=[ast.Name(id=name)]):
                statements[name] = segment
            case _:
                statements[name] += f"\n{segment}"
    return "\n".join(imports), statements


def _with_factories(statement: str) -> str:
    """A model whose defaults are other models gets factories for them: the generator writes plain
    dictionaries, which do not have the field's type."""
    (model,) = ast.parse(statement).body
    assert isinstance(model, ast.ClassDef)
    for field in model.body:
        match field:
            case ast.AnnAssign(
                target=ast.Name(id=name),
                annotation=ast.Subscript(slice=ast.Tuple(elts=[ast.Name(id=inner), _])),
                value=ast.Dict() as default,
            ):
                factory = f"lambda: {inner}.model_validate({ast.unparse(default)})"
                written = ast.get_source_segment(statement, field) or ""
                statement = statement.replace(
                    written, f"{name}: {inner} = Field(default_factory={factory})"
                )
    return statement


def _in_order(statements: dict[str, str]) -> list[str]:
    """The statements, each after those that it names, otherwise as they were."""
    names = {name: _names_used(text) & statements.keys() for name, text in statements.items()}
    done: dict[str, None] = {}

    def place(name: str) -> None:
        if name not in done:
            for needed in sorted(names[name] - {name}):
                place(needed)
            done[name] = None

    for name in statements:
        place(name)
    return [statements[name] for name in done]


def _names_used(text: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}


# Unions


def _family(schemas: Schemas, union: Union) -> str:
    """The name without the kind: one `UnknownAction` serves the actions of every kind."""
    prefix = next((p for p in schemas.prefixes if union.name.startswith(p)), "")
    return union.name.removeprefix(prefix)


def _complete(schemas: Schemas, union: Union, statements: dict[str, str]) -> None:
    """Writes the union out; if it is open, with its `Unknown…`."""
    members = " | ".join(sorted(union.members.values()))
    known = members
    if len(union.members) > 1:
        known = f'Annotated[{members}, Field(discriminator="{union.tag}")]'
    if not union.is_open:
        statements[union.name] = f"{union.name}: TypeAlias = {known}"
        return
    unknown = f"Unknown{_family(schemas, union)}"
    tags = ", ".join(f'"{tag}"' for tag in sorted(union.members))
    statements[f"Known{union.name}"] = f"Known{union.name}: TypeAlias = {known}"
    statements[union.name] = (
        f"{union.name}: TypeAlias = Annotated["
        f'Annotated[Known{union.name}, Tag("known")] | Annotated[{unknown}, Tag("unknown")], '
        f'Discriminator(known_or_unknown("{union.tag}", frozenset({{{tags}}})))]'
    )


def _unknown(schemas: Schemas, union: Union) -> Schema:
    """What can be said of a member that nobody knows yet: what all known ones have in common."""
    members = [schemas.components[name] for name in union.members.values()]
    properties: dict[str, Any] = {union.tag: {"type": "string"}}
    required = set.intersection(*(set(member["required"]) for member in members))
    if union.tag == "kind":
        for key, schema in members[0]["properties"].items():
            if key != union.tag and key in required:
                properties[key] = _in_common(schemas, key, schema)
    family = _family(schemas, union)
    return {
        "type": "object",
        "title": f"Unknown{family}",
        "description": f"One of a `{union.tag}` that this SDK does not know; `raw` has it all.",
        "properties": properties,
        "required": sorted(required & properties.keys()),
    }


def _in_common(schemas: Schemas, key: str, schema: Schema) -> Schema:
    """A property as it is in every kind: what belongs to one kind alone is plain JSON."""
    named = set(references(schema))
    kinds_own = any(schemas.prefix(name) for name in named)
    if any(name.endswith("Action") for name in named):
        action = {"type": ["array", "null"], "items": {"$ref": f"{REFERENCE}Action"}}
        return {**action, "description": schema.get("description", "")}
    if not kinds_own:
        return schema
    types = ["object", "null"] if "anyOf" in schema else "object"
    return {"type": types, "additionalProperties": True}


def _views(schemas: Schemas) -> str:
    """The views of all kinds."""
    games = [schemas.components[name] for name in schemas.unions["Game"].members.values()]
    views = [name for game in games for name in references(game["properties"]["state"])]
    return " | ".join([*sorted(views), "dict[str, Any]"])
