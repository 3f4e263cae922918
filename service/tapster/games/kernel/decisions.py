"""Decisions: one name for races, retries and simultaneous play.

A seat that may act has one open decision, named by the version that opened it. It is renewed when
the seat has answered it, or when its duty changes. What other seats do meanwhile leaves it alone.
"""

from collections.abc import Mapping

from msgspec import Struct

from tapster.games.kernel.kind import Duty


class Decision(Struct, frozen=True):
    """A seat's open decision. A struct, because replays make one for nearly every version."""

    opened: int
    """The version that opened it: its name."""
    duty: Duty


def renew(
    decisions: Mapping[int, Decision], awaited: Mapping[int, Duty], actor: int | None, version: int
) -> dict[int, Decision]:
    """The open decisions after the given version, in which `actor` (None: the house) acted."""
    renewed: dict[int, Decision] = {}
    for seat, duty in awaited.items():
        decision = decisions.get(seat)
        if decision is None or seat == actor or decision.duty != duty:
            decision = Decision(version, duty)
        renewed[seat] = decision
    return renewed
