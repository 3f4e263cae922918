"""What answers show.

A game differs from kind to kind: it is a union by `kind`, built here from the registered kinds, so
that a further kind needs no line in this file.
"""

from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from tapster.app.requests import AnyCommand
from tapster.app.words import Answer, ClientSeed, GameId, Moment, Name, Version, camel
from tapster.games import KINDS
from tapster.games.kernel.chance import Draw
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import HOUSE_EVENTS, Fill, Visibility
from tapster.games.kernel.messages import (
    MAXIMUM_SEATS,
    CardInfo,
    Command,
    Event,
    Options,
    Result,
    Seat,
    View,
    union,
)


class GameSeat(Answer, frozen=True):
    """A seat as everybody sees it."""

    seat: Seat
    name: Name | None
    fill: Annotated[Fill, Meta(description="`open` while the seat is to be claimed, then `token`.")]


class GameViewer(Answer, frozen=True):
    """For whom the game was drawn up."""

    seat: Annotated[Seat | None, Meta(description="The viewer's seat, null for a spectator.")]


class GameDecision(Answer, frozen=True):
    """A decision that is open: this seat may act now. Everybody sees it."""

    seat: Seat
    decision: Annotated[
        Version,
        Meta(description="The version that opened it: its name, to be sent with the action."),
    ]
    duty: Annotated[
        str,
        Meta(description="Why the seat is awaited, a word of the kind's rules.", examples=["turn"]),
    ]
    required: Annotated[
        bool, Meta(description="True if the game cannot go on before the seat has acted.")
    ]


class GameBase(Answer, frozen=True):
    """A game as one viewer may know it, as of one version."""

    if TYPE_CHECKING:
        options: Options
        state: View | None
        legal_actions: list[Command] | None

    id: GameId
    ruleset: Annotated[
        str,
        Meta(
            description="The edition of the rules, pinned at creation.",
            examples=[f"{kind.ruleset}" for kind in KINDS][:1],
        ),
    ]
    status: Annotated[
        Literal["open", "active", "over"],
        Meta(description="`open` while a seat is to be claimed, `active`, then `over`."),
    ]
    visibility: Visibility
    version: Annotated[Version, Meta(description="The last thing that happened, counted from 0.")]
    created_at: Moment
    updated_at: Moment
    seats: list[GameSeat]
    viewer: GameViewer
    decisions: Annotated[list[GameDecision], Meta(description="By seat; empty unless active.")]
    commitment: Annotated[
        str,
        Meta(
            description="SHA-256 of the server seed, in hex, published before the first card.",
            examples=["66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"],
        ),
    ]
    open_seed: Annotated[
        bool, Meta(description="True if the seed was chosen by the host, who can foretell all.")
    ]
    result: Annotated[Result | None, Meta(description="How it ended, null while it is not known.")]


def _game(kind: AnyKind) -> type[GameBase]:
    command: Any = union(kind.command_types)
    legal = Annotated[
        list[command],
        Meta(description="All that the seat may do now, ready to post; null for a spectator."),
    ]
    state: Any = Annotated[
        kind.view_type | None, Meta(description="What the viewer may know; null while open.")
    ]
    made = msgspec.defstruct(
        f"{camel(kind)}Game",
        [("options", kind.options_type), ("state", state), ("legal_actions", legal | None)],
        bases=(GameBase,),
        tag_field="kind",
        tag=kind.name,
        frozen=True,
        kw_only=True,
        namespace={"__doc__": f"A game of {kind.title}, as one viewer knew it at one version."},
    )
    return cast(type[GameBase], made)


GAME_TYPES: dict[str, type[GameBase]] = {kind.name: _game(kind) for kind in KINDS}

if TYPE_CHECKING:
    AnyGame = GameBase
    AnyEvent = Event
else:
    AnyGame = union(GAME_TYPES.values())
    AnyEvent = union((*HOUSE_EVENTS, *(event for kind in KINDS for event in kind.event_types)))


class SeatToken(Answer, frozen=True):
    """A seat's token. It is shown once; the service keeps only its digest."""

    seat: Seat
    token: Annotated[
        str,
        Meta(
            description="To be sent as `Authorization: Bearer …`.",
            examples=["tap_seat_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
        ),
    ]


class GameCreation(Answer, frozen=True):
    """A new game, and the tokens that come with it. They are shown this once."""

    game: AnyGame
    host_token: Annotated[
        str,
        Meta(
            description="Manages the game (delete it, renew seats' tokens); it sees no hand.",
            examples=["tap_host_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
        ),
    ]
    tokens: Annotated[list[SeatToken], Meta(description="One for every seat with `fill: token`.")]


class SeatClaim(Answer, frozen=True):
    """The claimed seat's token, and the game as that seat sees it."""

    seat: Seat
    token: Annotated[
        str,
        Meta(
            description="To be sent as `Authorization: Bearer …`. It is shown this once.",
            examples=["tap_seat_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"],
        ),
    ]
    game: AnyGame


class ActionAnswer(Answer, frozen=True):
    """What an action led to."""

    applied: Annotated[
        list[Version],
        Meta(description="The version that the action made.", min_length=1, max_length=1),
    ]
    game: Annotated[AnyGame, Meta(description="The game as of that version, for the seat.")]


class LegalActions(Answer, frozen=True):
    """What a seat may do now."""

    version: Version
    decision: Annotated[
        Version | None, Meta(description="The seat's open decision, null if it is not awaited.")
    ]
    legal_actions: list[AnyCommand]


class GameSummary(Answer, frozen=True):
    """A public game in a list."""

    id: GameId
    kind: Annotated[str, Meta(description="The kind's name.", examples=[KINDS[0].name])]
    status: Literal["open", "active", "over"]
    version: Version
    seats: Annotated[int, Meta(ge=2, le=MAXIMUM_SEATS, description="How many seats it has.")]
    open_seats: Annotated[int, Meta(ge=0, le=MAXIMUM_SEATS, description="Seats to be claimed.")]
    created_at: Moment
    updated_at: Moment


class GameList(Answer, frozen=True):
    """A page of public games, newest first."""

    items: list[GameSummary]
    next_cursor: Annotated[
        str | None, Meta(description="The `cursor` of the next page, null on the last one.")
    ]


class FeedItem(Answer, frozen=True):
    """One version of a game: what happened, as far as the viewer may know it."""

    version: Version
    seat: Annotated[Seat | None, Meta(description="The seat that acted, null for the house.")]
    at: Moment
    events: list[AnyEvent]


class Feed(Answer, frozen=True):
    """What happened in a game after a version."""

    items: list[FeedItem]
    version: Annotated[Version, Meta(description="The game's version: the feed's head.")]


class LogEntry(Answer, frozen=True):
    """One version of a finished game, whole and unredacted."""

    version: Version
    seat: Annotated[Seat | None, Meta(description="The seat that acted, null for the house.")]
    at: Moment
    decision: Annotated[Version | None, Meta(description="The decision that the seat answered.")]
    command: Annotated[AnyCommand | None, Meta(description="What the seat asked for.")]
    chance: Annotated[list[Draw], Meta(description="The random outcomes used, in order.")]
    events: list[AnyEvent]
    hash: Annotated[
        str,
        Meta(
            description="SHA-256, in hex, over the 32 bytes of the hash before it (zeros for the "
            "first) and this entry as an array of compact JSON: the game's id, version, seat, at, "
            "decision, command, chance, events.",
            examples=["00" * 32],
        ),
    ]


class GameLog(Answer, frozen=True):
    """The whole log of a finished game."""

    id: GameId
    kind: Annotated[str, Meta(description="The kind's name.", examples=[KINDS[0].name])]
    entries: list[LogEntry]


class Proof(Answer, frozen=True):
    """What anybody needs to check that the game's chance was fair."""

    algorithm: Annotated[str, Meta(examples=["fy-hmac-sha256-1"])]
    commitment: Annotated[str, Meta(description="SHA-256 of the server seed, in hex.")]
    key_id: Annotated[
        str,
        Meta(
            description="What stands for the game's id in the key: the id, or `g_` and 26 zeros "
            "for an open seed."
        ),
    ]
    client_seeds: Annotated[
        list[ClientSeed | None], Meta(description="In seat order, null for a seat without one.")
    ]
    server_seed: Annotated[
        str | None, Meta(description="In hex, once the game is over; null before.")
    ]
    open_seed: bool


class KindSeats(Answer, frozen=True):
    """How many seats a game of a kind can have."""

    fewest: int
    most: int


class KindSummary(Answer, frozen=True):
    """A kind of game, in short."""

    name: Annotated[str, Meta(description="As in a game's `kind`.", examples=[KINDS[0].name])]
    title: str
    summary: str
    seats: KindSeats
    rulesets: Annotated[list[str], Meta(description="Oldest first; new games get the last.")]


class KindList(Answer, frozen=True):
    """The kinds of game that the service knows."""

    items: list[KindSummary]


class KindOption(Answer, frozen=True):
    """An option of a kind."""

    name: str
    description: str
    default: Any
    schema: Annotated[
        dict[str, Any], Meta(description="JSON Schema; references are to the OpenAPI document.")
    ]


class KindAction(Answer, frozen=True):
    """An action of a kind."""

    type: Annotated[str, Meta(description="As in an action's `type`.")]
    description: str
    schema: Annotated[
        dict[str, Any], Meta(description="JSON Schema; references are to the OpenAPI document.")
    ]


class KindDetails(KindSummary, frozen=True):
    """A kind of game with all that a client needs to offer it."""

    options: list[KindOption]
    actions: list[KindAction]
    cards: Annotated[list[CardInfo], Meta(description="In the order of a new deck.")]
    rules: Annotated[str, Meta(description="The rules, in Markdown.")]


class Health(Answer, frozen=True):
    """Whether the service is well."""

    status: Literal["ok"]
