"""Bodies that no well-meaning client sends, over a real server: each is a problem, none a crash."""

import gzip
import http.client
import json
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import pytest

from tests.api.corpus import LIMIT, MISFITS, TOO_LARGE, around, malformed
from tests.api.house import check_problem
from tests.api.wire import PATIENCE, Answer, call, exchange, head, send
from tests.support import Server, live_server


class Target(NamedTuple):
    """An operation that takes a body, with a body that fits it."""

    path: str
    token: str | None
    valid: bytes


class Place(NamedTuple):
    """A server, and what can be posted to it."""

    server: Server
    game: str
    targets: dict[str, Target]


@pytest.fixture(name="place", scope="module")
def place_with_a_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with live_server(tmp_path_factory.mktemp("raw"), workers="1", threads="8") as server:
        seats = [{}, {}, {"fill": "open"}]
        body = {"kind": "drinko", "seats": seats, "visibility": "private"}
        waiting = call(server.url, "POST", "/v1/games", body).json
        body = {"kind": "drinko", "seats": [{}, {}], "visibility": "private"}
        running = call(server.url, "POST", "/v1/games", body).json
        game = f"/v1/games/{running['game']['id']}"
        targets = {
            "create": Target("/v1/games", None, b'{"kind":"drinko","seats":[{},{}]}'),
            "claim": Target(
                f"/v1/games/{waiting['game']['id']}/seats/2/claim", None, b'{"name":"Ada"}'
            ),
            "act": Target(
                game + "/actions",
                running["tokens"][0]["token"],
                b'{"action":{"type":"drinko.play","card":"red-1","seat":1}}',
            ),
        }
        yield Place(server, game, targets)
        assert b"Traceback" not in server.output.read_bytes()


MEDIA_TYPES = [
    None,
    "",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/octet-stream",
    "application/problem+json",
    "application/merge-patch+json",
    "application/jsonx",
    "application",
    "json",
    "*/*",
    "application/json, text/plain",
    "; charset=utf-8",
    "\xe9",
]
CODINGS = ["gzip", "deflate", "br", "x-unknown", "identity, gzip"]


def is_problem(answer: Answer, code: str) -> None:
    assert answer.headers["content-type"] == "application/problem+json", answer
    assert answer.json["code"] == code, answer
    names = {name.title(): value for name, value in answer.headers.items()}
    names["WWW-Authenticate"] = names.pop("Www-Authenticate", "")
    names = {name: value for name, value in names.items() if value}
    check_problem(answer.json, answer.status, names)


def post(place: Place, target: Target, body: bytes, **headers: str | None) -> Answer:
    named = {"Content_Type": "application/json", **headers}
    more = {name.replace("_", "-"): value for name, value in named.items() if value is not None}
    return send(place.server.url, "POST", target.path, body=body, headers=more, token=target.token)


@pytest.fixture(name="nothing_changes")
def whatever_comes_changes_nothing(place: Place) -> Iterator[None]:
    yield
    assert call(place.server.url, "GET", "/v1/games").json["items"] == []
    token = place.targets["act"].token
    assert call(place.server.url, "GET", place.game, token=token).json["version"] == 0
    assert call(place.server.url, "GET", "/readyz").status == 200


TARGETS = ["create", "claim", "act"]


def test_there_are_many_of_them() -> None:
    assert len(malformed(b'{"a":1}')) + len(MISFITS) + len(TOO_LARGE) >= 90


@pytest.mark.usefixtures("nothing_changes")
@pytest.mark.parametrize("name", TARGETS)
def test_what_is_not_json_as_the_service_takes_it(place: Place, name: str) -> None:
    target = place.targets[name]
    for description, body in malformed(target.valid).items():
        assert len(body) <= LIMIT, description
        answer = post(place, target, body)
        assert answer.status == 400, (description, answer)
        is_problem(answer, "invalid_json")


@pytest.mark.usefixtures("nothing_changes")
@pytest.mark.parametrize("name", TARGETS)
def test_what_does_not_fit(place: Place, name: str) -> None:
    for description, body in MISFITS.items():
        answer = post(place, place.targets[name], body)
        assert answer.status == 422, (description, answer)
        is_problem(answer, "invalid_request")


@pytest.mark.usefixtures("nothing_changes")
@pytest.mark.parametrize("name", TARGETS)
def test_what_is_too_large(place: Place, name: str) -> None:
    for body in TOO_LARGE.values():
        is_problem(post(place, place.targets[name], body), "body_too_large")
        is_problem(post(place, place.targets[name], body, Content_Type=None), "body_too_large")


@pytest.mark.usefixtures("nothing_changes")
@pytest.mark.parametrize("name", TARGETS)
def test_what_does_not_come_as_plain_json(place: Place, name: str) -> None:
    target = place.targets[name]
    for media_type in MEDIA_TYPES:
        answer = post(place, target, target.valid, Content_Type=media_type)
        assert answer.status == 415, (media_type, answer)
        is_problem(answer, "unsupported_media_type")
    for coding in CODINGS:
        packed = gzip.compress(target.valid)
        for body in (target.valid, packed):
            is_problem(post(place, target, body, Content_Encoding=coding), "unsupported_media_type")


@pytest.mark.usefixtures("nothing_changes")
def test_only_a_claim_may_leave_its_body_out(place: Place) -> None:
    for name in ("create", "act"):
        answer = post(place, place.targets[name], b"", Content_Type=None)
        is_problem(answer, "unsupported_media_type")


@pytest.mark.usefixtures("nothing_changes")
def test_what_is_no_integer(place: Place) -> None:
    for text in (b"true", b"false", b'"1"', b"1.5", b"[1]", b"{}", b"-1", b"1e1", b"10.0"):
        body = b'{"action":{"type":"drinko.play","card":"target","seat":' + text + b"}}"
        is_problem(post(place, place.targets["act"], body), "invalid_request")
        body = b'{"kind":"drinko","seats":[{},{}],"options":{"starting_seat":' + text + b"}}"
        is_problem(post(place, place.targets["create"], body), "invalid_request")


def chunked(body: bytes, size: int) -> bytes:
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def post_chunked(place: Place, target: Target, stream: bytes, *, hang_up: bool = False) -> Answer:
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    if target.token is not None:
        headers["Authorization"] = f"Bearer {target.token}"
    data = head("POST", target.path, headers) + stream
    return exchange(place.server.url, data, hang_up=hang_up)


@pytest.mark.usefixtures("nothing_changes")
@pytest.mark.parametrize("name", TARGETS)
def test_chunked_bodies_have_the_same_limit(place: Place, name: str) -> None:
    target = place.targets[name]
    spaces = b" " * (LIMIT - len(target.valid) + 1)
    for size in (100, 4096, 10**6):
        is_problem(
            post_chunked(place, target, chunked(target.valid + spaces, size)), "body_too_large"
        )
    is_problem(post_chunked(place, target, chunked(b"[" * 200_000, 8192)), "body_too_large")
    is_problem(post_chunked(place, target, chunked(b"", 1)), "invalid_json")
    is_problem(post_chunked(place, target, chunked(target.valid[:-1], 3)), "invalid_json")


@pytest.mark.usefixtures("nothing_changes")
@pytest.mark.parametrize("name", TARGETS)
@pytest.mark.parametrize(
    "stream",
    [
        b"zz\r\n{}\r\n0\r\n\r\n",
        b"-1\r\n{}\r\n",
        b"5\r\n{}\r\n0\r\n\r\n",
        b"\r\n",
        b"2\r\n{}",
        b"2\r\n{}\r\n",
        b"2\r\n{}\r\n0\r\n",
    ],
)
def test_chunks_that_are_none_or_never_end(place: Place, name: str, stream: bytes) -> None:
    is_problem(post_chunked(place, place.targets[name], stream, hang_up=True), "bad_request")


@pytest.mark.usefixtures("nothing_changes")
@pytest.mark.parametrize("name", TARGETS)
def test_a_body_shorter_than_it_says_is_not_taken(place: Place, name: str) -> None:
    target = place.targets[name]
    for missing in (1, 100):
        headers = {
            "Content-Type": "application/json",
            "Content-Length": str(len(target.valid) + missing),
            **({"Authorization": f"Bearer {target.token}"} if target.token else {}),
        }
        data = head("POST", target.path, headers) + target.valid
        is_problem(exchange(place.server.url, data, hang_up=True), "bad_request")


@pytest.mark.usefixtures("nothing_changes")
def test_a_body_longer_than_it_says_is_cut_there(place: Place) -> None:
    target = place.targets["create"]
    length = str(len(target.valid) - 1)
    headers = {"Content-Type": "application/json", "Content-Length": length, "Connection": "close"}
    data = head("POST", target.path, headers) + target.valid
    is_problem(exchange(place.server.url, data), "invalid_json")


# What gunicorn refuses by itself, before the service sees it: any form of 4xx will do.


@pytest.mark.usefixtures("nothing_changes")
@pytest.mark.parametrize(
    "request_head",
    [
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n{}",
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n{}",
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n{}",
        b"GET /v1/games/" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1/games?cursor=" + b"9" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Long: " + b"y" * 100_000 + b"\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: x\r\n" + b"X-Many: y\r\n" * 500 + b"\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n",
        b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n",
        b"GET /v1/games HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"get /v1/games HTTP/1.1\r\nHost: x\r\n\r\n",
        b"G@T /v1/games HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=lambda request_head: ascii(request_head[:40] + request_head[-40:]),
)
def test_what_is_not_http_as_the_server_takes_it(place: Place, request_head: bytes) -> None:
    answer = exchange(place.server.url, request_head, hang_up=True)
    assert 400 <= answer.status < 500
    assert b"Traceback" not in answer.body
    assert b"/site-packages/" not in answer.body


# What is unusual and fine


def created(answer: Answer) -> None:
    """The body was taken as it is."""
    assert answer.status == 201, answer


@pytest.fixture(name="create")
def target_for_private_games(place: Place) -> Target:
    target = place.targets["create"]
    return target._replace(valid=around(target.valid, b'"visibility":"private"'))


def test_bodies_that_are_fine(place: Place, create: Target) -> None:
    valid = create.valid
    created(post(place, create, valid + b" " * (LIMIT - len(valid))))
    created(post(place, create, b"\r\n\t " + valid + b"\n"))
    created(post(place, create, valid, Content_Type="application/json; charset=utf-8"))
    created(post(place, create, valid, Content_Type="Application/JSON;charset=UTF-8"))
    created(post(place, create, valid, Content_Encoding="identity"))
    created(post(place, create, around(valid, b'"seed":null')))
    named = valid.replace(b"[{}", '[{"name":"\\ud83c\\udf7a Ä 🍺"}'.encode())
    answer = post(place, create, named)
    created(answer)
    assert answer.json["game"]["seats"][0]["name"] == "🍺 Ä 🍺"


def test_three_point_zero_is_three(place: Place, create: Target) -> None:
    for text in (b"1.0", b"1.000", b"10e-1", b"0.1e1", b"1E0", b"1"):
        answer = post(
            place, create, around(create.valid, b'"options":{"starting_seat":' + text + b"}")
        )
        created(answer)
        assert b'"starting_seat":1,' in answer.body or b'"starting_seat":1}' in answer.body


def test_chunked_bodies_within_the_limit_are_taken(place: Place, create: Target) -> None:
    spaces = b" " * (LIMIT - len(create.valid))
    for body, size in ((create.valid, 1), (create.valid, 1000), (create.valid + spaces, 777)):
        created(post_chunked(place, create, chunked(body, size)))


def test_a_client_may_ask_before_it_sends(place: Place, create: Target) -> None:
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(create.valid)),
        "Expect": "100-continue",
    }
    answer = exchange(place.server.url, head("POST", create.path, headers) + create.valid)
    created(answer)


@pytest.mark.parametrize("size", [1, LIMIT, LIMIT + 1])
def test_a_refused_body_is_not_taken_for_the_next_request(place: Place, size: int) -> None:
    """Two requests on one connection, the first one refused."""
    address = place.server.url.removeprefix("http://")
    with closing(http.client.HTTPConnection(address, timeout=PATIENCE)) as connection:
        connection.request("POST", place.game + "/actions", b"G" * size)
        refused = connection.getresponse()
        code = "game_not_found" if size <= LIMIT else "body_too_large"
        assert json.loads(refused.read())["code"] == code
        connection.request("GET", "/healthz")
        assert json.loads(connection.getresponse().read()) == {"status": "ok"}
