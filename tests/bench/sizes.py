"""How much to measure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """How much to measure."""

    rounds: int
    connections: int
    requests: int
    """A connection's GETs in a round."""
    games: int
    """The games that a connection plays on in a round."""
    actions: int
    """The actions that it plays in each."""
    replayed: int
    """Events to fold in a round, at least."""
    steps: int
    """Steps of the rules engine in a round, at least."""
    profiled: int
    """Requests to look into."""
    versions: tuple[int, ...] = (10, 100, 1_000, 5_000)
    """The lengths of log at which replay is measured."""


WHOLE = Size(
    rounds=7,
    connections=16,
    requests=80,
    games=3,
    actions=20,
    replayed=30_000,
    steps=20_000,
    profiled=500,
)
QUICK = Size(
    rounds=3,
    connections=8,
    requests=40,
    games=1,
    actions=10,
    replayed=5_000,
    steps=3_000,
    profiled=100,
)
TINY = Size(
    rounds=1,
    connections=2,
    requests=5,
    games=1,
    actions=3,
    replayed=100,
    steps=50,
    profiled=5,
    versions=(10, 50),
)
"""For the test that everything runs."""
