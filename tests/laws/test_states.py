"""Laws about single states of random games, for every registered kind."""

import copy
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import jsonschema
import msgspec
import pytest

from tapster.games import KINDS
from tapster.games.kernel.codec import encode
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import HOUSE_EVENTS, MAXIMUM_VERSIONS
from tapster.games.kernel.messages import TOO_LONG, Command, Event, Result
from tapster.games.kernel.rejected import Rejected
from tapster.games.kernel.table import Table, play
from tests.laws.games import player
from tests.laws.samples import FEWEST, FEWEST_ENDS, Sample, copied, samples

each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])


class ForeignCommand(Command, frozen=True, tag="foreign.act"):
    """A command of no kind."""


def refusal(sample: Sample, seat: int, command: Command) -> str | None:
    """The code with which the command is refused, None if it is accepted."""
    try:
        sample.table.kind.decide(sample.table.state, seat, command, sample.chance())
    except Rejected as rejected:
        return rejected.code if rejected.message else f"{rejected.code} without a sentence"
    return None


def named(commands: Iterable[Command]) -> Counter[bytes]:
    """Commands by what they say, since those with lists cannot be hashed."""
    return Counter(encode(command) for command in commands)


def running(kind: AnyKind) -> list[Sample]:
    """The samples that are not the end of their game."""
    return [sample for sample in samples(kind) if not sample.is_over]


def possible(sample: Sample) -> list[tuple[int, Command]]:
    """What may be done next, and by whom."""
    table = sample.table
    return [
        (seat, command)
        for seat in sorted(table.decisions)
        for command in table.kind.legal(table.state, seat)
    ]


def finished(sample: Sample) -> tuple[Table, list[Event]]:
    """The table after its game was cut short, and the events that did it."""
    table = copied(sample.table)
    events = list(table.kind.cut_short(table.state))
    table.apply(table.version + 1, None, sample.entry.at, events)
    return table, events


@each_kind
def test_the_states_of_all_laws_are_many_and_various(kind: AnyKind) -> None:
    found = samples(kind)

    assert len(found) >= FEWEST
    assert sum(sample.is_over for sample in found) >= FEWEST_ENDS
    assert {len(sample.seats) for sample in found} == {seats for seats, _ in player(kind).OPTIONS}


@each_kind
def test_legal_commands_are_exactly_those_that_decide_accepts(kind: AnyKind) -> None:
    canonical = kind.canonical
    for sample in samples(kind):
        state = sample.table.state
        before = copy.deepcopy(state)
        tried = list(player(kind).commands(state))
        spelled = named(tried)
        for seat in sample.seats:
            legal = list(kind.legal(state, seat))
            accepted = [c for c in tried if refusal(sample, seat, c) is None]
            where = f"{sample.where}, seat {seat}"

            assert [canonical(command) for command in legal] == legal, where
            assert set(named(legal).values()) <= {1}, f"{where}: listed twice"
            assert set(named(legal)) == set(named(map(canonical, accepted))), where
            assert {refusal(sample, seat, command) for command in legal} <= {None}, where

        assert state == before, f"{sample.where}: deciding has changed the state"
        assert named(tried) == spelled, f"{sample.where}: deciding has changed a command"


@each_kind
def test_events_stay_as_they_were_when_the_game_goes_on(kind: AnyKind) -> None:
    for sample in running(kind):
        for seat, command in possible(sample)[:6]:
            table = copied(sample.table)
            events = play(table, seat, command, sample.chance())
            before = encode(events)
            table.apply(table.version + 1, seat, sample.entry.at, events)
            if table.decisions:
                ending = table.kind.cut_short(table.state)
                table.apply(table.version + 1, None, sample.entry.at, ending)

            assert encode(events) == before, f"{sample.where}: {command}"


@each_kind
def test_looking_changes_nothing(kind: AnyKind) -> None:
    for sample in samples(kind):
        state = sample.table.state
        before = copy.deepcopy(state)
        kind.awaited(state)
        kind.result(state)
        list(kind.cards(state))
        kind.cut_short(state)
        for seat in sample.seats:
            list(kind.legal(state, seat))
        views = [kind.view(state, viewer) for viewer in sample.viewers]

        assert state == before, sample.where
        assert views == [kind.view(state, viewer) for viewer in sample.viewers], sample.where


@each_kind
def test_a_view_stays_as_it_was_when_the_game_goes_on(kind: AnyKind) -> None:
    for sample in running(kind):
        table = copied(sample.table)
        views = [kind.view(table.state, viewer) for viewer in sample.viewers]
        before = encode(views)
        for seat, command in possible(sample)[:1]:
            events = play(table, seat, command, sample.chance())
            table.apply(table.version + 1, seat, sample.entry.at, events)

        assert encode(views) == before, sample.where


@each_kind
def test_redacted_events_keep_their_type_and_their_shape(kind: AnyKind) -> None:
    for sample in samples(kind):
        for event in facts(sample):
            before = encode(event)
            for viewer in sample.viewers:
                shown = kind.redact(event, viewer)
                assert type(shown) is type(event), sample.where
                assert msgspec.json.decode(encode(shown), type=type(event)) == shown, sample.where

            assert encode(event) == before, f"{sample.where}: redacting has changed the event"


def facts(sample: Sample) -> Iterator[Event]:
    """The events that led to the sample, and those that would end it now, but the house's."""
    if not sample.is_over:
        yield from finished(sample)[1]
    yield from (event for event in sample.entry.events if not isinstance(event, HOUSE_EVENTS))


@each_kind
def test_only_awaited_seats_may_act_and_nobody_once_the_game_is_over(kind: AnyKind) -> None:
    for sample in samples(kind):
        expected = "game_over" if sample.is_over else "not_your_turn"
        for seat in set(sample.seats) - set(sample.table.decisions):
            codes = {refusal(sample, seat, c) for c in player(kind).commands(sample.table.state)}

            assert codes == {expected}, f"{sample.where}, seat {seat}"
            assert not kind.legal(sample.table.state, seat), f"{sample.where}, seat {seat}"


@each_kind
def test_seats_that_are_not_there_are_refused(kind: AnyKind) -> None:
    for sample in samples(kind):
        expected = {"game_over"} if sample.is_over else {"no_such_seat", "not_your_turn"}
        for command in player(kind).commands(sample.table.state):
            for seat in (-1, len(sample.seats)):
                assert refusal(sample, seat, command) in expected, f"{sample.where}, seat {seat}"


@each_kind
def test_a_game_that_awaits_nobody_has_a_result(kind: AnyKind) -> None:
    for sample in samples(kind):
        awaited = kind.awaited(sample.table.state)

        assert set(awaited) <= set(sample.seats), sample.where
        if not awaited:
            assert kind.result(sample.table.state) is not None, sample.where


@each_kind
def test_every_game_can_be_cut_short(kind: AnyKind) -> None:
    for sample in running(kind):
        stood: Result | None = kind.result(sample.table.state)
        table, _ = finished(sample)

        assert table.status == "over", sample.where
        assert table.result == (stood or TOO_LONG), sample.where
        assert Counter(kind.cards(table.state)) == Counter(kind.cards(sample.table.state))
        for seat in sample.seats:
            assert not kind.legal(table.state, seat), sample.where
        for viewer in sample.viewers:
            assert encode(kind.view(table.state, viewer)), sample.where


@each_kind
def test_the_last_version_that_a_log_may_have_ends_the_game(kind: AnyKind) -> None:
    for sample in running(kind):
        seat, command = possible(sample)[0]
        table = copied(sample.table)
        table.version = MAXIMUM_VERSIONS - 2
        before = copy.deepcopy(table.state)
        events = play(table, seat, command, sample.chance())

        assert table.state == before, f"{sample.where}: playing has changed the state"
        table.apply(MAXIMUM_VERSIONS - 1, seat, sample.entry.at, events)
        assert table.status == "over", sample.where
        assert table.result is not None, sample.where


@each_kind
def test_views_fit_the_schema_that_is_published_for_them(kind: AnyKind) -> None:
    schema: dict[str, Any] = msgspec.json.schema(kind.view_type)
    validator = jsonschema.Draft202012Validator(schema)
    for sample in samples(kind):
        for table in (sample.table, finished(sample)[0] if not sample.is_over else sample.table):
            for viewer in sample.viewers[:2]:
                shown = encode(kind.view(table.state, viewer))
                validator.validate(json.loads(shown))
                again = msgspec.json.decode(shown, type=kind.view_type)
                assert encode(again) == shown, sample.where


@each_kind
def test_commands_of_other_kinds_are_refused(kind: AnyKind) -> None:
    foreign: list[Command] = [ForeignCommand()]
    for other in KINDS:
        if other is not kind:
            foreign += list(player(other).commands(samples(other)[0].table.state))[:5]
    for sample in samples(kind):
        for command in foreign:
            for seat in sample.seats:
                with pytest.raises(Rejected) as refused:
                    play(sample.table, seat, command, sample.chance())
                assert refused.value.code == "wrong_kind", sample.where
