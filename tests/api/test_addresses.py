"""Addresses, methods and query parameters that there are not."""

import itertools

import pytest

from tests.api.house import house, problem

ID = "g_" + "0" * 26
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "BREW")
ADDRESSES = {
    "/v1/kinds": "GET, HEAD",
    "/v1/kinds/drinko": "GET, HEAD",
    "/v1/games": "GET, HEAD, POST",
    f"/v1/games/{ID}": "DELETE, GET, HEAD",
    f"/v1/games/{ID}/legal-actions": "GET, HEAD",
    f"/v1/games/{ID}/actions": "POST",
    f"/v1/games/{ID}/events": "GET, HEAD",
    f"/v1/games/{ID}/log": "GET, HEAD",
    f"/v1/games/{ID}/proof": "GET, HEAD",
    f"/v1/games/{ID}/seats/0/claim": "POST",
    f"/v1/games/{ID}/seats/0/token": "POST",
    "/healthz": "GET, HEAD",
    "/readyz": "GET, HEAD",
    "/openapi.json": "GET, HEAD",
    "/docs": "GET, HEAD",
    "/docs/start.js": "GET, HEAD",
}


@pytest.mark.parametrize(("address", "allowed"), ADDRESSES.items())
def test_a_method_that_an_address_does_not_take(address: str, allowed: str) -> None:
    client = house().client
    refused = 0
    for method in METHODS:
        if method in allowed.split(", "):
            continue
        response = client.open(address, method=method)
        assert response.status_code == 405
        if method != "HEAD":
            problem(response, "method_not_allowed")
        assert response.headers["Allow"] == allowed
        refused += 1
    assert refused >= 7


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/v1",
        "/v1/",
        "/v2/games",
        "/v1/game",
        "/V1/games",
        "/v1/Games",
        "/v1//games",
        "//v1/games",
        f"/v1/games//{ID}",
        f"/v1/games/{ID}//events",
        f"/v1/games/{ID}/nothing",
        f"/v1/games/{ID}/events/stream",
        f"/v1/games/{ID}/seats",
        f"/v1/games/{ID}/seats/0",
        f"/v1/games/{ID}/seats/0/claim/more",
        f"/v1/games/{ID}/seats/x/claim",
        "/static/x",
        "/favicon.ico",
        "/.env",
        "/v1/games/%2e%2e/%2e%2e/etc",
        "/v1/" + "x" * 5000,
        "/%00",
        "/%ff%fe",
        "/\N{BEER MUG}",
        "/v1/games;x=1",
        *(address + "/" for address in ADDRESSES if not address.startswith("/docs/")),
    ],
)
def test_an_address_that_there_is_not(address: str) -> None:
    client = house().client
    for method in ("GET", "POST", "OPTIONS"):
        response = client.open(address, method=method)
        assert response.status_code == 404, response.headers
        problem(response, "not_found")


@pytest.mark.parametrize(
    "game_id",
    ["x", "g_", "g_" + "0" * 25, "g_" + "0" * 27, "G_" + "0" * 26, "g_" + "i" * 26, "%00", "%ff",
     "'%20OR%201=1", "%F0%9F%8D%BA", "..", "%E2%80%AE", "g" * 5000],
)  # fmt: skip
def test_whatever_is_no_games_id_is_an_unknown_game(game_id: str) -> None:
    client = house().client
    for part in ("", "/events", "/log", "/proof", "/legal-actions"):
        problem(client.get(f"/v1/games/{game_id}{part}"), "game_not_found")
    problem(client.post(f"/v1/games/{game_id}/seats/0/claim"), "game_not_found")
    problem(client.post(f"/v1/games/{game_id}/actions"), "game_not_found")
    problem(client.delete(f"/v1/games/{game_id}"), "game_not_found")


QUERIES = {
    "": ["version"],
    "/events": ["after", "limit", "wait"],
    "/legal-actions": [],
    "/log": [],
    "/proof": [],
}
STRANGE = ["x", "Version", "version ", "versions", "", "limit", "token", "_", "%00", "after[]"]


@pytest.mark.parametrize("part", QUERIES)
def test_unknown_query_parameters_are_refused(part: str) -> None:
    game = house().create(2)
    for name in STRANGE:
        if name in QUERIES[part]:
            continue
        response = game.client.get(
            game.path + part, query_string={name: "1"}, headers=game.headers(0)
        )
        errors = problem(response, "invalid_request")["errors"]
        assert [(error["in"], error["pointer"]) for error in errors] == [("query", name)]


@pytest.mark.parametrize(
    ("method", "address"),
    [
        ("POST", "/v1/games"),
        ("POST", "/v1/games/{id}/actions"),
        ("POST", "/v1/games/{id}/seats/1/claim"),
        ("POST", "/v1/games/{id}/seats/0/token"),
        ("DELETE", "/v1/games/{id}"),
        ("GET", "/v1/kinds"),
        ("GET", "/v1/kinds/drinko"),
        ("GET", "/healthz"),
        ("GET", "/openapi.json"),
        ("GET", "/docs"),
    ],
)
def test_where_there_are_no_parameters_any_is_refused(method: str, address: str) -> None:
    h = house()
    game = h.create([{}, {"fill": "open"}])
    path = address.replace("{id}", game.id)
    response = h.client.open(path + "?x=1", method=method, headers=game.headers("host"))
    problem(response, "invalid_request")
    assert game.look()["version"] == 0


@pytest.mark.parametrize("part", [part for part, names in QUERIES.items() if names])
def test_a_parameter_is_given_once(part: str) -> None:
    game = house().create(2)
    for name, (one, two) in itertools.product(QUERIES[part], [("1", "1"), ("0", "1"), ("", "x")]):
        errors = problem(game.get(f"{part}?{name}={one}&{name}={two}"), "invalid_request")["errors"]
        assert [(error["in"], error["pointer"]) for error in errors] == [("query", name)]
    problem(house().client.get("/v1/games?status=open&status=open"), "invalid_request")


def test_several_faults_of_a_query_are_told_together() -> None:
    errors = problem(house().client.get("/v1/games?limit=0&kind=x&y=1"), "invalid_request")[
        "errors"
    ]
    assert {error["pointer"] for error in errors} == {"limit", "kind", "y"}


def test_every_answer_forbids_sniffing() -> None:
    client = house().client
    for address in ("/healthz", "/v1/kinds", "/v1/games", "/nothing", "/docs", "/openapi.json"):
        assert client.get(address).headers["X-Content-Type-Options"] == "nosniff"


STRANGE_HEADERS = {
    "Host": ["", "a b", "é", "[::1", "x" * 300, "a:99999999", "a/../b", "@", "a,b"],
    "Accept": ["", "text/html", '"' * 4000, ";" * 4000, "a/b;q=x", "*", "image/*;q=0"],
    "Accept-Encoding": ["gzip", "*;q=0"],
    "If-None-Match": [" " * 4000, '"' * 4000, 'W/"' * 1000, ", " * 2000],
    "If-Match": ["*", '"x"'],
    "If-Modified-Since": ["garbage", "Thu, 01 Jan 2099 00:00:00 GMT"],
    "Range": ["bytes=0-1", "x"],
    "Cookie": ["a=b;" * 1000, '"', "\xff"],
    "X-Forwarded-Host": ["evil.test"],
    "X-HTTP-Method-Override": ["DELETE"],
}


@pytest.mark.parametrize("name", STRANGE_HEADERS)
def test_strange_headers_change_nothing(name: str) -> None:
    """At most the request is refused as a whole."""
    game = house().create(2)
    for value in STRANGE_HEADERS[name]:
        response = game.client.get(game.path, headers={name: value})
        if response.status_code == 200:
            assert response.data == game.get().data
        else:
            problem(response, "bad_request")
    game.play()
    assert game.look()["version"] == 1
