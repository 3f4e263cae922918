"""`tapster verify`: honest games pass, and every kind of tampering is found."""

import dataclasses
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tapster.app.act import Actor, act
from tapster.app.audit import Finding, all_games, audit
from tapster.app.claim import claim
from tapster.app.context import Context, load
from tapster.app.create import create
from tapster.app.entries import FIRST_HASH, new_row
from tapster.app.ports import GameRecord, LogRow
from tapster.app.requests import NEW_GAME_TYPES, Act, Claim, NewSeat
from tapster.games import KINDS
from tapster.games.kernel.codec import codec, decode_draws
from tapster.store.memory import MemoryStore
from tests.support import memory_context


def played(context: Context, kind_name: str, seed: int = 1) -> GameRecord:
    """A finished random game with a seat that was claimed."""
    kind = next(kind for kind in KINDS if kind.name == kind_name)
    chooser = random.Random(seed)
    others = [NewSeat()] * (kind.seats[0] - 2)
    body = NEW_GAME_TYPES[kind.name](
        seats=[NewSeat(name="Ada"), NewSeat(fill="open"), *others], options=kind.options_type()
    )
    answered, _ = create(context, body, None)
    claim(context, answered.game.id, 1, Claim(client_seed="lucky"), None)
    while True:
        record = context.store.game(answered.game.id)
        assert record is not None
        if record.status == "over":
            return record
        table = load(context, record).table
        seat, decision = next((s, d) for s, d in table.decisions.items() if d.duty.required)
        action = chooser.choice(list(kind.legal(table.state, seat)))
        act(context, Actor(record, seat), Act(action=action, decision=decision.opened))


@pytest.mark.parametrize("kind", [kind.name for kind in KINDS])
def test_an_honest_game_passes(kind: str) -> None:
    context = memory_context()
    record = played(context, kind)
    assert list(audit(context.store, record)) == []
    assert list(all_games(context.store)) == [record]


def rewritten(
    record: GameRecord, rows: list[LogRow], change: Callable[[dict[str, Any]], None]
) -> MemoryStore:
    """A store whose log was changed by somebody who also mended the chain of hashes."""
    store = MemoryStore(bytes(32))
    read = codec(next(kind for kind in KINDS if kind.name == record.kind))
    previous = FIRST_HASH
    for row in rows:
        fields: dict[str, Any] = {
            "version": row.version,
            "seat": row.seat,
            "at": row.at,
            "decision": row.decision,
            "command": None if row.command is None else read.decode_command(row.command),
            "chance": decode_draws(row.chance),
            "events": read.decode_events([row.events])[0],
        }
        change(fields)
        new = new_row(record.game_id, previous, **fields)
        previous = new.hash
        if row.version == 0:
            store.create(record, new, [])
        else:
            store.append(record.game_id, new, status=record.status, open_seats=0)
    return store


def findings(store: MemoryStore, record: GameRecord) -> list[Finding]:
    return list(audit(store, record))


@pytest.fixture(scope="module")
def drinko() -> tuple[GameRecord, list[LogRow]]:
    context = memory_context()
    record = played(context, "drinko")
    return record, context.store.rows(record.game_id)


def test_a_log_mended_without_a_change_passes(drinko: tuple[GameRecord, list[LogRow]]) -> None:
    record, rows = drinko
    assert findings(rewritten(record, rows, lambda fields: None), record) == []


def test_a_changed_deal_is_found(drinko: tuple[GameRecord, list[LogRow]]) -> None:
    record, rows = drinko

    def cheat(fields: dict[str, Any]) -> None:
        if fields["version"] == 1:
            order = fields["chance"][0].order
            order[0], order[1] = order[1], order[0]

    (first, *_) = findings(rewritten(record, rows, cheat), record)
    assert (first.version, first.problem) == (1, "the recorded chance does not come from the seed")


def test_a_changed_event_is_found(drinko: tuple[GameRecord, list[LogRow]]) -> None:
    record, rows = drinko

    def cheat(fields: dict[str, Any]) -> None:
        if fields["version"] == 1:
            dealt = fields["events"][-1]
            hands = [list(reversed(hand)) for hand in dealt.hands]
            fields["events"][-1] = msgspec.structs.replace(dealt, hands=hands)

    (first, *_) = findings(rewritten(record, rows, cheat), record)
    assert (first.version, first.problem) == (1, "deciding again gives other events")


def test_a_broken_chain_is_found(drinko: tuple[GameRecord, list[LogRow]]) -> None:
    record, rows = drinko
    store = MemoryStore(bytes(32))
    changed = msgspec.structs.replace(rows[0], at="2020-01-01T00:00:00.000Z")
    store.create(record, changed, [])
    (only,) = findings(store, record)
    assert "the hash does not match" in only.problem


def test_another_seed_is_found(drinko: tuple[GameRecord, list[LogRow]]) -> None:
    record, rows = drinko

    other = dataclasses.replace(record, server_seed=bytes(32))
    messages = {
        finding.problem for finding in findings(rewritten(other, rows, lambda _: None), other)
    }
    assert "the seed is not the one committed to" in messages
    assert "the recorded chance does not come from the seed" in messages
