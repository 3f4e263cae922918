"""Settings: what is understood, what is refused, and how that is said."""

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tapster.config import BadSetting, Settings, read_settings

NAMES = [
    "BIND",
    "DATABASE_URL",
    "SQLITE_SYNCHRONOUS",
    "WORKERS",
    "THREADS",
    "WAIT_MAX",
    "ALLOW_SEEDS",
    "API_KEYS",
    "LOG_LEVEL",
]


def test_without_variables_all_settings_have_their_defaults() -> None:
    assert read_settings({}) == Settings()
    assert read_settings({"PATH": "/bin", "tapster_bind": "x", "XTAPSTER_BIND": "y"}) == Settings()
    assert Settings().bind == "127.0.0.1:8000"
    assert Settings().database_url == "sqlite:///tapster.db"
    assert Settings().sqlite_synchronous == "full"
    assert Settings().allow_seeds is False
    assert (Settings().workers, Settings().threads, Settings().waiting_capacity) == (2, 128, 64)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("BIND", "0.0.0.0:80", "0.0.0.0:80"),
        ("BIND", "[::1]:65535", "[::1]:65535"),
        ("BIND", "localhost:0", "localhost:0"),
        ("DATABASE_URL", "sqlite:////var/lib/tapster.db", "sqlite:////var/lib/tapster.db"),
        ("DATABASE_URL", "sqlite:///a b.db", "sqlite:///a b.db"),
        ("SQLITE_SYNCHRONOUS", "NORMAL", "normal"),
        ("SQLITE_SYNCHRONOUS", "full", "full"),
        ("WORKERS", "1", 1),
        ("WORKERS", "64", 64),
        ("THREADS", "2", 2),
        ("THREADS", "01024", 1024),
        ("WAIT_MAX", "0", 0.0),
        ("WAIT_MAX", "0.25", 0.25),
        ("WAIT_MAX", "60", 60.0),
        ("ALLOW_SEEDS", "on", True),
        ("ALLOW_SEEDS", "TRUE", True),
        ("ALLOW_SEEDS", "0", False),
        ("API_KEYS", "", ()),
        ("API_KEYS", "sixteen-letters-", ("sixteen-letters-",)),
        (
            "API_KEYS",
            " key-number-one-!, key-number-two-!",
            ("key-number-one-!", "key-number-two-!"),
        ),
        ("LOG_LEVEL", "Warning", "warning"),
    ],
)
def test_what_is_understood(name: str, text: str, value: Any) -> None:
    settings = read_settings({f"TAPSTER_{name}": text})
    assert getattr(settings, name.lower()) == value
    expected = Settings(**{name.lower(): value})
    assert settings == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("BIND", ""),
        ("BIND", "127.0.0.1"),
        ("BIND", ":8000"),
        ("BIND", "127.0.0.1:"),
        ("BIND", "127.0.0.1:65536"),
        ("BIND", "127.0.0.1:99999"),
        ("BIND", "127.0.0.1:http"),
        ("BIND", "127.0.0.1:8000\n"),
        ("BIND", "a b:8000"),
        ("BIND", "::1:8000"),
        ("BIND", "http://127.0.0.1:8000"),
        ("DATABASE_URL", ""),
        ("DATABASE_URL", "tapster.db"),
        ("DATABASE_URL", "sqlite://tapster.db"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///:memory:"),
        ("DATABASE_URL", "mysql://localhost/tapster"),
        ("SQLITE_SYNCHRONOUS", "off"),
        ("SQLITE_SYNCHRONOUS", ""),
        ("WORKERS", "0"),
        ("WORKERS", "65"),
        ("WORKERS", "-1"),
        ("WORKERS", "2.0"),
        ("WORKERS", " 2"),
        ("WORKERS", "٢"),
        ("WORKERS", "9" * 5000),
        ("THREADS", "1"),
        ("THREADS", "1025"),
        ("WAIT_MAX", "-1"),
        ("WAIT_MAX", "inf"),
        ("WAIT_MAX", "nan"),
        ("WAIT_MAX", "1e3"),
        ("WAIT_MAX", "10000"),
        ("ALLOW_SEEDS", "yes please"),
        ("ALLOW_SEEDS", ""),
        ("API_KEYS", "short"),
        ("API_KEYS", "sixteen-letters-,short"),
        ("API_KEYS", ","),
        ("API_KEYS", "sixteen-letters-,"),
        ("API_KEYS", "sixteen letters and more"),
        ("API_KEYS", "sixteen-lettérs-and-more"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_what_is_refused(name: str, text: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        read_settings({f"TAPSTER_{name}": text})
    assert str(refusal.value).startswith(f"TAPSTER_{name} must be ")


@pytest.mark.parametrize(
    "variable", ["TAPSTER_", "TAPSTER_PORT", "TAPSTER_bind", "TAPSTER_Workers", "TAPSTER_BIND_"]
)
def test_a_name_that_is_no_setting_is_refused_with_those_that_are(variable: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        read_settings({variable: "1"})
    message = str(refusal.value)
    assert message.startswith(f"{variable} is not a setting; ")
    assert all(f"TAPSTER_{name}" in message for name in NAMES)


def test_no_message_repeats_an_api_key() -> None:
    with pytest.raises(BadSetting) as refusal:
        read_settings({"TAPSTER_API_KEYS": "a-long-and-secret-key,hunter2"})
    assert "secret" not in str(refusal.value)
    assert "hunter2" not in str(refusal.value)


def test_half_of_the_threads_may_wait_and_at_least_one() -> None:
    assert [Settings(threads=n).waiting_capacity for n in (2, 3, 9, 128)] == [1, 1, 4, 64]


def refusal(variables: dict[str, str]) -> str | None:
    """What is said against the variables, None if they are understood."""
    try:
        read_settings(variables)
    except BadSetting as error:
        return str(error)
    return None


@given(st.sampled_from(NAMES), st.text(max_size=60))
def test_any_text_is_understood_or_refused_in_one_line(name: str, text: str) -> None:
    said = refusal({f"TAPSTER_{name}": text})
    assert said is None or said.startswith(f"TAPSTER_{name} must be ")
    assert said is None or len(said.splitlines()) == 1


@given(st.dictionaries(st.text(string.ascii_uppercase + "_", max_size=12), st.text(max_size=12)))
def test_any_variables_are_understood_or_refused(variables: dict[str, str]) -> None:
    named = {f"TAPSTER_{name}": text for name, text in variables.items()}
    said = refusal(named)
    if said is None:
        assert set(variables) <= set(NAMES)
    else:
        assert said.startswith(tuple(named))
    assert read_settings({f"X{variable}": text for variable, text in named.items()}) == Settings()


@given(st.integers(-10, 2000), st.integers(-10, 2000))
def test_numbers_are_taken_exactly_within_their_bounds(workers: int, threads: int) -> None:
    variables = {"TAPSTER_WORKERS": str(workers), "TAPSTER_THREADS": str(threads)}
    if 1 <= workers <= 64 and 2 <= threads <= 1024:
        settings = read_settings(variables)
        assert (settings.workers, settings.threads) == (workers, threads)
    else:
        with pytest.raises(BadSetting):
            read_settings(variables)
