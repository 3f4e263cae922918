"""A seat at a game, and its turns: all that a bot needs."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from tapster_sdk._errors import Conflict, Forbidden
from tapster_sdk._generated.models import (
    Action,
    ActionAnswer,
    FeedItem,
    Game,
    GameDecision,
    LegalActions,
    View,
)
from tapster_sdk._patience import LONG_POLL, Retries

if TYPE_CHECKING:
    from tapster_sdk._async.client import AsyncClient


class AsyncTurn:
    """A moment at which the seat may act: what it knows, what it may do, and how to do it."""

    def __init__(self, seat: "AsyncSeat", game: Game, decision: GameDecision) -> None:
        self._seat = seat
        self.game = game
        """The game as the seat knows it."""
        self.decision = decision.decision
        """The decision's name."""
        self.duty = decision.duty
        """Why the seat is awaited: a word of the kind's rules."""
        self.required = decision.required
        """True if the game waits for the seat, False if the seat may let it pass."""
        self.answer: ActionAnswer | None = None
        """What came of the action, once it is played."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game.id!r}, {self.decision}, {self.duty!r})"

    @property
    def view(self) -> View:
        """The game's state, in the kind's own view (`DrinkoView`, …)."""
        assert self.game.state is not None, "a game with an open decision has started"
        return self.game.state

    @property
    def legal_actions(self) -> list[Action]:
        """All that the seat may do, ready to be played."""
        return list(self.game.legal_actions or [])

    async def play(self, action: Action) -> Game | None:
        """Plays the action, once, however often it must be sent; gives the game after it.

        None if the turn was overtaken: another seat acted after this turn's view was drawn up, and
        so the action is no longer open. Nothing was played then, and `turns()` goes on with what is
        true now. Raises Conflict if the action is not legal in this turn's own view.
        """
        try:
            self.answer = await self._seat.act(
                action, decision=self.decision, retries=self._seat.following
            )
        except Conflict as error:
            overtaken = error.version is not None and error.version > self.game.version
            if overtaken and error.code in ("illegal_action", "decision_closed"):
                return None
            raise
        return self.answer.game


class AsyncSeat:
    """A seat of a game, opened by its token. The token is in no text that this class makes."""

    def __init__(self, client: "AsyncClient", game_id: str, token: str) -> None:
        self._client = client
        self._token = token
        self.game_id = game_id
        self.following = client.following
        """The patience of `events()`, of `turns()` and of the turns that it gives."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game_id!r})"

    async def look(self, version: int | None = None, *, retries: Retries | None = None) -> Game:
        """The game as the seat knows it, or knew it at that version."""
        return await self._client.look(
            self.game_id, token=self._token, version=version, retries=retries
        )

    async def legal_actions(self) -> LegalActions:
        """What the seat may do now, and the decision that it would answer."""
        return await self._client.legal_actions(self.game_id, token=self._token)

    async def act(
        self,
        action: Action,
        *,
        decision: int | None = None,
        expected_version: int | None = None,
        retries: Retries | None = None,
    ) -> ActionAnswer:
        """Plays an action. Name the decision: then a lost answer is fetched again, and the action
        is played once; without it, the request is sent once."""
        return await self._client.act(
            self.game_id,
            action,
            token=self._token,
            decision=decision,
            expected_version=expected_version,
            retries=retries,
        )

    def events(self, after: int = -1) -> AsyncIterator[FeedItem]:
        """What happens after that version, as the seat may know it, until the game is over."""
        return self._client.events(self.game_id, token=self._token, after=after)

    async def wait_for_turn(self, *, optional: bool = False) -> AsyncTurn | None:
        """The seat's next turn, now or when it comes; None if the game is over before."""
        return await self._next_turn(await self._first_look(), optional)

    async def turns(self, *, optional: bool = False) -> AsyncIterator[AsyncTurn]:
        """The seat's turns, as they come, until the game is over.

        Those that the game waits for, and with `optional` also those that the seat may let pass
        (a reaction, say), if there is anything to do in them. A turn that is not played, or that
        was overtaken, comes again, with a new view, once something else has happened in the game.
        So a bot that never asks for optional turns can play a whole game, and one that does so
        passes by simply going on to the next.

        Once they have begun, turns have the patience of `following`, which survives a restart of
        the service.
        """
        game = await self._first_look()
        while (turn := await self._next_turn(game, optional)) is not None:
            yield turn
            if turn.answer is not None:
                game = turn.answer.game
            else:
                game = await self._look_after(turn.game.version)

    async def _first_look(self) -> Game:
        """The game. Raises Forbidden if the token opens no seat, which would wait for ever."""
        game = await self.look()
        if game.viewer.seat is None:
            raise Forbidden("this token is not a seat's")
        return game

    async def _next_turn(self, game: Game, optional: bool) -> AsyncTurn | None:
        """The first turn from that view on, None if the game is over before."""
        while game.status != "over":
            turn = self._turn(game, optional)
            if turn is not None:
                return turn
            game = await self._look_after(game.version)
        return None

    def _turn(self, game: Game, optional: bool) -> AsyncTurn | None:
        for decision in game.decisions:
            if decision.seat == game.viewer.seat and (decision.required or optional):
                return AsyncTurn(self, game, decision) if game.legal_actions else None
        return None

    async def _look_after(self, version: int) -> Game:
        """The game once it has gone on after that version."""
        head = version
        while head <= version:
            feed = await self._client.feed(
                self.game_id,
                token=self._token,
                after=version,
                limit=1,
                wait=LONG_POLL,
                retries=self.following,
            )
            head = feed.version
        return await self.look(retries=self.following)
