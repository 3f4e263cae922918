"""The command line: `tapster serve`, and the printers of what is generated."""

import argparse
import json
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from tapster import __version__
from tapster.app.audit import all_games, audit
from tapster.app.ports import EventStore, GameRecord
from tapster.bootstrap import NoStore, open_store, openapi_document
from tapster.config import BadSetting, Settings, read_settings
from tapster.examples import make_examples


def main() -> None:
    """Runs the command that the arguments name."""
    parser = argparse.ArgumentParser(prog="tapster", description="Card games over HTTP.")
    parser.add_argument("--version", action="version", version=f"tapster {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("serve", help="serve the API; settings are TAPSTER_… variables")
    audited = commands.add_parser("verify", help="audit the logs of stored games")
    audited.add_argument("game_id", nargs="*", help="games to audit; all if none is named")
    commands.add_parser("openapi", help="print the OpenAPI document")
    commands.add_parser("examples", help="print the examples of the OpenAPI document")
    arguments = parser.parse_args()
    try:
        settings = read_settings(os.environ)
    except BadSetting as error:
        sys.exit(f"tapster: {error}")
    match arguments.command:
        case "serve":
            serve(settings)
        case "verify":
            sys.exit(verify(settings, arguments.game_id))
        case "openapi":
            print_json(openapi_document())
        case "examples":
            print_json(make_examples())


def serve(settings: Settings) -> None:
    """Becomes gunicorn, in the foreground."""
    try:
        listen_and_leave(settings)
    except OSError as error:
        sys.exit(
            f"tapster: cannot listen on {settings.bind} ({error.strerror}); "
            "choose another address with TAPSTER_BIND"
        )
    os.execv(  # gunicorn takes over this process, its signals and its exit code
        sys.executable,
        [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:tapster.gunicorn",
            "tapster.wsgi:app",
        ],
    )


def listen_and_leave(settings: Settings) -> None:
    """Raises OSError where gunicorn could not listen either, and would try in vain for a while."""
    family = socket.AF_INET6 if settings.host.startswith("[") else socket.AF_INET
    with socket.socket(family) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trial.bind((settings.host.strip("[]"), settings.port))


def verify(settings: Settings, game_ids: Sequence[str]) -> int:
    """Audits the games: chain of hashes, chance, and every action decided again.

    Prints what is wrong and a last line that counts; returns 1 if anything is.
    """
    try:
        store = open_store(settings, existing=True)
    except NoStore as error:
        sys.exit(f"tapster: {error}")
    games = versions = findings = 0
    try:
        for record in _named(store, game_ids) if game_ids else all_games(store):
            games += 1
            versions += record.version + 1
            for finding in audit(store, record):
                findings += 1
                print(f"{finding.game_id}: {finding.message}")
    finally:
        store.close()
    print(f"{games} games with {versions} versions audited: {findings or 'no'} findings")
    return 1 if findings else 0


def _named(store: EventStore, game_ids: Sequence[str]) -> Iterator[GameRecord]:
    for game_id in game_ids:
        record = store.game(game_id)
        if record is None:
            sys.exit(f"tapster: there is no game {game_id}")
        yield record


def print_json(value: dict[str, Any]) -> None:
    """Prints as the files of the project are written: indented, one line feed at the end."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
