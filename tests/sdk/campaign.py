"""Plays many whole games over a bad network: python -m tests.sdk.campaign --games 50"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tapster_sdk import Client
from tests.sdk.play import KIND_NAMES, TIMEOUT, check, play_async, play_sync
from tests.sdk.proxy import FAULTS, bad_network
from tests.support import live_server

COLUMNS = ("game", "layer", "kind", "seats", "actions", "requests", *FAULTS, "replayed", "seconds")


def campaign(kinds: list[str], games: int, seed: int, share: float) -> None:
    """Plays games of the kinds in turn, checks every game, and prints a line for each."""
    totals: list[float] = [0] * len(COLUMNS)
    print("".join(f"{column:>13}" for column in COLUMNS))
    with tempfile.TemporaryDirectory() as folder, live_server(Path(folder), workers="1") as server:
        for number in range(games):
            kind = kinds[number % len(kinds)]
            line = one_game(server.url, kind, number, seed + number, share)
            print("".join(f"{value:>13}" for value in line), flush=True)
            totals = [
                total + (value if isinstance(value, int | float) else 0)
                for total, value in zip(totals, line, strict=True)
            ]
        with Client(server.url) as client:
            held = sum(1 for _ in client.games())
    assert held == games, f"{games} games were asked for, {held} were made"
    sums = [f"{total:.0f}" if i >= 4 else "" for i, total in enumerate(totals)]
    print("".join(f"{value:>13}" for value in ["all", *sums[1:]]))
    print(f"{games} games: no action lost, none doubled, no game made twice, all chance fair.")


def one_game(url: str, kind: str, number: int, seed: int, share: float) -> list[str | int | float]:
    """One game through a proxy of its own; the line of the table."""
    seats = 2 + number % 3
    layer = "sync" if number % 2 else "async"
    started = time.monotonic()
    with bad_network(url, seed=seed, share=share, lateness=TIMEOUT * 1.5) as (bad_url, plan):
        if layer == "sync":
            played = play_sync(bad_url, kind, seats, f"Game {number}", seed)
        else:
            played = asyncio.run(play_async(bad_url, kind, seats, f"Game {number}", seed))
    actions = check(url, played)
    happened = [plan.happened[fault] for fault in FAULTS]
    seconds = round(time.monotonic() - started, 1)
    requests = plan.happened.total()
    return [
        number, layer, kind, seats, actions, requests, *happened, plan.replayed, seconds,
    ]  # fmt: skip


def main() -> None:
    """Reads the arguments and plays."""
    parser = argparse.ArgumentParser(description="Whole games over a bad network.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=0.15, help="of requests that meet a fault")
    parser.add_argument("--kind", choices=KIND_NAMES, help="only games of this kind")
    arguments = parser.parse_args()
    kinds = [arguments.kind] if arguments.kind else KIND_NAMES
    campaign(kinds, arguments.games, arguments.seed, arguments.share)


if __name__ == "__main__":
    main()
