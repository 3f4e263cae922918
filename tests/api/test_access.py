"""Tokens: what they open, how they must be sent, how they die; and what outsiders cannot tell."""

import io
import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.house import Game, bearer, compact, house, problem

READS = ("", "/events", "/proof", "/log", "/legal-actions")

BAD_HEADERS = [
    "",
    " ",
    "Bearer",
    "Bearer ",
    "bearer",
    "Basic dXNlcjpwYXNz",
    "Token {seat}",
    "{seat}",
    "Bearer\t{seat}",
    "Bearer: {seat}",
    "Bearer{seat}",
    "Bearer '{seat}'",
    'Bearer "{seat}"',
    "Bearer {seat}x",
    "Bearer {short}",
    "Bearer {seat},",
    "Bearer {seat}, Bearer {seat}",
    "Bearer {seat} {seat}",
    "Bearer tap_seat_",
    "Bearer tap_host_" + "A" * 43,
    "Bearer TAP_SEAT_" + "A" * 43,
    "Bearer null",
    "Bearer undefined",
    "Bearer " + "x" * 3000,
    "Bearer \xe9\xff",
    "Digest {seat}",
]


@pytest.mark.parametrize("header", BAD_HEADERS)
def test_a_bad_token_is_refused_and_never_taken_for_none(header: str) -> None:
    game = house().create(2)
    token = game.tokens[0]
    sent = header.replace("{seat}", token).replace("{short}", token[:-1])
    for part in READS:
        response = game.client.get(game.path + part, headers={"Authorization": sent})
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
        problem(response, "token_invalid")
    for method, part in (
        ("POST", "/actions"),
        ("POST", "/seats/0/token"),
        ("DELETE", ""),
    ):
        response = game.client.open(
            game.path + part, method=method, headers={"Authorization": sent}
        )
        problem(response, "token_invalid")
    assert game.look()["version"] == 0


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "bEaReR", "Bearer  "])
def test_the_schemes_case_and_spaces_do_not_matter(scheme: str) -> None:
    game = house().create(2)
    sent = {"Authorization": f"{scheme} {game.tokens[1]}"}
    assert game.client.get(game.path, headers=sent).get_json()["viewer"] == {"seat": 1}


def test_a_token_of_another_game_opens_nothing_here() -> None:
    h = house()
    game, other = h.create(2), h.create(2)
    for token in (other.tokens[0], other.host):
        problem(h.client.get(game.path, headers=bearer(token)), "token_invalid")


def test_a_token_in_the_address_is_no_token() -> None:
    game = house().create(2)
    response = game.get(f"?token={game.tokens[0]}")
    problem(response, "invalid_request")
    assert game.tokens[0] not in response.get_data(as_text=True)


def test_what_needs_a_token_says_so() -> None:
    game = house().create(2)
    problem(game.act(None, {"type": "drinko.draw"}), "token_missing")
    problem(game.post("/seats/0/token"), "token_missing")
    problem(game.client.delete(game.path), "token_missing")


def test_the_host_does_not_play_and_seats_do_not_manage() -> None:
    game = house().create(2)
    problem(game.act("host", {"type": "drinko.draw"}), "seat_token_required")
    problem(game.client.delete(game.path, headers=game.headers(0)), "host_token_required")
    assert game.look()["version"] == 0


def test_the_token_comes_before_the_body() -> None:
    game = house().create(2)
    sent = game.client.post(game.path + "/actions", data=b"{", content_type="text/plain")
    problem(sent, "token_missing")


# Renewal


def test_a_renewed_token_opens_the_seat_and_the_old_one_nothing() -> None:
    game = house().create(2)
    old = game.tokens[0]
    response = game.post("/seats/0/token", 0)
    body = response.get_json()
    assert (response.status_code, body["seat"]) == (201, 0)
    assert body["token"] != old
    problem(game.get("", 0), "token_invalid")
    problem(game.post("/seats/0/token", 0), "token_invalid")
    game.tokens[0] = body["token"]
    assert game.look(0)["viewer"] == {"seat": 0}
    assert game.look(1)["viewer"] == {"seat": 1}


def test_renewing_is_no_version() -> None:
    game = house().create(2)
    before = game.get()
    game.post("/seats/0/token", "host")
    assert game.get().data == before.data


def test_the_host_may_renew_any_seats_token() -> None:
    game = house().create(3)
    for seat in range(3):
        game.tokens[seat] = game.post(f"/seats/{seat}/token", "host").get_json()["token"]
        assert game.look(seat)["viewer"] == {"seat": seat}


def test_another_seat_may_not() -> None:
    game = house().create(3)
    problem(game.post("/seats/0/token", 1), "wrong_seat")
    problem(game.post("/seats/7/token", 1), "wrong_seat")
    assert game.look(0)["viewer"] == {"seat": 0}


def test_seats_that_are_open_or_missing_have_no_token() -> None:
    game = house().create([{}, {"fill": "open"}])
    assert problem(game.post("/seats/1/token", "host"), "seat_open")["version"] == 0
    problem(game.post("/seats/2/token", "host"), "seat_not_found")


def test_a_claimed_seats_token_can_be_renewed() -> None:
    game = house().create([{}, {"fill": "open"}])
    game.claim(1)
    game.tokens[1] = game.post("/seats/1/token", 1).get_json()["token"]
    assert game.look(1)["viewer"] == {"seat": 1}


# Deletion


def test_a_deleted_game_is_gone_with_its_tokens() -> None:
    h = house()
    game = h.create(2)
    game.play(3)
    response = h.client.delete(game.path, headers=game.headers("host"))
    assert (response.status_code, response.data) == (204, b"")
    assert "Content-Type" not in response.headers
    for part, viewer in itertools.product(READS, (None, "host", 0)):
        problem(game.get(part, viewer), "game_not_found")
    problem(h.client.delete(game.path, headers=game.headers("host")), "game_not_found")
    problem(game.act(0, {"type": "drinko.draw"}), "game_not_found")
    problem(game.post("/seats/0/claim"), "game_not_found")
    assert h.client.get("/v1/games").get_json()["items"] == []


# Private games


def strangers_requests(other: Game, path: str) -> list[tuple[str, str, dict[str, str]]]:
    """What somebody may try who has tokens of another game only: method, address, headers."""
    tokens = [{}, bearer("rubbish"), bearer(other.host), bearer(other.tokens[0]), bearer("")]
    tokens.append(bearer("tap_seat_" + "A" * 43))
    requests = []
    for headers in tokens:
        requests += [("GET", path + part, headers) for part in READS]
        requests += [("HEAD", path, headers), ("DELETE", path, headers)]
        requests += [
            ("POST", path + "/actions", headers),
            ("POST", path + "/seats/0/token", headers),
        ]
        requests += [("POST", path + "/seats/99/token", headers)]
        requests += [("GET", path + "?version=0", headers), ("GET", path + "?version=99", headers)]
        requests += [("GET", path + "/events?after=-1&wait=1", headers)]
        requests += [
            ("GET", path, {**headers, "If-None-Match": tag}) for tag in ("*", '"0.spectator"')
        ]
    return requests


def test_a_private_game_is_to_outsiders_as_if_it_were_not() -> None:
    h = house()
    game = h.create([{}, {}, {"fill": "open"}], visibility="private")
    unknown = f"/v1/games/g_{'0' * 26}"
    other = h.create(2)
    here_and_there = zip(
        strangers_requests(other, game.path), strangers_requests(other, unknown), strict=True
    )
    for (method, address, headers), (_, nowhere, _) in here_and_there:
        here = h.client.open(address, method=method, headers=headers)
        there = h.client.open(nowhere, method=method, headers=headers)
        assert here.status_code == there.status_code == 404
        assert dict(here.headers) == dict(there.headers)
        assert here.data.replace(game.id.encode(), b"?") == there.data.replace(
            unknown.rpartition("/")[2].encode(), b"?"
        )


def test_a_private_game_is_open_to_its_own_tokens() -> None:
    game = house().create(2, visibility="private")
    for viewer in (0, 1, "host"):
        assert game.look(viewer)["visibility"] == "private"
    game.play(3)
    assert len(game.get("/events", 0).get_json()["items"]) == 4


def test_answers_about_games_are_for_their_viewer_alone() -> None:
    game = house().create(2)
    for response in (game.get("", 0), game.get("/events"), game.get("/log"), game.act(None, {})):
        assert "Authorization" in response.headers["Vary"]
        assert response.headers["Cache-Control"] == "private, no-cache"


def test_a_token_renewed_while_the_body_is_on_its_way_does_not_act() -> None:
    game = house().create(2)
    seat, action = game.next_request()
    old = bearer(game.tokens[seat])
    body = compact(action)
    renewed: list[int] = []

    class SlowBody(io.BytesIO):
        """A body whose sender waits until the seat's token has been renewed."""

        def readinto(self, buffer: Any, /) -> int:
            client = game.client.application.test_client()
            renewed.append(client.post(f"{game.path}/seats/{seat}/token", headers=old).status_code)
            return super().readinto(buffer)

    response = game.client.post(
        game.path + "/actions",
        headers=old,
        content_type="application/json",
        content_length=len(body),
        input_stream=SlowBody(body),
    )
    problem(response, "token_invalid")
    assert renewed[0] == 201
    assert game.look()["version"] == 0


def test_of_many_who_renew_with_one_token_one_gets_the_seat() -> None:
    game = house().create(2)
    barrier = threading.Barrier(8)

    def renew(_number: int) -> TestResponse:
        client = game.client.application.test_client()
        barrier.wait()
        return client.post(f"{game.path}/seats/0/token", headers=bearer(game.tokens[0]))

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(renew, range(8)))
    (granted,) = [answer for answer in answers if answer.status_code == 201]
    for answer in answers:
        if answer is not granted:
            problem(answer, "token_invalid")
    seen = game.client.get(game.path, headers=bearer(granted.get_json()["token"]))
    assert seen.get_json()["viewer"] == {"seat": 0}


def test_a_private_game_that_has_started_does_not_tell_claimers_of_itself() -> None:
    h = house()
    game = h.create([{}, {"fill": "open"}], visibility="private")
    client = game.client
    problem(client.post(f"{game.path}/seats/0/claim"), "seat_taken")
    problem(client.post(f"{game.path}/seats/5/claim"), "seat_not_found")
    key = {"Idempotency-Key": "k" * 22}
    claimed = client.post(f"{game.path}/seats/1/claim", headers=key)
    assert claimed.status_code == 201
    unknown = "/v1/games/g_00000000000000000000000000"
    for seat in (0, 1, 5):
        told = problem(client.post(f"{game.path}/seats/{seat}/claim"), "game_not_found")
        other = problem(client.post(f"{unknown}/seats/{seat}/claim"), "game_not_found")
        told.pop("instance"), other.pop("instance")
        assert told == other
    again = client.post(f"{game.path}/seats/1/claim", headers=key)
    assert (again.status_code, again.data) == (200, claimed.data)
