"""A stand-in for a tracker, which sees a performance that is known; ``tests/conftest.py`` offers it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.films import make_film

if TYPE_CHECKING:
    from understudy.capture.video.tracked_film import TrackedFilm

RATE = 20.0
SIZE = (320, 240)


@pytest.fixture
def no_trackers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for trackers, and keep what is tracked in this test alone."""
    from understudy.capture.video.installed import CHOICE_VARIABLE, FOLDER_VARIABLE

    folder = tmp_path / "trackers"
    folder.mkdir()
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    monkeypatch.delenv(CHOICE_VARIABLE, raising=False)
    monkeypatch.setenv("UNDERSTUDY_CACHE", str(tmp_path / "cache"))
    return folder


@pytest.fixture(scope="session")
def seen_wave() -> TrackedFilm:
    """Return what a tracker without faults would see of somebody who waves."""
    import numpy as np

    from understudy.synth import make
    from understudy.synth.film import PinholeCamera, tracked_performance

    motion = make("wave", seconds=2.0, fps=RATE)
    camera = PinholeCamera.looking_at(np.array([0.0, 0.0, 0.9]), np.array([4.0, 0.5, 1.1]), 250.0, SIZE)
    return tracked_performance(motion, camera)


@pytest.fixture
def standin(no_trackers: Path, seen_wave: TrackedFilm) -> Callable[..., Path]:
    """Return what installs a stand-in that answers with what was seen, or with something else."""

    def install(found: TrackedFilm = seen_wave, name: str = "stand-in") -> Path:
        folder = no_trackers / name
        folder.mkdir(exist_ok=True)
        (folder / "seen.npz").write_bytes(found.packed())
        told = {
            "worker": "recorded",
            "python": sys.executable,
            "model": str(folder / "seen.npz"),
            "version": "1",
        }
        (folder / "tracker.toml").write_text(
            "".join(f"{key} = {json.dumps(value)}\n" for key, value in told.items())
        )
        return folder

    return install


@pytest.fixture
def wave_film(tmp_path: Path, seen_wave: TrackedFilm) -> Path:
    """Return a film as long and as large as what the stand-in saw."""
    width, height = SIZE
    source = f"testsrc2=size={width}x{height}:rate={RATE:g}:duration={len(seen_wave.times) / RATE:g}"
    return make_film(tmp_path / "film.mp4", source=source)
