"""Looking: games, their legal actions, lists, and the end of a game's life."""

from dataclasses import dataclass

from tapster.app.access import Visitor, enter, enter_as_host, enter_as_seat
from tapster.app.answers import GameBase, GameList, GameSummary, LegalActions
from tapster.app.context import Context, load
from tapster.app.drawing import draw, draw_legal_actions
from tapster.app.errors import Refused, game_not_found
from tapster.app.ports import GameQuery


@dataclass(frozen=True, slots=True)
class Sight:
    """A visitor and the version that there is to be seen: enough to tell whether it is news."""

    visitor: Visitor
    version: int

    @property
    def tag(self) -> str:
        """What two identical answers share: the version and the viewer, nothing else."""
        viewer = self.visitor.viewer
        return f"{self.version}.{'spectator' if viewer is None else viewer}"


def arrive(context: Context, game_id: str, token: str | None, version: int | None) -> Sight:
    """Whoever wants to see the game as of a version (None: its head), before it is replayed.

    Refuses `version_not_found`, so that a version still to come never passes for one unchanged.
    """
    visitor = enter(context, game_id, token)
    head = visitor.record.version
    if version is not None and version > head:
        raise Refused(
            "version_not_found", f"`version` must be a version of the game, from 0 to {head}."
        )
    return Sight(visitor, head if version is None else version)


def look(context: Context, sight: Sight) -> GameBase:
    """The game as the visitor knew it then."""
    record = sight.visitor.record
    loaded = load(context, record, sight.version)
    return draw(record, loaded.table, sight.visitor.viewer)


def legal_actions(context: Context, game_id: str, token: str | None) -> LegalActions:
    """All that the token's seat may do now."""
    record, seat = enter_as_seat(context, game_id, token)
    return draw_legal_actions(load(context, record), seat)


def list_games(context: Context, query: GameQuery) -> GameList:
    """A page of public games, newest first."""
    records = context.store.games(
        GameQuery(
            kind=query.kind,
            status=query.status,
            open_seats=query.open_seats,
            before=query.before,
            limit=query.limit + 1,
        )
    )
    page = records[: query.limit]
    return GameList(
        items=[
            GameSummary(
                id=record.game_id,
                kind=record.kind,
                status=record.status,
                version=record.version,
                seats=record.seats,
                open_seats=record.open_seats,
                created_at=record.created_at,
                updated_at=record.updated_at,
            )
            for record in page
        ],
        next_cursor=page[-1].game_id if len(records) > len(page) else None,
    )


def delete(context: Context, game_id: str, token: str | None) -> None:
    """Removes the game and all that belongs to it. For its host."""
    record = enter_as_host(context, game_id, token)
    if not context.store.delete(record.game_id):
        raise game_not_found()
    context.waiting.announce()
