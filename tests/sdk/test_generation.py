"""What is generated is fresh, repeatable, and copes with the documents of other days."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

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


def document(root: Path) -> dict[str, Any]:
    """The document of a checkout."""
    read: dict[str, Any] = json.loads(
        (root / "openapi" / "openapi.json").read_text(encoding="utf-8")
    )
    return read


def test_the_generated_files_are_fresh() -> None:
    checked = generate(ROOT, "--check")
    assert checked.returncode == 0, checked.stderr


def test_cards_that_begin_with_a_number_have_plain_names() -> None:
    assert FlipCard("6-hot") is FlipCard.N6_HOT
    assert DrinkoCard("red-6") is DrinkoCard.RED_6
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


class Mended(NamedTuple):
    """A checkout whose generated files were stale, and have been written again."""

    root: Path
    checked: "subprocess.CompletedProcess[str]"
    written: "subprocess.CompletedProcess[str]"


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> Mended:
    """A checkout in which Drinko is the only kind, and somebody has patched what is generated."""
    root = tmp_path_factory.mktemp("checkout")
    left_out = shutil.ignore_patterns("*.egg-info", "build", "__pycache__")
    shutil.copytree(ROOT / "sdk", root / "sdk", ignore=left_out)
    shutil.copytree(ROOT / "openapi", root / "openapi")
    reduced = without_other_kinds(document(root), "drinko")
    (root / "openapi" / "openapi.json").write_text(json.dumps(reduced), encoding="utf-8")
    package = root / "sdk" / "tapster_sdk"
    with (package / "_sync" / "seat.py").open("a", encoding="utf-8") as patched:
        patched.write("\n# patched by hand\n")
    (package / "_generated" / "left_over.py").write_text("", encoding="utf-8")
    return Mended(root, generate(root, "--check"), generate(root))


def test_stale_files_are_told(mended: Mended) -> None:
    assert mended.checked.returncode == 1
    assert mended.checked.stderr == (
        "The SDK is not fresh: run `python sdk/generate.py`. Outdated: "
        "sdk/tapster_sdk/_generated/__init__.py, sdk/tapster_sdk/_generated/left_over.py, "
        "sdk/tapster_sdk/_generated/models.py, sdk/tapster_sdk/_generated/operations.py, "
        "sdk/tapster_sdk/_sync/seat.py.\n"
    )


def test_stale_files_are_mended(mended: Mended) -> None:
    assert mended.written.returncode == 0, mended.written.stderr
    package = mended.root / "sdk" / "tapster_sdk"
    fresh = ROOT / "sdk" / "tapster_sdk" / "_sync" / "seat.py"
    assert (package / "_sync" / "seat.py").read_bytes() == fresh.read_bytes()
    assert not (package / "_generated" / "left_over.py").exists()


def test_a_service_with_one_kind_has_models_too(mended: Mended) -> None:
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
        cwd=mended.root / "sdk",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(str(mended.root))
