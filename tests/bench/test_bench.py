"""The benchmark runs; how fast anything is, is not asserted."""

from pathlib import Path

import pytest

from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tests.bench import engine, layers, replays
from tests.bench.figures import Figure, count, interleaved, percentile, ratio, table
from tests.bench.games import course, game_id
from tests.bench.over_http import measure
from tests.bench.sizes import TINY
from tests.laws.games import lengths


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_course_is_as_long_as_asked_for(kind: AnyKind) -> None:
    game = course(kind, 50)
    versions = len(game.steps)
    # A kind whose random games are shorter may have no game that is still active after so many.
    assert versions == 50 or max(lengths(kind)) <= 50
    assert game.table(versions).status == "active"
    assert [row.version for row in game.rows(game_id(1), versions)] == list(range(versions))


def test_replay_and_the_rules_are_measured() -> None:
    figures = replays.measure(KINDS[:1], TINY)
    figures += engine.measure(KINDS, TINY, "not installed for this test")
    assert all("/s" in figure.rate for figure in figures)
    assert figures[-1].beside == "no rlcard: not installed for this test"


@pytest.mark.slow
def test_requests_are_measured_and_looked_into(tmp_path: Path) -> None:
    figures = measure(KINDS[:1], TINY, tmp_path)
    assert [figure.floor for figure in figures if figure.floor] == ["≥ 0.5", "≥ 0.35"]
    assert "Flask, Werkzeug" in layers.layers(KINDS[:1], TINY, tmp_path)


def test_sides_take_turns() -> None:
    turns: list[str] = []
    results = interleaved(2, {"a": lambda: turns.append("a"), "b": lambda: turns.append("b")})
    assert turns == ["a", "b", "b", "a"]
    assert results == {"a": [None, None], "b": [None, None]}


def test_figures_are_summed_up() -> None:
    assert ratio([1, 4, 9], [1, 2, 3]) == 2
    assert percentile([3, 1, 2], 0.5) == 2
    assert percentile([3, 1, 2], 0.99) == 3
    assert [count(12.4), count(1234.5), count(99_960)] == ["12", "1,230", "100,000"]
    lines = table([Figure(what="looking", rate="9 requests/s")]).splitlines()
    assert lines[2] == "| looking | 9 requests/s |  |  |  |  |  |  |"
