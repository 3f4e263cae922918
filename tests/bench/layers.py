"""Where the time of a request goes, layer by layer, within the process.

The app is called as gunicorn calls it, under cProfile; what C functions take counts for whoever
called them. The profiler makes small functions look dearer than they are, so the shares are a
guide, not a measurement.
"""

import cProfile
import io
import os
import pstats
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import flask

from tapster.api.factory import create_app
from tapster.bootstrap import make_context
from tapster.config import Settings
from tapster.games.kernel.codec import encode
from tapster.games.kernel.kind import AnyKind
from tapster.store.sqlite import SqliteStore
from tests.bench.games import course, game_id, token
from tests.bench.over_http import ACTIONS
from tests.bench.sizes import Size

_LAYERS = (
    ("Flask, Werkzeug", ("/flask/", "/werkzeug/", "/blinker/", "/http/", "/email/", "/urllib/")),
    ("flask-smorest, webargs, marshmallow", ("/flask_smorest/", "/webargs/", "/marshmallow/")),
    ("routes, bodies (`api`)", ("/tapster/api/",)),
    ("store and SQLite (`store`)", ("/tapster/store/",)),
    ("chain of hashes (`entries`)", ("/tapster/app/entries.py",)),
    ("decoding (`codec`)", ("/tapster/games/kernel/codec.py",)),
    ("fold (`table`, `decisions`, `chance`)", ("/tapster/games/kernel/",)),
    ("the kind's own rules and views", ("/tapster/games/",)),
    ("other use cases (`app`)", ("/tapster/app/",)),
)
_OTHER = "everything else"
_CONTRIBUTES = 0.005


def layers(kinds: Sequence[AnyKind], size: Size, folder: Path) -> str:
    """A Markdown table: for every kind and method, the share of each layer."""
    columns: dict[str, Counter[str]] = {}
    for number, kind in enumerate(kinds):
        place = folder / f"layers-{number}"
        place.mkdir()
        store = SqliteStore(place / "tapster.db", synchronous="NORMAL", pepper_source=os.urandom)
        app = create_app(make_context(Settings(), store))
        columns[f"`GET`, {kind.name}"] = _profile(_looks(app, store, kind, size))
        columns[f"`POST`, {kind.name}"] = _profile(_plays(app, store, kind, size))
        store.close()
    names = [*(name for name, _ in _LAYERS), _OTHER]
    lines = [("Layer", *columns), *[("---",) * (len(columns) + 1)]]
    lines += [(name, *(f"{column[name]:.0%}" for column in columns.values())) for name in names]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _looks(
    app: flask.Flask, store: SqliteStore, kind: AnyKind, size: Size
) -> list[Callable[[], None]]:
    game = course(kind, ACTIONS + 1)
    name = game_id(0)
    game.store(store, name, len(game.steps))
    seat = next(iter(game.table(len(game.steps)).decisions))
    return [_call(app, "GET", f"/v1/games/{name}", token(name, seat).text)] * size.profiled


def _plays(
    app: flask.Flask, store: SqliteStore, kind: AnyKind, size: Size
) -> list[Callable[[], None]]:
    game = course(kind, ACTIONS + 1)
    calls = []
    for number in range(1, max(2, size.profiled // size.actions + 1)):
        name = game_id(number)
        before = max(1, len(game.steps) - size.actions)
        game.store(store, name, before)
        for step in game.steps[before:]:
            assert step.seat is not None, "all that follows the deal is a seat's action"
            body = encode({"action": step.command, "decision": step.decision})
            path = f"/v1/games/{name}/actions"
            calls.append(_call(app, "POST", path, token(name, step.seat).text, body))
    return calls


def _call(
    app: flask.Flask, method: str, path: str, token: str, body: bytes = b""
) -> Callable[[], None]:
    """A request as gunicorn hands it over; its answer must grant it."""

    def call() -> None:
        statuses: list[str] = []

        def start(status: str, headers: Any, error: Any = None) -> Callable[[bytes], None]:
            statuses.append(status)
            return lambda written: None

        for _ in app.wsgi_app(_environment(method, path, token, body), start):
            pass
        assert statuses[0].startswith("20"), f"{method} {path}: {statuses[0]}"

    return call


def _environment(method: str, path: str, token: str, body: bytes) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_AUTHORIZATION": f"Bearer {token}",
        "CONTENT_TYPE": "application/json" if body else "",
        "CONTENT_LENGTH": str(len(body)) if body else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def _profile(calls: Iterable[Callable[[], None]]) -> Counter[str]:
    """The share of every layer in the time of the calls."""
    first, *others = calls
    first()  # opens the connection and fills the caches
    profile = cProfile.Profile()
    profile.enable()
    for call in others:
        call()
    profile.disable()
    # The stubs do not know what the class is for.
    statistics: dict[Any, Any] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    taken: Counter[str] = Counter()
    for (path, _, _), (_, _, own, _, callers) in statistics.items():
        if path in ("~", "<string>") and callers:
            for (caller, _, _), (_, _, share, _) in callers.items():
                taken[_layer(caller)] += share
        else:
            taken[_layer(path)] += own
    total = sum(taken.values())
    return Counter({name: share / total for name, share in taken.items()})


def _layer(path: str) -> str:
    for name, parts in _LAYERS:
        if any(part in path for part in parts):
            return name
    return _OTHER
