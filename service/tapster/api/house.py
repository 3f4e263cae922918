"""The house's own addresses: health, and the documentation served from local files."""

from importlib import resources

import flask
from flask_smorest import Blueprint

from tapster.api.describe import WITH_STORE, answer, operation
from tapster.api.request import context, reply
from tapster.app.answers import Health

blueprint = Blueprint("house", __name__, description="The service itself.")

_ASSETS = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tapster API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""
_START = """window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#swagger-ui",
  validatorUrl: null,
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true
});
"""
_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "frame-ancestors 'none'"
)


@operation(
    blueprint,
    "GET",
    "/healthz",
    "getHealth",
    answers={200: answer("The process answers.", "Health")},
)
def get_health() -> flask.Response:
    """Is the process alive?

    It says nothing of the store; see *Can the service do its work?*
    """
    return reply(Health(status="ok"))


@operation(
    blueprint,
    "GET",
    "/readyz",
    "getReadiness",
    answers={200: answer("The service can read and write its store.", "Health")},
    problems=WITH_STORE,
)
def get_readiness() -> flask.Response:
    """Can the service do its work?

    Takes a writer's turn at the store, and writes nothing.
    """
    context().store.check()
    return reply(Health(status="ok"))


@operation(
    blueprint,
    "GET",
    "/openapi.json",
    "getOpenApi",
    answers={
        200: {
            "description": "The OpenAPI document.",
            "content": {
                "application/json": {
                    "schema": {"type": "object"},
                    "example": {"openapi": "3.1.0", "info": {"title": "Tapster"}, "paths": {}},
                }
            },
        }
    },
)
def get_openapi() -> flask.Response:
    """This document

    OpenAPI 3.1, whole; what it says is what the running service does.
    """
    stored: bytes = flask.current_app.extensions["tapster-openapi"]
    return flask.Response(stored, content_type="application/json")


@operation(
    blueprint,
    "GET",
    "/docs",
    "getDocs",
    answers={
        200: {
            "description": "A page to read and try the API.",
            "content": {"text/html": {"schema": {"type": "string"}, "example": "<!doctype html>…"}},
        }
    },
)
def get_docs() -> flask.Response:
    """The documentation page

    It works without the internet: all its files come from this service.
    """
    response = flask.Response(_PAGE, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = _POLICY
    return response


pages = flask.Blueprint("pages", __name__)


@pages.get("/docs/<name>")
def get_docs_asset(name: str) -> flask.Response:
    """A file of the documentation page: not part of the API, so not in the document."""
    if name == "start.js":
        return _asset(_START.encode(), "text/javascript")
    if name not in _ASSETS:
        flask.abort(404)
    return _asset(
        resources.files("flask_swagger_ui").joinpath("dist", name).read_bytes(), _ASSETS[name]
    )


def _asset(content: bytes, media_type: str) -> flask.Response:
    response = flask.Response(content, content_type=media_type)
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response
