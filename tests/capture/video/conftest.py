"""A stand-in for a tracker, which sees a performance that is known, and films of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.capture.video.films import make_film
from understudy.capture.video.installed import CHOICE_VARIABLE, FILE, FOLDER_VARIABLE
from understudy.capture.video.tracked_film import TrackedFilm
from understudy.synth import make
from understudy.synth.film import PinholeCamera, TrackerNoise, tracked_performance

RATE = 20.0
SIZE = (320, 240)


@pytest.fixture
def trackers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for trackers, and keep what is tracked in this test alone."""
    folder = tmp_path / "trackers"
    folder.mkdir()
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.delenv(CHOICE_VARIABLE, raising=False)
    monkeypatch.setenv("UNDERSTUDY_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.fixture(scope="session")
def seen() -> TrackedFilm:
    """Return what a tracker without faults would see of somebody who waves."""
    motion = make("wave", seconds=2.0, fps=RATE)
    camera = PinholeCamera.looking_at(np.array([0.0, 0.0, 0.9]), np.array([4.0, 0.5, 1.1]), 250.0, SIZE)
    return tracked_performance(motion, camera, TrackerNoise())


@pytest.fixture
def standin(trackers: Path, seen: TrackedFilm) -> Callable[..., Path]:
    """Return what installs a stand-in that answers with what was seen, or with something else."""

    def install(found: TrackedFilm = seen, name: str = "stand-in") -> Path:
        folder = trackers / name
        folder.mkdir(exist_ok=True)
        (folder / "seen.npz").write_bytes(found.packed())
        told = {
            "worker": "recorded",
            "python": sys.executable,
            "model": str(folder / "seen.npz"),
            "version": "1",
        }
        (folder / FILE).write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in told.items()))
        return folder

    return install


@pytest.fixture
def film(tmp_path: Path, seen: TrackedFilm) -> Path:
    """Return a film as long and as large as what the stand-in saw."""
    width, height = SIZE
    source = f"testsrc2=size={width}x{height}:rate={RATE:g}:duration={len(seen.times) / RATE:g}"
    return make_film(tmp_path / "film.mp4", source=source)
