"""The contract of a kind of game. Read this before you write or read a kind.

A kind is one folder below `games/` whose `__init__` defines `KIND = Kind(...)`, and one entry of
`games.KINDS`. Everything else (routes, schemas, OpenAPI, laws) follows from what stands here.

How the functions work together: `start` deals. Then, as long as `awaited` names seats, one of them
gives a command; `decide` judges it and answers with events, the facts that follow, all random
outcomes included; `evolve` writes each fact into the state. Replaying a log is `evolve` alone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from tapster.games.kernel.chance import Chance
from tapster.games.kernel.messages import CardInfo, Command, Event, Options, Result, View, Viewer


class Duty(NamedTuple):
    """Why a seat is awaited. Two duties with the same name and force are the same duty."""

    name: str
    required: bool
    """True if the game cannot go on without the seat, False if the seat may let it pass."""


OptionsT = TypeVar("OptionsT", bound=Options)
StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT", bound=Command)
EventT = TypeVar("EventT", bound=Event)
ViewT = TypeVar("ViewT", bound=View)

Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns a stored event of one shape, as plain JSON, into its next shape. Pure."""


def as_given(command: CommandT) -> CommandT:
    """The canonical form of a command none of whose orders is without effect."""
    return command


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Kind(Generic[OptionsT, StateT, CommandT, EventT, ViewT]):
    """One kind of game: its words and its rules. All functions are pure but `evolve`."""

    name: str
    """The kind's name in the log and the API, in snake case; also its folder."""
    title: str
    summary: str
    """One or two sentences for somebody who does not know the game."""
    rulesets: tuple[str, ...]
    """All rulesets that a log may name, oldest first; a new game gets the last."""
    seats: tuple[int, int]
    """The fewest and the most seats."""

    options_type: type[OptionsT]
    command_types: tuple[type[CommandT], ...]
    event_types: tuple[type[EventT], ...]
    view_type: type[ViewT]
    catalogue: tuple[CardInfo, ...]
    """Every card that any options can bring into play, in the order of a new deck."""

    resolve: Callable[[OptionsT, int], OptionsT]
    """`resolve(options, seats)`: the options with every default that depends on the number of
    seats filled in; raises Rejected where options contradict each other or the number of seats.
    What a schema can express is not repeated here. All other functions get resolved options."""
    empty: Callable[[OptionsT, int], StateT]
    """`empty(options, seats)`: the state before the deal, for `evolve` to write into."""
    start: Callable[[OptionsT, int, Chance], Sequence[EventT]]
    """`start(options, seats, chance)`: the deal."""
    decide: Callable[[StateT, int, CommandT, Chance], Sequence[EventT]]
    """`decide(state, seat, command, chance)`: the events that follow, or Rejected. Changes
    nothing. It may be asked for any seat at any time, and of any command of the kind."""
    evolve: Callable[[StateT, EventT], None]
    """`evolve(state, event)`: applies a fact to the state in place. Cannot refuse."""
    awaited: Callable[[StateT], Mapping[int, Duty]]
    """`awaited(state)`: who may act now. Depends on what everybody sees alone. Empty exactly when
    the game is over."""
    legal: Callable[[StateT, int], Sequence[CommandT]]
    """`legal(state, seat)`: exactly the commands that `decide` accepts, in canonical form, each
    once, in a stable order that tells nothing hidden from the seat."""
    view: Callable[[StateT, Viewer], ViewT]
    """`view(state, viewer)`: built from nothing; shows what the viewer may know, and everything
    that the rules disclose once the game is over."""
    redact: Callable[[EventT, Viewer], EventT]
    """`redact(event, viewer)`: the event as the viewer may see it, at any time. Whatever it needs
    to know of the state the event itself carries."""
    result: Callable[[StateT], Result | None]
    """`result(state)`: how the game ended, None while there is no result yet."""
    cut_short: Callable[[StateT], Sequence[EventT]]
    """`cut_short(state)`: the events that end a game that reached the last version a log may have:
    afterwards it is over, with the result `TOO_LONG` unless a result already stood."""
    cards: Callable[[StateT], Iterable[str]]
    """`cards(state)`: the code of every card of the game wherever it lies, for the law that no
    card is made or lost. Empty before the deal."""
    canonical: Callable[[CommandT], CommandT] = as_given
    """`canonical(command)`: the one representative of all commands that differ only in orders
    that have no effect."""
    upcasters: Mapping[tuple[str, int], Upcaster] = field(default_factory=dict)
    """For the tag and shape of a stored event that has a newer shape: how to get to the next."""

    @property
    def ruleset(self) -> str:
        """The ruleset of a new game."""
        return self.rulesets[-1]


AnyKind: TypeAlias = Kind[Any, Any, Any, Any, Any]
