"""Makes the Flask app around a context."""

import json

import flask

from tapster.api import games, house, kinds, play, problems
from tapster.api.document import document, make_api
from tapster.app.context import Context


def create_app(context: Context, api_keys: tuple[str, ...] = ()) -> flask.Flask:
    """The app that serves the context's games. With API keys, only their holders create games."""
    app = flask.Flask("tapster", static_folder=None)
    app.config.update(TAPSTER_API_KEYS=api_keys, PROVIDE_AUTOMATIC_OPTIONS=False)
    # An address with `//` is none; the router would answer it with a redirect in HTML.
    app.url_map.merge_slashes = False
    app.extensions["tapster"] = context
    problems.register(app)
    api = make_api(app)
    for blueprint in (kinds.blueprint, games.blueprint, play.blueprint, house.blueprint):
        api.register_blueprint(blueprint)
    app.register_blueprint(house.pages)
    app.after_request(_finish)
    text = json.dumps(document(api), indent=2, ensure_ascii=False)
    app.extensions["tapster-openapi"] = (text + "\n").encode()
    return app


def _finish(response: flask.Response) -> flask.Response:
    """Headers that every answer has. Answers about games are for their viewer alone."""
    headers = response.headers
    headers["X-Content-Type-Options"] = "nosniff"
    if flask.request.path.startswith("/v1/games"):
        others = headers.get("Vary")
        headers["Vary"] = f"{others}, Authorization" if others else "Authorization"
        headers.setdefault("Cache-Control", "private, no-cache")
    else:
        headers.setdefault("Cache-Control", "no-cache")
    return response
