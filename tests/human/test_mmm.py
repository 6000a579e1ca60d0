"""MMM's angles play on our body: every landmark is where the reader of MMM files puts it."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

from understudy.capture.mmm.document import read_mmm_document
from understudy.capture.mmm.model import LANDMARK_POINTS, body_poses, build_skeleton
from understudy.capture.mmm.motion import MmmMotion
from understudy.errors import InvalidMotionError
from understudy.human import Human
from understudy.human.mmm import coordinates_from_mmm, mmm_from_coordinates
from understudy.robots.robot import point_in_world

HEIGHT = 1.8
EXACT = 1e-9


def random_motion(frames: int = 5) -> MmmMotion:
    generator = np.random.default_rng(7)
    joints = tuple(name for name in Human(subset="no_hands").joints)
    return MmmMotion(
        name="made up",
        times=np.arange(frames) / 100.0,
        root_positions=generator.normal(size=(frames, 3)),
        root_rotations=generator.uniform(-1.2, 1.2, size=(frames, 3)),
        joints=joints,
        joint_positions=generator.uniform(-1.0, 1.0, size=(frames, len(joints))),
        height=HEIGHT,
    )


def played(human: Human, motion: MmmMotion) -> np.ndarray:
    angles = {joint: motion.angle(joint) for joint in motion.joints}
    return coordinates_from_mmm(human, motion.root_positions, motion.root_rotations, angles)


def worst_error(human: Human, motion: MmmMotion, frames: list[int]) -> float:
    """Return the largest distance [m] between our landmarks and those of the reader."""
    skeleton = build_skeleton(motion.height or HEIGHT)
    points = body_poses(motion, skeleton).points
    coordinates = played(human, motion)
    data = mujoco.MjData(human.model)
    worst = 0.0
    for frame in frames:
        data.qpos[:] = coordinates[frame]
        mujoco.mj_kinematics(human.model, data)
        for landmark, (name,) in LANDMARK_POINTS.items():
            ours = point_in_world(data, human.landmarks[landmark])
            worst = max(worst, float(np.linalg.norm(ours - points[frame, skeleton.names.index(name)])))
    return worst


@pytest.mark.parametrize("subset", ["full", "no_hands"])
def test_our_landmarks_are_the_reader_s(subset: str) -> None:
    human = Human(height=HEIGHT, subset=subset)
    assert worst_error(human, random_motion(), [0, 1, 2, 3, 4]) < EXACT


def test_a_real_motion_plays_on_our_body(shared: Path) -> None:
    motion = read_mmm_document(shared / "motions" / "mmm" / "gesture.xml").motions[0]
    human = Human(height=motion.height, mass=motion.mass)
    assert set(motion.joints) <= set(human.joints)
    assert worst_error(human, motion, [0, 200, 400, 604]) < EXACT


def test_coordinates_come_back_as_mmm_s_numbers() -> None:
    human, motion = Human(height=HEIGHT), random_motion()
    positions, rotations, angles = mmm_from_coordinates(human, played(human, motion))
    np.testing.assert_allclose(positions, motion.root_positions, atol=EXACT)
    np.testing.assert_allclose(rotations, motion.root_rotations, atol=EXACT)
    for joint in motion.joints:
        np.testing.assert_allclose(angles[joint], motion.angle(joint), atol=EXACT)


def test_a_thing_does_not_play_on_a_person() -> None:
    with pytest.raises(InvalidMotionError, match="none of the motion's 1 joints is the human's"):
        coordinates_from_mmm(Human(), np.zeros((1, 3)), np.zeros((1, 3)), {"door_joint": np.zeros(1)})
