"""What all messages are made of, so that a service newer than this SDK breaks nobody.

What the service sends is read with tolerance: fields that this SDK does not know are ignored (or,
in actions, kept, because they go back as they came), words that it does not know become members of
their enumeration, and messages that it does not know become `Unknown…`. What the caller builds is
held to the schema.
"""

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Any, Self, cast

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer
from pydantic import model_validator as validator

_reading: ContextVar[bool] = ContextVar("reading", default=False)


@contextmanager
def reading() -> Generator[None]:
    """While it lasts, messages are read as the service's, with tolerance."""
    before = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(before)


class Message(BaseModel):
    """Any message. Frozen; tokens are left out of its `repr`, values out of its errors."""

    model_config = ConfigDict(
        frozen=True, hide_input_in_errors=True, validate_by_name=True, validate_by_alias=True
    )

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        for name, value in super().__repr_args__():
            secret = name is not None and (name == "token" or name.endswith("_token"))
            yield name, "…" if secret else value


class Answer(Message):
    """A message from the service. Fields that this SDK does not know are ignored."""

    model_config = ConfigDict(extra="ignore")


class Unknown(Answer):
    """A message of a type that this SDK does not know; all its fields are kept in `raw`."""

    model_config = ConfigDict(extra="allow")

    @property
    def raw(self) -> dict[str, Any]:
        """The whole message as it came, as plain JSON."""
        return self.model_dump(mode="json", by_alias=True)


class Request(Message):
    """A message to the service, or one that can be sent back to it.

    Built by the caller, it refuses unknown fields; read from the service, it keeps them. What the
    caller left to its default is left out when it is sent, so that the service's default counts.
    """

    model_config = ConfigDict(extra="allow")

    @validator(mode="before")
    @classmethod
    def _refuse_unknown_fields(cls, value: Any) -> Any:
        if isinstance(value, dict) and not _reading.get():
            known = set(cls.model_fields)
            known |= {field.alias for field in cls.model_fields.values() if field.alias}
            unknown = sorted(set(cast(dict[str, Any], value)) - known)
            if unknown:
                raise ValueError(f"{cls.__name__} has no field {', '.join(unknown)}")
        return cast(Any, value)

    @model_serializer(mode="wrap")
    def _leave_out_defaults(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        whole: dict[str, Any] = handler(self)
        fields = {field.alias or name: name for name, field in type(self).model_fields.items()}
        return {
            key: value
            for key, value in whole.items()
            if key not in fields or self._is_sent(fields[key], value)
        }

    def _is_sent(self, name: str, value: Any) -> bool:
        field = type(self).model_fields[name]
        if value is None and field.default is None:
            return False
        # A message's tag is a default too, but without it nobody could read the message.
        is_tag = name in ("type", "kind")
        return is_tag or field.is_required() or name in self.model_fields_set


class OpenEnum(StrEnum):
    """An enumeration that takes in words of a newer service; they are members, but not listed."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not _reading.get() or not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = value
        member._value_ = value
        return member


def known_or_unknown(tag: str, known: frozenset[str]) -> Callable[[Any], str]:
    """Tells whether a message of a union is one of the `known` types or the union's `Unknown…`.

    Only what the service sends may be unknown: a caller's misspelt type is an error.
    """

    def choose(message: Any) -> str:
        if not isinstance(message, dict):
            return "unknown" if isinstance(message, Unknown) else "known"
        name = cast(dict[str, Any], message).get(tag)
        is_unknown = _reading.get() and isinstance(name, str) and name not in known
        return "unknown" if is_unknown else "known"

    return choose
