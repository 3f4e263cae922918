"""Who is asking: from a token to what it opens, always in the same order.

First the game: an unknown one and a private one that the token does not open are answered alike.
Then the token: one that opens nothing here is refused, never taken for no token at all. Then the
role and the seat, which come from the token alone.
"""

from dataclasses import dataclass

from tapster.app.context import Context, stored_game
from tapster.app.errors import Refused, game_not_found
from tapster.app.ports import GameRecord, Role
from tapster.app.tokens import digest, has_known_prefix
from tapster.games.kernel.messages import Viewer


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who may look at a game."""

    record: GameRecord
    role: Role | None
    """None for somebody without a token."""
    seat: int | None

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes the visitor sees the game. A host's are a spectator's."""
        return self.seat


def enter(context: Context, game_id: str, token: str | None) -> Visitor:
    """The visitor that a token (None: none was sent) makes. Refuses as said above."""
    record = stored_game(context, game_id)
    found = None
    if token is not None and has_known_prefix(token):
        found = context.store.token(game_id, digest(token))
    if found is None and (token is not None or record.visibility == "private"):
        raise token_invalid(record)
    if found is None:
        return Visitor(record, None, None)
    return Visitor(record, found.role, found.seat)


def token_invalid(record: GameRecord) -> Refused:
    """The refusal of whoever has no token that opens anything in the game."""
    if record.visibility == "private":
        return game_not_found()
    return Refused("token_invalid", "The token does not open anything in this game.")


def enter_as_seat(context: Context, game_id: str, token: str | None) -> tuple[GameRecord, int]:
    """The game, and the seat that the token opens."""
    visitor = enter(context, game_id, token)
    if visitor.role is None:
        raise Refused("token_missing", "This needs a seat's token.")
    if visitor.seat is None:
        raise Refused("seat_token_required", "A host's token does not act for a seat.")
    return visitor.record, visitor.seat


def enter_as_host(context: Context, game_id: str, token: str | None) -> GameRecord:
    """The game, for its host."""
    visitor = enter(context, game_id, token)
    if visitor.role is None:
        raise Refused("token_missing", "This needs the host's token.")
    if visitor.role != "host":
        raise Refused("host_token_required", "Only the host's token manages the game.")
    return visitor.record


def enter_for_seat(
    context: Context, game_id: str, token: str | None, seat: int
) -> tuple[GameRecord, bytes]:
    """The game, for its host or for the seat itself, and the digest of the token that opened it."""
    visitor = enter(context, game_id, token)
    if visitor.role is None or token is None:
        raise Refused("token_missing", "This needs the seat's token or the host's.")
    if visitor.role == "seat" and visitor.seat != seat:
        raise Refused("wrong_seat", "The token opens another seat.")
    return visitor.record, digest(token)
