"""Games to measure with: played by a bot that puts off the end, and stored under any id.

The seed is open, so the same game can be stored many times under different ids.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from tapster.app.context import chance_for
from tapster.app.entries import FIRST_HASH, new_row
from tapster.app.ports import EventStore, GameRecord, LogRow
from tapster.app.tokens import Token
from tapster.games.drinko.messages import DrinkoCallDrinko, DrinkoCallOut, DrinkoPlay
from tapster.games.kernel.chance import Draw, commitment
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import MAXIMUM_VERSIONS, GameCreated, SeatSetup
from tapster.games.kernel.messages import Command, Event, Options
from tapster.games.kernel.table import Table, deal, play
from tests.laws.games import player

AT = "2026-01-02T03:04:05.678Z"
USUAL_SEATS = 4

_SEED = bytes(range(32))


@dataclass(frozen=True, slots=True)
class Step:
    """One version of a game, before it is stored."""

    seat: int | None
    decision: int | None
    command: Command | None
    chance: Sequence[Draw]
    events: list[Event]


@dataclass(frozen=True, slots=True)
class Course:
    """A game from its creation on."""

    kind: AnyKind
    seats: int
    steps: list[Step]

    def table(self, versions: int) -> Table:
        """The table after so many versions."""
        table = Table(self.kind)
        for version, step in enumerate(self.steps[:versions]):
            table.apply(version, step.seat, AT, step.events)
        return table

    def record(self, game_id: str, versions: int) -> GameRecord:
        """What the store knows of the game after so many versions."""
        return GameRecord(
            game_id=game_id,
            kind=self.kind.name,
            visibility="public",
            server_seed=_SEED,
            open_seed=True,
            created_at=AT,
            updated_at=AT,
            status=self.table(versions).status,
            seats=self.seats,
            open_seats=0,
            version=versions - 1,
            hash=self.rows(game_id, versions)[-1].hash,
        )

    def rows(self, game_id: str, versions: int) -> list[LogRow]:
        """The game's log, as it is stored under the id."""
        rows: list[LogRow] = []
        for version, step in enumerate(self.steps[:versions]):
            row = new_row(
                game_id,
                rows[-1].hash if rows else FIRST_HASH,
                version=version,
                seat=step.seat,
                at=AT,
                decision=step.decision,
                command=step.command,
                chance=step.chance,
                events=step.events,
            )
            rows.append(row)
        return rows

    def store(self, store: EventStore, game_id: str, versions: int) -> None:
        """Stores so many versions, with a token for every seat."""
        first, *others = self.rows(game_id, versions)
        record = self.record(game_id, versions)
        tokens = [token(game_id, seat).record for seat in range(self.seats)]
        store.create(record, first, tokens)
        for row in others:
            store.append(game_id, row, status=record.status, open_seats=0)


def game_id(number: int) -> str:
    """The id of one of the benchmark's games."""
    return f"g_{number:026d}"


def token(game_id: str, seat: int) -> Token:
    """The token that opens a seat of one of the benchmark's games."""
    return Token("seat", seat, f"{game_id}{seat:04d}".encode())


def course(kind: AnyKind, versions: int) -> Course:
    """A game with so many versions, or the longest that a few tries with all options have made."""
    longest: Course | None = None
    for number, (seats, options) in enumerate(_settings(kind)):
        steps = _play(kind, seats, kind.resolve(options, seats), versions, number)
        if longest is None or len(steps) > len(longest.steps):
            longest = Course(kind, seats, steps)
        if len(steps) == versions:
            break
    assert longest is not None, "a kind can be played with its default options"
    return longest


def lengths(game: Course, versions: Sequence[int]) -> list[int]:
    """Those of the lengths that the game has, and its own if it is shorter than the longest."""
    whole = len(game.steps)
    reached = [length for length in versions if length <= whole]
    return reached if whole >= versions[-1] else [*reached, whole]


def described(length: int, versions: Sequence[int]) -> str:
    """A length, in words that say so where a kind reaches no greater one."""
    return f"{length:,} versions" + ("" if length in versions else " (its longest)")


def _settings(kind: AnyKind) -> Iterator[tuple[int, Options]]:
    """Numbers of seats and options to try: first the usual ones, then all that the laws try."""
    fewest, most = kind.seats
    for _ in range(3):
        yield max(fewest, min(USUAL_SEATS, most)), kind.options_type()
    yield from player(kind).OPTIONS


def _created(kind: AnyKind, seats: int, options: Options) -> GameCreated:
    return GameCreated(
        kind=kind.name,
        ruleset=kind.ruleset,
        visibility="public",
        options=msgspec.to_builtins(options),
        seats=[SeatSetup(name=f"Seat {s}", fill="token", client_seed=None) for s in range(seats)],
        commitment=commitment(_SEED),
        open_seed=True,
    )


def _play(kind: AnyKind, seats: int, options: Options, versions: int, number: int) -> list[Step]:
    """Plays until there are so many versions, or until every move would end the game."""
    chooser = random.Random(number)
    created = _created(kind, seats, options)
    table = Table(kind)
    table.apply(0, None, AT, [created])
    game = Course(kind, seats, [Step(None, None, None, [], [created])])
    record = game.record(game_id(0), 1)
    chance = chance_for(record, table, 0)
    dealt = deal(table, chance)
    game.steps[0] = Step(None, None, None, chance.draws, [created, *dealt])
    table = game.table(1)
    while len(game.steps) < versions:
        for seat, command in _moves(table, chooser):
            chance = chance_for(record, table, table.version + 1)
            events = play(table, seat, command, chance)
            decision = table.decisions[seat].opened
            game.steps.append(Step(seat, decision, command, chance.draws, events))
            table.apply(table.version + 1, seat, AT, events)
            if table.status == "active" or len(game.steps) == MAXIMUM_VERSIONS:
                break
            game.steps.pop()
            table = game.table(len(game.steps))
        else:
            break
    return game.steps


def _moves(table: Table, chooser: random.Random) -> list[tuple[int, Command]]:
    """All legal moves in a random order, those first that put off the end."""
    moves = [(seat, c) for seat in table.decisions for c in table.kind.legal(table.state, seat)]
    chooser.shuffle(moves)
    moves.sort(key=lambda move: _haste(move[1]))
    return moves


def _haste(command: Command) -> int:
    """How much a command brings the end of its game nearer, for the kinds that could go on for
    ever: whoever never calls Drinko and is always called out never plays the last card."""
    match command:
        case DrinkoCallOut():
            return -1
        case DrinkoCallDrinko() | DrinkoPlay(call_drinko=True):
            return 1
        case _:
            return 0
