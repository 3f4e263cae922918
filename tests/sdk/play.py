"""Whole games over a bad network, sync and async, and the comparison of what the bots believe that
they did with what the service's log says."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from tapster.games import KINDS
from tapster_sdk import AsyncClient, Client, Retries, verify
from tapster_sdk.models import (
    Action,
    DrinkoNewGame,
    DrinkOrDieExpansion,
    DrinkOrDieNewGame,
    DrinkOrDieOptions,
    Fill,
    FlipNewGame,
    FlipOptions,
    Game,
    GameLog,
    NewGame,
    NewSeat,
)
from tests.laws.games import lengths

Deed: TypeAlias = tuple[int, int, str]
"""The decision answered, the version made of it, and the action in JSON."""

TIMEOUT = 0.3
"""Seconds that the clients wait for an answer; the bad network's late answers are later."""
PATIENCE = Retries(attempts=30, first=0.02, longest=2.0)

NEW_GAMES: dict[str, Callable[[list[NewSeat]], NewGame]] = {
    "drinko": lambda seats: DrinkoNewGame(seats=seats),
    "flip": lambda seats: FlipNewGame(seats=seats, options=FlipOptions(party=True)),
    "drink_or_die": lambda seats: DrinkOrDieNewGame(
        seats=seats, options=DrinkOrDieOptions(expansion=DrinkOrDieExpansion.LIGHT)
    ),
}
"""One entry for each kind: a game of it with as much in it as its options allow in short games."""
KIND_NAMES = [kind.name for kind in KINDS]


@dataclass
class Played:
    """A game as its players remember it."""

    game: Game
    noted: str
    """The commitment, as it was when the game was new."""
    deeds: dict[int, list[Deed]] = field(default_factory=dict)


def game_with(kind: str, seats: list[NewSeat]) -> NewGame:
    """A game of the kind with these seats."""
    assert kind in NEW_GAMES, f"give {kind} an entry in NEW_GAMES of tests/sdk/play.py"
    return NEW_GAMES[kind](seats)


def new_game(kind: str, seats: int, name: str) -> NewGame:
    """A game with one open seat, the last; its seats' names tell it from all others."""
    fills = [*[Fill.TOKEN] * (seats - 1), Fill.OPEN]
    return game_with(kind, [NewSeat(name=f"{name} {i}", fill=f) for i, f in enumerate(fills)])


def choose(chance: random.Random, actions: Sequence[Action]) -> Action:
    """Any of the actions."""
    return chance.choice(actions)


def in_json(action: Action) -> str:
    """An action in a form that can be compared."""
    return action.model_dump_json()


def play_sync(url: str, kind: str, seats: int, name: str, seed: int) -> Played:
    """Plays a game to its end, one thread a seat."""
    with Client(url, timeout=TIMEOUT, retries=PATIENCE, following=PATIENCE) as client:
        created = client.create_game(new_game(kind, seats, name))
        claim = client.claim_seat(created.game.id, seats - 1, client_seed="late-but-binding")
        tokens = [*(seat.token for seat in created.tokens), claim.token]
        with ThreadPoolExecutor(max_workers=seats) as threads:
            bots = [
                threads.submit(sit_sync, client, created.game.id, token, seat, seed)
                for seat, token in enumerate(tokens)
            ]
            wait(bots, return_when=FIRST_EXCEPTION)
            if any(bot.done() and bot.exception() for bot in bots):
                # The other bots would wait for the failed one for ever; without a game they end.
                client.delete_game(created.game.id, token=created.host_token)
        deeds = {seat: bot.result() for seat, bot in enumerate(bots)}
        return Played(client.look(created.game.id), created.game.commitment, deeds)


def sit_sync(client: Client, game_id: str, token: str, seat: int, seed: int) -> list[Deed]:
    """Plays a seat; odd ones react too."""
    chance = random.Random(seed * 100 + seat)
    deeds: list[Deed] = []
    for turn in client.seat(game_id, token).turns(optional=seat % 2 == 1):
        if not turn.required and chance.random() < 0.5:
            continue
        action = choose(chance, turn.legal_actions)
        turn.play(action)
        if turn.answer is not None:
            deeds.append((turn.decision, turn.answer.applied[0], in_json(action)))
    return deeds


async def play_async(url: str, kind: str, seats: int, name: str, seed: int) -> Played:
    """Plays a game to its end, all seats in one task group."""
    patient = AsyncClient(url, timeout=TIMEOUT, retries=PATIENCE, following=PATIENCE)
    async with patient as client:
        created = await client.create_game(new_game(kind, seats, name))
        claim = await client.claim_seat(created.game.id, seats - 1, client_seed="binding")
        tokens = [*(seat.token for seat in created.tokens), claim.token]
        deeds = await asyncio.gather(
            *(
                sit_async(client, created.game.id, token, seat, seed)
                for seat, token in enumerate(tokens)
            )
        )
        game = await client.look(created.game.id)
        return Played(game, created.game.commitment, dict(enumerate(deeds)))


async def sit_async(
    client: AsyncClient, game_id: str, token: str, seat: int, seed: int
) -> list[Deed]:
    """Plays a seat; odd ones react too."""
    chance = random.Random(seed * 100 + seat)
    deeds: list[Deed] = []
    async for turn in client.seat(game_id, token).turns(optional=seat % 2 == 1):
        if not turn.required and chance.random() < 0.5:
            continue
        action = choose(chance, turn.legal_actions)
        await turn.play(action)
        if turn.answer is not None:
            deeds.append((turn.decision, turn.answer.applied[0], in_json(action)))
    return deeds


def differences(log: GameLog, deeds: dict[int, list[Deed]]) -> list[str]:
    """Every action that the bots know and the log does not, or the other way round."""
    logged: Counter[tuple[int, Deed]] = Counter()
    for entry in log.entries:
        if entry.seat is not None:
            assert entry.decision is not None
            assert entry.command is not None
            deed = (entry.decision, entry.version, in_json(entry.command))
            logged[entry.seat, deed] += 1
    known = Counter((seat, deed) for seat, done in deeds.items() for deed in done)
    return [f"lost: {deed}" for deed in (known - logged).elements()] + [
        f"doubled or not known: {deed}" for deed in (logged - known).elements()
    ]


@cache
def fewest_actions(kind: str) -> int:
    """How many actions a game has at least: six, or fewer in a kind whose games can be shorter."""
    (registered,) = [one for one in KINDS if one.name == kind]
    return min(6, *lengths(registered))


def check(url: str, played: Played) -> int:
    """Asserts that the log is what the players remember and that its chance was fair; gives the
    number of actions. Asks over the good network."""
    with Client(url) as client:
        assert played.game.status == "over"
        log = client.log(played.game.id)
        assert differences(log, played.deeds) == []
        last = played.game.seats[-1].seat
        proven = verify(log, client.proof(played.game.id), commitment=played.noted)
        assert proven.binding_seeds == (last,)
        return sum(len(done) for done in played.deeds.values())
