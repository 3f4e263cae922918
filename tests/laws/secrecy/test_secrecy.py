"""The law of secrecy for every registered kind, and the proof that it would notice a leak."""

from collections import Counter
from collections.abc import Callable

import pytest

from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tests.laws.games import lengths
from tests.laws.secrecy.law import collected, comparisons
from tests.laws.secrecy.leaks import LEAKS, Ground
from tests.laws.secrecy.worlds import as_rows
from tests.support import memory_app

CASES = 28
COMPARISONS = 1_500

each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])


@each_kind
def test_viewers_cannot_tell_twin_worlds_apart(kind: AnyKind) -> None:
    app = memory_app()
    compared = 0
    statuses: Counter[str] = Counter()
    for case in collected(kind, CASES):
        for comparison in comparisons(app, case):
            assert not comparison.leaks, str(comparison)
            compared += 1
            statuses[comparison.here.status[:3]] += 1

    assert compared >= COMPARISONS
    assert set(statuses) == {
        *("200", "201", "204", "304"),
        *("400", "401", "403", "404", "409", "422"),
    }


@each_kind
def test_the_worlds_are_those_that_the_service_stores(kind: AnyKind) -> None:
    for case in collected(kind, CASES):
        assert as_rows(case.world.game_id, case.world.entries) == case.world.rows
        assert case.world.rows[: case.cut + 1] != case.twin.rows[: case.cut + 1]


@each_kind
def test_the_cases_are_of_all_sorts(kind: AnyKind) -> None:
    found = collected(kind, CASES)

    assert any(case.viewer is None for case in found)
    assert any(case.viewer is not None for case in found)
    assert sum(case.others_differ for case in found) > len(found) // 2
    # In the midst of a game: where games are short, that is sooner.
    late = min(10, max(lengths(kind)) // 4)
    assert sum(case.cut > late for case in found) > len(found) // 4


@each_kind
def test_every_route_of_a_game_is_asked(kind: AnyKind) -> None:
    app = memory_app()
    asked = set()
    for case in collected(kind, 4):
        for comparison in comparisons(app, case):
            request = comparison.probe.request
            rule, _ = app.url_map.bind("localhost").match(
                request.path, request.method, return_rule=True
            )
            asked.add((request.method, rule.rule))
    there_are = {
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if "<game_id>" in rule.rule and method != "HEAD"
    }

    assert there_are <= asked, f"without probes: {there_are - asked}"


@each_kind
@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
def test_planted_leaks_are_caught(
    kind: AnyKind, leak: Callable[[Ground], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = memory_app()
    found = collected(kind, CASES)
    leak(Ground(monkeypatch, kind, app))

    caught = (
        comparison.leaks
        for case in sorted(found, key=lambda case: case.others_differ, reverse=True)
        for comparison in comparisons(app, case)
    )

    assert any(caught), f"{leak.__name__} was not noticed"
