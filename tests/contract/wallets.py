"""Who holds which token: the people of the fuzz run, and the games that they know.

The fuzzer knows a person by name (`Bearer person-ada`). What a person sends to the service is a
real token for the game that the request is about, if they hold one, and otherwise a real token of
another game. So objects have owners, and a person who reads another's is a real attack.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tapster.games import KINDS
from tests.contract.calls import Caller
from tests.contract.playing import Played, create, new_game

PEOPLE = ("ada", "ben", "cleo")
"""Ada and Ben sit in games together; Cleo sits in others."""
PREFIX = "Bearer person-"
STAGES = (0, 3, 40, 2_000)
"""After how many actions the games of the corpus stop."""


@dataclass(slots=True)
class KnownGame:
    """A game, and what of it each person holds."""

    id: str
    kind: str
    seats: dict[str, dict[str, str]] = field(default_factory=dict)
    """By person: the tokens of their seats, by the seat's number."""
    hosts: dict[str, str] = field(default_factory=dict)
    """By person: the host's token."""
    open_seats: list[int] = field(default_factory=list)
    over: bool = False
    private: bool = False
    gone: bool = False

    def belongs_to(self, person: str) -> bool:
        """Whether the person holds anything of it."""
        return bool(self.seats.get(person)) or person in self.hosts


@dataclass(slots=True)
class Corpus:
    """All games that somebody of the run knows."""

    games: dict[str, KnownGame] = field(default_factory=dict)

    def add(self, played: Played, shares: dict[int, str], host: str) -> KnownGame:
        """Takes in a game; `shares` says whose each seat is."""
        known = KnownGame(played.id, played.kind, open_seats=list(played.open_seats))
        known.hosts[host] = played.host
        for seat, token in played.tokens.items():
            known.seats.setdefault(shares[seat], {})[str(seat)] = token
        known.over = played.get().json()["status"] == "over"
        known.private = played.visibility == "private"
        self.games[known.id] = known
        return known

    def of(self, person: str, *, over: bool | None = None) -> list[KnownGame]:
        """The person's games that are still there, oldest first."""
        return [
            game
            for game in self.games.values()
            if game.belongs_to(person) and over in (None, game.over) and not game.gone
        ]

    def save(self, path: Path) -> None:
        """Writes the corpus for the fuzzer's process."""
        path.write_text(json.dumps([asdict(game) for game in self.games.values()]), "utf-8")

    @classmethod
    def read(cls, path: Path) -> "Corpus":
        """Reads it there."""
        entries: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
        return cls({entry["id"]: KnownGame(**entry) for entry in entries})


def seed_games(caller: Caller, seed: int, stages: Sequence[int] = STAGES) -> Corpus:
    """Plays games of every kind to every stage: open, just dealt, in the middle, over.

    Public games have Ada on the even seats and Ben on the odd ones, so that two of the people may
    look at the same game and must see it differently. In private games one person has all seats,
    since what the players of a private game share is no secret between them.
    """
    chooser = random.Random(f"corpus {seed}")
    corpus = Corpus()
    for kind in KINDS:
        for number, stage in enumerate(stages):
            body = new_game(kind, number + seed)
            together = {s: PEOPLE[s % 2] for s in range(len(body["seats"]))}
            _play_in(corpus, caller, body, together, chooser, stage)
            person = PEOPLE[number % len(PEOPLE)]
            alone = dict.fromkeys(together, person)
            _play_in(corpus, caller, {**body, "visibility": "private"}, alone, chooser, stage)
            if stage < STAGES[-1]:
                for_cleo = dict.fromkeys(together, "cleo")
                _play_in(corpus, caller, body, for_cleo, chooser, stage)
        for person in PEOPLE:
            open_game(corpus, caller, kind.name, person)
    return corpus


def _play_in(
    corpus: Corpus,
    caller: Caller,
    body: dict[str, Any],
    shares: dict[int, str],
    chooser: random.Random,
    stage: int,
) -> None:
    game = create(caller, body)
    game.play(chooser, stage)
    corpus.add(game, shares, shares[0])


def open_game(corpus: Corpus, caller: Caller, kind_name: str, person: str) -> KnownGame:
    """A new game of the person's with all seats open but one."""
    kind = next(kind for kind in KINDS if kind.name == kind_name)
    body = new_game(kind, 0)
    body["seats"][1:] = [{"fill": "open"} for _ in body["seats"][1:]]
    game = create(caller, body)
    return corpus.add(game, {0: person}, person)
