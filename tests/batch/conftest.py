"""A folder of short captures as people have them: several formats, folders in folders, one broken."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from understudy.batch import Batch, BatchResult, run_batch
from understudy.batch.job import Recipe
from understudy.synth import Corruption, make, record
from understudy.synth.formats import find_rendering

SECONDS, FPS = 0.5, 30.0
RATE = 50.0
ROBOT = "nao"

CAPTURES = {"walk.bvh": "walk", "more/wave.csv": "wave", "more/deep/squat.trc": "squat"}
"""File → the motion in it."""

TAKE = "more/take"
"""A folder with one file a frame."""

BROKEN = "more/broken.bvh"

PROJECT = Path(__file__).resolve().parents[2]


def write_capture(path: Path, motion: str) -> None:
    """Write a short made-up capture, in the format that its name ends in, or as OpenPose's folder."""
    rendering = find_rendering(None if path.suffix else "openpose", path)
    made = make(motion, SECONDS, FPS)
    path.parent.mkdir(parents=True, exist_ok=True)
    rendering.write(path, record(made, rendering.point_set(made.body), Corruption()))


@pytest.fixture
def clips(made_clips: Path, tmp_path: Path) -> Path:
    """Return a copy of the folder of captures, to be changed at will."""
    return Path(shutil.copytree(made_clips, tmp_path / "clips"))


@pytest.fixture(scope="session")
def made_clips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with three captures, a take of a file a frame, a broken file and what is no capture."""
    folder = tmp_path_factory.mktemp("made") / "clips"
    for name, motion in CAPTURES.items():
        write_capture(folder / name, motion)
    write_capture(folder / TAKE, "wave")
    whole = (folder / "walk.bvh").read_text()
    (folder / BROKEN).write_text(whole[: len(whole) // 2])
    (folder / "more" / "README.md").write_text("Captures of our lab.")
    (folder / ".hidden.bvh").write_text("HIERARCHY")
    return folder


def contents(folder: Path, but: Sequence[str] = ("manifest.jsonl",)) -> dict[str, bytes]:
    """Return all files below a folder by name, but for the manifest, whose order and times differ."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    named = {path.relative_to(folder).as_posix(): path for path in found}
    return {name: path.read_bytes() for name, path in named.items() if name not in but}


KILLED = """
import os, signal, sys
from understudy.batch.local_storage import _LocalLog
from understudy.cli import main

append, lines = _LocalLog.append, []

def kill_after_two(log, line):
    append(log, line)
    lines.append(line)
    if len(lines) == 2:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    _LocalLog.append = kill_after_two
    sys.exit(main(["batch", *sys.argv[1:]]))
"""
"""The command, which kills itself when two jobs are done and written down."""


def killed(*words: str) -> int:
    """Run the command in a process of its own until it is killed, and return how it ended."""
    environment = os.environ | {"PYTHONPATH": str(PROJECT / "src")}
    command = [sys.executable, "-c", KILLED, *words]
    # What it says is read to the end, which comes when the last of its workers has noticed and ended, too.
    return subprocess.run(command, env=environment, capture_output=True, check=False).returncode


def batch_of(clips: Path, output: Path, **changes: object) -> Batch:
    """Return a batch of one robot with an export, without pictures."""
    recipe = Recipe(format="tracking", rate=RATE)
    batch = Batch((str(clips),), (ROBOT,), str(output), recipe, count=1, pictures=0)
    return replace(batch, **changes)


@pytest.fixture(scope="session")
def finished(made_clips: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, BatchResult]:
    """Return the results of all captures, made in one go, and their folder."""
    output = tmp_path_factory.mktemp("finished") / "out"
    return output, run_batch(batch_of(made_clips, output))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def served(clips: Path) -> Iterator[str]:
    """Yield the address of a web server of this machine that shows the captures."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(clips))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
