"""The client: one method for each thing that can be asked of the service, with its retries.

What is sent again when an answer fails to come is chosen here, per method: only requests that the
service recognises when they come twice.
"""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Literal, Self, TypeVar

import httpx2

from tapster_sdk._address import checked_address
from tapster_sdk._answers import no_answer, read_answer
from tapster_sdk._async.seat import AsyncSeat
from tapster_sdk._errors import NotFound, TapsterError, UnexpectedAnswer
from tapster_sdk._generated import operations
from tapster_sdk._generated.models import (
    Act,
    Action,
    ActionAnswer,
    Claim,
    Feed,
    FeedItem,
    Game,
    GameCreation,
    GameList,
    GameLog,
    GameSummary,
    KindDetails,
    KindSummary,
    LegalActions,
    NewGame,
    Proof,
    SeatClaim,
    SeatToken,
)
from tapster_sdk._operation import Operation, authorization
from tapster_sdk._patience import (
    LONG_POLL,
    NO_RETRIES,
    SHORTEST_POLL,
    Retries,
    patience_of_followers,
)

AnswerT = TypeVar("AnswerT")


class AsyncClient:
    """A client of one service. Use it as a context manager, or close it.

    `token` is for services that ask for an API key before they create a game. `timeout` is in
    seconds, for a request that does not wait for news. `retries` is the patience of single
    requests, `following` that of `events()` and of a seat's `turns()` once they have begun.
    `transport` is for tests.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str | None = None,
        timeout: float = 10.0,
        retries: Retries | None = None,
        following: Retries | None = None,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.base_url = checked_address(base_url)
        self.following = patience_of_followers() if following is None else following
        self._token = token
        self._timeout = timeout
        self._retries = Retries() if retries is None else retries
        self._http = httpx2.AsyncClient(
            base_url=self.base_url, timeout=timeout, transport=transport
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the client's connections."""
        await self._http.aclose()

    # Kinds

    async def kinds(self) -> list[KindSummary]:
        """The kinds of game that the service knows."""
        return (await self._repeatable(operations.list_kinds())).items

    async def kind(self, name: str) -> KindDetails:
        """All about a kind: options, actions, cards, rules."""
        return await self._repeatable(operations.get_kind(name))

    # Games

    async def create_game(self, new_game: NewGame) -> GameCreation:
        """Creates a game; its tokens are in the answer. A lost answer is fetched again."""
        key = str(uuid.uuid4())
        operation = operations.create_game(new_game, idempotency_key=key)
        return await self._repeatable(operation, token=self._token)

    async def games(
        self,
        *,
        kind: str | None = None,
        status: Literal["open", "active", "over"] | None = None,
        open_seats: bool | None = None,
        page_size: int | None = None,
    ) -> AsyncIterator[GameSummary]:
        """Public games, newest first; further pages are fetched as they are needed."""
        pages = self.game_pages(
            kind=kind, status=status, open_seats=open_seats, page_size=page_size
        )
        async for page in pages:
            for game in page.items:
                yield game

    async def game_pages(
        self,
        *,
        kind: str | None = None,
        status: Literal["open", "active", "over"] | None = None,
        open_seats: bool | None = None,
        page_size: int | None = None,
        cursor: str | None = None,
    ) -> AsyncIterator[GameList]:
        """The pages of the list of public games, from the first, or from a page's cursor on."""
        while True:
            page = await self._repeatable(
                operations.list_games(
                    kind=kind, status=status, open_seats=open_seats, limit=page_size, cursor=cursor
                )
            )
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    async def look(
        self,
        game_id: str,
        *,
        token: str | None = None,
        version: int | None = None,
        retries: Retries | None = None,
    ) -> Game:
        """The game as the token's seat knows it, or a spectator; at that version, or now."""
        operation = operations.get_game(game_id, version=version)
        game = await self._repeatable(operation, token=token, retries=retries)
        if game is None:
            raise UnexpectedAnswer("304: nobody has asked whether there is news", status=304)
        return game

    async def claim_seat(
        self,
        game_id: str,
        seat: int,
        *,
        name: str | None = None,
        client_seed: str | None = None,
    ) -> SeatClaim:
        """Claims an open seat; its token is in the answer. A lost answer is fetched again."""
        key = str(uuid.uuid4())
        claim = Claim(name=name, client_seed=client_seed)
        operation = operations.claim_seat(game_id, seat, claim, idempotency_key=key)
        return await self._repeatable(operation)

    async def renew_seat_token(self, game_id: str, seat: int, *, token: str) -> SeatToken:
        """Replaces a seat's token, with the old one or the host's. It is sent once: if the answer
        is lost, the seat's old token may be dead, and the host must renew it again."""
        return await self._once(operations.renew_seat_token(game_id, seat), token=token)

    async def delete_game(self, game_id: str, *, token: str) -> None:
        """Deletes a game, with the host's token. A game found gone at a repetition counts as
        deleted."""
        try:
            await self._repeatable(operations.delete_game(game_id), token=token)
        except NotFound as error:
            if error.attempts == 1:
                raise

    async def log(self, game_id: str, *, token: str | None = None) -> GameLog:
        """The whole log of a game that is over."""
        return await self._repeatable(operations.get_log(game_id), token=token)

    async def proof(self, game_id: str, *, token: str | None = None) -> Proof:
        """What anybody needs to check the game's chance; whole once the game is over."""
        return await self._repeatable(operations.get_proof(game_id), token=token)

    async def events(
        self, game_id: str, *, token: str | None = None, after: int = -1
    ) -> AsyncIterator[FeedItem]:
        """What happens in a game after that version, as it happens, until the game is over.

        Once it has begun, it has the patience of `following`, which survives a restart of the
        service.
        """
        retries = self._retries
        while True:
            feed = await self.feed(
                game_id, token=token, after=after, wait=LONG_POLL, retries=retries
            )
            retries = self.following
            for item in feed.items:
                yield item
                after = item.version
            if not feed.items:
                game = await self.look(game_id, token=token, retries=retries)
                if game.status == "over" and game.version <= after:
                    return

    async def feed(
        self,
        game_id: str,
        *,
        token: str | None = None,
        after: int = -1,
        limit: int | None = None,
        wait: int = 0,
        retries: Retries | None = None,
    ) -> Feed:
        """What has happened after that version; if nothing has, waits for it as long as said."""
        operation = operations.get_events(game_id, after=after, limit=limit, wait=wait)
        started = time.monotonic()
        feed = await self._repeatable(operation, token=token, wait=wait, retries=retries)
        too_fast = SHORTEST_POLL - (time.monotonic() - started)
        if wait and not feed.items and too_fast > 0:
            await asyncio.sleep(too_fast)
        return feed

    # Seats

    def seat(self, game_id: str, token: str) -> AsyncSeat:
        """A seat of a game, with the token that opens it."""
        return AsyncSeat(self, game_id, token)

    async def legal_actions(self, game_id: str, *, token: str) -> LegalActions:
        """What the token's seat may do now, ready to be played."""
        return await self._repeatable(operations.get_legal_actions(game_id), token=token)

    async def act(
        self,
        game_id: str,
        action: Action,
        *,
        token: str,
        decision: int | None = None,
        expected_version: int | None = None,
        retries: Retries | None = None,
    ) -> ActionAnswer:
        """Plays an action. With the decision that it answers it is repeated until the answer comes,
        and still played once; without, it is sent once."""
        body = Act(action=action, decision=decision, expected_version=expected_version)
        operation = operations.act(game_id, body)
        if decision is None:
            return await self._once(operation, token=token)
        return await self._repeatable(operation, token=token, retries=retries)

    # Sending

    async def _repeatable(
        self,
        operation: Operation[AnswerT],
        *,
        token: str | None = None,
        wait: float = 0.0,
        retries: Retries | None = None,
    ) -> AnswerT:
        return await self._send(operation, token, wait, retries or self._retries)

    async def _once(self, operation: Operation[AnswerT], *, token: str | None = None) -> AnswerT:
        return await self._send(operation, token, 0.0, NO_RETRIES)

    async def _send(
        self, operation: Operation[AnswerT], token: str | None, wait: float, retries: Retries
    ) -> AnswerT:
        attempt = 1
        while True:
            try:
                return await self._attempt(operation, token, wait)
            except TapsterError as error:
                error.attempts = attempt
                pause = retries.wait_after(error, attempt)
                if pause is None:
                    raise
            await asyncio.sleep(pause)
            attempt += 1

    async def _attempt(
        self, operation: Operation[AnswerT], token: str | None, wait: float
    ) -> AnswerT:
        headers = operation.sent_headers | authorization(token)
        try:
            response = await self._http.request(
                operation.method,
                operation.address,
                content=operation.content,
                headers=headers,
                timeout=httpx2.Timeout(self._timeout, read=self._timeout + wait),
            )
        except (httpx2.TransportError, httpx2.DecodingError) as error:
            # Not chained: the library's own traceback is long and says no more than the text.
            raise no_answer(f"{operation.method} {self.base_url}{operation.path}", error) from None
        return read_answer(operation, response.status_code, response.headers, response.content)
