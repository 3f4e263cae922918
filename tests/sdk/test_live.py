"""The SDK against a live server: games of every kind, and everything else once."""

import asyncio
import threading

import pytest

from tapster_sdk import AsyncClient, Client, Conflict, Forbidden, NotFound, Unauthorized
from tapster_sdk.models import (
    DrinkoGame,
    DrinkoNewGame,
    DrinkoView,
    Fill,
    GameCreated,
    NewSeat,
    Visibility,
)
from tests.sdk.play import KIND_NAMES, check, fewest_actions, new_game, play_async, play_sync


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_whole_games(url: str, kind: str) -> None:
    assert check(url, play_sync(url, kind, 3, "Sync", 1)) >= fewest_actions(kind)
    assert check(url, asyncio.run(play_async(url, kind, 3, "Async", 2))) >= fewest_actions(kind)


def test_every_method_once(url: str) -> None:
    with Client(url) as client:
        assert "drinko" in [kind.name for kind in client.kinds()]
        assert client.kind("drinko").cards
        created = client.create_game(new_game("drinko", 2, "Once"))
        game_id = created.game.id
        assert client.look(game_id).status == "open"
        assert game_id in [found.id for found in client.games(kind="drinko", open_seats=True)]
        claim = client.claim_seat(game_id, 1, name="Bo", client_seed="seven")
        with pytest.raises(Conflict, match="seat_taken"):
            client.claim_seat(game_id, 1)
        game = client.look(game_id, token=claim.token)
        assert isinstance(game, DrinkoGame)
        assert isinstance(game.state, DrinkoView)
        assert (game.seats[1].name, game.viewer.seat) == ("Bo", 1)
        (decision,) = (d for d in game.decisions if d.required)
        tokens = [created.tokens[0].token, claim.token]
        seat = client.seat(game_id, tokens[decision.seat])
        legal = seat.legal_actions()
        assert legal.decision == decision.decision
        answer = seat.act(legal.legal_actions[0], decision=legal.decision)
        assert answer.applied == [game.version + 1]
        again = seat.act(legal.legal_actions[0], decision=legal.decision)
        assert again == answer
        assert seat.look(game.version).version == game.version
        first = client.feed(game_id, limit=1).items[0]
        assert isinstance(first.events[0], GameCreated)
        with pytest.raises(Conflict, match="game_not_over"):
            client.log(game_id)
        assert client.proof(game_id).server_seed is None
        renewed = client.renew_seat_token(game_id, 1, token=created.host_token)
        with pytest.raises(Unauthorized):
            client.look(game_id, token=claim.token)
        assert client.look(game_id, token=renewed.token).viewer.seat == 1
        with pytest.raises(Forbidden):
            client.delete_game(game_id, token=renewed.token)
        client.delete_game(game_id, token=created.host_token)
        with pytest.raises(NotFound):
            client.look(game_id)


def test_the_feed_of_a_seat_and_of_spectators_ends_with_the_game(url: str) -> None:
    played = play_sync(url, "drinko", 2, "Feed", 3)
    with Client(url) as client:
        items = list(client.events(played.game.id))
        assert [item.version for item in items] == list(range(played.game.version + 1))
        assert list(client.events(played.game.id, after=played.game.version)) == []
        assert next(client.events(played.game.id, after=5)).version == 6


def test_the_feed_is_followed_while_the_game_runs(url: str) -> None:
    with Client(url) as client:
        seats = [NewSeat(name="A"), NewSeat(name="B", fill=Fill.OPEN)]
        new = DrinkoNewGame(seats=seats, visibility=Visibility.PRIVATE)
        created = client.create_game(new)
        token = created.tokens[0].token
        versions: list[int] = []

        def follow() -> None:
            versions.extend(i.version for i in client.seat(created.game.id, token).events())

        thread = threading.Thread(target=follow)
        thread.start()
        claim = client.claim_seat(created.game.id, 1)
        bots = [
            threading.Thread(target=play_first, args=(client, created.game.id, t))
            for t in (token, claim.token)
        ]
        for bot in bots:
            bot.start()
        for waiting in (*bots, thread):
            waiting.join(timeout=60)
        over = client.look(created.game.id, token=token)
        assert versions == list(range(over.version + 1))


def play_first(client: Client, game_id: str, token: str) -> None:
    """Plays a seat without a thought."""
    for turn in client.seat(game_id, token).turns():
        turn.play(turn.legal_actions[0])


def test_async_lists_and_feeds(url: str) -> None:
    async def ask() -> tuple[int, int, int]:
        async with AsyncClient(url) as client:
            played = await play_async(url, "flip", 2, "Lists", 4)
            items = [item async for item in client.events(played.game.id)]
            games = [game async for game in client.games(page_size=1)]
            return played.game.version, len(items), len(games)

    version, items, games = asyncio.run(ask())
    assert items == version + 1
    assert games >= 1
