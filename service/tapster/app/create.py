"""Creating a game."""

from dataclasses import replace

import msgspec

from tapster.app.answers import GameCreation, SeatToken
from tapster.app.context import KIND_BY_NAME, Context, Loaded, chance_for, load
from tapster.app.drawing import draw
from tapster.app.entries import FIRST_HASH, new_row
from tapster.app.errors import Refused, sentence
from tapster.app.keys import Key, key_for, make_token, used
from tapster.app.ports import GameRecord, KeyTaken, LogRow, StoreBusy
from tapster.app.requests import NewGame
from tapster.games.kernel.chance import Draw, commitment
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import GameCreated, SeatSetup
from tapster.games.kernel.messages import Event, Options
from tapster.games.kernel.rejected import Rejected
from tapster.games.kernel.table import Table, deal

SEED_BYTES = 32
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def create(context: Context, request: NewGame, key_text: str | None) -> tuple[GameCreation, bool]:
    """Creates the game; True if the key has already created it, and this is the same answer again.

    Refuses `options_conflict`, `seeds_not_allowed`, `idempotency_key_reused`.
    """
    kind = KIND_BY_NAME[kind_name(request)]
    if request.seed is not None and not context.allow_seeds:
        raise Refused("seeds_not_allowed", "This service does not let clients choose a `seed`.")
    try:
        options: Options = kind.resolve(request.options, len(request.seats))
    except Rejected as rejected:
        raise Refused(rejected.code, sentence(rejected.message)) from rejected
    key = key_for(key_text, "create", request)
    earlier = used(context, key)
    if earlier is not None:
        return _answer(context, key, earlier.game_id), True
    game_id = new_game_id(context)
    record, row = _first(context, kind, request, options, game_id)
    tokens = [make_token(context, key, game_id, "host", None)]
    tokens += [
        make_token(context, key, game_id, "seat", seat)
        for seat, new in enumerate(request.seats)
        if new.fill == "token"
    ]
    try:
        context.store.create(
            record,
            row,
            [token.record for token in tokens],
            None if key is None else key.record(game_id, 0, record.created_at),
        )
    except KeyTaken as taken:
        earlier = used(context, key)
        if earlier is None:  # the game that the key has just created is deleted already
            raise StoreBusy from taken
        return _answer(context, key, earlier.game_id), True
    return _creation(load(context, record), {token.seat: token.text for token in tokens}), False


def kind_name(request: NewGame) -> str:
    """The `kind` that a new game's body is tagged with."""
    name = type(request).__struct_config__.tag
    assert isinstance(name, str), "every kind's body is tagged with the kind's name"
    return name


def new_game_id(context: Context) -> str:
    """`g_` and a ULID: 48 bits of milliseconds, 80 random bits, in Crockford's base 32."""
    milliseconds = int(context.clock().timestamp() * 1000)
    number = (milliseconds << 80) | int.from_bytes(context.entropy(10), "big")
    return "g_" + "".join(_CROCKFORD[number >> shift & 31] for shift in range(125, -1, -5))


def _first(
    context: Context, kind: AnyKind, request: NewGame, options: Options, game_id: str
) -> tuple[GameRecord, LogRow]:
    """The record and version 0, with the deal if nobody has to claim a seat."""
    at = context.now()
    seed = bytes.fromhex(request.seed) if request.seed else context.entropy(SEED_BYTES)
    events: list[Event] = [_created(kind, request, options, seed)]
    table = Table(kind)
    table.apply(0, None, at, events)
    record = GameRecord(
        game_id=game_id,
        kind=kind.name,
        visibility=table.visibility,
        server_seed=seed,
        open_seed=table.open_seed,
        created_at=at,
        updated_at=at,
        status="active" if table.open_seats == 0 else "open",
        seats=len(table.seats),
        open_seats=table.open_seats,
        version=0,
        hash=FIRST_HASH,
    )
    draws: list[Draw] = []
    if table.open_seats == 0:
        chance = chance_for(record, table, 0)
        events += deal(table, chance)
        draws = chance.draws
    row = new_row(
        game_id,
        FIRST_HASH,
        version=0,
        seat=None,
        at=at,
        decision=None,
        command=None,
        chance=draws,
        events=events,
    )
    return replace(record, hash=row.hash), row


def _created(kind: AnyKind, request: NewGame, options: Options, seed: bytes) -> GameCreated:
    return GameCreated(
        kind=kind.name,
        ruleset=kind.ruleset,
        visibility=request.visibility,
        options=msgspec.to_builtins(options),
        seats=[
            SeatSetup(name=seat.name, fill=seat.fill, client_seed=seat.client_seed)
            for seat in request.seats
        ],
        commitment=commitment(seed),
        open_seed=request.seed is not None,
    )


def _answer(context: Context, key: Key | None, game_id: str) -> GameCreation:
    """The answer that the key's first use was given, made again from the log and the key."""
    record = context.store.game(game_id)
    if record is None:
        raise StoreBusy  # deleted since the key was looked up: another try creates a new game
    loaded = load(context, record, 0)
    texts: dict[int | None, str] = {None: make_token(context, key, game_id, "host", None).text}
    for number, seat in enumerate(loaded.table.seats):
        if seat.fill == "token":
            texts[number] = make_token(context, key, game_id, "seat", number).text
    return _creation(loaded, texts)


def _creation(loaded: Loaded, texts: dict[int | None, str]) -> GameCreation:
    return GameCreation(
        game=draw(loaded.record, loaded.table, None),
        host_token=texts[None],
        tokens=[
            SeatToken(seat=seat, token=text) for seat, text in texts.items() if seat is not None
        ],
    )
