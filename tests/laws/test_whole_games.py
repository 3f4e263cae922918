"""Laws about whole random games, for every registered kind."""

import pytest

from tapster.games import KINDS
from tapster.games.kernel.codec import codec, decode_draws, encode
from tapster.games.kernel.kind import AnyKind
from tests.laws.campaign import campaign
from tests.laws.games import observer, player, steps

GAMES = 100

each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])


@each_kind
def test_random_games_end_lose_no_card_and_can_be_decided_again(kind: AnyKind) -> None:
    tally = campaign(kind, GAMES)

    assert tally.games == GAMES
    assert set(tally.seats) == {seats for seats, _ in player(kind).OPTIONS}


@each_kind
def test_commands_and_chance_are_read_as_they_were_stored(kind: AnyKind) -> None:
    read = codec(kind)
    for number in range(len(player(kind).OPTIONS)):
        for _, entry in steps(kind, number):
            assert decode_draws(encode(entry.chance)) == entry.chance
            if entry.command is not None:
                assert read.decode_command(encode(entry.command)) == entry.command


@each_kind
def test_every_kind_has_a_player_and_an_observer(kind: AnyKind) -> None:
    fewest, most = kind.seats
    tables = [seats for seats, _ in player(kind).OPTIONS]

    for seats in range(fewest, most + 1):
        assert seats in tables, (
            f"no table of {seats} seats is among OPTIONS in tests/laws/players/{kind.name}.py: "
            f"add one, since the kind can be played by {fewest} to {most}"
        )
    assert set(tables) <= set(range(fewest, most + 1)), (
        f"OPTIONS in tests/laws/players/{kind.name}.py has a table that is not of "
        f"{fewest} to {most} seats: take it out"
    )
    assert callable(observer(kind))


@each_kind
def test_resolved_options_stay_as_they_are(kind: AnyKind) -> None:
    for seats, options in player(kind).OPTIONS:
        resolved = kind.resolve(options, seats)

        assert kind.resolve(resolved, seats) == resolved
