"""Puts the service together: the one place that knows all its parts."""

import json
import secrets
from datetime import UTC, datetime
from typing import Any

import flask

from tapster.api.factory import create_app
from tapster.app.context import Context
from tapster.app.keys import forget_old
from tapster.app.ports import EventStore
from tapster.app.waiting import Waiting
from tapster.config import Settings
from tapster.store.memory import MemoryStore
from tapster.store.sqlite import SqliteStore


def present() -> datetime:
    """The clock of the service."""
    return datetime.now(UTC)


def make_store(settings: Settings) -> EventStore:
    """The store that the settings name."""
    return SqliteStore(
        settings.sqlite_path,
        synchronous="FULL" if settings.sqlite_synchronous == "full" else "NORMAL",
        pepper_source=secrets.token_bytes,
    )


def make_context(settings: Settings, store: EventStore) -> Context:
    """The use cases' outside world."""
    return Context(
        store=store,
        clock=present,
        entropy=secrets.token_bytes,
        waiting=Waiting(settings.waiting_capacity),
        wait_maximum=settings.wait_max,
        allow_seeds=settings.allow_seeds,
    )


def make_app(settings: Settings) -> flask.Flask:
    """The whole service as a WSGI application."""
    context = make_context(settings, make_store(settings))
    forget_old(context)
    return create_app(context, settings.api_keys)


def openapi_document() -> dict[str, Any]:
    """The document that the service serves, made without opening a database."""
    settings = Settings()
    app = create_app(make_context(settings, MemoryStore(bytes(32))))
    document: dict[str, Any] = json.loads(app.extensions["tapster-openapi"])
    return document
