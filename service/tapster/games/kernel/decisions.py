"""Decisions: one name for races, retries and simultaneous play.

A seat that may act has one open decision, named by the version that opened it. It is renewed when
the seat has answered it, or when its duty changes. What other seats do meanwhile leaves it alone.
"""

from collections.abc import Mapping
from typing import NamedTuple

from tapster.games.kernel.kind import Duty


class Decision(NamedTuple):
    """A seat's open decision."""

    opened: int
    """The version that opened it: its name."""
    duty: Duty


def renew(
    opened: Mapping[int, int],
    before: Mapping[int, Duty],
    awaited: Mapping[int, Duty],
    actor: int | None,
    version: int,
) -> dict[int, int]:
    """For every seat that is awaited after the version, which version opened its decision.

    `opened` and `before` are the same, and the duties, as of the version before; `actor` is the
    seat that has acted (None: the house).
    """
    renewed = {}
    # Not a comprehension, which would be a call of its own, once a version of every replay.
    for seat, duty in awaited.items():
        kept = seat != actor and before.get(seat) == duty
        renewed[seat] = opened[seat] if kept else version
    return renewed
