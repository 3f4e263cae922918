"""Figures: how they are taken side by side, and the table that they are printed in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import median
from time import process_time
from typing import TypeVar

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A line of the table. What does not apply is left empty."""

    what: str
    rate: str = ""
    p50: str = ""
    p99: str = ""
    beside: str = ""
    """What was measured in the same rounds."""
    ratio: str = ""
    floor: str = ""
    command: str = ""


_HEADINGS = ("What", "Rate", "p50", "p99", "Beside", "Ratio", "Floor", "Command")


def table(figures: Sequence[Figure]) -> str:
    """The figures as a Markdown table."""
    lines = [_HEADINGS, ("---",) * len(_HEADINGS)]
    lines += [tuple(getattr(figure, one.name) for one in fields(figure)) for figure in figures]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def interleaved(
    rounds: int, sides: Mapping[str, Callable[[], ResultT]]
) -> dict[str, list[ResultT]]:
    """The results of every side, round by round; each round begins with another side."""
    results: dict[str, list[ResultT]] = {name: [] for name in sides}
    names = list(sides)
    for number in range(rounds):
        start = number % len(names)
        for name in names[start:] + names[:start]:
            results[name].append(sides[name]())
    return results


def seconds_of(work: Callable[[], object], repetitions: int) -> float:
    """How much of the processor's time the work takes once, in the mean of so many repetitions.

    The processor's time, since one process alone is measured: so it does not matter what else the
    machine is busy with.
    """
    began = process_time()
    for _ in range(repetitions):
        work()
    return (process_time() - began) / repetitions


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median over the rounds of what the ratio was in each."""
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def count(number: float) -> str:
    """A number of things, to three digits."""
    digits = max(0, len(str(int(number))) - 3)
    return f"{round(number / 10**digits) * 10**digits:,}"


def milliseconds(seconds: float) -> str:
    """A duration, to two decimals of a millisecond."""
    return f"{seconds * 1000:.2f} ms"
