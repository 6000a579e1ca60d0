"""Formats of turned joints put every joint where the performer's is, and turn it as that one is turned."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.spatial import rotations as rot
from understudy.synth import Corruption, SyntheticMotion, make, record
from understudy.synth.formats import RENDERINGS
from understudy.synth.formats.bone_names import ACCLAIM_BONES, VRM_BONES, XSENS_SEGMENTS

MILLIMETRE = 1e-3
TENTH_OF_A_DEGREE = np.deg2rad(0.1)

JOINTS: dict[str, Mapping[str, str]] = {
    "bvh": {},
    "fbx": {},
    "fbx_ascii": {},
    "glb": {},
    "gltf": {},
    "vrma": VRM_BONES,
    "mvnx": XSENS_SEGMENTS,
    "acclaim": ACCLAIM_BONES | {"Hips": "root"},
}
"""Format → what it calls those joints of the performer that it calls otherwise."""


@pytest.fixture(scope="module", params=["walk", "bend", "teapot"])
def motion(request: pytest.FixtureRequest) -> SyntheticMotion:
    return make(request.param, seconds=2.0, fps=30.0)


@pytest.mark.parametrize("name", JOINTS)
def test_joints_are_where_they_truly_are(name: str, motion: SyntheticMotion, tmp_path: Path) -> None:
    rendering = RENDERINGS[name]
    path = tmp_path / f"take{rendering.suffix}"
    rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))
    recording = read_capture(path)
    assert not recording.warnings
    assert recording.fps == pytest.approx(motion.fps)
    assert recording.rotations is not None
    # Some formats have no name for every joint; those that they have are all there.
    called = {joint: JOINTS[name].get(joint, joint) for joint in motion.skeleton.names}
    kept = [joint for joint, name in called.items() if name in recording.names]
    assert len(kept) >= len(JOINTS[name] or motion.skeleton.names)
    columns = [recording.names.index(called[joint]) for joint in kept]
    true = [motion.skeleton.names.index(joint) for joint in kept]
    away = np.linalg.norm(recording.points[:, columns] - motion.joint_positions[:, true], axis=-1)
    assert away.max() < MILLIMETRE
    # Orientations are since the standing pose, whatever the frames of joints are in the file.
    found = recording.rotations[:, columns]
    if recording.reference_rotations is not None:
        found = rot.multiply(found, rot.conjugate(recording.reference_rotations[columns]))
    off = rot.multiply(rot.conjugate(motion.joint_orientations[:, true]), found)
    assert np.linalg.norm(rot.as_rotation_vector(off), axis=-1).max() < TENTH_OF_A_DEGREE
