"""Loaded into the fuzzer's process: lets people of the corpus send its requests.

Generated values are kept wherever they are what a case is about (everything invalid is). Otherwise
a made-up game id becomes one of a real game and an action one that is legal now, so that every
operation is fuzzed beyond its first refusal. A person's name becomes a real token at the very last,
on the wire, since the requests that the checks themselves send go through no hook.
"""

import json
import os
from pathlib import Path
from typing import Any

import requests
import schemathesis
from requests.adapters import HTTPAdapter
from schemathesis.core.deserialization import DeserializationContext
from schemathesis.core.failures import Failure
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.transport import Response
from schemathesis.generation.case import Case
from schemathesis.hooks import HookContext
from schemathesis.openapi.checks import IgnoredAuth

from tests.contract.actors import Actors
from tests.contract.calls import HttpCaller
from tests.contract.conformance import NDJSON
from tests.contract.documents import service_document
from tests.contract.wallets import Corpus

FOLDER = Path(os.environ["FUZZ_FOLDER"])
ACTORS = Actors(
    HttpCaller(os.environ["FUZZ_URL"]),
    Corpus.read(FOLDER / "corpus.json"),
    service_document(),
    int(os.environ["FUZZ_SEED"]),
)


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    """Makes a generated request one that a person of the corpus could send."""
    path: Any = case.path_parameters
    meta = case.meta
    if meta is None:
        return
    operation = str(case.operation.definition.raw["operationId"])
    headers: Any = case.headers
    sender = str(headers.get("Authorization", ""))
    valid = meta.generation.mode.is_positive
    if isinstance(path, dict) and "game_id" in path:
        if not meta.is_negative_at(ParameterLocation.PATH):
            ACTORS.place(operation, path, sender)
        if valid and operation == "act":
            granted = ACTORS.act(path, sender)
            if granted is not None:
                headers["Authorization"], case.body = granted
        if valid and operation == "getLog" and ACTORS.heads():
            headers["Accept"] = NDJSON
    if valid and operation == "createGame" and isinstance(case.body, dict):
        # A public game is no secret; whether people are kept out shows in private ones.
        case.body["visibility"] = "private"


@schemathesis.hook
def filter_failure(
    context: HookContext, failure: Failure, case: Case[Any], response: Response
) -> bool:
    """Keeps every failure but one that is none: to outsiders a private game is not there (404, not
    401), and a game that the granted request has deleted is not there for the next one either."""
    path: Any = case.path_parameters
    game = ACTORS.corpus.games.get(str(path.get("game_id"))) if isinstance(path, dict) else None
    hidden = game is not None and (game.private or game.gone)
    return not (hidden and isinstance(failure, IgnoredAuth) and "got `404 " in failure.message)


@schemathesis.deserializer(NDJSON)
def read_entries(context: DeserializationContext, response: Response) -> Any:
    """The first entry of a log; the document describes one line, and all must be JSON."""
    entries = [json.loads(line) for line in response.content.splitlines()]
    return entries[0]


class ActorsAdapter(HTTPAdapter):
    """Sends requests for people, and tells them of the answers."""

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> Any:
        sender = str(request.headers.get("Authorization", ""))
        method, address = str(request.method), str(request.url)
        token = ACTORS.token(sender, method, address)
        if token is not None:
            request.headers["Authorization"] = token
        response = _send(self, request, *args, **kwargs)
        is_json = response.headers.get("Content-Type") == "application/json"
        body = response.json() if is_json else None
        ACTORS.learn(sender, method, address, response.status_code, body)
        _report()
        return response


_send = HTTPAdapter.send
# The fuzzer makes its sessions itself and lets nobody choose their adapter.
setattr(HTTPAdapter, "send", ActorsAdapter.send)  # noqa: B010


def _report() -> None:
    """Writes what was seen, for the process that started the run."""
    figures = [
        [[operation, status, number] for (operation, status), number in counts.items()]
        for counts in (ACTORS.seen, ACTORS.attacks)
    ]
    (FOLDER / "tally.json").write_text(json.dumps(figures), "utf-8")
