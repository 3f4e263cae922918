"""What every store promises, as tests. An adapter's test file says only how to make the store."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from tapster.app.ports import (
    EventStore,
    GameExists,
    GameGone,
    GameQuery,
    KeyTaken,
    LogRow,
    TokenGone,
    VersionTaken,
)
from tests.store.samples import PEPPER, a_game, a_key, a_row, a_time, a_token, game_id

G = game_id(1)


def ids(store: EventStore, query: GameQuery) -> list[int]:
    """The numbers of the games listed, in their order."""
    return [int(game.game_id.removeprefix("g_")) for game in store.games(query)]


def appended(store: EventStore, *rows: LogRow, game: str = G) -> None:
    """Appends rows that leave the game as active as it was."""
    for row in rows:
        store.append(game, row, status="active", open_seats=0)


class StoreContract:
    """Inherit from it, and give the fixture `store`: an empty store whose pepper is PEPPER."""

    @pytest.fixture
    def store(self) -> Iterator[EventStore]:
        raise NotImplementedError("the adapter's test makes the store")

    # Creating

    def test_a_created_game_is_found_as_it_was_given(self, store: EventStore) -> None:
        game = replace(
            a_game(1, kind="flip", visibility="private", status="open", open_seats=2),
            open_seed=True,
        )
        store.create(game, a_row(0), [])
        assert store.game(G) == game
        assert store.rows(G) == [a_row(0)]

    def test_what_is_not_stored_is_not_found(self, store: EventStore) -> None:
        store.create(a_game(2), a_row(0), [a_token(1)], a_key(1, game=2))
        assert store.game(G) is None
        assert store.rows(G) == []
        assert store.row_answering(G, 0, 0) is None
        assert store.token(G, a_token(1).digest) is None
        assert store.key(a_key(2).digest) is None

    def test_a_game_id_is_given_once(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        with pytest.raises(GameExists):
            store.create(a_game(1, kind="flip"), a_row(0), [a_token(1)], a_key(1))
        found = store.game(G)
        assert found == a_game(1)
        assert store.token(G, a_token(1).digest) is None, "nothing of the call is stored"
        assert store.key(a_key(1).digest) is None, "nothing of the call is stored"

    def test_a_log_begins_with_version_0(self, store: EventStore) -> None:
        with pytest.raises(ValueError, match="begins with version 0"):
            store.create(a_game(1), a_row(1), [])
        assert store.game(G) is None

    # Appending

    def test_rows_come_back_in_order_and_exactly(self, store: EventStore) -> None:
        rows = [
            a_row(0),
            a_row(1, seat=0, decision=0, note="first"),
            a_row(2),
            a_row(3, seat=3, decision=1),
        ]
        store.create(a_game(1), rows[0], [])
        appended(store, *rows[1:])
        assert store.rows(G) == rows

    def test_appending_moves_the_game_on(self, store: EventStore) -> None:
        store.create(a_game(1, status="open", open_seats=1), a_row(0), [])
        store.append(G, a_row(1), status="over", open_seats=0)
        assert store.game(G) == replace(
            a_game(1),
            version=1,
            hash=a_row(1).hash,
            status="over",
            open_seats=0,
            updated_at=a_time(1),
        )

    def test_a_version_is_stored_once(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        appended(store, a_row(1, note="winner"))
        before = store.game(G)
        for version in (0, 1):
            with pytest.raises(VersionTaken):
                store.append(
                    G,
                    a_row(version, note="loser"),
                    status="over",
                    open_seats=3,
                    tokens=[a_token(1)],
                    key=a_key(1),
                )
        assert store.rows(G) == [a_row(0), a_row(1, note="winner")]
        assert store.game(G) == before
        assert store.token(G, a_token(1).digest) is None, "nothing of the call is stored"
        assert store.key(a_key(1).digest) is None, "nothing of the call is stored"

    def test_no_version_is_left_out(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        with pytest.raises(ValueError, match="does not follow"):
            appended(store, a_row(2))
        assert store.rows(G) == [a_row(0)]

    def test_an_answer_comes_after_its_decision(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        with pytest.raises(ValueError, match="answers decision 1"):
            appended(store, a_row(1, seat=0, decision=1))
        assert store.rows(G) == [a_row(0)]

    def test_nothing_is_appended_to_a_game_that_is_not_there(self, store: EventStore) -> None:
        with pytest.raises(GameGone):
            store.append(G, a_row(0), status="active", open_seats=0, key=a_key(1))
        assert store.rows(G) == []
        assert store.key(a_key(1).digest) is None

    def test_logs_do_not_mix(self, store: EventStore) -> None:
        for number in (1, 2):
            store.create(a_game(number), a_row(0, note=str(number)), [])
        appended(store, a_row(1, note="1"), game=game_id(1))
        assert store.rows(game_id(1)) == [a_row(0, note="1"), a_row(1, note="1")]
        assert store.rows(game_id(2)) == [a_row(0, note="2")]

    def test_bytes_and_letters_come_back_exactly(self, store: EventStore) -> None:
        every_byte = bytes(range(256))
        row = LogRow(
            version=1,
            seat=0,
            at=a_time(1),
            decision=0,
            command=b"",
            chance=every_byte,
            events='[{"name":"Zoë 🍺 \\u0000 e\u0301 \u00e9 \u202e"}]'.encode(),
            hash=every_byte[::-1],
        )
        game = replace(a_game(1, kind="größe-🂡-e\u0301-\u00e9"), server_seed=b"\x00\xff\x00")
        store.create(game, a_row(0), [])
        appended(store, row)
        assert store.rows(G)[1] == row
        found = store.game(G)
        assert found is not None
        assert (found.kind, found.server_seed) == (game.kind, game.server_seed)
        assert len(store.games(GameQuery(kind=game.kind))) == 1

    def test_a_long_row_comes_back_whole(self, store: EventStore) -> None:
        row = a_row(1, note="🂡" * 250_000)
        store.create(a_game(1), a_row(0), [])
        appended(store, row)
        assert store.rows(G, after=0) == [row]

    # Reading a part of the log

    def test_rows_after_a_version(self, store: EventStore) -> None:
        rows = [a_row(version) for version in range(5)]
        store.create(a_game(1), rows[0], [])
        appended(store, *rows[1:])
        assert store.rows(G, after=-1) == rows
        assert store.rows(G, after=2) == rows[3:]
        assert store.rows(G, after=4) == []
        assert store.rows(G, limit=2) == rows[:2]
        assert store.rows(G, after=1, limit=2) == rows[2:4]
        assert store.rows(G, after=3, limit=9) == rows[4:]
        assert store.rows(G, limit=0) == []

    @pytest.mark.parametrize("distance", [7, 2**31, 2**63 - 1, 2**63, 10**30])
    def test_every_integer_is_a_version_to_look_after(
        self, store: EventStore, distance: int
    ) -> None:
        store.create(a_game(1), a_row(0), [])
        assert store.rows(G, after=-distance) == [a_row(0)]
        assert store.rows(G, after=distance) == []

    def test_the_row_in_which_a_seat_answered_a_decision(self, store: EventStore) -> None:
        rows = [
            a_row(0),
            a_row(1, seat=0, decision=0),
            a_row(2, seat=1, decision=0),
            a_row(3, seat=0, decision=2),
            a_row(4),
        ]
        store.create(a_game(1), rows[0], [])
        appended(store, *rows[1:])
        assert store.row_answering(G, 0, 0) == rows[1]
        assert store.row_answering(G, 1, 0) == rows[2]
        assert store.row_answering(G, 0, 2) == rows[3]
        for seat, decision in [(1, 2), (2, 0), (0, 1), (0, -1), (0, 4), (0, 10**30)]:
            assert store.row_answering(G, seat, decision) is None

    # Listing

    def test_public_games_are_listed_newest_first(self, store: EventStore) -> None:
        for number in (3, 1, 4, 2):
            game = a_game(number, visibility="private" if number == 4 else "public")
            store.create(game, a_row(0), [])
        assert ids(store, GameQuery()) == [3, 2, 1]
        assert store.games(GameQuery(limit=1)) == [a_game(3)]
        assert ids(store, GameQuery(private_too=True)) == [4, 3, 2, 1]

    def test_listed_games_are_as_of_their_last_row(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        store.append(G, a_row(1), status="over", open_seats=0)
        assert store.games(GameQuery()) == [store.game(G)]
        assert store.games(GameQuery(status="active")) == []

    def test_listing_by_kind_status_and_open_seats(self, store: EventStore) -> None:
        store.create(a_game(1, kind="flip", status="open", open_seats=2), a_row(0), [])
        store.create(a_game(2, kind="drinko", status="open", open_seats=1), a_row(0), [])
        store.create(a_game(3, kind="flip", status="active"), a_row(0), [])
        store.create(a_game(4, kind="drinko", status="over"), a_row(0), [])
        store.create(
            a_game(5, kind="flip", status="open", open_seats=2, visibility="private"), a_row(0), []
        )
        assert ids(store, GameQuery(kind="flip")) == [3, 1]
        assert ids(store, GameQuery(status="open")) == [2, 1]
        assert ids(store, GameQuery(open_seats=True)) == [2, 1]
        assert ids(store, GameQuery(open_seats=False)) == [4, 3]
        assert ids(store, GameQuery(kind="flip", open_seats=True)) == [1]
        assert ids(store, GameQuery(kind="flip", status="over")) == []

    @pytest.mark.parametrize("limit", [1, 2, 3, 7, 8])
    def test_pages_show_every_game_once(self, store: EventStore, limit: int) -> None:
        for number in range(1, 8):
            store.create(a_game(number), a_row(0), [])
        seen: list[int] = []
        before = None
        while page := ids(store, GameQuery(before=before, limit=limit)):
            assert len(page) <= limit
            seen += page
            before = game_id(page[-1])
            # A game that comes up meanwhile moves nothing on the pages to come.
            store.create(a_game(100 + len(seen)), a_row(0), [])
        assert seen == [7, 6, 5, 4, 3, 2, 1]

    # Tokens

    def test_a_token_opens_its_own_game_only(self, store: EventStore) -> None:
        seat, host = a_token(1, seat=2), a_token(2, role="host")
        store.create(a_game(1), a_row(0), [seat, host])
        store.create(a_game(2), a_row(0), [])
        assert store.token(G, seat.digest) == seat
        assert store.token(G, host.digest) == host
        assert store.token(game_id(2), seat.digest) is None
        assert store.token(G, seat.digest[:-1]) is None

    def test_a_row_can_bring_tokens(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [a_token(1, seat=0)])
        store.append(G, a_row(1), status="active", open_seats=0, tokens=[a_token(2, seat=1)])
        assert store.token(G, a_token(1).digest) == a_token(1, seat=0)
        assert store.token(G, a_token(2).digest) == a_token(2, seat=1)

    def test_a_new_token_ends_those_of_the_same_place_only(self, store: EventStore) -> None:
        host, other = a_token(1, role="host"), a_token(2, seat=1)
        store.create(a_game(1), a_row(0), [host, other, a_token(3, seat=0), a_token(4, seat=0)])
        store.create(a_game(2), a_row(0), [a_token(3, seat=0)])
        new = a_token(5, seat=0)
        store.replace_token(G, new, a_token(3).digest)
        assert store.token(G, new.digest) == new
        assert store.token(G, a_token(3).digest) is None
        assert store.token(G, a_token(4).digest) is None
        assert store.token(G, host.digest) == host
        assert store.token(G, other.digest) == other
        assert store.token(game_id(2), a_token(3).digest) == a_token(3, seat=0)

    def test_a_new_host_token_ends_the_old_one(self, store: EventStore) -> None:
        seat, new = a_token(2, seat=0), a_token(3, role="host")
        store.create(a_game(1), a_row(0), [a_token(1, role="host"), seat])
        store.replace_token(G, new, a_token(1).digest)
        store.replace_token(G, new, new.digest)
        assert store.token(G, a_token(1).digest) is None
        assert store.token(G, new.digest) == new
        assert store.token(G, seat.digest) == seat

    def test_a_place_without_a_token_gets_one(self, store: EventStore) -> None:
        host = a_token(2, role="host")
        store.create(a_game(1), a_row(0), [host])
        store.replace_token(G, a_token(1), host.digest)
        assert store.token(G, a_token(1).digest) == a_token(1)
        assert store.token(G, host.digest) == host

    def test_a_token_that_was_replaced_replaces_none(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [a_token(1, seat=0)])
        store.create(a_game(2), a_row(0), [a_token(9, seat=0)])
        store.replace_token(G, a_token(2, seat=0), a_token(1).digest)
        for gone in (a_token(1), a_token(9)):
            with pytest.raises(TokenGone):
                store.replace_token(G, a_token(3, seat=0), gone.digest)
        assert store.token(G, a_token(2).digest) == a_token(2, seat=0)
        assert store.token(G, a_token(3).digest) is None

    def test_no_token_for_a_game_that_is_not_there(self, store: EventStore) -> None:
        with pytest.raises(GameGone):
            store.replace_token(G, a_token(1), a_token(2).digest)
        assert store.token(G, a_token(1).digest) is None

    # Idempotency keys

    def test_a_key_tells_what_it_was_used_for(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [], a_key(1))
        claim = a_key(2, version=1, at=a_time(1))
        store.append(G, a_row(1), status="active", open_seats=0, key=claim)
        assert store.key(a_key(1).digest) == a_key(1)
        assert store.key(claim.digest) == claim

    def test_a_key_makes_one_game(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [], a_key(1))
        with pytest.raises(KeyTaken):
            store.create(a_game(2), a_row(0), [a_token(1)], a_key(1, game=2))
        assert store.game(game_id(2)) is None, "nothing of the call is stored"
        assert store.rows(game_id(2)) == []
        assert store.key(a_key(1).digest) == a_key(1)

    def test_a_key_makes_one_row(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [], a_key(1))
        # Version 0 is taken as well: that it was the same request is what the caller must hear.
        for version in (0, 1):
            with pytest.raises(KeyTaken):
                store.append(
                    G,
                    a_row(version),
                    status="over",
                    open_seats=0,
                    tokens=[a_token(1)],
                    key=a_key(1),
                )
        assert store.rows(G) == [a_row(0)]
        assert store.game(G) == a_game(1), "nothing of the call is stored"
        assert store.token(G, a_token(1).digest) is None

    def test_old_keys_are_forgotten(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [], a_key(1, at=a_time(10)))
        for number, time in ((2, 20), (3, 30)):
            key = a_key(number, game=number, at=a_time(time))
            store.create(a_game(number), a_row(0), [], key)
        assert store.forget_keys(a_time(10)) == 0
        assert store.forget_keys(a_time(30)) == 2
        assert store.forget_keys(a_time(30)) == 0
        assert store.key(a_key(1).digest) is None
        assert store.key(a_key(3).digest) == a_key(3, game=3, at=a_time(30))
        assert store.game(G) == a_game(1), "a forgotten key leaves its game"
        appended(store, a_row(1))
        store.append(G, a_row(2), status="active", open_seats=0, key=a_key(1))
        assert store.key(a_key(1).digest) == a_key(1), "a forgotten key can be used again"

    # Deleting

    def test_a_deleted_game_leaves_nothing(self, store: EventStore) -> None:
        for number in (1, 2):
            tokens = [a_token(1), a_token(2, role="host")]
            store.create(a_game(number), a_row(0), tokens, a_key(number, game=number))
            appended(store, *(a_row(version) for version in range(1, 40)), game=game_id(number))
        assert store.delete(G) is True
        assert store.game(G) is None
        assert store.rows(G) == []
        assert store.token(G, a_token(1).digest) is None
        assert store.key(a_key(1).digest) is None
        assert ids(store, GameQuery()) == [2]
        with pytest.raises(GameGone):
            appended(store, a_row(40))
        with pytest.raises(GameGone):
            store.replace_token(G, a_token(1), a_token(1).digest)
        assert len(store.rows(game_id(2))) == 40, "another game stays"
        assert store.token(game_id(2), a_token(1).digest) == a_token(1)
        assert store.key(a_key(2).digest) == a_key(2, game=2)

    def test_deleting_says_whether_there_was_a_game(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        assert [store.delete(G), store.delete(G)] == [True, False]

    # The store itself

    def test_the_pepper_is_what_it_was_made_with(self, store: EventStore) -> None:
        assert store.pepper() == PEPPER

    def test_a_sound_store_passes_its_check(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        store.check()
        store.check()
        assert store.rows(G) == [a_row(0)]

    def test_a_closed_store_is_of_no_use(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        store.close()
        store.close()
        with pytest.raises(RuntimeError, match="closed"):
            store.game(G)
        with pytest.raises(RuntimeError, match="closed"):
            appended(store, a_row(1))
        with pytest.raises(RuntimeError, match="closed"):
            store.check()

    # Races

    def test_one_thread_wins_each_version(self, store: EventStore) -> None:
        threads, versions = 12, 15
        wins: list[tuple[int, str]] = []
        barrier = threading.Barrier(threads)
        store.create(a_game(1), a_row(0), [])

        def write(number: int) -> None:
            for version in range(1, versions + 1):
                note = f"thread {number}"
                barrier.wait(timeout=30)
                try:
                    appended(store, a_row(version, note=note))
                except VersionTaken:
                    continue
                wins.append((version, note))

        in_threads(threads, write)
        assert sorted(version for version, _ in wins) == list(range(1, versions + 1))
        expected = [a_row(version, note=note) for version, note in sorted(wins)]
        assert store.rows(G, after=0) == expected

    def test_one_thread_wins_each_key(self, store: EventStore) -> None:
        threads, keys = 8, 10
        wins: list[tuple[int, int]] = []
        barrier = threading.Barrier(threads)

        def write(thread: int) -> None:
            for key in range(keys):
                number = 1 + key * threads + thread
                barrier.wait(timeout=30)
                try:
                    store.create(a_game(number), a_row(0), [], a_key(key, game=number))
                except KeyTaken:
                    continue
                wins.append((key, number))

        in_threads(threads, write)
        assert sorted(key for key, _ in wins) == list(range(keys))
        assert sorted(ids(store, GameQuery(limit=1_000))) == sorted(number for _, number in wins)

    def test_readers_see_whole_rows_in_order_while_others_write(self, store: EventStore) -> None:
        store.create(a_game(1), a_row(0), [])
        last = 60

        def work(number: int) -> None:
            if number == 0:
                appended(store, *(a_row(version) for version in range(1, last + 1)))
                return
            seen = 0
            while seen < last:
                game = store.game(G)
                rows = store.rows(G)
                assert game is not None
                assert game.updated_at == a_time(game.version)
                assert rows == [a_row(version) for version in range(len(rows))]
                assert len(rows) > game.version >= seen, "nothing that was seen is unseen later"
                seen = game.version

        in_threads(4, work)


def in_threads(count: int, work: Callable[[int], None]) -> None:
    """Runs `work(number)` in so many threads at once; what goes wrong in one goes wrong here."""
    with ThreadPoolExecutor(count) as executor:
        for result in [executor.submit(work, number) for number in range(count)]:
            result.result()
