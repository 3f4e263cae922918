"""What is generated is fresh, repeatable, and copes with the documents of other days."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tapster_sdk.models import DrinkoCard, FlipCard

ROOT = Path(__file__).parent.parent.parent


def generate(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs the generator of a checkout."""
    return subprocess.run(
        [sys.executable, str(root / "sdk" / "generate.py"), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout's SDK and document, to be changed."""
    shutil.copytree(
        ROOT / "sdk", tmp_path / "sdk", ignore=shutil.ignore_patterns("*.egg-info", "build")
    )
    shutil.copytree(ROOT / "openapi", tmp_path / "openapi")
    return tmp_path


def document(root: Path) -> dict[str, Any]:
    """The document of a checkout."""
    read: dict[str, Any] = json.loads(
        (root / "openapi" / "openapi.json").read_text(encoding="utf-8")
    )
    return read


def test_the_generated_files_are_fresh() -> None:
    checked = generate(ROOT, "--check")
    assert checked.returncode == 0, checked.stderr


def test_stale_files_are_told_and_mended(copy: Path) -> None:
    package = copy / "sdk" / "tapster_sdk"
    changed = document(copy)
    changed["info"]["version"] = "9.9.9"
    (copy / "openapi" / "openapi.json").write_text(json.dumps(changed), encoding="utf-8")
    stale = package / "_sync" / "seat.py"
    fresh = stale.read_text(encoding="utf-8")
    stale.write_text(fresh + "\n# patched by hand\n", encoding="utf-8")
    (package / "_generated" / "left_over.py").write_text("", encoding="utf-8")
    checked = generate(copy, "--check")
    assert checked.returncode == 1
    assert checked.stderr == (
        "The SDK is not fresh: run `python sdk/generate.py`. Outdated: "
        "sdk/tapster_sdk/_generated/__init__.py, sdk/tapster_sdk/_generated/left_over.py, "
        "sdk/tapster_sdk/_generated/models.py, sdk/tapster_sdk/_generated/operations.py, "
        "sdk/tapster_sdk/_sync/seat.py.\n"
    )
    assert generate(copy).returncode == 0
    assert stale.read_text(encoding="utf-8") == fresh
    assert not (package / "_generated" / "left_over.py").exists()


def test_cards_that_begin_with_a_number_have_plain_names() -> None:
    assert FlipCard("6-hot") is FlipCard.N6_HOT
    assert DrinkoCard("red-6") is DrinkoCard.RED_6
    assert all(name.isidentifier() for name in FlipCard.__members__)
    words = {"_".join(card.value.upper().split("-")) for card in FlipCard}
    assert {name.removeprefix("N") for name in FlipCard.__members__} == words


def without_other_kinds(whole: dict[str, Any], kept: str) -> dict[str, Any]:
    """The document of a service with one kind alone: its unions have one branch or lose some."""
    schemas = whole["components"]["schemas"]
    for name in ("NewGame", "Game"):
        schemas[name] = {"$ref": f"#/components/schemas/{kept.capitalize()}{name}"}
    for name in ("Action", "Event"):
        mapping = {
            tag: reference
            for tag, reference in schemas[name]["discriminator"]["mapping"].items()
            if tag.startswith(f"{kept}.") or "." not in tag
        }
        schemas[name] = {
            "discriminator": {"propertyName": "type", "mapping": mapping},
            "oneOf": [{"$ref": reference} for reference in mapping.values()],
        }
    for parameter in whole["paths"]["/v1/games"]["get"]["parameters"]:
        if parameter["name"] == "kind":
            parameter["schema"]["enum"] = [kept]
    return whole


def test_a_service_with_one_kind_has_models_too(copy: Path) -> None:
    reduced = without_other_kinds(document(copy), "drinko")
    (copy / "openapi" / "openapi.json").write_text(json.dumps(reduced), encoding="utf-8")
    done = generate(copy)
    assert done.returncode == 0, done.stderr
    program = (
        "from tapster_sdk import models\n"
        "from tapster_sdk._base import reading\n"
        "from pydantic import TypeAdapter\n"
        "assert not hasattr(models, 'FlipGame')\n"
        "models.DrinkoNewGame(seats=[models.NewSeat(), models.NewSeat()])\n"
        "with reading():\n"
        "    action = TypeAdapter(models.Action).validate_python({'type': 'flip.flip'})\n"
        "assert isinstance(action, models.UnknownAction)\n"
        "print(models.__file__)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=copy / "sdk",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(str(copy))
