"""Steps per second of the rules, with every seat's move chosen from its listed legal actions.

Beside rlcard's UNO, which runs in an environment of its own: `.venv-bench`, made when it is
missing. Seconds are the processor's. Both sides choose among what is legal by one random number
each, not by `random.choice`, which takes as long as a rule.
"""

import random
import subprocess
import venv
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from tapster.games.kernel.chance import FairChance
from tapster.games.kernel.kind import AnyKind
from tests.bench.figures import Figure, count, interleaved, ratio
from tests.bench.games import USUAL_SEATS
from tests.bench.sizes import Size

COMMAND = "python -m tests.bench --part engine"
BESIDE_UNO = "drinko"
FLOOR = "≥ 2"
PACKAGES = ("rlcard==1.2.0", "numpy<2", "setuptools<81")

_ROOT = Path(__file__).parents[2]
_ENVIRONMENT = _ROOT / ".venv-bench"
_UNO = Path(__file__).with_name("uno.py")


def steps_per_second(kind: AnyKind, steps: int) -> float:
    """Plays random games of the usual number of seats until there are so many steps."""
    seats = max(kind.seats[0], min(USUAL_SEATS, kind.seats[1]))
    options = kind.resolve(kind.options_type(), seats)
    chosen = random.Random(1).random
    evolve, awaited, legal, decide = kind.evolve, kind.awaited, kind.legal, kind.decide
    done = games = 0
    began = process_time()
    while done < steps:
        games += 1
        chance = FairChance(bytes(32), games)
        state = kind.empty(options, seats)
        for event in kind.start(options, seats, chance):
            evolve(state, event)
        while seats_to_act := tuple(awaited(state)):
            seat = seats_to_act[0]
            if len(seats_to_act) > 1:
                seat = seats_to_act[int(chosen() * len(seats_to_act))]
            commands = legal(state, seat)
            if not commands:
                continue  # a seat that may react, but holds nothing to react with
            command = commands[int(chosen() * len(commands))]
            for event in decide(state, seat, command, chance):
                evolve(state, event)
            done += 1
    return done / (process_time() - began)


def python_with_uno() -> Path | str:
    """The Python that has rlcard, installed if need be; or why there is none."""
    python = _ENVIRONMENT / "bin" / "python"
    if not python.exists():
        venv.create(_ENVIRONMENT, with_pip=True)
    probe = [str(python), "-c", "import rlcard.games.uno"]
    if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
        return python
    install = [str(python), "-m", "pip", "install", "--quiet", *PACKAGES]
    installed = subprocess.run(install, capture_output=True, text=True, check=False)
    if installed.returncode == 0:
        return python
    return (installed.stderr.strip().splitlines() or ["pip has failed"])[-1]


def uno_steps_per_second(python: Path, steps: int) -> float:
    """What rlcard's UNO reaches, in a process of its own."""
    answer = subprocess.run(
        [str(python), str(_UNO), str(steps)], capture_output=True, text=True, check=True
    )
    done, seconds = answer.stdout.split()
    return int(done) / float(seconds)


def measure(kinds: Sequence[AnyKind], size: Size, python: Path | str) -> list[Figure]:
    """The figures of all kinds, beside UNO where there is a Python that has it."""
    sides: dict[str, Callable[[], float]] = {
        kind.name: partial(steps_per_second, kind, size.steps) for kind in kinds
    }
    if isinstance(python, Path):
        sides["uno"] = partial(uno_steps_per_second, python, size.steps)
    rates = interleaved(size.rounds, sides)
    uno = rates.pop("uno", [])
    return [_figure(name, rate, uno, python) for name, rate in rates.items()]


def _figure(name: str, rates: list[float], uno: list[float], python: Path | str) -> Figure:
    beside = f"rlcard UNO: {count(median(uno))} steps/s" if uno else f"no rlcard: {python}"
    return Figure(
        what=f"rules with legal actions, {USUAL_SEATS} seats, {name}",
        rate=f"{count(median(rates))} steps/s",
        beside=beside,
        ratio=f"{ratio(rates, uno):.1f}" if uno else "",
        floor=FLOOR if name == BESIDE_UNO else "",
        command=f"`{COMMAND}`",
    )
