"""What requests carry.

A new game differs from kind to kind: it is a union by `kind`, built here from the registered kinds,
so that a further kind needs no line in this file.
"""

from typing import TYPE_CHECKING, Annotated, cast

import msgspec
from msgspec import Meta

from tapster.app.words import SERVER_SEED, ClientSeed, Name, Request, Version, camel
from tapster.games import KINDS
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import Fill, Visibility
from tapster.games.kernel.messages import Command, Options, union


class NewSeat(Request, frozen=True):
    """A seat of a new game."""

    name: Name | None = None
    fill: Annotated[
        Fill,
        Meta(
            description="`token`: the answer carries the seat's token, for the host to hand on; "
            "`open`: whoever claims the seat first gets it."
        ),
    ] = "token"
    client_seed: ClientSeed | None = None


class NewGame(Request, frozen=True):
    """A game to be created. Its kinds' own types add `kind`, `seats` and `options`."""

    if TYPE_CHECKING:
        seats: list[NewSeat]
        options: Options

    visibility: Annotated[
        Visibility,
        Meta(
            description="`public`: listed, and anybody may watch; `private`: only those who hold "
            "one of its tokens can tell that it exists, but until it has started whoever knows its "
            "id may claim an open seat."
        ),
    ] = "public"
    seed: (
        Annotated[
            str,
            Meta(
                pattern=SERVER_SEED,
                description="A server seed chosen by the client, for tests and training, where the "
                "service allows it. The game then says `open_seed: true` to everyone.",
                examples=["00" * 32],
            ),
        ]
        | None
    ) = None


class Claim(Request, frozen=True):
    """Who takes an open seat."""

    name: Name | None = None
    client_seed: ClientSeed | None = None


def _new_game(kind: AnyKind) -> type[NewGame]:
    fewest, most = kind.seats
    made = msgspec.defstruct(
        f"{camel(kind)}NewGame",
        [
            ("seats", Annotated[list[NewSeat], Meta(min_length=fewest, max_length=most)]),
            ("options", kind.options_type, msgspec.field(default_factory=kind.options_type)),
        ],
        bases=(NewGame,),
        tag_field="kind",
        tag=kind.name,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": f"A new game of {kind.title}."},
    )
    return cast(type[NewGame], made)


NEW_GAME_TYPES: dict[str, type[NewGame]] = {kind.name: _new_game(kind) for kind in KINDS}

if TYPE_CHECKING:
    AnyNewGame = NewGame
    AnyCommand = Command
else:
    AnyNewGame = union(NEW_GAME_TYPES.values())
    AnyCommand = union(command for kind in KINDS for command in kind.command_types)


class Act(Request, frozen=True):
    """An action of the seat whose token comes with it."""

    action: Annotated[AnyCommand, Meta(description="One of the game's legal actions.")]
    decision: Annotated[
        Version | None,
        Meta(
            description="The decision that this answers. With it the request can be repeated "
            "safely: the same again gives the same answer and is not played twice."
        ),
    ] = None
    expected_version: Annotated[
        Version | None,
        Meta(description="Refuse unless the game still has this version."),
    ] = None
