"""Settings: read once, from variables named `TAPSTER_…`, and checked before anything starts."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

PREFIX = "TAPSTER_"


class BadSetting(Exception):
    """A variable that says nothing the service understands."""


class Settings(Struct, frozen=True, kw_only=True):
    """All settings of the service. The README's table says what each is for."""

    bind: str = "127.0.0.1:8000"
    database_url: str = "sqlite:///tapster.db"
    sqlite_synchronous: str = "full"
    workers: int = 2
    threads: int = 128
    wait_max: float = 25.0
    allow_seeds: bool = False
    api_keys: tuple[str, ...] = ()
    log_level: str = "info"

    @property
    def host(self) -> str:
        """The address to listen on; one of IPv6 stands in brackets."""
        return self.bind.rpartition(":")[0]

    @property
    def port(self) -> int:
        """The port to listen on."""
        return int(self.bind.rpartition(":")[2])

    @property
    def waiting_capacity(self) -> int:
        """How many requests may wait at once in one process: half of its threads."""
        return max(1, self.threads // 2)

    @property
    def sqlite_path(self) -> str:
        """The database file."""
        return self.database_url.removeprefix("sqlite:///")


def _bind(text: str) -> str:
    found = re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[^:\s]+):([0-9]{1,5})", text)
    if found is None or int(found[2]) > 65535:
        raise ValueError("an address and a port, such as 127.0.0.1:8000")
    return text


def _database_url(text: str) -> str:
    if not re.fullmatch(r"sqlite:///.+", text) or text.endswith("/:memory:") or "\0" in text:
        raise ValueError("a SQLite file, such as sqlite:///tapster.db")
    return text


def _one_of(*words: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return text.lower()

    return read


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return read


def _seconds(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]+)?", text):
        raise ValueError("a number of seconds, such as 25 or 0.5")
    return float(text)


def _switch(text: str) -> bool:
    words = {"1": True, "true": True, "on": True, "0": False, "false": False, "off": False}
    if text.lower() not in words:
        raise ValueError("on or off (or true, false, 1, 0)")
    return words[text.lower()]


def _keys(text: str) -> tuple[str, ...]:
    if not text.strip():
        return ()
    keys = tuple(key.strip() for key in text.split(","))
    if not all(re.fullmatch(r"[\x21-\x7e]{16,}", key) for key in keys):
        raise ValueError("keys of at least 16 ASCII characters, separated by commas")
    return keys


_READERS: dict[str, Callable[[str], Any]] = {
    "bind": _bind,
    "database_url": _database_url,
    "sqlite_synchronous": _one_of("full", "normal"),
    "workers": _whole(1, 64),
    "threads": _whole(2, 1024),
    "wait_max": _seconds,
    "allow_seeds": _switch,
    "api_keys": _keys,
    "log_level": _one_of("debug", "info", "warning", "error"),
}

_SECRET = {"api_keys"}
"""Settings that no message may repeat."""


def read_settings(variables: Mapping[str, str]) -> Settings:
    """The settings that the variables make. Raises BadSetting, also for a name that is none."""
    values: dict[str, Any] = {}
    for variable, text in variables.items():
        if not variable.startswith(PREFIX):
            continue
        name = variable.removeprefix(PREFIX).lower()
        reader = _READERS.get(name)
        if reader is None or variable != variable.upper():
            known = ", ".join(sorted(PREFIX + name.upper() for name in _READERS))
            raise BadSetting(f"{variable} is not a setting; the settings are {known}.")
        try:
            values[name] = reader(text)
        except ValueError as error:
            given = "it is not" if name in _SECRET else f"it is {text!r}"
            raise BadSetting(f"{variable} must be {error}; {given}.") from error
    return Settings(**values)
