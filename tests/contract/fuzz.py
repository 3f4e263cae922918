"""The fuzz run: schemathesis with every check and every phase against a server with real games.

`python -m tests.contract.fuzz --cases 10000` is the long run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.contract.calls import HttpCaller
from tests.contract.documents import service_document
from tests.contract.wallets import PEOPLE, PREFIX, STAGES, seed_games
from tests.support import live_server

ROOT = Path(__file__).parents[2]
CONFIGURATION = """\
seed = {seed}
hooks = "tests.contract.fuzz_hooks"
workers = 1
continue-on-failure = true
suppress-health-check = ["too_slow"]
request-timeout = 20.0

[warnings]
fail-on = true

[generation]
mode = "all"
max-examples = {examples}
database = "none"

[checks]
enabled = true

[phases.examples]
enabled = true
[phases.coverage]
enabled = true
[phases.fuzzing]
enabled = true
[phases.stateful]
enabled = true
max-steps = 8

[auth.wfc]
path = {people}
peers = {peers}

[reports.json]
path = {report}
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a fuzz run found."""

    exit_code: int
    report: dict[str, Any]
    seen: Counter[tuple[str, int]]
    """How often each operation gave each status, the checks' own requests included."""
    attacks: Counter[tuple[str, int]]
    """The same, of what people sent to games in which they hold nothing."""
    seconds: float
    output: str

    @property
    def cases(self) -> int:
        """How many test cases there were."""
        return int(self.report["test_cases"]["generated"])

    @property
    def failures(self) -> list[str]:
        """What failed, in words."""
        found = [f"{f['title']} ({f['code']}): {f['operations']}" for f in self.report["failures"]]
        return found + [error["title"] for error in self.report["errors"]]

    @property
    def warnings(self) -> dict[str, list[str]]:
        """The warnings, by name, with the operations."""
        return {name: labels for name, labels in self.report["warnings"].items() if labels}

    @property
    def granted(self) -> Counter[str]:
        """How often each operation was granted."""
        counts: Counter[str] = Counter()
        for (operation, status), number in self.seen.items():
            counts[operation] += number if 200 <= status < 300 else 0
        return counts


def run_fuzz(
    url: str,
    folder: Path,
    *,
    examples: int,
    seed: int,
    only: Sequence[str] = (),
    stages: Sequence[int] = STAGES,
) -> Outcome:
    """Seeds the server at the address with games, and fuzzes it."""
    started = time.monotonic()
    with closing(HttpCaller(url)) as caller:
        seed_games(caller, seed, stages).save(folder / "corpus.json")
    _write_configuration(folder, examples, seed)
    st = str(Path(sys.executable).with_name("st"))
    command = [st, "--config-file", str(folder / "st.toml"), "run", f"{url}/openapi.json"]
    for operation in only:
        command += ["--include-operation-id", operation]
    environment = {
        **os.environ,
        "FUZZ_URL": url,
        "FUZZ_SEED": str(seed),
        "FUZZ_FOLDER": str(folder),
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": "0",
    }
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    report = folder / "report.json"
    assert report.exists(), f"the fuzzer gave no report:\n{done.stdout}\n{done.stderr}"
    seen, attacks = json.loads((folder / "tally.json").read_text("utf-8"))
    return Outcome(
        exit_code=done.returncode,
        report=json.loads(report.read_text("utf-8")),
        seen=_counts(seen),
        attacks=_counts(attacks),
        seconds=time.monotonic() - started,
        output=done.stdout + done.stderr,
    )


def _counts(rows: list[tuple[str, int, int]]) -> Counter[tuple[str, int]]:
    return Counter({(operation, status): number for operation, status, number in rows})


def _write_configuration(folder: Path, examples: int, seed: int) -> None:
    people = {
        "auth": [
            {
                "name": person,
                "fixedHeaders": [{"name": "Authorization", "value": PREFIX + person}],
            }
            for person in PEOPLE
        ]
    }
    (folder / "people.json").write_text(json.dumps(people), "utf-8")
    text = CONFIGURATION.format(
        seed=seed,
        examples=examples,
        people=json.dumps(str(folder / "people.json")),
        peers=json.dumps(PEOPLE),
        report=json.dumps(str(folder / "report.json")),
    )
    (folder / "st.toml").write_text(text, "utf-8")


@contextmanager
def fuzzed_server(folder: Path) -> Iterator[str]:
    """The address of a real server as the fuzz run wants it."""
    with live_server(
        folder,
        workers="1",
        threads="8",
        wait_max="0.2",
        allow_seeds="on",
        sqlite_synchronous="normal",
    ) as server:
        yield server.url


def never_granted(outcome: Outcome) -> set[str]:
    """The operations that no request of the run was granted."""
    return set(service_document().operations) - set(+outcome.granted)


def main() -> int:
    """Runs until there were so many cases; says what was found; fails if anything was."""
    parser = argparse.ArgumentParser(description="Fuzz the service.")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    cases, failed = 0, False
    granted: Counter[str] = Counter()
    started = time.monotonic()
    seed = arguments.seed
    while cases < arguments.cases:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with fuzzed_server(folder) as url:
                outcome = run_fuzz(url, folder, examples=100, seed=seed)
        cases += outcome.cases
        granted += outcome.granted
        print(f"seed {seed}: {outcome.cases} cases in {outcome.seconds:.0f} s", flush=True)
        if outcome.exit_code or outcome.failures or outcome.warnings or never_granted(outcome):
            failed = True
            print(outcome.output, outcome.failures, outcome.warnings, never_granted(outcome))
        seed += 1
    print(f"{cases} cases in {time.monotonic() - started:.0f} s; granted:")
    for operation, number in sorted(granted.items()):
        print(f"  {operation:16} {number}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
