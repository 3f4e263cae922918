"""The service as it runs: several processes that race, and are stopped and started again."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.api.house import validator
from tests.api.wire import BODY, Answer, call, exchange, in_threads
from tests.support import Server, free_port, live_server


@dataclass
class Remote:
    """A game at a real server."""

    server: Server
    id: str
    tokens: list[str]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    def look(self, seat: int | None = None) -> Any:
        token = None if seat is None else self.tokens[seat]
        return call(self.server.url, "GET", self.path, token=token).json

    def act(self, seat: int, body: Any) -> Answer:
        return call(self.server.url, "POST", self.path + "/actions", body, self.tokens[seat])

    def act_at_once(self, seat: int, bodies: list[Any]) -> list[Answer]:
        """Posts each of the bodies in a thread of its own; the answers in the same order."""
        answers: dict[int, Answer] = {}
        barrier = threading.Barrier(len(bodies))

        def post(n: int) -> None:
            barrier.wait()
            answers[n] = self.act(seat, bodies[n])

        in_threads(len(bodies), post)
        return [answers[n] for n in range(len(bodies))]

    def next_request(self) -> tuple[int, Any]:
        decision = next(d for d in self.look()["decisions"] if d["required"])
        action = self.look(decision["seat"])["legal_actions"][0]
        return decision["seat"], {"decision": decision["decision"], "action": action}


def create(server: Server, **headers: str) -> Remote:
    answer = call(server.url, "POST", "/v1/games", BODY, **headers)
    assert answer.status in (200, 201), answer
    tokens = [entry["token"] for entry in answer.json["tokens"]]
    return Remote(server, answer.json["game"]["id"], tokens)


@pytest.fixture(name="server", scope="module")
def server_of_two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with live_server(tmp_path_factory.mktemp("server"), workers="2", threads="16") as server:
        yield server
        said = server.output.read_bytes()
        assert not [word for word in (b"Traceback", b"tap_seat_", b"tap_host_") if word in said]


# Races


def test_of_eight_actions_for_one_version_exactly_one_is_played(server: Server) -> None:
    game = create(server)
    for version in range(12):
        seat, request = game.next_request()
        body = {"action": request["action"], "expected_version": version}
        answers = game.act_at_once(seat, [body] * 8)
        codes = Counter(a.json.get("code") if a.status != 201 else "played" for a in answers)
        assert codes == {"played": 1, "version_conflict": 7}
        assert game.look()["version"] == version + 1


def test_of_eight_answers_to_one_decision_one_is_played_and_its_like_are_replayed(
    server: Server,
) -> None:
    game = create(server)
    for version in range(8):
        seat, request = game.next_request()
        other = {**request, "action": {"type": "drinko.call_out", "seat": 1 - seat}}
        answers = game.act_at_once(seat, [request, other] * 4)
        played, refused = answers[::2], answers[1::2]
        assert sorted(answer.status for answer in played) == [200, 200, 200, 201]
        assert len({answer.body for answer in played}) == 1
        codes = {answer.json["code"] for answer in refused}
        assert codes <= {"illegal_action", "decision_answered"}
        assert game.look()["version"] == version + 1


def test_news_of_one_process_wakes_those_who_wait_in_another(server: Server) -> None:
    game = create(server)
    answers: list[Answer] = []
    began = time.monotonic()

    def wait(n: int) -> None:
        if n == 0:
            time.sleep(0.5)
            seat, body = game.next_request()
            assert game.act(seat, body).status == 201
        else:
            answers.append(call(server.url, "GET", game.path + "/events?after=0&wait=20"))

    in_threads(7, wait)
    assert [len(answer.json["items"]) for answer in answers] == [1] * 6
    assert time.monotonic() - began < 10


def test_one_key_creates_one_game_in_all_processes(server: Server) -> None:
    key = "processes-0123456789-abcdef"
    bodies: list[bytes] = []

    def post(_: int) -> None:
        answer = call(server.url, "POST", "/v1/games", BODY, Idempotency_Key=key)
        assert answer.status in (200, 201)
        bodies.append(answer.body)

    in_threads(8, post)
    assert len(set(bodies)) == 1


def test_waiting_requests_leave_room_for_others(tmp_path: Path) -> None:
    """Four threads: two may wait, whoever comes then is told so, and playing goes on."""
    with live_server(tmp_path, workers="1", threads="4", wait_max="60") as server:
        game = create(server)
        statuses: list[int] = []

        def wait_or_play(n: int) -> None:
            if n:
                answer = call(server.url, "GET", game.path + "/events?after=0&wait=60")
                statuses.append(answer.status)
                return
            while len(statuses) < 5:
                time.sleep(0.02)
            seat, body = game.next_request()
            assert game.act(seat, body).status == 201

        in_threads(8, wait_or_play)
        assert statuses == [503] * 5 + [200] * 2


# Stopping and starting


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_wakes_those_who_wait_and_is_clean(tmp_path: Path, stop: signal.Signals) -> None:
    with live_server(tmp_path, workers="1", threads="8", wait_max="60") as server:
        game = create(server)
        answers: list[Answer] = []
        address = game.path + "/events?after=0&wait=60"

        def wait_or_stop(n: int) -> None:
            if n:
                answers.append(call(server.url, "GET", address))
                return
            time.sleep(0.7)
            server.process.send_signal(stop)

        began = time.monotonic()
        in_threads(4, wait_or_stop)
        assert server.process.wait(timeout=20) == 0
        assert time.monotonic() - began < 10
        assert [(answer.status, answer.json["items"]) for answer in answers] == [(200, [])] * 3
        assert b"Traceback" not in server.output.read_bytes()


def test_a_server_started_again_goes_on_where_it_stopped(tmp_path: Path) -> None:
    key = "restart-0123456789-abcdef"
    with live_server(tmp_path, workers="1", threads="8") as server:
        game = create(server, Idempotency_Key=key)
        for _ in range(3):
            seat, body = game.next_request()
            last = game.act(seat, body)
        views = [game.look(viewer) for viewer in (None, 0, 1)]
    with live_server(tmp_path, workers="1", threads="8") as server:
        again = create(server, Idempotency_Key=key)
        assert (again.id, again.tokens) == (game.id, game.tokens)
        assert [again.look(viewer) for viewer in (None, 0, 1)] == views
        repeated = again.act(seat, body)
        assert (repeated.status, repeated.body) == (200, last.body)
        seat, body = again.next_request()
        assert again.act(seat, body).json["applied"] == [4]


def run_serve(**settings: str) -> tuple[int, str]:
    """`tapster serve` with settings that should stop it; its exit code and all that it says."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith("TAPSTER_")}
    variables["TAPSTER_BIND"] = f"127.0.0.1:{free_port()}"
    variables |= {f"TAPSTER_{name}": value for name, value in settings.items()}
    finished = subprocess.run(
        [sys.executable, "-m", "tapster", "serve"],
        env=variables,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    return finished.returncode, finished.stdout + finished.stderr


def test_a_wrong_setting_stops_the_start_with_one_sentence() -> None:
    for settings, sentence in (
        ({"WORKERS": "many"}, "TAPSTER_WORKERS must be a whole number from 1 to 64"),
        ({"WROKERS": "2"}, "TAPSTER_WROKERS is not a setting"),
    ):
        code, output = run_serve(**settings)
        assert code == 1
        assert output.startswith(f"tapster: {sentence}")
        assert output.count("\n") == 1


def test_a_database_that_cannot_be_used_stops_the_start_with_one_sentence(tmp_path: Path) -> None:
    text = tmp_path / "letter.txt"
    text.write_text("Dear reader, this is no database. " * 100, encoding="utf-8")
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
        connection.commit()
    before = text.read_bytes(), foreign.read_bytes()
    for path in (tmp_path / "missing" / "tapster.db", text, foreign):
        code, output = run_serve(DATABASE_URL=f"sqlite:///{path}")
        assert code != 0
        assert "Traceback" not in output
        said = [line for line in output.splitlines() if line.startswith("tapster: ")]
        assert len(said) == 1
        assert f"sqlite:///{path} cannot be used as the database" in said[0]
    assert (text.read_bytes(), foreign.read_bytes()) == before


@pytest.mark.parametrize(
    ("request_bytes", "status", "code"),
    [
        (b"GET /" + b"a" * 3000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "uri_too_long"),
        (
            b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
            431,
            "headers_too_large",
        ),
        (
            b"GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n",
            417,
            "expectation_failed",
        ),
        (
            b"POST /v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: rot13\r\n\r\n",
            501,
            "not_implemented",
        ),
        (b"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 400, "bad_request"),
        (b"no http at all\r\n\r\n", 400, "bad_request"),
    ],
)
def test_what_is_no_http_gets_a_problem_too(
    server: Server, request_bytes: bytes, status: int, code: str
) -> None:
    answer = exchange(server.url, request_bytes)
    assert (answer.status, answer.json["code"]) == (status, code)
    assert answer.headers["content-type"] == "application/problem+json"
    assert list(validator("Problem").iter_errors(answer.json)) == []


def test_a_header_does_not_say_where_the_service_is_mounted(server: Server) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nSCRIPT_NAME: /x\r\n\r\n"
    assert exchange(server.url, request).json == {"status": "ok"}


def test_who_has_left_does_not_hold_a_place_to_wait(tmp_path: Path) -> None:
    with live_server(tmp_path, workers="1", threads="4") as server:
        path = call(server.url, "POST", "/v1/games", BODY).headers["location"]
        query = f"GET {path}/events?after=0&wait=25 HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
        leavers = [socket.create_connection(address) for _ in range(2)]
        for leaver in leavers:
            leaver.sendall(query)
        time.sleep(0.5)
        full = call(server.url, "GET", f"{path}/events?after=0&wait=1")
        assert (full.status, full.json["code"]) == (503, "waiting_capacity")
        for leaver in leavers:
            leaver.close()
        time.sleep(1)
        assert call(server.url, "GET", f"{path}/events?after=0&wait=1").status == 200


def test_many_idle_connections_do_not_keep_others_waiting(server: Server) -> None:
    address = ("127.0.0.1", int(server.url.rpartition(":")[2]))
    idle = [socket.create_connection(address) for _ in range(600)]
    try:
        assert call(server.url, "GET", "/healthz").status == 200
        assert call(server.url, "GET", "/readyz").status == 200
    finally:
        for connection in idle:
            connection.close()
