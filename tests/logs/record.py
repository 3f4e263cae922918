"""Records a random game in a new file, and never in one that is there.

python -m tests.logs.record <kind> <name> --seed N
"""

import argparse
import re

from tapster.games import KINDS
from tests.laws.games import whole_game
from tests.logs.recording import FOLDER, write


def main() -> None:
    """The command line."""
    by_name = {kind.name: kind for kind in KINDS}
    parser = argparse.ArgumentParser(prog="python -m tests.logs.record")
    parser.add_argument("kind", choices=sorted(by_name))
    parser.add_argument("name", help="what the game is an example of: small letters and hyphens")
    parser.add_argument("--seed", type=int, required=True, help="the random game's number")
    arguments = parser.parse_args()
    if not re.fullmatch("[a-z0-9-]+", arguments.name):
        parser.error("the name may have small letters, digits and hyphens only")
    path = FOLDER / f"{arguments.kind}-{arguments.name}.ndjson"
    if path.exists():
        parser.error(f"{path.name} is recorded already; recordings are never written anew")
    kind = by_name[arguments.kind]
    table, entries = whole_game(kind, arguments.seed)
    write(path, kind, table, entries)
    print(f"{path.name}: {len(entries)} versions, {len(table.seats)} seats, {table.options}")


if __name__ == "__main__":
    main()
