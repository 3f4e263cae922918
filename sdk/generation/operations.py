"""The operations: one typed function each, which describes the request and sends nothing."""

import re
import textwrap
from typing import Any

from generation.schemas import REFERENCE, references, words_of

_IMPORTS = """
from typing import Any, Literal

from tapster_sdk._generated.models import *
from tapster_sdk._operation import Operation, segment
"""
_PLAIN = {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}


def operations_module(document: dict[str, Any]) -> str:
    """The text of `operations.py`."""
    kinds = _kinds(document)
    functions = [
        _function(path, method, operation, operations.get("parameters", []), kinds)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if isinstance(operation, dict) and "operationId" in operation
    ]
    named = sorted(
        {
            name
            for path in document["paths"].values()
            for operation in path.values()
            if isinstance(operation, dict)
            for name in _named(operation)
        }
    )
    imports = _IMPORTS.replace("*", f"({', '.join(named)})")
    return f'"""The operations of the API, as descriptions."""\n{imports}\n' + "\n\n".join(
        functions
    )


def _named(operation: dict[str, Any]) -> set[str]:
    """The components that an operation's function names."""
    names = set(references(operation.get("requestBody", {}).get("content", {})))
    for answer in _granted(operation).values():
        names |= set(references(answer.get("content", {}).get("application/json", {})))
    return names


def _kinds(document: dict[str, Any]) -> set[str]:
    """The kinds' names: parameters that take one are not narrowed to those known today."""
    paths = document["paths"]
    (parameter,) = (p for p in paths["/v1/games"]["get"]["parameters"] if p["name"] == "kind")
    return set(parameter["schema"]["enum"])


def _granted(operation: dict[str, Any]) -> dict[int, dict[str, Any]]:
    answers = operation["responses"]
    return {int(status): answers[status] for status in sorted(answers) if int(status) < 400}


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).replace("-", "_").lower()


def _function(
    path: str,
    method: str,
    operation: dict[str, Any],
    in_path: list[dict[str, Any]],
    kinds: set[str],
) -> str:
    parameters = operation.get("parameters", [])
    others = [p for p in parameters if p["in"] in ("query", "header")]
    positional = [f"{_snake(p['name'])}: {_type(p['schema'], kinds)}" for p in in_path]
    described = [(_snake(p["name"]), p.get("description", "")) for p in in_path]
    body = operation.get("requestBody")
    if body is not None:
        (component,) = references(body["content"]["application/json"]["schema"])
        positional.append(
            f"body: {component}" if body.get("required") else f"body: {component} | None = None"
        )
        described.append(("body", f"A `{component}`."))
    keywords = [f"{_snake(p['name'])}: {_type(p['schema'], kinds)} | None = None" for p in others]
    described += [(_snake(p["name"]), p.get("description", "")) for p in others]
    signature = [*positional, *(["*", *keywords] if keywords else [])]
    return (
        f"def {_snake(operation['operationId'])}({', '.join(signature)}) "
        f"-> Operation[{_answer_type(operation)}]:\n"
        f"{textwrap.indent(_docstring(operation, described), '    ')}\n"
        f"    return Operation({_arguments(path, method, operation, in_path, others)})\n"
    )


def _docstring(operation: dict[str, Any], described: list[tuple[str, str]]) -> str:
    summary = operation["summary"].rstrip(".?") + "."
    paragraphs = [summary]
    if operation.get("description"):
        paragraphs.append("\n".join(textwrap.wrap(words_of(operation["description"]), 90)))
    if described:
        paragraphs.append("\n".join(_described(name, text) for name, text in described))
    text = "\n\n".join(paragraphs).replace("\\", "\\\\")
    return f'"""{text}\n"""' if len(paragraphs) > 1 else f'"""{text}"""'


def _described(name: str, text: str) -> str:
    return textwrap.fill(f"{name}: {words_of(text)}", 90, subsequent_indent="    ")


def _type(schema: dict[str, Any], kinds: set[str]) -> str:
    words = schema.get("enum")
    if words and set(words) != kinds:
        return f"Literal[{', '.join(repr(word) for word in words)}]"
    return _PLAIN[schema["type"]]


def _body_type(answer: dict[str, Any]) -> str:
    content = answer.get("content")
    if content is None:
        return "None"
    if "application/json" not in content:
        return "str"
    schema = content["application/json"]["schema"]
    if "$ref" in schema:
        return str(schema["$ref"].removeprefix(REFERENCE))
    return "dict[str, Any]"


def _answer_type(operation: dict[str, Any]) -> str:
    types = dict.fromkeys(_body_type(answer) for answer in _granted(operation).values())
    return " | ".join(sorted(types, key="None".__eq__))


def _arguments(
    path: str,
    method: str,
    operation: dict[str, Any],
    in_path: list[dict[str, Any]],
    others: list[dict[str, Any]],
) -> str:
    filled = path
    for parameter in in_path:
        name = parameter["name"]
        filled = filled.replace(f"{{{name}}}", f"{{segment({_snake(name)})}}")
    answers = ", ".join(
        f"{status}: {_body_type(answer)}" for status, answer in _granted(operation).items()
    )
    arguments = [
        f'method="{method.upper()}"',
        f'path={"f" if in_path else ""}"{filled}"',
        f"answers={{{answers}}}",
    ]
    for place, argument in (("query", "query"), ("header", "headers")):
        entries = [f'"{p["name"]}": {_snake(p["name"])}' for p in others if p["in"] == place]
        if entries:
            arguments.append(f"{argument}={{{', '.join(entries)}}}")
    if "requestBody" in operation:
        arguments.append("body=body")
    return ", ".join(arguments)
