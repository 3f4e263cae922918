"""A request as a description: what to send, and what may come back. It sends nothing itself."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote, urlencode

from pydantic import BaseModel

AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[AnswerT]):
    """One request of the API, ready to be sent by whatever client."""

    method: str
    path: str
    """The path with its parameters filled in."""
    answers: Mapping[int, Any]
    """The type of the body by status; None where there is no body."""
    query: Mapping[str, str | int | bool | None] = field(
        default_factory=dict[str, str | int | bool | None]
    )
    headers: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    body: BaseModel | None = None

    @property
    def address(self) -> str:
        """The path and the query, without the parameters that are None."""
        query = {name: _text(value) for name, value in self.query.items() if value is not None}
        return f"{self.path}?{urlencode(query)}" if query else self.path

    @property
    def sent_headers(self) -> dict[str, str]:
        """The headers that are not None, and what the body needs."""
        sent = {name: value for name, value in self.headers.items() if value is not None}
        if self.body is not None:
            sent["Content-Type"] = "application/json"
        return sent

    @property
    def content(self) -> bytes | None:
        """The body in JSON."""
        return None if self.body is None else self.body.model_dump_json(by_alias=True).encode()


_TOKEN = re.compile(r"[\x21-\x7e]+")


def authorization(token: str | None) -> dict[str, str]:
    """The header that shows a token. What cannot be one is refused without being quoted."""
    if token is None:
        return {}
    if not _TOKEN.fullmatch(token):
        raise ValueError("a token has neither spaces nor control characters, and is all ASCII")
    return {"Authorization": f"Bearer {token}"}


def segment(value: str | int) -> str:
    """A path parameter as one segment of the path."""
    return quote(str(value), safe="")


def _text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
