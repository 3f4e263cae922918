"""The OpenAPI document as the tests read it."""

import json
import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.protocols import Validator

from tapster.bootstrap import openapi_document

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
JSON = "application/json"


class Operation(NamedTuple):
    """One operation, with its place in the document."""

    method: str
    path: str
    definition: dict[str, Any]

    @property
    def id(self) -> str:
        """Its `operationId`."""
        name: str = self.definition["operationId"]
        return name

    def __repr__(self) -> str:
        return self.id


class Document:
    """A document and the few questions that tests have for it."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content = content

    @cached_property
    def components(self) -> dict[str, Any]:
        """The schemas by name."""
        schemas: dict[str, Any] = self.content["components"]["schemas"]
        return schemas

    @cached_property
    def operations(self) -> dict[str, Operation]:
        """All operations by name."""
        return {operation.id: operation for operation in self._operations()}

    def _operations(self) -> Iterator[Operation]:
        for path, item in self.content["paths"].items():
            for method in METHODS:
                if method in item:
                    yield Operation(method, path, item[method])

    def parameters(self, operation: Operation) -> list[dict[str, Any]]:
        """The operation's parameters, those of its path included, all written out."""
        shared = self.content["paths"][operation.path].get("parameters", [])
        own = operation.definition.get("parameters", [])
        return [self.resolved(parameter) for parameter in (*shared, *own)]

    def resolved(self, node: dict[str, Any]) -> dict[str, Any]:
        """What a reference stands for; anything else as it is."""
        while "$ref" in node:
            node = self.at(node["$ref"])
        return node

    def at(self, reference: str) -> Any:
        """What stands at a reference into this document."""
        found: Any = self.content
        for step in reference.removeprefix("#/").split("/"):
            found = found[step.replace("~1", "/").replace("~0", "~")]
        return found

    def find(self, method: str, path: str) -> Operation | None:
        """The operation that a request's path, without its query, leads to."""
        return next(
            (
                operation
                for operation in self.operations.values()
                if operation.method == method.lower() and _pattern(operation.path).fullmatch(path)
            ),
            None,
        )

    def validator(self, schema: dict[str, Any]) -> Validator:
        """A validator of the schema, whose references lead into this document."""
        whole = {**schema, "components": self.content["components"]}
        return Draft202012Validator(whole, format_checker=FormatChecker())

    def faults(self, schema: dict[str, Any], value: Any) -> list[str]:
        """Where the value does not fit the schema; nothing if it does."""
        return [
            f"{error.json_path}: {error.message[:300]}"
            for error in self.validator(schema).iter_errors(value)
        ]


@cache
def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path)))


def walk(node: Any, place: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object below a node, with its place."""
    if isinstance(node, dict):
        yield place, node
        for name, member in node.items():
            yield from walk(member, f"{place}/{name}")
    elif isinstance(node, list):
        for number, member in enumerate(node):
            yield from walk(member, f"{place}/{number}")


@cache
def service_document() -> Document:
    """The document of the service as it is now."""
    return Document(json.loads(json.dumps(openapi_document())))
