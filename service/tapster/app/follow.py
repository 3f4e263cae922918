"""Following a game: its feed while it runs, its log and its proof."""

from collections.abc import Callable, Iterator

from tapster.app.access import Visitor, enter
from tapster.app.answers import Feed, FeedItem, GameLog, LogEntry, Proof
from tapster.app.context import Context, key_id, kind_of, load, stored_game
from tapster.app.entries import check_chain
from tapster.app.errors import Refused, game_not_found
from tapster.app.ports import LogRow
from tapster.games.kernel.chance import ALGORITHM
from tapster.games.kernel.codec import codec, decode_draws
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import HOUSE_EVENTS
from tapster.games.kernel.messages import Event, Viewer


def follow(
    context: Context,
    game_id: str,
    token: str | None,
    after: int,
    limit: int,
    wait: float,
    abandoned: Callable[[], bool],
) -> Feed:
    """What happened after that version, as far as the visitor may know it.

    If there is nothing yet, waits up to `wait` seconds for it, but not for a game that is over,
    nor for a visitor who has left (`abandoned()`).
    """
    visitor = enter(context, game_id, token)

    def news() -> bool:
        latest = stored_game(context, game_id)
        return latest.version > after or latest.status == "over"

    if visitor.record.version <= after:
        context.waiting.until(news, min(wait, context.wait_maximum), abandoned)
        visitor = enter(context, game_id, token)  # the token may have been renewed meanwhile
    return _feed(context, visitor, after, limit)


def _feed(context: Context, visitor: Visitor, after: int, limit: int) -> Feed:
    head = visitor.record
    rows = context.store.rows(head.game_id, after=max(after, -1), limit=limit)
    # A row may have come since the head was read; the feed must not show a head before its items.
    version = max([head.version, *(row.version for row in rows)])
    kind = kind_of(head)
    events = codec(kind).decode_events([row.events for row in rows])
    return Feed(
        items=[
            FeedItem(
                version=row.version,
                seat=row.seat,
                at=row.at,
                events=[redacted(kind, fact, visitor.viewer) for fact in facts],
            )
            for row, facts in zip(rows, events, strict=True)
        ],
        version=version,
    )


def redacted(kind: AnyKind, event: Event, viewer: Viewer) -> Event:
    """The event as the viewer may see it; the house's own events hide nothing."""
    if isinstance(event, HOUSE_EVENTS):
        return event
    redact = kind.redact(event, viewer)
    assert isinstance(redact, Event), "redact gives an event of its kind"
    return redact


def whole_log(context: Context, game_id: str, token: str | None) -> GameLog:
    """The log of a game that is over, unredacted. Refuses `game_not_over` before."""
    record = enter(context, game_id, token).record
    if record.status != "over":
        raise Refused(
            "game_not_over", "The log is shown once the game is over.", version=record.version
        )
    rows = context.store.rows(record.game_id)
    if not rows:
        raise game_not_found()
    check_chain(game_id, rows)
    return GameLog(id=game_id, kind=record.kind, entries=list(_entries(kind_of(record), rows)))


def _entries(kind: AnyKind, rows: list[LogRow]) -> Iterator[LogEntry]:
    read = codec(kind)
    for row, events in zip(rows, read.decode_events([row.events for row in rows]), strict=True):
        yield LogEntry(
            version=row.version,
            seat=row.seat,
            at=row.at,
            decision=row.decision,
            command=None if row.command is None else read.decode_command(row.command),
            chance=decode_draws(row.chance),
            events=events,
            hash=row.hash.hex(),
        )


def proof(context: Context, game_id: str, token: str | None) -> Proof:
    """The commitment, the client seeds and, once the game is over, the server seed."""
    record = enter(context, game_id, token).record
    table = load(context, record).table
    return Proof(
        algorithm=ALGORITHM,
        commitment=table.commitment,
        key_id=key_id(record),
        client_seeds=table.client_seeds,
        server_seed=record.server_seed.hex() if table.status == "over" else None,
        open_seed=record.open_seed,
    )
