"""The SDK is strict for both type checkers that its users have. mypy runs with the other checks."""

import shutil
import subprocess
from pathlib import Path

import pytest

SDK = Path(__file__).parent.parent.parent / "sdk"
PYRIGHT = "pyright@1.1.414"


@pytest.mark.slow
def test_pyright_finds_nothing_in_strict_mode() -> None:
    npx = shutil.which("npx")
    if npx is None:
        pytest.skip("npx is not installed")
    try:
        checked = subprocess.run(
            [npx, "--yes", PYRIGHT],
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
            cwd=SDK,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("the registry of npm packages does not answer")
    if "npm error" in checked.stderr:
        pytest.skip(f"{PYRIGHT} cannot be had here")
    assert checked.stdout.strip().endswith("0 errors, 0 warnings, 0 informations"), checked.stdout
