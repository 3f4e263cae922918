"""The OpenAPI document by itself: valid, complete, equal to the app, and true to its own words."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tapster.games import KINDS
from tests.contract.calls import AppCaller, call
from tests.contract.documents import METHODS, Document, Operation, service_document, walk
from tests.support import memory_app

COMMITTED = Path(__file__).parents[2] / "openapi" / "openapi.json"
OPERATION_IDS = {
    "act": ("post", "/v1/games/{game_id}/actions"),
    "claimSeat": ("post", "/v1/games/{game_id}/seats/{seat}/claim"),
    "createGame": ("post", "/v1/games"),
    "deleteGame": ("delete", "/v1/games/{game_id}"),
    "getDocs": ("get", "/docs"),
    "getEvents": ("get", "/v1/games/{game_id}/events"),
    "getGame": ("get", "/v1/games/{game_id}"),
    "getHealth": ("get", "/healthz"),
    "getKind": ("get", "/v1/kinds/{kind}"),
    "getLegalActions": ("get", "/v1/games/{game_id}/legal-actions"),
    "getLog": ("get", "/v1/games/{game_id}/log"),
    "getOpenApi": ("get", "/openapi.json"),
    "getProof": ("get", "/v1/games/{game_id}/proof"),
    "getReadiness": ("get", "/readyz"),
    "listGames": ("get", "/v1/games"),
    "listKinds": ("get", "/v1/kinds"),
    "renewSeatToken": ("post", "/v1/games/{game_id}/seats/{seat}/token"),
}
"""The names by which clients know the operations. They are added to, and never change."""
ASSETS = {("get", "/docs/{name}")}
"""Routes that are no part of the API."""

DOCUMENT = service_document()
OPERATIONS = tuple(DOCUMENT.operations.values())

each_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.id)


def bodies(operation: Operation) -> dict[str, dict[str, Any]]:
    """All described bodies of an operation, by where they stand and their media type."""
    found = {}
    request = operation.definition.get("requestBody", {})
    for place, holder in {"request": request, **operation.definition["responses"]}.items():
        for media_type, content in DOCUMENT.resolved(holder).get("content", {}).items():
            found[f"{place} {media_type}"] = content
    return found


def test_it_is_valid() -> None:
    validate(DOCUMENT.content)
    for schema in DOCUMENT.components.values():
        Draft202012Validator.check_schema(schema)


def test_the_app_serves_it() -> None:
    answer = call(AppCaller(memory_app()), "GET", "/openapi.json")
    assert answer.json() == DOCUMENT.content


def test_the_committed_one_is_fresh() -> None:
    fresh = json.loads(COMMITTED.read_text("utf-8")) == DOCUMENT.content
    assert fresh, "openapi/openapi.json is not what the app says now: run `make openapi`"


def test_it_has_the_routes_of_the_app_and_no_others() -> None:
    routes = {
        (method.lower(), re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in memory_app().url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    described = {
        (method, path)
        for path, item in DOCUMENT.content["paths"].items()
        for method in METHODS
        if method in item
    }
    assert routes - ASSETS == described
    assert routes >= ASSETS


def test_operation_ids_are_unique_and_stay() -> None:
    found = [
        item[method]["operationId"]
        for item in DOCUMENT.content["paths"].values()
        for method in METHODS
        if method in item
    ]
    assert len(found) == len(set(found))
    assert {o.id: (o.method, o.path) for o in OPERATIONS} == OPERATION_IDS


@each_operation
def test_an_operation_says_what_it_is(operation: Operation) -> None:
    definition = operation.definition
    assert definition["summary"]
    assert not definition["summary"].endswith(".")
    assert len(definition["tags"]) == 1
    statuses = set(definition["responses"])
    assert "default" not in statuses
    assert any(status.startswith("2") for status in statuses)
    assert any(status.startswith("4") for status in statuses)
    assert "security" in definition
    for response in definition["responses"].values():
        assert DOCUMENT.resolved(response)["description"]
    for parameter in DOCUMENT.parameters(operation):
        assert parameter["description"], parameter["name"]


@each_operation
def test_an_operation_is_described(operation: Operation) -> None:
    assert operation.definition["description"].strip()


def test_tags_are_described() -> None:
    described = {tag["name"]: tag["description"] for tag in DOCUMENT.content["tags"]}
    assert {tag for o in OPERATIONS for tag in o.definition["tags"]} == set(described)
    assert all(described.values())


@each_operation
def test_bodies_have_examples_that_fit(operation: Operation) -> None:
    for place, content in bodies(operation).items():
        examples = [content["example"]] if "example" in content else []
        examples += [example["value"] for example in content.get("examples", {}).values()]
        if place.startswith(("2", "request")):
            assert examples, place
        for example in examples:
            assert not DOCUMENT.faults(content["schema"], example), place


@each_operation
def test_parameters_have_examples_that_fit(operation: Operation) -> None:
    for parameter in DOCUMENT.parameters(operation):
        if "example" in parameter:
            assert not DOCUMENT.faults(parameter["schema"], parameter["example"]), parameter["name"]


def test_examples_in_schemas_fit() -> None:
    checked = 0
    for place, node in walk(DOCUMENT.content["components"]):
        if _is_schema(node) and isinstance(node.get("examples"), list):
            schema = {key: value for key, value in node.items() if key != "examples"}
            for example in node["examples"]:
                assert not DOCUMENT.faults(schema, example), place
                checked += 1
    assert checked > 10


def _is_schema(node: dict[str, Any]) -> bool:
    keywords = ("type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const")
    return any(isinstance(node.get(key), str | list) or key == "const" for key in keywords)


@each_operation
def test_links_lead_somewhere(operation: Operation) -> None:
    for response in operation.definition["responses"].values():
        for link in response.get("links", {}).values():
            target = DOCUMENT.operations[link["operationId"]]
            parameters = DOCUMENT.parameters(target)
            names = {parameter["name"] for parameter in parameters}
            required = {parameter["name"] for parameter in parameters if parameter.get("required")}
            assert required <= set(link["parameters"]) <= names
            for expression in link["parameters"].values():
                _check_expression(operation, response, expression)


def _check_expression(operation: Operation, response: dict[str, Any], expression: str) -> None:
    """A runtime expression names something that the exchange has."""
    if expression.startswith("$request.path."):
        names = {p["name"] for p in DOCUMENT.parameters(operation) if p["in"] == "path"}
        assert expression.removeprefix("$request.path.") in names
        return
    assert expression.startswith("$response.body#/"), expression
    value = response["content"]["application/json"]["example"]
    for step in expression.removeprefix("$response.body#/").split("/"):
        value = value[int(step)] if isinstance(value, list) else value[step]
    assert isinstance(value, str | int)


def test_some_operations_have_links() -> None:
    linked = {
        o.id for o in OPERATIONS for r in o.definition["responses"].values() if r.get("links")
    }
    assert {"createGame", "claimSeat", "act", "listGames"} <= linked


def test_discriminators_are_complete() -> None:
    found = 0
    for place, node in walk(DOCUMENT.content["components"]["schemas"]):
        discriminator = node.get("discriminator")
        if not isinstance(discriminator, dict):
            continue
        found += 1
        mapping = discriminator["mapping"]
        branches = node.get("oneOf") or node.get("anyOf") or [node]
        assert {b["$ref"] for b in branches} == set(mapping.values()), place
        for tag, reference in mapping.items():
            schema = DOCUMENT.at(reference)
            name = discriminator["propertyName"]
            assert schema["properties"][name]["const"] == tag, place
            assert name in schema["required"], place
    assert found >= 4


def test_all_references_lead_somewhere_and_all_components_are_used() -> None:
    used: set[str] = set()
    for _, node in walk({**DOCUMENT.content, "components": {}}):
        _collect(DOCUMENT, node, used)
    assert used == set(DOCUMENT.components)
    schemes = {name for o in OPERATIONS for names in o.definition["security"] for name in names}
    assert schemes == set(DOCUMENT.content["components"]["securitySchemes"])


def _collect(document: Document, node: dict[str, Any], used: set[str]) -> None:
    reference = node.get("$ref")
    if not isinstance(reference, str):
        return
    name = reference.removeprefix("#/components/schemas/")
    if name not in used:
        used.add(name)
        for _, inner in walk(document.components[name]):
            _collect(document, inner, used)


def test_integers_of_requests_have_bounds() -> None:
    """The service refuses integers beyond ±2^53, so that no schema may promise to take them."""
    names: set[str] = set()
    for operation in OPERATIONS:
        for _, node in walk(operation.definition.get("requestBody", {})):
            _collect(DOCUMENT, node, names)
    assert {"Act", "Claim", "NewGame"} <= names
    for name in sorted(names):
        for place, node in walk(DOCUMENT.components[name], name):
            if node.get("type") == "integer" and "enum" not in node:
                assert {"minimum", "exclusiveMinimum"} & node.keys(), place
                assert {"maximum", "exclusiveMaximum"} & node.keys(), place


def test_every_property_has_a_type() -> None:
    for name, schema in DOCUMENT.components.items():
        for place, node in walk(schema, name):
            properties = node.get("properties")
            if place.endswith("/properties") or not isinstance(properties, dict):
                continue
            for key, described in properties.items():
                assert key == "default" or _has_type(described), f"{place}.{key}"


def _has_type(schema: dict[str, Any]) -> bool:
    if "type" in schema or "$ref" in schema:
        return True
    branches = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf") or []
    return bool(branches) and all(_has_type(branch) for branch in branches)


@pytest.mark.parametrize("name", sorted(DOCUMENT.components))
def test_a_component_is_described(name: str) -> None:
    schema = DOCUMENT.components[name]
    # The actions of a kind with a single command are another name for that command.
    if "oneOf" not in schema and "$ref" not in schema:
        assert schema.get("description", "").strip(), name


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_kind_is_in_every_union(kind: Any) -> None:
    for union, tags in {
        "NewGame": {kind.name},
        "Game": {kind.name},
        "Action": {command.__struct_config__.tag for command in kind.command_types},
        "Event": {event.__struct_config__.tag for event in kind.event_types},
    }.items():
        schema = DOCUMENT.components[union]
        mapping = schema["discriminator"]["mapping"] if "discriminator" in schema else {}
        assert tags <= set(mapping), union


@pytest.mark.slow
def test_redocly_recommends_nothing(tmp_path: Path) -> None:
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("npx is not installed")
    command = [npx, "--yes", "@redocly/cli@2.77.0"]
    try:
        found = subprocess.run(
            [*command, "--version"], capture_output=True, timeout=60, check=False, cwd=tmp_path
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the registry of npm packages does not answer")
    if found.returncode:
        pytest.skip("@redocly/cli cannot be had here")
    linted = subprocess.run(
        [*command, "lint", "--extends=recommended", "--format=json", str(COMMITTED)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=tmp_path,
    )
    report = json.loads(linted.stdout[linted.stdout.index("{") :])
    assert linted.returncode == 0, report["problems"][:5]
    assert report["totals"]["errors"] == 0
    assert not [(p["ruleId"], p["message"]) for p in report["problems"]]
