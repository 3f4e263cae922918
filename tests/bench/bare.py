"""The bare Flask app that the service is measured against: every address answers `{}`.

It runs under the service's own gunicorn configuration, which asks an app what is to be woken when
it stops; this one has nobody waiting.
"""

from types import SimpleNamespace

import flask

from tapster.app.waiting import Waiting

app = flask.Flask(__name__)
app.extensions["tapster"] = SimpleNamespace(waiting=Waiting(1))


@app.get("/v1/games/<game_id>")
@app.post("/v1/games/<game_id>/actions")
def bare(game_id: str) -> dict[str, str]:
    """Nothing but what Flask does itself."""
    return {}
