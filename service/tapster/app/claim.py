"""Claiming an open seat, and renewing a seat's token."""

from tapster.app.access import enter_for_seat, token_invalid
from tapster.app.answers import SeatClaim, SeatToken
from tapster.app.append import append
from tapster.app.context import (
    MAXIMUM_TRIES,
    Context,
    Loaded,
    chance_for,
    load,
    stored_game,
)
from tapster.app.drawing import draw
from tapster.app.errors import Refused, game_not_found
from tapster.app.keys import Key, key_for, make_token, used
from tapster.app.ports import GameGone, KeyRecord, KeyTaken, StoreBusy, TokenGone, VersionTaken
from tapster.app.requests import Claim
from tapster.app.tokens import Token
from tapster.games.kernel.chance import Draw
from tapster.games.kernel.log import SeatClaimed
from tapster.games.kernel.messages import Event
from tapster.games.kernel.table import deal


def claim(
    context: Context, game_id: str, seat: int, request: Claim, key_text: str | None
) -> tuple[SeatClaim, bool]:
    """Takes the seat for whoever asks first; the last claim starts the game.

    The game's id is the invitation, on private games too, until they have started. True if the key
    has already claimed the seat, and this is the same answer again. Refuses `game_not_found`,
    `seat_not_found`, `seat_taken`, `idempotency_key_reused`.
    """
    key = key_for(key_text, f"claim|{game_id}|{seat}", request)
    for _ in range(MAXIMUM_TRIES):
        loaded = load(context, stored_game(context, game_id))
        earlier = used(context, key)
        if earlier is not None:
            return _answer_again(context, key, earlier, seat), True
        if loaded.record.visibility == "private" and loaded.table.status != "open":
            raise game_not_found()  # the id was an invitation, and is none any more
        _refuse_unknown_seat(loaded, seat)
        if loaded.table.seats[seat].fill != "open":
            raise Refused("seat_taken", "The seat is taken.", version=loaded.table.version)
        token = make_token(context, key, game_id, "seat", seat)
        try:
            _take(context, loaded, seat, request, token, key)
        except (VersionTaken, KeyTaken):
            continue
        except GameGone as gone:
            raise game_not_found() from gone
        return _answer(loaded, seat, token), False
    raise StoreBusy


def _refuse_unknown_seat(loaded: Loaded, seat: int) -> None:
    last = len(loaded.table.seats) - 1
    if seat > last:
        raise Refused("seat_not_found", f"`seat` must be a seat of the game, from 0 to {last}.")


def _take(
    context: Context, loaded: Loaded, seat: int, request: Claim, token: Token, key: Key | None
) -> None:
    """Stores the claim, with the deal if it was the last open seat."""
    table = loaded.table
    claimed = SeatClaimed(seat=seat, name=request.name, client_seed=request.client_seed)
    events: list[Event] = [claimed]
    draws: list[Draw] = []
    version = table.version + 1
    if table.open_seats == 1:
        # The claimer's own seed is part of the key, so the table must know of the claim first.
        seated = table.seated([claimed])
        chance = chance_for(loaded.record, seated, version)
        events += deal(seated, chance)
        draws = chance.draws
    append(
        context,
        loaded,
        events,
        chance=draws,
        tokens=[token.record],
        key=None if key is None else key.record(loaded.record.game_id, version, context.now()),
    )


def _answer(loaded: Loaded, seat: int, token: Token) -> SeatClaim:
    return SeatClaim(seat=seat, token=token.text, game=draw(loaded.record, loaded.table, seat))


def _answer_again(context: Context, key: Key | None, earlier: KeyRecord, seat: int) -> SeatClaim:
    """The answer that the key's first use was given, made again from the log and the key."""
    record = stored_game(context, earlier.game_id)
    token = make_token(context, key, earlier.game_id, "seat", seat)
    return _answer(load(context, record, earlier.version), seat, token)


def renew_token(context: Context, game_id: str, token_text: str | None, seat: int) -> SeatToken:
    """A new token for the seat; the old one opens nothing any more. For the seat and the host.

    Refuses `seat_not_found`, and `seat_open` for a seat that nobody has claimed.
    """
    record, presented = enter_for_seat(context, game_id, token_text, seat)
    loaded = load(context, record)
    _refuse_unknown_seat(loaded, seat)
    if loaded.table.seats[seat].fill == "open":
        raise Refused("seat_open", "Nobody has claimed the seat yet.", version=loaded.table.version)
    token = make_token(context, None, game_id, "seat", seat)
    try:
        context.store.replace_token(game_id, token.record, presented)
    except GameGone as gone:
        raise game_not_found() from gone
    except TokenGone as gone:
        raise token_invalid(record) from gone
    return SeatToken(seat=seat, token=token.text)
