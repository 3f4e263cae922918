"""From stored bytes to typed messages and back.

Rows written in an older shape are brought to the present one by the kind's upcasters. Whatever
cannot be read is a `CorruptLog`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from tapster.games.kernel.chance import Draw
from tapster.games.kernel.kind import AnyKind
from tapster.games.kernel.log import HOUSE_EVENTS, CorruptLog
from tapster.games.kernel.messages import Command, Event, union

_encode = msgspec.json.Encoder().encode
_draws = msgspec.json.Decoder(list[Draw])


def encode(message: Any) -> bytes:
    """The stored form of a message or a list of them: compact JSON in UTF-8."""
    return _encode(message)


def decode_draws(stored: bytes) -> list[Draw]:
    """The recorded chance of a row."""
    try:
        return _draws.decode(stored)
    except msgspec.DecodeError as error:
        raise CorruptLog(f"chance that cannot be read: {error}") from error


class Codec:
    """Reads the rows of one kind."""

    def __init__(self, kind: AnyKind) -> None:
        event: Any = union((*HOUSE_EVENTS, *kind.event_types))
        command: Any = union(kind.command_types)
        self._kind = kind
        self._event_type = event
        self._rows: msgspec.json.Decoder[list[list[Event]]] = msgspec.json.Decoder(
            list[list[event]]
        )
        self._command: msgspec.json.Decoder[Command] = msgspec.json.Decoder(command)

    def decode_events(self, stored: Sequence[bytes]) -> list[list[Event]]:
        """The events of several rows, all in one go because that is fastest."""
        try:
            return self._rows.decode(b"[" + b",".join(stored) + b"]")
        except msgspec.DecodeError:
            return [self._decode_row(row) for row in stored]

    def decode_command(self, stored: bytes) -> Command:
        """The command of a row."""
        try:
            return self._command.decode(stored)
        except msgspec.DecodeError as error:
            raise CorruptLog(f"a command that cannot be read: {error}") from error

    def _decode_row(self, stored: bytes) -> list[Event]:
        try:
            events = msgspec.json.decode(stored, type=list[dict[str, Any]])
            return [msgspec.convert(self._upcast(event), self._event_type) for event in events]
        except msgspec.DecodeError as error:
            raise CorruptLog(f"events that cannot be read: {error}") from error

    def _upcast(self, event: dict[str, Any]) -> dict[str, Any]:
        while True:
            upcaster = self._kind.upcasters.get((event.get("type", ""), event.get("shape", 1)))
            if upcaster is None:
                return event
            event = upcaster(event)


@cache
def codec(kind: AnyKind) -> Codec:
    """The codec of a kind, built once."""
    return Codec(kind)
