"""Schemathesis, with every check and every phase, against a real server with real games."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import flask
import pytest
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.contract.careless import CarelessStore
from tests.contract.fuzz import fuzzed_server, never_granted, run_fuzz
from tests.support import memory_app, memory_context

SEED = 20_261_129
"""The same in every run, so that a run that failed can be repeated."""
EXAMPLES = 12
FEWEST_CASES = 1_500


@pytest.mark.slow
def test_the_fuzzer_finds_nothing(tmp_path: Path) -> None:
    with fuzzed_server(tmp_path) as url:
        outcome = run_fuzz(url, tmp_path, examples=EXAMPLES, seed=SEED)
    assert not outcome.failures, outcome.output
    assert not outcome.warnings, outcome.output
    assert outcome.exit_code == 0, outcome.output
    phases = {name: phase["status"] for name, phase in outcome.report["phases"].items()}
    assert phases == dict.fromkeys(("examples", "coverage", "fuzzing", "stateful"), "success")
    assert outcome.cases >= FEWEST_CASES
    assert not never_granted(outcome)
    # Playing and replaying; and people did try to get at what is not theirs.
    assert outcome.seen["act", 201] >= 20
    assert outcome.seen["act", 200] >= 5
    refused = {name for (name, status), n in outcome.attacks.items() if n and status in (401, 404)}
    assert {"getGame", "getProof"} & refused
    assert not [name for (name, status) in outcome.attacks if status < 300]


def faulty_app() -> flask.Flask:
    """The service with three faults: a lost field, a crash, and tokens that open every game."""
    app = memory_app(memory_context(CarelessStore()))

    @app.before_request
    def crash() -> None:
        if flask.request.path == "/v1/kinds":
            raise RuntimeError("planted")

    @app.after_request
    def spoil(response: flask.Response) -> flask.Response:
        if flask.request.path.endswith("/proof") and response.status_code == 200:
            proof = response.get_json()
            del proof["commitment"]
            response.set_data(json.dumps(proof))
        return response

    return app


class QuietHandler(WSGIRequestHandler):
    """Does not write a line for every request."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Leaves it out."""


@contextmanager
def served(app: flask.Flask) -> Iterator[str]:
    """The app behind a socket."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=QuietHandler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.slow
def test_the_fuzzer_finds_planted_faults(tmp_path: Path) -> None:
    with served(faulty_app()) as url:
        operations = ("createGame", "getGame", "getProof", "listKinds")
        outcome = run_fuzz(url, tmp_path, examples=10, seed=SEED, only=operations, stages=(0,))
    assert outcome.exit_code == 1
    found = {failure["type"] for failure in outcome.report["failures"]}
    assert {"ServerError", "JsonSchemaError", "ObjectLevelAuthorizationViolation"} <= found
