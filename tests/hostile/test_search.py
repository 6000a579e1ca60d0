"""The search for hostile files: it finds what it looks for, and nothing among the first files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts" / "hostile"
CASES = 40
PLANTED = """
import sys; sys.path.insert(0, {scripts!r})
import os, time
from pathlib import Path
import search, cases, numpy
def sample(read): return cases.Sample("model", "a", b"a", {{}}, cases.damaged_bytes, read)
def run(read): return search.run_case(sample(read), b"a", Path({folder!r}))
def ending(read): return run(read).told.partition(":")[0]
search.SECONDS, search.MEMORY = 1.0, 256.0
def hang(path):
    while True: pass
assert ending(lambda path: os.abort()) == "crash"
assert ending(hang) == "hang"
assert ending(lambda path: numpy.ones(1 << 27)) == "large"
assert ending(lambda path: 1 / 0) == "fault"
assert ending(lambda path: None) == "read"
patience, search.PATIENCE = search.PATIENCE, 1
assert ending(lambda path: time.sleep(60)) == "hang"
search.PATIENCE = patience
first = numpy.ones(1 << 25).sum()
assert run(lambda path: None).memory < 64
assert 100 < run(lambda path: numpy.ones(1 << 24).sum()).memory < 192
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it takes forks and limits of memory")


def test_what_it_looks_for_is_found(tmp_path: Path) -> None:
    code = PLANTED.format(scripts=str(SCRIPTS), folder=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", ["model", "card", "mesh", "archive", "onboarding"])
def test_damaged_files_are_read_or_refused(
    kind: str, search_seconds: float | None, request: pytest.FixtureRequest
) -> None:
    """In a search (``make fuzz``) for as long as it lasts."""
    seed = request.config.getoption("--hypothesis-seed") or 0
    how_long = ["--cases", str(CASES)] if search_seconds is None else ["--seconds", str(search_seconds)]
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "search.py"), "--seed", str(seed), "--kinds", kind, *how_long],
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
