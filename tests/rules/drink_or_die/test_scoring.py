"""[R28]–[R31], [R42]–[R44]: what a collection is worth, and who wins."""

import pytest

from tapster.games.drink_or_die.cards import DrinkOrDieCard as Card
from tapster.games.drink_or_die.events import DrinkOrDieEnded
from tapster.games.drink_or_die.messages import DrinkOrDieDrink, DrinkOrDieScore
from tapster.games.drink_or_die.scoring import result, score
from tapster.games.kernel.messages import Ranked, Result
from tests.rules.drink_or_die.tables import (
    AMPLIFIER_FIRE,
    BOMB,
    DISTILLATE,
    EYE,
    F1,
    F2,
    F3,
    I1,
    I2,
    I3,
    L1,
    L2,
    L3,
    N1,
    N2,
    N3,
    POISON,
    S1,
    S3,
    SMUGGLE,
    SWAP,
    THIEF,
    table,
    up,
)


def counted(raw: int, delta: int, nature: int, final: int, bonus: int, total: int) -> object:
    """A score, its numbers in reading order."""
    return DrinkOrDieScore(
        raw=raw, delta=delta, nature=nature, final_delta=final, bonus=bonus, total=total
    )


@pytest.mark.parametrize(
    ("collection", "expected"),
    [
        # F5 I5 L4 S4 N0
        ([F2, F3, I2, I3, L1, L3, S1, S3], counted(18, 0, 0, 0, 0, 18)),
        # F8 I1 L3 S1 N3
        ([F3, F3, F2, I1, L3, S1, N3], counted(13, 9, 3, 6, 0, -5)),
        # F5 I2 L5 S1 N3
        ([F3, F2, I2, L3, L2, S1, N1, N2], counted(13, 7, 3, 4, 0, 1)),
        # F1 I1 N8
        ([F1, I1, N3, N3, N2], counted(2, 0, 8, 8, 0, -22)),
        ([], counted(0, 0, 0, 0, 0, 0)),
    ],
)
def test_r30_worked_examples(collection: list[Card], expected: object) -> None:
    assert score(collection) == expected


@pytest.mark.parametrize(
    ("collection", "expected"),
    [
        # Either side of a pair may be ahead: |1 - 3| + |2 - 3| = 3.
        ([F1, I3, L2, S3], counted(9, 3, 0, 3, 0, 0)),
        # The right amount of nature brings the final delta to 0.
        ([F3, N3], counted(3, 3, 3, 0, 0, 3)),
    ],
)
def test_r28_r29_balance(collection: list[Card], expected: object) -> None:
    assert score(collection) == expected


@pytest.mark.parametrize("special", [SMUGGLE, EYE, THIEF, SWAP, DISTILLATE])
def test_r38_r49_specials_weigh_nothing(special: Card) -> None:
    assert score([F1, I1, special]) == counted(2, 0, 0, 0, 0, 2)


@pytest.mark.parametrize(
    ("amplifier", "bonus"),
    [
        ("amplifier-fire", 3),
        ("amplifier-ice", 2),
        ("amplifier-light", 1),
        ("amplifier-shadow", 0),
        ("amplifier-nature", 2),
    ],
)
def test_r42_an_amplifier_counts_cards_not_values(amplifier: str, bonus: int) -> None:
    collection = [F1, F2, F3, I1, I2, L1, N3, N1, Card(amplifier)]
    # F6 I3 L1 N4: raw 10, delta 3 + 1 = 4, final delta 0.
    assert score(collection) == counted(10, 4, 4, 0, bonus, 10 + bonus)


def test_r42_every_amplifier_counts_and_specials_are_no_element_cards() -> None:
    collection = [F1, I1, AMPLIFIER_FIRE, AMPLIFIER_FIRE]
    assert score(collection) == counted(2, 0, 0, 0, 2, 4)


def test_r43_each_poison_costs_two() -> None:
    assert score([POISON]) == counted(0, 0, 0, 0, -2, -2)
    assert score([F1, I1, POISON, POISON]) == counted(2, 0, 0, 0, -4, -2)


def test_r44_a_time_bomb_rewards_exact_balance_alone() -> None:
    assert score([BOMB]) == counted(0, 0, 0, 0, 6, 6)
    assert score([F1, N1, BOMB, BOMB]) == counted(1, 1, 1, 0, 12, 13)
    # Final delta 1: 1 - 3 - 3.
    assert score([F1, BOMB]) == counted(1, 1, 0, 1, -3, -5)
    assert score([F1, N2, BOMB, BOMB]) == counted(1, 1, 2, 1, -6, -8)


def test_r31_ruling_equal_scores_share_rank_and_win() -> None:
    scores = [score([F1, I1]), score([POISON]), score([L1, S1])]
    assert result(scores) == Result(
        reason="scored",
        winners=[0, 2],
        tie=True,
        ranking=[
            Ranked(seat=0, rank=1, score=2),
            Ranked(seat=2, rank=1, score=2),
            Ranked(seat=1, rank=3, score=-2),
        ],
    )


def test_r31_the_highest_score_wins_also_below_zero() -> None:
    game = table(
        [],
        [],
        cauldron=[up(F1)],
        collections={1: [up(POISON), up(POISON)]},
        drunk=[1],
        final_round=True,
    )
    game.when(0, DrinkOrDieDrink())
    # Seat 0: raw 1 - 3 × 1 = -2. Seat 1: twice -2 for the poison.
    ended = game.events[-1]
    assert isinstance(ended, DrinkOrDieEnded)
    assert ended.scores == [counted(1, 1, 0, 1, 0, -2), counted(0, 0, 0, 0, -4, -4)]
    assert ended.result.winners == [0]
    assert not ended.result.tie
    assert game.kind.result(game.state) == ended.result
