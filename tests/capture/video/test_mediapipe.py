"""The real tracker, where the user has installed it; nothing is downloaded for a test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.films import make_film
from understudy.capture import read_capture
from understudy.capture.video.faces import CORNERS, TASK
from understudy.capture.video.installed import FOLDER_VARIABLE, InstalledTracker, find_tracker
from understudy.capture.video.settings import TrackingSettings, tracking
from understudy.capture.video.tracker import Tracker, TrackerError, TrackerProgram
from understudy.errors import CaptureError
from understudy.takes import read_take

OF_TESTS = Path(sys.prefix) / "trackers"
"""Where `make test` installs it."""


@pytest.fixture(scope="module")
def mediapipe() -> Iterator[InstalledTracker]:
    """Return the tracker, or skip the test with what its user would be told."""
    if FOLDER_VARIABLE not in os.environ and (OF_TESTS / "mediapipe").is_dir():
        os.environ[FOLDER_VARIABLE] = str(OF_TESTS)
    try:
        yield find_tracker("mediapipe")
    except TrackerError as error:
        pytest.skip(f"needs MediaPipe as a tracker: {error}")
    finally:
        if os.environ.get(FOLDER_VARIABLE) == str(OF_TESTS):
            del os.environ[FOLDER_VARIABLE]


@pytest.fixture(scope="module")
def balancing(shared: Path, tmp_path_factory: pytest.TempPathFactory, mediapipe: InstalledTracker) -> Path:
    """Return half a second of a film of somebody who balances."""
    part = tmp_path_factory.mktemp("film") / "part.mp4"
    film = shared / "motions" / "video" / "balancing_cam01.mp4"
    return make_film(part, "-i", str(film), "-frames:v", "30", "-an", source="")


def test_a_person_is_found_in_every_picture_and_hands_in_most(balancing: Path) -> None:
    with tracking(TrackingSettings("mediapipe", keep=False)):
        recording = read_capture(balancing)
    (view,) = recording.views
    assert view.size == (1080, 1920)
    assert len(recording.names) == 75
    assert (view.confidence[:, :33] > 0.0).any(axis=1).all()
    hands = [recording.names.index(f"{side}_hand_index_tip") for side in ("Left", "Right")]
    assert (view.confidence[:, hands] > 0.5).any(axis=1).mean() > 0.3
    # A hand hangs on its wrist.
    wrists = [recording.names.index(f"{side}_wrist") for side in ("Left", "Right")]
    off = np.linalg.norm(view.points[:, hands] - view.points[:, wrists], axis=-1)
    assert np.nanmax(off) < 250.0


def test_limbs_are_near_those_of_four_cameras(balancing: Path, shared: Path) -> None:
    with tracking(TrackingSettings("mediapipe", hands=False, keep=False)):
        seen = read_take(balancing).human
    true = read_take(shared / "motions" / "trc" / "pose2sim_balancing_body25b.trc").human
    for segment in ("thigh_l", "thigh_r", "shin_l", "shin_r"):
        angles = [
            np.degrees(np.arccos(np.clip(human.direction(segment)[0][:30, 2], -1.0, 1.0)))
            for human in (seen, true)
        ]
        assert np.median(np.abs(angles[0] - angles[1])) < 20.0


def test_nobody_is_found_where_nobody_is(mediapipe: InstalledTracker, tmp_path: Path) -> None:
    film = make_film(tmp_path / "a.mp4", source="color=gray:size=320x240:rate=10:duration=1")
    with (
        tracking(TrackingSettings("mediapipe", keep=False)),
        pytest.raises(CaptureError, match="shows nobody"),
    ):
        read_capture(film)


def test_it_finds_faces_too(mediapipe: InstalledTracker) -> None:
    program = mediapipe.program
    with Tracker(TrackerProgram("mediapipe", program.command, {"task": TASK})) as tracker:
        assert tracker.facts.points == CORNERS
        assert tracker.track(np.zeros((120, 90, 3), dtype=np.uint8), 0.0) == ()


def test_what_it_lacks_is_one_sentence_and_nothing_is_downloaded(mediapipe: InstalledTracker) -> None:
    program = TrackerProgram("mediapipe", mediapipe.program.command, {"model": "/nowhere/gone.task"})
    with pytest.raises(TrackerError, match="tracker 'mediapipe' says: "):
        Tracker(program)


def test_its_environment_lacks_understudy(mediapipe: InstalledTracker) -> None:
    python = mediapipe.program.command[0]
    assert subprocess.run([python, "-I", "-c", "import understudy"], capture_output=True).returncode != 0
