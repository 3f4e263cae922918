"""The names that the SDK promises, and what it may import."""

import ast
import inspect
from pathlib import Path

import tapster_sdk
from tapster_sdk import AsyncClient, AsyncSeat, AsyncTurn, Client, Seat, Turn

PACKAGE = Path(inspect.getfile(tapster_sdk)).parent


def test_the_exported_names() -> None:
    assert sorted(tapster_sdk.__all__) == [
        "AsyncClient",
        "AsyncSeat",
        "AsyncTurn",
        "BadRequest",
        "Client",
        "Conflict",
        "ConnectionFailed",
        "Forbidden",
        "NotFound",
        "Retries",
        "Seat",
        "ServerError",
        "ServiceUnavailable",
        "TapsterError",
        "Turn",
        "Unauthorized",
        "UnexpectedAnswer",
        "Verification",
        "VerificationFailed",
        "models",
        "verify",
    ]
    assert all(hasattr(tapster_sdk, name) for name in tapster_sdk.__all__)


def test_every_exported_name_says_what_it_is() -> None:
    for name in tapster_sdk.__all__:
        assert inspect.getdoc(getattr(tapster_sdk, name)), name


def public(thing: type) -> set[str]:
    """The public names of a class."""
    return {name for name in dir(thing) if not name.startswith("_")}


def test_sync_and_async_can_do_the_same() -> None:
    assert public(Client) - {"close"} == public(AsyncClient) - {"aclose"}
    assert public(Seat) == public(AsyncSeat)
    assert public(Turn) == public(AsyncTurn)
    assert public(Client) == {
        "act",
        "claim_seat",
        "close",
        "create_game",
        "delete_game",
        "events",
        "feed",
        "game_pages",
        "games",
        "kind",
        "kinds",
        "legal_actions",
        "log",
        "look",
        "proof",
        "renew_seat_token",
        "seat",
    }
    assert public(Seat) == {"act", "events", "legal_actions", "look", "turns", "wait_for_turn"}
    assert public(Turn) == {"legal_actions", "play", "view"}


def test_the_sdk_stands_alone() -> None:
    allowed = {"tapster_sdk", "httpx2", "pydantic"}
    import sys

    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module or ""]
            for name in names:
                top = name.partition(".")[0]
                assert top in allowed or top in sys.stdlib_module_names, (path, name)
    assert (PACKAGE / "py.typed").exists()
