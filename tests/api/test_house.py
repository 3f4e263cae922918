"""The house's own addresses: health, the document, and the page that shows it."""

import re

import openapi_spec_validator
import pytest

from tapster.app.ports import StoreBusy, StoreFull
from tapster.store.memory import MemoryStore
from tests.api.house import house, problem
from tests.support import memory_context

ELSEWHERE = re.compile(rb"https?:|//[a-z]", re.IGNORECASE)


class BrokenStore(MemoryStore):
    """A store that fails in one way whenever it is asked whether it works."""

    def __init__(self, error: Exception) -> None:
        super().__init__(bytes(32))
        self._error = error

    def check(self) -> None:
        raise self._error


def test_health_and_readiness() -> None:
    for address in ("/healthz", "/readyz"):
        response = house().client.get(address)
        assert (response.status_code, response.get_json()) == (200, {"status": "ok"})
        assert response.headers["Cache-Control"] == "no-cache"
        assert house().client.head(address).status_code == 200


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (StoreBusy("locked"), "store_busy"),
        (StoreFull("disk"), "store_full"),
        (RuntimeError("the store is closed"), "internal_error"),
    ],
)
def test_a_store_that_is_down_makes_the_service_unready_but_not_dead(
    error: Exception, code: str
) -> None:
    h = house(memory_context(BrokenStore(error)))
    body = problem(h.client.get("/readyz"), code)
    assert str(error) not in str(body)
    assert h.client.get("/healthz").status_code == 200


def test_a_closed_store_is_a_fault_without_details() -> None:
    h = house()
    game = h.create(2)
    h.context.store.close()
    for response in (game.get(), game.get("/events"), h.post_game(), h.client.get("/v1/games")):
        assert problem(response, "internal_error")["detail"].startswith("The service failed")
        assert b"Traceback" not in response.data


def test_the_document_is_valid_and_describes_what_is_served() -> None:
    h = house()
    response = h.client.get("/openapi.json")
    assert response.content_type == "application/json"
    document = response.get_json()
    openapi_spec_validator.validate(document)
    rules = h.client.application.url_map.iter_rules()
    served = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in rules
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if not rule.rule.startswith("/docs/")
    }
    described = {
        (path, method)
        for path, operations in document["paths"].items()
        for method in operations
        if method in ("get", "post", "put", "patch", "delete")
    }
    assert described == served


def test_the_page_loads_local_files_alone_and_all_of_them_exist() -> None:
    client = house().client
    page = client.get("/docs")
    assert page.content_type == "text/html; charset=utf-8"
    assert not ELSEWHERE.search(page.data)
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    references = re.findall(rb'(?:src|href)="([^"]+)"', page.data)
    assert len(references) == 4
    for reference in references:
        asset = client.get(reference.decode())
        assert asset.status_code == 200
        assert asset.data
        assert asset.headers["X-Content-Type-Options"] == "nosniff"


def test_the_pages_script_and_style_load_nothing_from_elsewhere() -> None:
    client = house().client
    start = client.get("/docs/start.js").data
    assert not ELSEWHERE.search(start)
    (address,) = re.findall(rb'url: "([^"]+)"', start)
    assert client.get(address.decode()).status_code == 200
    style = client.get("/docs/swagger-ui.css").data
    assert b"@import" not in style
    targets = re.findall(rb"url\(([^)]*)\)", style)
    assert all(target.strip(b"\"'").startswith((b"data:", b"#")) for target in targets)


@pytest.mark.parametrize(
    "name",
    ["index.html", "..%2fpyproject.toml", "../wsgi.py", "%2e%2e/x", "swagger-ui.css/", "", "a/b"],
)
def test_other_files_are_not_served(name: str) -> None:
    problem(house().client.get(f"/docs/{name}"), "not_found")
