"""The command line: `tapster serve`, `tapster openapi`."""

import argparse
import json
import os
import sys

from tapster import __version__
from tapster.config import BadSetting, Settings, read_settings


def main() -> None:
    """Runs the command that the arguments name."""
    parser = argparse.ArgumentParser(prog="tapster", description="Card games over HTTP.")
    parser.add_argument("--version", action="version", version=f"tapster {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("serve", help="serve the API; settings are TAPSTER_… variables")
    commands.add_parser("openapi", help="print the OpenAPI document")
    arguments = parser.parse_args()
    try:
        settings = read_settings(os.environ)
    except BadSetting as error:
        sys.exit(f"tapster: {error}")
    if arguments.command == "serve":
        serve(settings)
    else:
        print_openapi()


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


def print_openapi() -> None:
    """Prints the document as the service would serve it; needs no database."""
    from tapster.bootstrap import openapi_document

    json.dump(openapi_document(), sys.stdout, indent=2, ensure_ascii=False)
    print()


if __name__ == "__main__":
    main()
