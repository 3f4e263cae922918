"""Whole games over a network that loses, cuts and delays: nothing is lost, nothing is doubled."""

import asyncio
from collections import Counter

import pytest

from tapster_sdk import Client
from tests.sdk.conftest import Finished
from tests.sdk.play import (
    KIND_NAMES,
    TIMEOUT,
    check,
    differences,
    fewest_actions,
    in_json,
    play_async,
    play_sync,
)
from tests.sdk.proxy import FAULTS, Plan, bad_network


@pytest.mark.slow
def test_nothing_is_lost_and_nothing_doubled(url: str) -> None:
    happened: Counter[str] = Counter()
    replayed = 0
    for number, kind in enumerate(KIND_NAMES):
        name = f"Bad network {number}"
        with bad_network(url, seed=number, share=0.12, lateness=TIMEOUT * 1.2) as (bad_url, plan):
            if number % 2:
                played = asyncio.run(play_async(bad_url, kind, 2, name, number))
            else:
                played = play_sync(bad_url, kind, 2, name, number)
        assert check(url, played) >= fewest_actions(kind)
        happened += plan.happened
        replayed += plan.replayed
    assert all(happened[fault] > 1 for fault in FAULTS), "every kind of fault happened"
    assert replayed > 0, "some answers were lost and fetched again"
    with Client(url) as client:
        made = [
            game
            for summary in client.games()
            if (game := client.look(summary.id)).seats[0].name in names(len(KIND_NAMES))
        ]
    assert len(made) == len(KIND_NAMES), "no game was made twice"


def names(count: int) -> set[str]:
    """The names of the first seats of this file's games."""
    return {f"Bad network {number} 0" for number in range(count)}


def test_the_comparison_would_notice(finished: Finished) -> None:
    deeds: dict[int, list[tuple[int, int, str]]] = {}
    for entry in finished.log.entries:
        if entry.seat is not None:
            assert entry.decision is not None
            assert entry.command is not None
            deed = (entry.decision, entry.version, in_json(entry.command))
            deeds.setdefault(entry.seat, []).append(deed)
    assert differences(finished.log, deeds) == []
    missing = {**deeds, 0: deeds[0][1:]}
    assert differences(finished.log, missing) == [f"doubled or not known: {(0, deeds[0][0])}"]
    surplus = {**deeds, 0: [*deeds[0], deeds[0][0]]}
    assert differences(finished.log, surplus) == [f"lost: {(0, deeds[0][0])}"]
    decision, version, _ = deeds[0][0]
    other = {**deeds, 0: [(decision, version, "{}"), *deeds[0][1:]]}
    assert len(differences(finished.log, other)) == 2


def test_a_plan_is_the_same_for_the_same_seed() -> None:
    one, two = Plan(5, 0.5), Plan(5, 0.5)
    assert [one.next() for _ in range(100)] == [two.next() for _ in range(100)]
    assert 30 < one.faults < 70
