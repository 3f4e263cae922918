"""What the people of the fuzz run do: whose token a request gets, and what a player plays."""

import random
import re
from collections import Counter
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.contract.calls import Caller, call
from tests.contract.documents import Document, Operation
from tests.contract.playing import Played
from tests.contract.wallets import PEOPLE, PREFIX, Corpus, KnownGame, open_game

KEEP_MADE_UP = 0.1
"""How often a made-up game id or action is sent as it is."""
ELSEWHERE = 0.7
"""How often a player who can do nothing in a game turns to another."""
REPEAT = 0.25
"""How often a player sends the last action again."""

_SENDER = re.compile(re.escape(PREFIX) + r"(\w+)(?:/(\d+))?")
_PLACE = re.compile(r"/v1/games/([^/]+)(?:/seats/([^/]+))?")
USES_UP = ("claimSeat", "deleteGame")
"""Operations that use a game up, so that each time there is a new one for them."""
FIRST = "0"
NAMING_THE_GAME = ("getGame", "getProof", "getLog")
"""Answers by which the fuzzer tells whether one person was shown another's game. Owner and attacker
both come as the first seat, so that a token of the wrong game would give the very same answer."""


class Actors:
    """The people at work: what they hold, what they did last, and what came of it."""

    def __init__(self, caller: Caller, corpus: Corpus, document: Document, seed: int) -> None:
        self.corpus = corpus
        self.seen: Counter[tuple[str, int]] = Counter()
        """How often each operation gave each status."""
        self.attacks: Counter[tuple[str, int]] = Counter()
        """The same, of what people sent to games in which they hold nothing."""
        self._caller = caller
        self._document = document
        self._chooser = random.Random(seed)
        self._last: tuple[KnownGame, str, dict[str, Any]] | None = None

    def heads(self) -> bool:
        """The toss of a coin."""
        return self._chooser.random() < 0.5

    def place(self, operation: str, path: dict[str, Any], sender: str) -> None:
        """Puts a real game in the place of a made-up one."""
        if path["game_id"] in self.corpus.games or self._chooser.random() < KEEP_MADE_UP:
            return
        person = _person(sender)[0] or PEOPLE[0]
        game = self._fitting(operation, person)
        path["game_id"] = game.id
        if operation == "claimSeat" and game.open_seats:
            path["seat"] = self._chooser.choice(game.open_seats)
        if operation == "renewSeatToken":
            path["seat"] = int(self._chooser.choice(sorted(game.seats[person])))

    def _fitting(self, operation: str, person: str) -> KnownGame:
        """A game of the person's in which the operation makes sense."""
        if operation in USES_UP:
            kinds = sorted({game.kind for game in self.corpus.games.values()})
            return open_game(self.corpus, self._caller, self._chooser.choice(kinds), person)
        over = {"getLog": True, "act": False}.get(operation)
        games = [game for game in self.corpus.of(person, over=over) if person in game.seats]
        if operation == "act":
            games = [game for game in games if not game.open_seats]
        return self._chooser.choice(games)

    def act(self, path: dict[str, Any], sender: str) -> tuple[str, dict[str, Any]] | None:
        """A sender and a body that will be granted; None if the person can do nothing there.

        Now and then it is what was granted last, in the game of then.
        """
        person = _person(sender)[0]
        game = self.corpus.games.get(str(path["game_id"]))
        if person is None or game is None or self._chooser.random() < KEEP_MADE_UP:
            return None
        if self._last is not None and not self._last[0].gone and self._chooser.random() < REPEAT:
            game, sender, body = self._last
            path["game_id"] = game.id
            return sender, body
        granted = self._move(game, person)
        if granted is None and self._chooser.random() < ELSEWHERE:
            game = self._fitting("act", person)
            path["game_id"] = game.id
            granted = self._move(game, person)
        return granted

    def _move(self, game: KnownGame, person: str) -> tuple[str, dict[str, Any]] | None:
        """One of the person's seats with something that it may do now."""
        seats = game.seats.get(person, {})
        address = f"/v1/games/{game.id}"
        table = call(self._caller, "GET", address, next(iter(seats.values()), None))
        if table.status != 200:
            return None
        game.over = table.json()["status"] == "over"
        for decision in table.json()["decisions"]:
            seat = str(decision["seat"])
            if seat in seats:
                answer = call(self._caller, "GET", address + "/legal-actions", seats[seat]).json()
                if answer["legal_actions"]:
                    action = self._chooser.choice(answer["legal_actions"])
                    body = {"action": action, "decision": answer["decision"]}
                    self._last = (game, f"{PREFIX}{person}/{seat}", body)
                    return self._last[1:]
        return None

    def token(self, sender: str, method: str, address: str) -> str | None:
        """The `Authorization` that a person really sends; None if the sender is no person."""
        person, seat = _person(sender)
        if person is None:
            return None
        path = unquote(urlsplit(address).path)
        operation = self._document.find(method, path)
        place = _PLACE.match(path)
        game = self.corpus.games.get(place[1]) if place else None
        name = "" if operation is None else operation.id
        return f"Bearer {self._held(name, game, person, seat or (place[2] if place else None))}"

    def _held(self, operation: str, game: KnownGame | None, person: str, seat: str | None) -> str:
        """A token that the person would send there: one of another game if need be."""
        if game is None or not game.belongs_to(person):
            others = self.corpus.of(person)
            at_first = [other for other in others if FIRST in other.seats.get(person, {})]
            game, seat = self._chooser.choice(at_first or others), FIRST
        seats = game.seats.get(person, {})
        if operation == "deleteGame" or not seats:
            return game.hosts.get(person) or next(iter(seats.values()))
        if operation == "renewSeatToken" and seat not in seats and person in game.hosts:
            return game.hosts[person]
        if operation in NAMING_THE_GAME:
            seat = FIRST
        return seats.get(seat or "") or self._chooser.choice(list(seats.values()))

    def learn(self, sender: str, method: str, address: str, status: int, body: Any) -> None:
        """Counts an answer, and keeps the tokens that it gave out."""
        path = unquote(urlsplit(address).path)
        operation = self._document.find(method, path)
        if operation is None:
            return
        self.seen[operation.id, status] += 1
        place = _PLACE.match(path)
        game = self.corpus.games.get(place[1]) if place else None
        person = _person(sender)[0] or PEOPLE[0]
        if game is not None and sender and not game.belongs_to(person):
            self.attacks[operation.id, status] += 1
        if status in (200, 201, 204):
            self._keep(operation, person, game, body)

    def _keep(self, operation: Operation, person: str, game: KnownGame | None, body: Any) -> None:
        if operation.id == "createGame":
            created = body["game"]
            played = Played(
                caller=self._caller,
                id=created["id"],
                kind=created["kind"],
                visibility=created["visibility"],
                host=body["host_token"],
                tokens={given["seat"]: given["token"] for given in body["tokens"]},
                open_seats=[s["seat"] for s in created["seats"] if s["fill"] == "open"],
            )
            self.corpus.add(played, dict.fromkeys(played.tokens, person), person)
        elif operation.id in ("claimSeat", "renewSeatToken") and game is not None:
            for seats in game.seats.values():
                seats.pop(str(body["seat"]), None)
            game.seats.setdefault(person, {})[str(body["seat"])] = body["token"]
            game.open_seats = [seat for seat in game.open_seats if seat != body["seat"]]
        elif operation.id == "deleteGame" and game is not None:
            game.gone = True


def _person(sender: str) -> tuple[str | None, str | None]:
    """The person and the seat that an `Authorization` names."""
    match = _SENDER.fullmatch(sender)
    return (match[1], match[2]) if match and match[1] in PEOPLE else (None, None)
