"""From an HTTP answer to the operation's answer, or to the exception that it stands for; and from
an answer that did not come.
"""

import os
import socket
import ssl
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any, TypeVar, cast

import httpx2
from pydantic import TypeAdapter, ValidationError

from tapster_sdk._base import reading
from tapster_sdk._errors import ConnectionFailed, TapsterError, UnexpectedAnswer, error_class
from tapster_sdk._generated.models import Problem
from tapster_sdk._operation import Operation

AnswerT = TypeVar("AnswerT")


def read_answer(
    operation: Operation[AnswerT], status: int, headers: Mapping[str, str], content: bytes
) -> AnswerT:
    """The answer as its type. Raises the TapsterError that a refusal stands for."""
    if status not in operation.answers:
        raise _error(status, headers, content)
    answer_type = operation.answers[status]
    if answer_type is None:
        return cast(AnswerT, None)
    if answer_type is str:
        return cast(AnswerT, content.decode("utf-8", "replace"))
    try:
        with reading():
            answer: AnswerT = _adapter(answer_type).validate_json(content)
    except ValidationError as error:
        place = error.errors(include_input=False, include_url=False, include_context=False)[0]
        where = "/".join(str(step) for step in place["loc"])
        # Not chained: the original knows the input, which may hold a token.
        raise UnexpectedAnswer(
            f"{status}: the answer does not fit its schema, at /{where}: {place['msg']}",
            status=status,
        ) from None
    return answer


@cache
def _adapter(answer_type: Any) -> TypeAdapter[Any]:
    return TypeAdapter(answer_type)


def _error(status: int, headers: Mapping[str, str], content: bytes) -> TapsterError:
    problem = _problem(headers, content)
    if problem is None:
        text = f"{status}: an answer that is not a problem of the service"
    else:
        text = f"{status} {problem.code}: {problem.detail}"
        if problem.reason is not None:
            text = f"{status} {problem.code} ({problem.reason}): {problem.detail}"
    return error_class(status)(
        text, status=status, problem=problem, retry_after=_retry_after(headers)
    )


def _problem(headers: Mapping[str, str], content: bytes) -> Problem | None:
    if headers.get("content-type", "").partition(";")[0].strip() != "application/problem+json":
        return None
    try:
        with reading():
            return Problem.model_validate_json(content)
    except ValidationError:
        return None


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` in seconds from now, given as a number or as a date."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def no_answer(request: str, error: Exception) -> ConnectionFailed:
    """The exception for a request to which no whole answer came, with the reason in a few words."""
    if isinstance(error, httpx2.ConnectTimeout):
        happened = "could not connect in time"
    elif isinstance(error, httpx2.ConnectError):
        reason = _system_reason(error)
        happened = "could not connect" + (f" ({reason})" if reason else "")
    elif isinstance(error, httpx2.TimeoutException):
        happened = "no whole answer came in time"
    else:
        happened = f"no whole answer came ({_system_reason(error) or type(error).__name__})"
    return ConnectionFailed(f"{request}: {happened}", cause=error)


def _system_reason(error: Exception) -> str | None:
    """What the operating system said. Only that is quoted: texts of the layers between may hold
    parts of what was sent."""
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"certificate not accepted: {cause.verify_message}"
        if isinstance(cause, socket.gaierror):
            return (cause.strerror or "name not resolved").lower()
        if isinstance(cause, OSError) and not isinstance(cause, ssl.SSLError) and cause.errno:
            return os.strerror(cause.errno).lower()
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The exception, and those from which it came."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            error = cast("BaseExceptionGroup[BaseException]", error).exceptions[0]
        else:
            error = error.__cause__ or error.__context__
