"""A synthetic motion is one truth: angles, rotations and positions belong together and cannot be changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.errors import InvalidMotionError
from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion

HUMAN_RANGE = {  # [deg], widest that healthy people or infants reach
    "hip_flexion": (-30.0, 130.0),
    "hip_abduction": (-30.0, 60.0),
    "hip_rotation": (-45.0, 60.0),
    "knee_flexion": (0.0, 150.0),
    "ankle_dorsiflexion": (-50.0, 30.0),
    "ankle_eversion": (-35.0, 20.0),
    "toe_extension": (-40.0, 80.0),
    "shoulder_flexion": (-60.0, 180.0),
    "shoulder_abduction": (-30.0, 180.0),
    "shoulder_rotation": (-90.0, 95.0),
    "elbow_flexion": (0.0, 150.0),
    "wrist_flexion": (-70.0, 80.0),
    "neck_rotation": (-80.0, 80.0),
    "trunk_flexion": (-30.0, 80.0),
}


@pytest.mark.parametrize("name", ["walk", "kicking"])
def test_bones_keep_their_length(name: str, request: pytest.FixtureRequest) -> None:
    motion: SyntheticMotion = request.getfixturevalue(name)
    for joint, parent in enumerate(motion.skeleton.parents[1:], start=1):
        bone = motion.joint_positions[:, joint] - motion.joint_positions[:, parent]
        expected = np.linalg.norm(motion.skeleton.offsets[joint])
        np.testing.assert_allclose(np.linalg.norm(bone, axis=1), expected, atol=1e-9)


@pytest.mark.parametrize("name", ["walk", "kicking"])
def test_angles_are_within_human_range(name: str, request: pytest.FixtureRequest) -> None:
    motion: SyntheticMotion = request.getfixturevalue(name)
    for angle, values in motion.angles.items():
        low, high = HUMAN_RANGE.get(angle.removesuffix("_l").removesuffix("_r"), (-60.0, 90.0))
        assert low <= np.degrees(values.min()), angle
        assert np.degrees(values.max()) <= high, angle


@pytest.mark.parametrize("name", ["walk", "kicking"])
def test_knee_angle_is_the_angle_between_thigh_and_shin(name: str, request: pytest.FixtureRequest) -> None:
    motion: SyntheticMotion = request.getfixturevalue(name)
    hip, knee, ankle = (
        motion.joint_positions[:, motion.body.index(f"Left{part}")] for part in ("UpLeg", "Leg", "Foot")
    )
    measured = rot.angle_between(knee - hip, ankle - knee)
    np.testing.assert_allclose(motion.angles["knee_flexion_l"], measured, atol=1e-9)


def test_arrays_are_frozen(walk: SyntheticMotion) -> None:
    for array in (walk.root_positions, walk.local_rotations, walk.contacts, walk.angles["knee_flexion_l"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_contacts_of_the_wrong_shape_are_refused(walk: SyntheticMotion) -> None:
    with pytest.raises(InvalidMotionError, match=r"contacts has shape \(240, 2\)"):
        replace(walk, contacts=walk.contacts[:, :2])


def test_an_unknown_angle_is_refused(walk: SyntheticMotion) -> None:
    with pytest.raises(InvalidMotionError, match="unknown anatomical angle 'tail'"):
        replace(walk, angles={"tail": np.zeros(walk.frame_count)})
