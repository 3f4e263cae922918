"""Listing public games: filters and pages."""

import re

import pytest

from tests.api.house import SEED, House, Json, house, problem, validator

ADDRESS = "/v1/games"


def pages(h: House, query: str = "") -> list[Json]:
    """All pages, by following the links."""
    found = []
    address: str | None = f"{ADDRESS}{query}"
    while address is not None:
        response = h.client.get(address)
        assert response.status_code == 200
        page = response.get_json()
        validator("GameList").validate(page)
        found.append(page)
        link = response.headers.get("Link")
        assert (link is None) == (page["next_cursor"] is None)
        address = None
        if link is not None:
            match = re.fullmatch(r'<(/v1/games\?[^>]*)>; rel="next"', link)
            assert match is not None, link
            assert page["next_cursor"] in match[1]
            address = match[1]
    return found


def ids(found: list[Json]) -> list[str]:
    return [item["id"] for page in found for item in page["items"]]


def test_a_house_without_games() -> None:
    assert pages(house()) == [{"items": [], "next_cursor": None}]


def test_a_hundred_and_twenty_games_come_once_each_newest_first() -> None:
    h = house()
    made = [h.create(2).id for _ in range(120)]
    newest_first = sorted(made, reverse=True)
    for limit, sizes in ((7, [7] * 17 + [1]), (60, [60, 60]), (100, [100, 20])):
        found = pages(h, f"?limit={limit}")
        assert [len(page["items"]) for page in found] == sizes
        assert ids(found) == newest_first
    assert [len(page["items"]) for page in pages(h)] == [50, 50, 20]


def test_games_created_meanwhile_do_not_disturb_the_pages() -> None:
    h = house()
    made = [h.create(2).id for _ in range(9)]
    first = h.client.get(f"{ADDRESS}?limit=4").get_json()
    h.create(2)
    second = h.client.get(f"{ADDRESS}?limit=4&cursor={first['next_cursor']}").get_json()
    h.create(2)
    third = h.client.get(f"{ADDRESS}?limit=4&cursor={second['next_cursor']}").get_json()
    assert ids([first, second, third]) == made[::-1]
    assert third["next_cursor"] is None


def test_a_game_deleted_meanwhile_does_not_break_its_cursor() -> None:
    h = house()
    games = [h.create(2) for _ in range(4)]
    first = h.client.get(f"{ADDRESS}?limit=2").get_json()
    h.client.delete(games[2].path, headers=games[2].headers("host"))
    second = h.client.get(f"{ADDRESS}?limit=2&cursor={first['next_cursor']}").get_json()
    assert ids([second]) == [games[1].id, games[0].id]


def test_private_games_are_never_listed() -> None:
    h = house()
    shown = h.create(2).id
    hidden = h.create(2, visibility="private")
    waiting = h.create([{}, {"fill": "open"}], visibility="private")
    queries = ("", "?status=active", "?status=open", "?open_seats=true", "?kind=drinko", "?limit=1")
    for query in queries:
        for viewer in (None, 0, "host"):
            text = h.client.get(ADDRESS + query, headers=hidden.headers(viewer)).data.decode()
            assert hidden.id not in text
            assert waiting.id not in text
    assert ids(pages(h)) == [shown]


def test_filters() -> None:
    h = house()
    over = h.finished(seed=SEED).id
    active = h.create(3).id
    waiting = h.create([{}, {"fill": "open"}, {"fill": "open"}]).id

    def listed(query: str) -> list[str]:
        return ids(pages(h, query))

    assert listed("") == [waiting, active, over]
    assert listed("?status=over") == [over]
    assert listed("?status=active") == [active]
    assert listed("?status=open") == [waiting]
    assert listed("?open_seats=true") == [waiting]
    assert listed("?open_seats=false") == [active, over]
    assert listed("?kind=drinko") == [waiting, active, over]
    assert listed("?status=over&open_seats=true") == []
    assert listed("?kind=drinko&status=active&open_seats=false&limit=1") == [active]


def test_filters_stay_on_the_next_pages() -> None:
    h = house()
    games = [h.create([{}, {"fill": "open"}] if number % 2 else 2).id for number in range(12)]
    found = pages(h, "?open_seats=true&kind=drinko&limit=2")
    assert ids(found) == games[::-1][::2]


def test_a_summary_follows_its_game() -> None:
    h = house()
    game = h.create([{}, {"fill": "open"}, {"fill": "open"}])
    game.claim(1)
    (item,) = h.client.get(ADDRESS).get_json()["items"]
    looked = game.look()
    assert item == {
        "id": game.id,
        "kind": "drinko",
        "status": "open",
        "version": 1,
        "seats": 3,
        "open_seats": 1,
        "created_at": looked["created_at"],
        "updated_at": looked["updated_at"],
    }
    game.claim(2)
    game.play(2)
    (item,) = h.client.get(ADDRESS).get_json()["items"]
    assert (item["status"], item["version"], item["open_seats"]) == ("active", 4, 0)
    assert item["updated_at"] == game.look()["updated_at"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "chess"),
        ("kind", ""),
        ("kind", "DRINKO"),
        ("status", "started"),
        ("status", ""),
        ("open_seats", "1"),
        ("open_seats", "True"),
        ("open_seats", ""),
        ("limit", "0"),
        ("limit", "101"),
        ("limit", "-1"),
        ("limit", "1.0"),
        ("limit", "9" * 5000),
        ("cursor", ""),
        ("cursor", "g_"),
        ("cursor", "g_" + "0" * 26 + "\n"),
        ("cursor", "g_" + "U" * 26),
        ("cursor", "'; DROP TABLE game; --"),
        ("page", "2"),
        ("Kind", "drinko"),
    ],
)
def test_what_does_not_fit(name: str, value: str) -> None:
    body = problem(house().client.get(ADDRESS, query_string={name: value}), "invalid_request")
    assert (body["errors"][0]["in"], body["errors"][0]["pointer"]) == ("query", name)


def test_a_cursor_need_not_be_a_game() -> None:
    h = house()
    made = [h.create(2).id for _ in range(3)]
    assert ids(pages(h, f"?cursor=g_{'Z' * 26}")) == made[::-1]
    assert ids(pages(h, f"?cursor=g_{'0' * 26}")) == []
