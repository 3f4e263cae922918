"""Looking at a game: as every viewer knew it at every version, and whether there is news."""

from dataclasses import replace

import pytest

from tapster.app.logs import Logs
from tapster.app.ports import LogRow
from tapster.store.memory import MemoryStore
from tests.api.house import SEED, Game, Json, Viewer, house, problem, validator
from tests.support import memory_context

VIEWERS: tuple[Viewer, ...] = (None, "host", 0, 1, 2)


def test_a_game_validates_and_names_its_viewer() -> None:
    game = house().create(3)
    for viewer in VIEWERS:
        looked = game.look(viewer)
        validator("Game").validate(looked)
        assert looked["viewer"] == {"seat": viewer if isinstance(viewer, int) else None}


def test_the_host_sees_what_a_spectator_sees_to_the_byte() -> None:
    game = house().create(3)
    game.play(5)
    host, spectator = game.get("", "host"), game.get()
    assert host.data == spectator.data
    assert host.headers["ETag"] == spectator.headers["ETag"] == '"5.spectator"'
    for part in ("/events", "/proof"):
        assert game.get(part, "host").data == game.get(part).data
    body = spectator.get_json()
    assert (body["legal_actions"], body["state"]["hand"]) == (None, None)


def test_only_the_seat_itself_sees_its_hand() -> None:
    game = house().create(3)
    for viewer in VIEWERS:
        state = game.look(viewer)["state"]
        assert (state["hand"] is not None) == isinstance(viewer, int)
        assert [seat["hand"] for seat in state["seats"]] == [None] * 3
        assert state["draw_pile"] is None


def test_earlier_versions_are_byte_for_byte_what_the_viewer_saw_then() -> None:
    h = house()
    game = h.create([{}, {}, {"fill": "open"}], seed=SEED)
    seen: dict[tuple[Viewer, int], tuple[bytes, str]] = {}

    def remember(version: int) -> None:
        for viewer in VIEWERS:
            if viewer in (None, "host", *game.tokens):
                response = game.get("", viewer)
                assert response.get_json()["version"] == version
                seen[viewer, version] = (response.data, response.headers["ETag"])

    remember(0)
    game.claim(2, name="Cy")
    remember(1)
    while game.look()["status"] == "active":
        game.play()
        h.clock.move(seconds=1)
        remember(game.look()["version"])
    assert len(seen) > 60
    for (viewer, version), (data, tag) in seen.items():
        again = game.get(f"?version={version}", viewer)
        assert (again.data, again.headers["ETag"]) == (data, tag)
    # Seat 2 may look at what was before it came: it sees what a seat without a hand sees.
    assert game.get("?version=0", 2).get_json()["legal_actions"] == []


def test_the_answer_to_an_action_is_what_looking_shows_at_that_version() -> None:
    game = house().create(2)
    for seat, _, response in game.play(6):
        answer = response.get_json()
        (version,) = answer["applied"]
        assert game.get(f"?version={version}", seat).get_json() == answer["game"]


def test_status_decisions_and_result_follow_the_game() -> None:
    game = house().create(2, seed=SEED)
    assert game.look()["status"] == "active"
    assert game.look()["result"] is None
    assert [d["duty"] for d in game.look()["decisions"] if d["required"]] == ["turn"]
    game.finish()
    over = game.look()
    validator("Game").validate(over)
    assert (over["status"], over["decisions"]) == ("over", [])
    winner = over["result"]["winners"][0]
    assert over["result"]["ranking"] == [
        {"seat": winner, "rank": 1, "score": None},
        {"seat": 1 - winner, "rank": 2, "score": None},
    ]
    assert game.look(0)["legal_actions"] == []
    assert all(seat["hand"] is not None for seat in over["state"]["seats"])


def test_decisions_are_named_by_the_version_that_opened_them() -> None:
    game = house().create(3)
    for _ in range(20):
        before = {d["seat"]: d["decision"] for d in game.look()["decisions"]}
        ((seat, body, response),) = game.play()
        assert body["decision"] == before[seat]
        version = response.get_json()["applied"][0]
        for decision in response.get_json()["game"]["decisions"]:
            assert decision["decision"] in (version, before.get(decision["seat"]))
            assert decision["seat"] != seat or decision["decision"] == version


# Entity tags


@pytest.fixture(name="game")
def game_of_five() -> Game:
    game = house().create(2)
    game.play(5)
    return game


@pytest.mark.parametrize(
    "tags",
    [
        '"5.0"',
        'W/"5.0"',
        '"4.0", "5.0"',
        '"x","y" , W/"5.0" ,"z"',
        "*",
        '"5.spectator", "5.0"',
    ],
)
def test_nothing_new_is_answered_without_a_body(game: Game, tags: str) -> None:
    response = game.get("", 0, If_None_Match=tags)
    assert (response.status_code, response.data) == (304, b"")
    assert response.headers["ETag"] == '"5.0"'
    assert "Authorization" in response.headers["Vary"]
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert "Content-Type" not in response.headers


@pytest.mark.parametrize("tags", ['"4.0"', '"5.1"', '"5.spectator"', '"5.0', '"50"', '""', "", "x"])
def test_another_version_or_another_viewers_tag_is_news(game: Game, tags: str) -> None:
    response = game.get("", 0, If_None_Match=tags)
    assert response.status_code == 200
    assert response.data == game.get("", 0).data
    assert response.headers["ETag"] == '"5.0"'


def test_a_tag_is_news_after_the_next_action(game: Game) -> None:
    tag = game.get("", 1).headers["ETag"]
    game.play()
    response = game.get("", 1, If_None_Match=tag)
    assert (response.status_code, response.headers["ETag"]) == (200, '"6.1"')


def test_tags_of_earlier_versions_match_those_versions(game: Game) -> None:
    assert game.get("?version=3", 0, If_None_Match='"3.0"').status_code == 304
    assert game.get("?version=3", 0, If_None_Match='"5.0"').status_code == 200


def test_head_has_the_headers_of_get_and_no_body(game: Game) -> None:
    shown = game.get("", 0)
    head = game.client.head(game.path, headers=game.headers(0))
    assert (head.status_code, head.data) == (200, b"")
    assert dict(head.headers) == dict(shown.headers)
    tag = {**game.headers(0), "If-None-Match": '"5.0"'}
    assert game.client.head(game.path, headers=tag).status_code == 304


class UnreadableStore(MemoryStore):
    """A store that lets nobody read its logs once it is closed to readers."""

    closed_to_readers = False

    def rows(self, game_id: str, after: int = -1, limit: int | None = None) -> list[LogRow]:
        assert not self.closed_to_readers, "the log was read"
        return super().rows(game_id, after, limit)


def test_that_nothing_is_new_is_said_without_replaying_the_log() -> None:
    store = UnreadableStore(bytes(32))
    game = house(replace(memory_context(store), logs=Logs(maximum_rows=0))).create(2)
    game.play(3)
    store.closed_to_readers = True
    assert game.get("", 0, If_None_Match='"3.0"').status_code == 304
    problem(game.get("", 0, If_None_Match='"2.0"'), "internal_error")


# Versions


@pytest.mark.parametrize("version", ["6", "7", "9007199254740993", "9" * 5000])
@pytest.mark.parametrize("tag", [None, "*", '"6.spectator"', '"7.spectator"'])
def test_a_version_beyond_the_head_is_not_found(game: Game, version: str, tag: str | None) -> None:
    headers = {} if tag is None else {"If_None_Match": tag}
    problem(game.get(f"?version={version}", **headers), "version_not_found")


@pytest.mark.parametrize("version", ["0", "00", "0" * 5000, "000" + "5", "-0"])
def test_ways_to_write_a_version(game: Game, version: str) -> None:
    assert game.get(f"?version={version}").get_json()["version"] == int(version[-3:])


@pytest.mark.parametrize(
    "version", ["-1", "-" + "9" * 5000, "", " 1", "+1", "1.0", "1e1", "x", "1_0", "٣", "null"]
)
def test_what_is_no_version_does_not_fit(game: Game, version: str) -> None:
    response = game.client.get(game.path, query_string={"version": version})
    body = problem(response, "invalid_request")
    assert (body["errors"][0]["in"], body["errors"][0]["pointer"]) == ("query", "version")


# Legal actions


def test_legal_actions_alone_are_those_of_the_game() -> None:
    game = house().create(3)
    for _ in range(15):
        for seat in range(3):
            body = game.get("/legal-actions", seat).get_json()
            validator("LegalActions").validate(body)
            looked = game.look(seat)
            decision = {d["seat"]: d["decision"] for d in looked["decisions"]}.get(seat)
            assert body == {
                "version": looked["version"],
                "decision": decision,
                "legal_actions": looked["legal_actions"],
            }
        game.play()


def test_legal_actions_before_the_start_and_after_the_end() -> None:
    h = house()
    waiting = h.create([{}, {"fill": "open"}])
    nothing: Json = {"version": 0, "decision": None, "legal_actions": []}
    assert waiting.get("/legal-actions", 0).get_json() == nothing
    over = h.finished(seed=SEED)
    assert over.get("/legal-actions", 0).get_json()["legal_actions"] == []
    assert over.get("/legal-actions", 0).get_json()["decision"] is None


def test_legal_actions_are_for_seats() -> None:
    game = house().create(2)
    problem(game.get("/legal-actions"), "token_missing")
    problem(game.get("/legal-actions", "host"), "seat_token_required")
