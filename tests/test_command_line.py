"""The command line as its user meets it: what it prints, and how it ends."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from tests.support import free_port, live_server


def tapster(folder: Path, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Runs the command in the folder, and waits for its end."""
    variables = {k: v for k, v in os.environ.items() if not k.startswith("TAPSTER_")}
    variables |= {f"TAPSTER_{name.upper()}": value for name, value in settings.items()}
    return subprocess.run(
        [sys.executable, "-m", "tapster", *arguments],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_taken_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        port = free_port()
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", port))
        taken.listen()
        ran = tapster(tmp_path, "serve", bind=f"127.0.0.1:{port}")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"tapster: cannot listen on 127.0.0.1:{port} (Address already in use); "
        "choose another address with TAPSTER_BIND\n"
    )
    assert list(tmp_path.iterdir()) == [], "nothing was begun"


def test_verify_makes_no_database(tmp_path: Path) -> None:
    ran = tapster(tmp_path, "verify")
    assert ran.returncode == 1
    assert ran.stderr == "tapster: there is no database at sqlite:///tapster.db\n"
    assert list(tmp_path.iterdir()) == []


def test_verify_refuses_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no database", encoding="utf-8")
    ran = tapster(tmp_path, "verify", database_url="sqlite:///notes.txt")
    assert ran.returncode == 1
    assert ran.stderr.startswith("tapster: sqlite:///notes.txt cannot be used as the database: ")
    assert ran.stderr.count("\n") == 1


def test_verify_counts_what_it_has_audited(tmp_path: Path) -> None:
    with live_server(tmp_path, workers="1") as server:
        body = b'{"kind": "drinko", "seats": [{}, {}]}'
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{server.url}/v1/games", body, headers)
        with urllib.request.urlopen(request) as answer:
            assert answer.status == 201
        ran = tapster(tmp_path, "verify")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == "1 games with 1 versions audited: no findings\n"


def test_the_banner_comes_when_the_service_can_be_reached(tmp_path: Path) -> None:
    with live_server(tmp_path, workers="1") as server:
        said = server.output.read_text(encoding="utf-8")
    assert f"documentation  {server.url}/docs\n" in said


def test_workers_without_a_master_let_go_of_waiting_requests(tmp_path: Path) -> None:
    with live_server(tmp_path, workers="1") as server:
        body = b'{"kind": "drinko", "seats": [{}, {"fill": "open"}]}'
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{server.url}/v1/games", body, headers)
        with urllib.request.urlopen(request) as answer:
            path = answer.headers["Location"]
        answered: list[float] = []

        def wait() -> None:
            with urllib.request.urlopen(f"{server.url}{path}/events?after=0&wait=25") as feed:
                feed.read()
            answered.append(time.monotonic())

        waiting = threading.Thread(target=wait)
        waiting.start()
        time.sleep(0.5)
        killed = time.monotonic()
        server.process.send_signal(signal.SIGKILL)
        waiting.join(timeout=20)
        assert answered, "the request still waits"
        assert answered[0] - killed < 10
