"""Turns of joints written for other skeletons turn them as the performer's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.errors import InvalidMotionError
from understudy.motion import Recording
from understudy.motion.landmarks import LIMB_SEGMENTS, SEGMENTS
from understudy.spatial import rotations as rot
from understudy.synth import Corruption, SyntheticMotion, make, performer_body, record
from understudy.synth.body.points import positions_of
from understudy.synth.formats import RENDERINGS

TURNED_LIMBS = {"bvh": 0.01, "acclaim": 0.01, "fbx": 0.01, "glb": 0.01, "mmm": 0.01, "amass": 12.0}
"""Format → largest angle [deg] between a limb there and the performer's; SMPL's bones are not straight."""


def read(motion: SyntheticMotion, name: str, folder: Path) -> Recording:
    rendering = RENDERINGS[name]
    path = folder / f"take{rendering.suffix}"
    rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))
    return read_capture(path)


def point(recording: Recording, name: str) -> np.ndarray:
    columns = [recording.names.index(each) for each in recording.landmark_points[name]]
    return recording.points[:, columns].mean(axis=1)


@pytest.mark.parametrize("name", TURNED_LIMBS)
@pytest.mark.parametrize("what", ["teapot", "bend", "walk"])
def test_limbs_point_where_the_performer_s_do(name: str, what: str, tmp_path: Path) -> None:
    motion = make(what, seconds=2.0, fps=15.0)
    recording = read(motion, name, tmp_path)
    for segment in LIMB_SEGMENTS:
        start, end = SEGMENTS[segment]
        wanted = np.diff(positions_of(motion, (start, end)), axis=1)[:, 0]
        found = point(recording, end) - point(recording, start)
        angles = np.degrees(rot.angle_between(wanted, found))
        assert angles.max() < TURNED_LIMBS[name], segment


@pytest.mark.parametrize("name", ["bvh", "mmm"])
def test_a_lying_infant_lies_there_too(name: str, tmp_path: Path) -> None:
    motion = make("infant_roll", seconds=1.5, fps=10.0)
    recording = read(motion, name, tmp_path)
    wanted = np.diff(positions_of(motion, ("hip_r", "hip_l")), axis=1)[:, 0]
    found = point(recording, "hip_l") - point(recording, "hip_r")
    assert np.degrees(rot.angle_between(wanted, found)).max() < 0.01


@pytest.mark.parametrize("name", ["mmm", "amass"])
def test_feet_stand_still_there_too(name: str, tmp_path: Path) -> None:
    motion = make("squat", seconds=2.0, fps=15.0)
    recording = read(motion, name, tmp_path)
    ankle = point(recording, "ankle_l")
    assert np.ptp(ankle, axis=0).max() < (1e-6 if name == "mmm" else 0.06)
    assert recording.fps == pytest.approx(15.0)


def test_mmm_knows_the_performer_s_height(tmp_path: Path) -> None:
    motion = make("wave", seconds=0.5, fps=10.0, body=performer_body(height=1.62))
    assert read(motion, "mmm", tmp_path).subject.height == pytest.approx(1.62)


def test_an_adult_in_mmm_is_where_the_performer_is(tmp_path: Path) -> None:
    motion = make("walk", seconds=1.0, fps=15.0)
    recording = read(motion, "mmm", tmp_path)
    for landmark in ("hip_l", "knee_r", "ankle_l"):
        wanted = positions_of(motion, (landmark,))[:, 0]
        np.testing.assert_allclose(point(recording, landmark), wanted, atol=1e-6)


def test_smpl_refuses_whom_its_body_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(InvalidMotionError, match=r"performer is 0\.64 m tall, expected 1\.4 to 2\.1 m"):
        read(make("infant_roll", seconds=0.5, fps=10.0), "amass", tmp_path)
