"""Playing: one action of one seat.

A request names the decision that it answers. If the seat has answered that decision already, with
this same action, the request is a repetition: nothing is played, and the answer is drawn up again
as of the version that the action made.
"""

from dataclasses import dataclass

from tapster.app.access import enter_as_seat
from tapster.app.answers import ActionAnswer
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
from tapster.app.errors import Refused, game_not_found, sentence
from tapster.app.ports import GameGone, GameRecord, LogRow, StoreBusy, VersionTaken
from tapster.app.requests import Act
from tapster.games.kernel.codec import codec
from tapster.games.kernel.rejected import Rejected
from tapster.games.kernel.table import play


@dataclass(frozen=True, slots=True)
class Actor:
    """A seat that its token has let in."""

    record: GameRecord
    seat: int


def let_in(context: Context, game_id: str, token: str | None) -> Actor:
    """The seat that the token opens, before what the body says is looked at."""
    return Actor(*enter_as_seat(context, game_id, token))


def act(context: Context, actor: Actor, request: Act) -> tuple[ActionAnswer, bool]:
    """Plays the action; True if it was played before, and this is the same answer again.

    Refuses `decision_answered`, `decision_closed`, `version_conflict`, and `illegal_action`, whose
    reason is the rules' own code, or `wrong_kind`, `game_not_started`, `game_over`.
    """
    record = actor.record
    for _ in range(MAXIMUM_TRIES):
        loaded = load(context, record)
        earlier = _answered(context, loaded, actor.seat, request)
        if earlier is not None:
            as_of = load(context, record, earlier.version)
            return _answer(as_of, actor.seat), True
        _refuse_other_version(loaded, request)
        try:
            _play(context, loaded, actor.seat, request)
        except VersionTaken:
            record = stored_game(context, record.game_id)
            continue
        return _answer(loaded, actor.seat), False
    raise StoreBusy


def _answered(context: Context, loaded: Loaded, seat: int, request: Act) -> LogRow | None:
    """The row in which the seat has done just this; None if the decision is open, or not named."""
    if request.decision is None:
        return None
    table = loaded.table
    current = table.decisions.get(seat)
    if current is not None and current.opened == request.decision:
        return None
    row = context.store.row_answering(loaded.record.game_id, seat, request.decision)
    if row is None or row.command is None:
        raise Refused(
            "decision_closed",
            f"Decision {request.decision} is not open to this seat.",
            version=table.version,
        )
    canonical = table.kind.canonical
    if isinstance(request.action, table.kind.command_types) and canonical(
        request.action
    ) == canonical(codec(table.kind).decode_command(row.command)):
        return row
    raise Refused(
        "decision_answered",
        f"The seat has answered decision {request.decision} with another action.",
        version=table.version,
    )


def _refuse_other_version(loaded: Loaded, request: Act) -> None:
    expected = request.expected_version
    if expected is not None and expected != loaded.table.version:
        raise Refused(
            "version_conflict",
            f"`expected_version` was {expected}, the game has version {loaded.table.version}.",
            version=loaded.table.version,
        )


def _play(context: Context, loaded: Loaded, seat: int, request: Act) -> None:
    table = loaded.table
    chance = chance_for(loaded.record, table, table.version + 1)
    try:
        events = play(table, seat, request.action, chance)
    except Rejected as rejected:
        raise Refused(
            "illegal_action",
            sentence(rejected.message),
            version=table.version,
            reason=rejected.code,
        ) from rejected
    try:
        append(context, loaded, events, chance=chance.draws, seat=seat, command=request.action)
    except GameGone as gone:
        raise game_not_found() from gone


def _answer(loaded: Loaded, seat: int) -> ActionAnswer:
    return ActionAnswer(
        applied=[loaded.table.version], game=draw(loaded.record, loaded.table, seat)
    )
