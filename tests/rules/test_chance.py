"""Fair chance against known answers, computed elsewhere from the published algorithm."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tapster.games.kernel.chance import (
    FairChance,
    Pick,
    RecordedChance,
    Shuffle,
    commitment,
    game_key,
    words,
)
from tapster.games.kernel.rejected import Rejected

_FILE = Path(__file__).parent / "fair_shuffle.json"
*ANSWERS, LAST = json.loads(_FILE.read_text(encoding="utf-8"))
REJECTION: dict[str, Any] = LAST["rejection"]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer["game_id"])
def test_known_answers(answer: dict[str, Any]) -> None:
    seed = bytes.fromhex(answer["server_seed"])
    key = game_key(seed, answer["game_id"], answer["client_seeds"])
    assert commitment(seed) == answer["commitment"]
    assert key.hex() == answer["key"]
    for row in answer["draws"]:
        version = row["version"]
        assert list(islice(words(key, version), 9)) == row["words"]
        assert FairChance(key, version).shuffle(5) == row["shuffle_5"]
        assert FairChance(key, version).shuffle(52) == row["shuffle_52"]
        chance = FairChance(key, version)
        assert [chance.shuffle(5), chance.pick(4), chance.pick(3)] == row["then"]


def test_a_seat_without_a_seed_counts_as_an_empty_one() -> None:
    assert game_key(b"s", "g", [None, "a"]) == game_key(b"s", "g", ["", "a"])


def test_words_that_would_make_small_numbers_likelier_are_skipped() -> None:
    key = bytes.fromhex(REJECTION["key"])
    assert list(islice(words(key, REJECTION["version"]), 12)) == REJECTION["words"]
    chance = FairChance(key, REJECTION["version"])
    assert [chance.below(REJECTION["n"]) for _ in range(4)] == REJECTION["below"]


def test_a_shuffle_exchanges_each_position_with_a_number_below() -> None:
    for n in range(130):
        numbers, order = FairChance(b"key", n), list(range(n))
        for i in range(n - 1, 0, -1):
            j = numbers.below(i + 1)
            order[i], order[j] = order[j], order[i]
        assert FairChance(b"key", n).shuffle(n) == order


def test_a_shuffle_skips_words_too(monkeypatch: pytest.MonkeyPatch) -> None:
    greatest = 2**32 - 1  # one too many to be divided among three, but not among two
    drawn = iter([greatest, greatest, 4, greatest, 8])
    monkeypatch.setattr("tapster.games.kernel.chance.words", lambda key, version: drawn)
    assert FairChance(b"key", 0).shuffle(3) == [0, 2, 1]
    assert list(drawn) == [8]


def test_what_was_drawn_is_recorded_and_can_be_given_again() -> None:
    chance = FairChance(b"key", 3)
    order, value = chance.shuffle(10), chance.pick(6)
    assert chance.draws == [Shuffle(order), Pick(6, value)]
    again = RecordedChance(chance.draws)
    assert [again.shuffle(10), again.pick(6)] == [order, value]
    assert again.draws == chance.draws


def test_recorded_chance_refuses_what_was_not_recorded() -> None:
    with pytest.raises(Rejected, match="chance_differs"):
        RecordedChance([]).pick(2)
    with pytest.raises(Rejected, match="chance_differs"):
        RecordedChance([Pick(2, 0)]).pick(3)
    with pytest.raises(Rejected, match="chance_differs"):
        RecordedChance([Pick(2, 0)]).shuffle(2)
