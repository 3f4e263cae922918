"""Puts the service together: the one place that knows all its parts."""

import json
import secrets
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import flask

from tapster.api.factory import create_app
from tapster.app.context import Context
from tapster.app.keys import forget_old
from tapster.app.ports import EventStore, StoreBusy, StoreFull, StoreUnavailable
from tapster.app.waiting import Waiting
from tapster.config import Settings
from tapster.store.memory import MemoryStore
from tapster.store.migrations import UnusableDatabase
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


_STORE_ERRORS = (StoreBusy, StoreFull, StoreUnavailable)


class NoStore(Exception):
    """The store that the settings name cannot be used; says which, and why."""


def open_store(settings: Settings, *, existing: bool = False) -> EventStore:
    """The store that the settings name, ready to be used; with `existing`, never a new one.

    Raises NoStore with a sentence for whoever wrote the settings.
    """
    if existing and not Path(settings.sqlite_path).is_file():
        raise NoStore(f"there is no database at {settings.database_url}")
    try:
        return make_store(settings)
    except (UnusableDatabase, *_STORE_ERRORS, sqlite3.Error, OSError) as error:
        raise NoStore(f"{settings.database_url} cannot be used as the database: {error}") from error


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
