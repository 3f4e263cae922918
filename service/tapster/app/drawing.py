"""Draws a game up for a viewer: the one place where a table becomes an answer."""

from tapster.app.answers import (
    GAME_TYPES,
    GameBase,
    GameDecision,
    GameSeat,
    GameViewer,
    LegalActions,
)
from tapster.app.context import Loaded
from tapster.app.ports import GameRecord
from tapster.games.kernel.messages import Command, Viewer
from tapster.games.kernel.table import Table


def draw(record: GameRecord, table: Table, viewer: Viewer) -> GameBase:
    """The game as the viewer may know it, as of the table's version.

    It depends on the log up to that version and on nothing else, so that the answer to a repeated
    request is the same byte for byte, however the game went on.
    """
    kind = table.kind
    state = table.state
    return GAME_TYPES[kind.name](
        id=record.game_id,
        ruleset=table.ruleset,
        status=table.status,
        visibility=table.visibility,
        version=table.version,
        created_at=table.created_at,
        updated_at=table.updated_at,
        options=table.options,
        seats=[
            GameSeat(seat=number, name=seat.name, fill=seat.fill)
            for number, seat in enumerate(table.seats)
        ],
        viewer=GameViewer(seat=viewer),
        decisions=[
            GameDecision(
                seat=seat,
                decision=decision.opened,
                duty=decision.duty.name,
                required=decision.duty.required,
            )
            for seat, decision in sorted(table.decisions.items())
        ],
        state=None if state is None else kind.view(state, viewer),
        legal_actions=None if viewer is None else _legal(table, viewer),
        commitment=table.commitment,
        open_seed=table.open_seed,
        result=table.result,
    )


def draw_legal_actions(loaded: Loaded, seat: int) -> LegalActions:
    """What the seat may do now."""
    table = loaded.table
    decision = table.decisions.get(seat)
    return LegalActions(
        version=table.version,
        decision=None if decision is None else decision.opened,
        legal_actions=_legal(table, seat),
    )


def _legal(table: Table, seat: int) -> list[Command]:
    """All that the seat may do; nothing before the game has started."""
    return [] if table.state is None else list(table.kind.legal(table.state, seat))
