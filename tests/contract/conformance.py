"""Holds live traffic against the document: what is answered, and what of the asked was accepted.

`Conforming` wraps a caller. Every answer must have a documented status, media type, headers and
body; every request that was granted must have been one that the document allows.
"""

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from jsonschema.protocols import Validator

from tests.contract.calls import Answer, Caller, Request
from tests.contract.documents import JSON, Document, Operation

NDJSON = "application/x-ndjson"


@dataclass(slots=True)
class Conforming:
    """A caller that fails the test whose traffic and document differ, and counts what it saw."""

    caller: Caller
    document: Document
    seen: Counter[tuple[str, int]] = field(default_factory=Counter)
    """How often each operation gave each status."""
    requests: Counter[str] = field(default_factory=Counter)
    """How many bodies of each operation were accepted, and fitted their schema."""
    _validators: dict[int, Validator] = field(default_factory=dict)

    def __call__(self, request: Request) -> Answer:
        answer = self.caller(request)
        faults = self.faults(request, answer)
        assert not faults, f"{request.method} {request.path} -> {answer.status}: {faults}"
        return answer

    def faults(self, request: Request, answer: Answer) -> list[str]:
        """How the exchange differs from the document."""
        operation = self.document.find(request.method, urlsplit(request.path).path)
        if operation is None:
            return ["there is no such operation in the document"]
        self.seen[operation.id, answer.status] += 1
        documented = operation.definition["responses"].get(str(answer.status))
        if documented is None:
            return [f"status {answer.status} is not documented for {operation.id}"]
        documented = self.document.resolved(documented)
        faults = self._body_faults(documented, answer) + self._header_faults(documented, answer)
        if answer.status < 400:
            faults += self._parameter_faults(operation, request)
            faults += self._request_faults(operation, request)
        return faults

    def _body_faults(self, documented: dict[str, Any], answer: Answer) -> list[str]:
        content = documented.get("content")
        if content is None:
            return [f"a body that is not documented: {answer.body[:80]!r}"] if answer.body else []
        if answer.media_type not in content:
            return [f"media type {answer.media_type!r} is none of {list(content)}"]
        schema = content[answer.media_type]["schema"]
        if answer.media_type == NDJSON:
            values = [json.loads(line) for line in answer.body.splitlines()]
        elif answer.media_type == "text/html":
            values = [answer.body.decode()]
        else:
            values = [answer.json()]
        return [fault for value in values for fault in self._faults(schema, value)]

    def _header_faults(self, documented: dict[str, Any], answer: Answer) -> list[str]:
        faults = []
        for name, described in documented.get("headers", {}).items():
            header = self.document.resolved(described)
            value = answer.headers.get(name.lower())
            if value is None:
                faults += [f"header {name} is missing"] if header.get("required") else []
            else:
                faults += [f"{name}: {f}" for f in self._text_faults(header["schema"], value)]
        return faults

    def _parameter_faults(self, operation: Operation, request: Request) -> list[str]:
        """What of the query and the documented headers a granted request should not have had."""
        described = self.document.parameters(operation)
        query = dict(parse_qsl(urlsplit(request.path).query, keep_blank_values=True))
        schemas = {p["name"]: p["schema"] for p in described if p["in"] == "query"}
        faults = [f"query parameter {name} is not documented" for name in query.keys() - schemas]
        for name in query.keys() & schemas:
            faults += [f"{name}: {f}" for f in self._text_faults(schemas[name], query[name])]
        for parameter in described:
            value = request.headers.get(parameter["name"])
            if parameter["in"] == "header" and value is not None:
                faults += self._text_faults(parameter["schema"], value)
        return faults

    def _request_faults(self, operation: Operation, request: Request) -> list[str]:
        described = operation.definition.get("requestBody")
        if request.body is None:
            required = described is not None and described.get("required", False)
            return ["a body is required, and none was sent"] if required else []
        if described is None:
            return ["a body was accepted that is not documented"]
        self.requests[operation.id] += 1
        return self._faults(described["content"][JSON]["schema"], json.loads(request.body))

    def _text_faults(self, schema: dict[str, Any], text: str) -> list[str]:
        """Whether a text fits a parameter's schema, as a text or as the value it spells."""
        as_text = self._faults(schema, text)
        if not as_text:
            return []
        try:
            return as_text if self._faults(schema, json.loads(text)) else []
        except json.JSONDecodeError:
            return as_text

    def _faults(self, schema: dict[str, Any], value: Any) -> list[str]:
        validator = self._validators.get(id(schema))
        if validator is None:
            validator = self._validators[id(schema)] = self.document.validator(schema)
        return [
            f"{error.json_path}: {error.message[:300]}" for error in validator.iter_errors(value)
        ]
