"""Plays random games of any kind through the API, as its clients do."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from tapster.games.kernel.kind import AnyKind
from tests.contract.calls import Answer, Caller, call
from tests.laws.games import player


@dataclass(slots=True)
class Played:
    """A game made through the API, and all tokens that were given out for it."""

    caller: Caller
    id: str
    kind: str
    visibility: str
    host: str
    tokens: dict[int, str]
    open_seats: list[int]

    @property
    def path(self) -> str:
        """The game's address."""
        return f"/v1/games/{self.id}"

    def get(self, below: str = "", seat: int | None = None) -> Answer:
        """What the seat, or a spectator of a public game, is shown below the game's address."""
        token = self.host if seat is None else self.tokens[seat]
        return call(self.caller, "GET", self.path + below, token)

    def claim(self, seat: int, **body: Any) -> Answer:
        """Claims the seat and keeps its token."""
        answer = call(self.caller, "POST", f"{self.path}/seats/{seat}/claim", body=body)
        assert answer.status == 201, answer.body
        self.tokens[seat] = answer.json()["token"]
        self.open_seats.remove(seat)
        return answer

    def moves(self, chooser: random.Random, limit: int) -> Iterator[tuple[int, dict[str, Any]]]:
        """Acts for seats that may, at random, at most `limit` times or until the game is over.

        Yields each seat with the body that was accepted from it.
        """
        for _ in range(limit):
            decisions = self.get().json()["decisions"]
            if not decisions:
                return
            chosen = chooser.choice(decisions)
            seat = chosen["seat"]
            legal = self.get("/legal-actions", seat).json()["legal_actions"]
            if not legal:
                required = [decision for decision in decisions if decision["required"]]
                chosen = chooser.choice(required)
                seat = chosen["seat"]
                legal = self.get("/legal-actions", seat).json()["legal_actions"]
            body = {"action": chooser.choice(legal), "decision": chosen["decision"]}
            answer = call(self.caller, "POST", self.path + "/actions", self.tokens[seat], body)
            assert answer.status == 201, answer.body
            yield seat, body

    def play(self, chooser: random.Random, limit: int) -> int:
        """Plays on, and says how many actions that were."""
        return sum(1 for _ in self.moves(chooser, limit))


def new_game(kind: AnyKind, number: int, **more: Any) -> dict[str, Any]:
    """A body that creates a game of the kind; all the kind's tables take their turns."""
    tables = player(kind).OPTIONS
    seats, options = tables[number % len(tables)]
    return {
        "kind": kind.name,
        "seats": [{"name": f"Seat {seat}"} for seat in range(seats)],
        "options": msgspec.to_builtins(options),
        **more,
    }


def create(caller: Caller, body: dict[str, Any]) -> Played:
    """Creates the game."""
    answer = call(caller, "POST", "/v1/games", body=body)
    assert answer.status == 201, answer.body
    return taken(caller, answer)


def taken(caller: Caller, answer: Answer) -> Played:
    """The game that an answer to a creation tells of."""
    created = answer.json()
    game = created["game"]
    return Played(
        caller=caller,
        id=game["id"],
        kind=game["kind"],
        visibility=game["visibility"],
        host=created["host_token"],
        tokens={entry["seat"]: entry["token"] for entry in created["tokens"]},
        open_seats=[seat["seat"] for seat in game["seats"] if seat["fill"] == "open"],
    )
