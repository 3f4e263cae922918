"""Workers that are killed while clients play: nothing acknowledged is lost, nothing played twice.

Every client repeats each request until it is answered, an action always with the same decision.
Afterwards what the clients were told is compared with the log.
"""

import json
import os
import random
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple

from tapster.app.audit import all_games, audit
from tapster.store.sqlite import SqliteStore
from tests.api.wire import BODY, Answer, call, in_threads
from tests.support import Server, live_server


class Played(NamedTuple):
    """An action that a client sent and that the service has acknowledged, or a row of the log."""

    game: str
    version: int
    seat: int
    decision: int
    action: str


@dataclass
class Campaign:
    """What the clients of a server that loses its workers have been told."""

    server: Server
    until: float
    acknowledged: list[Played] = field(default_factory=list)
    games: dict[str, str] = field(default_factory=dict)
    """Which game each key has created."""
    replayed: int = 0
    failed: int = 0
    """Requests that got no answer."""

    def insist(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        """Sends the same request until it is answered."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            try:
                answer = call(self.server.url, method, path, body, **more)
            except (OSError, HTTPException):
                self.failed += 1
                time.sleep(0.02)
                continue
            if answer.status < 500:
                return answer
        raise AssertionError(f"{method} {path} was never answered")

    def play(self, client: int) -> None:
        """One client: creates games and plays all their seats, as long as the campaign lasts."""
        choose = random.Random(client)
        number = 0
        while time.monotonic() < self.until:
            number += 1
            key = f"client-{client:04d}-game-{number:06d}"
            made = self.insist("POST", "/v1/games", BODY, Idempotency_Key=key)
            self.games[key] = made.json["game"]["id"]
            tokens = [entry["token"] for entry in made.json["tokens"]]
            self.play_game(made.json["game"]["id"], tokens, choose)

    def play_game(self, game: str, tokens: list[str], choose: random.Random) -> None:
        path = f"/v1/games/{game}"
        state = self.insist("GET", path).json
        while state["status"] == "active" and time.monotonic() < self.until:
            decision = next(d for d in state["decisions"] if d["required"])
            seat, opened = decision["seat"], decision["decision"]
            legal = self.insist("GET", path + "/legal-actions", token=tokens[seat]).json
            body = {"decision": opened, "action": choose.choice(legal["legal_actions"])}
            answer = self.insist("POST", path + "/actions", body, token=tokens[seat])
            if choose.random() < 0.1:  # as if the answer had been lost
                first, answer = (
                    answer,
                    self.insist("POST", path + "/actions", body, token=tokens[seat]),
                )
                assert (answer.status, answer.body) == (200, first.body)
            assert answer.status in (200, 201), answer
            self.replayed += answer.status == 200
            state = answer.json["game"]
            action = json.dumps(body["action"], sort_keys=True)
            self.acknowledged.append(Played(game, state["version"], seat, opened, action))


def logged(database: Path) -> list[Played]:
    """All actions in the logs of the database."""
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT game_id, version, seat, decision, command FROM log WHERE seat IS NOT NULL"
        ).fetchall()
    return [
        Played(game, version, seat, decision, json.dumps(json.loads(command), sort_keys=True))
        for game, version, seat, decision, command in rows
    ]


def differences(acknowledged: list[Played], log: list[Played]) -> list[str]:
    """Acknowledged actions that are lost, logged ones that nobody sent so often, and doubles."""
    found = [f"lost: {action}" for action in set(acknowledged) - set(log)]
    found += [f"not asked for: {action}" for action in set(log) - set(acknowledged)]
    for what, rows in (("acknowledged", acknowledged), ("logged", log)):
        answers = Counter((row.game, row.seat, row.decision) for row in rows)
        found += [f"{what} {n} times: {answer}" for answer, n in answers.items() if n > 1]
        places = Counter((row.game, row.version) for row in rows)
        found += [f"{what} {n} times: {place}" for place, n in places.items() if n > 1]
    return found


def test_planted_faults_are_noticed() -> None:
    """The control of the next test: lost, doubled and unasked actions are all found."""
    true = [Played("g", version, version % 2, version - 1, "{}") for version in range(1, 9)]
    assert differences(true, true) == []
    doubled = Played("g", 9, true[3].seat, true[3].decision, "{}")
    assert len(differences(true, [*true, doubled])) == 2
    assert differences(true, [*true, doubled._replace(decision=8)])
    assert differences(true, true[:-1])
    assert differences(true, [*true[:-1], true[-1]._replace(action='{"x": 1}')])
    assert differences([*true, true[0]], true)


def workers_of(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(child) for child in children.split()]


def test_killed_workers_lose_nothing_acknowledged_and_play_nothing_twice(tmp_path: Path) -> None:
    with live_server(tmp_path, workers="2", threads="8") as server:
        campaign = Campaign(server, until=time.monotonic() + 6)
        killed = 0

        def kill_or_play(n: int) -> None:
            nonlocal killed
            if n:
                campaign.play(n)
                return
            choose = random.Random(0)
            while time.monotonic() < campaign.until - 0.5:
                time.sleep(choose.uniform(0.2, 0.8))
                workers = workers_of(server.process.pid)
                if len(workers) == 2:
                    os.kill(choose.choice(workers), signal.SIGKILL)
                    killed += 1

        in_threads(6, kill_or_play)
        log = logged(server.database)
        assert call(server.url, "GET", "/readyz").status == 200
    assert killed >= 3
    assert len(campaign.acknowledged) > 50
    assert campaign.replayed > 0
    assert differences(campaign.acknowledged, log) == []
    with closing(SqliteStore(server.database, pepper_source=bytes)) as store:
        assert [list(audit(store, game)) for game in all_games(store)] == [[]] * len(campaign.games)
    with closing(sqlite3.connect(server.database)) as connection:
        games = {game for (game,) in connection.execute("SELECT game_id FROM game")}
    assert games == set(campaign.games.values())
    assert len(games) == len(campaign.games)
    print(f"{killed} killed, {campaign.failed} unanswered, {campaign.replayed} replayed,", len(log))
