"""A clip is the same motion in whatever dialect it is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.naming.dialects import REQUIRED
from understudy.clean import place_on_floor
from understudy.human import human_from_recording
from understudy.motion import HumanMotion, Recording
from understudy.retarget import track
from understudy.robots import load_robot
from understudy.spatial import rotations as rot

TABLES = sorted(path.stem for path in (Path(__file__).parent / "samples").glob("*.txt"))
ODD = ("bandai_namco", "lafan1")
CASES = [(table, "walk") for table in TABLES] + [(table, "real") for table in sorted({*ODD, *TABLES[::3]})]

TOLERANCE = 1e-3
"""Largest difference of a landmark [m]."""

MADE_UP = ("thumb_tip_l", "thumb_tip_r", "spine")
"""Landmarks that the samples do not have from the clip: thumbs are made up, and a spine of more joints has
another one halfway."""

MIDLINE = ("mid_hip", "chest", "neck", "head")
SAME_FRAME = np.deg2rad(0.1)
FLAT_FOOT = np.deg2rad(5.0)
"""A made-up reference pose has feet as flat as the clip shows them, a recorded T-pose may have others."""

SAME_ANGLE = np.deg2rad(0.5)
SAME_ROOT = 1e-3
"""Largest differences of a robot's joints [rad] and of its root [m]."""


class Files(Protocol):
    """One clip as the fixture writes it."""

    @property
    def dialect(self) -> str: ...
    @property
    def original(self) -> Path: ...
    @property
    def sample(self) -> Path: ...
    @property
    def scrambled(self) -> Path: ...
    @property
    def is_odd(self) -> bool: ...


Make = Callable[[str, str], Files]


def landmark(recording: Recording, name: str) -> np.ndarray:
    """Return (T, 3) [m]."""
    return recording.points[:, recording.names.index(recording.landmark_points[name][0])]


def human(recording: Recording) -> HumanMotion:
    return human_from_recording(place_on_floor(recording))


def largest_angle(first: np.ndarray, second: np.ndarray) -> float:
    """Return the largest angle [rad] between orientations (T, 4)."""
    return float(
        np.linalg.norm(rot.as_rotation_vector(rot.multiply(rot.conjugate(first), second)), axis=1).max()
    )


@pytest.mark.parametrize(("table", "clip"), CASES)
def test_landmarks_and_frames_are_those_of_the_original(make_files: Make, table: str, clip: str) -> None:
    files = make_files(table, clip)
    original, sample = read_capture(files.original), read_capture(files.sample)
    assert original.dialect == "BVH (CMU)"
    assert sample.dialect == f"BVH ({files.dialect})"
    assert sample.fps == pytest.approx(original.fps)
    assert set(REQUIRED) | set(MIDLINE) | {"toe_l", "toe_r"} <= set(sample.landmark_points)
    for name in set(sample.landmark_points) - set(MADE_UP):
        difference = np.abs(landmark(sample, name) - landmark(original, name)).max()
        assert difference < TOLERANCE, name
    assert sample.reference_points is not None
    assert any("put together" in note for note in sample.notes) == files.is_odd
    ours, theirs = human(sample), human(original)
    assert set(ours.frames) == set(theirs.frames)
    for part, frames in ours.frames.items():
        # Without the top of the head nobody knows that heads are nodding in the T-pose of the CMU recordings.
        if part != "head" or "head_top" in sample.landmark_points:
            allowed = FLAT_FOOT if files.is_odd and part.startswith("foot") else SAME_FRAME
            assert largest_angle(frames, theirs.frames[part]) < allowed, part


@pytest.mark.parametrize("table", ["lafan1", "bandai_namco", "rigify", "biped"])
def test_the_robot_moves_alike(make_files: Make, table: str) -> None:
    robot = load_robot("nao")
    files = make_files(table, "walk")
    ours, theirs = (track(human(read_capture(path)), robot) for path in (files.sample, files.original))
    assert np.abs(ours.q[:, 7:] - theirs.q[:, 7:]).max() < SAME_ANGLE
    assert np.abs(ours.q[:, :3] - theirs.q[:, :3]).max() < SAME_ROOT


@pytest.mark.parametrize("table", ["bandai_namco", "biped", "daz", "lafan1", "smpl"])
def test_the_lying_infant_keeps_its_size(make_files: Make, table: str) -> None:
    files = make_files(table, "infant")
    original, sample = read_capture(files.original), read_capture(files.sample)
    assert any("lies" in note for note in sample.notes) or files.is_odd
    length = np.linalg.norm(landmark(original, "hip_l") - landmark(original, "ankle_l"), axis=1)
    same = np.linalg.norm(landmark(sample, "hip_l") - landmark(sample, "ankle_l"), axis=1)
    np.testing.assert_allclose(same, length, atol=TOLERANCE)
