"""Films of strangers: a sentence or a result, never a hang or a crash of the process that reads them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "hostile" / "media.py"
ODD_AND_SOME = 64
"""All odd films, and as many damaged ones as there are kinds."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it measures processes as Windows cannot")


@pytest.mark.fuzz
def test_odd_and_damaged_films_are_read_or_refused(
    search_seconds: float | None, request: pytest.FixtureRequest
) -> None:
    pytest.importorskip("imageio_ffmpeg")
    count = ODD_AND_SOME if search_seconds is None else max(ODD_AND_SOME, round(search_seconds))
    seed = 0 if search_seconds is None else request.config.getoption("--hypothesis-seed")
    command = [sys.executable, str(SCRIPT), "--count", str(count), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{count} files: " in done.stdout
    assert " 0 faults" in done.stdout
