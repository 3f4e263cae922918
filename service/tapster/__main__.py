"""The command line: `tapster serve`, and the printers of what is generated."""

import argparse
import json
import os
import sys
from typing import Any

from tapster import __version__
from tapster.bootstrap import openapi_document
from tapster.config import BadSetting, Settings, read_settings
from tapster.examples import make_examples


def main() -> None:
    """Runs the command that the arguments name."""
    parser = argparse.ArgumentParser(prog="tapster", description="Card games over HTTP.")
    parser.add_argument("--version", action="version", version=f"tapster {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("serve", help="serve the API; settings are TAPSTER_… variables")
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
        case "openapi":
            print_json(openapi_document())
        case "examples":
            print_json(make_examples())


def serve(settings: Settings) -> None:
    """Becomes gunicorn, in the foreground."""
    print(f"Tapster {__version__} on http://{settings.bind}", flush=True)
    print(f"  documentation  http://{settings.bind}/docs", flush=True)
    print(f"  database       {settings.database_url}", flush=True)
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


def print_json(value: dict[str, Any]) -> None:
    """Prints as the files of the project are written: indented, one line feed at the end."""
    json.dump(value, sys.stdout, indent=2, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
