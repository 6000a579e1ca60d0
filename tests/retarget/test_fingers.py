"""Fingers of robots follow the person's where the capture shows them, and rest where it does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.anatomy.fingers import REST
from understudy.data import built_in_motion
from understudy.motion import HumanMotion
from understudy.pipeline import retarget
from understudy.robots import Robot, load_robot
from understudy.robots.fingers import finger_joints
from understudy.robots.source import human_from_robot
from understudy.takes import read_human

FPS, FRAMES = 60.0, 120
METHODS = ("track", "geometric")


@pytest.fixture(scope="module")
def mimo() -> Robot:
    return load_robot("mimo")


def closing(robot: Robot, closure: np.ndarray) -> HumanMotion:
    """Return a person like the robot who stands still but for hands that close so far (T,)."""
    q = np.tile(robot.home, (len(closure), 1))
    for finger in finger_joints(robot):
        column = int(robot.model.joint(finger.joint).qposadr[0])
        q[:, column] = finger.opened + closure * (finger.closed - finger.opened)
    return human_from_robot(robot, q, FPS)


def closures(robot: Robot, joints: np.ndarray) -> np.ndarray:
    """Return how far (T, F) finger joints are closed."""
    return np.stack(
        [
            (joints[:, robot.joints.index(f.joint)] - f.opened) / (f.closed - f.opened)
            for f in finger_joints(robot)
        ],
        axis=1,
    )


@pytest.mark.parametrize("method", METHODS)
def test_hands_open_and_close_with_the_persons(mimo: Robot, method: str) -> None:
    closure = 0.4 - 0.35 * np.cos(np.linspace(0.0, 2.0 * np.pi, FRAMES))
    motion = retarget(closing(mimo, closure), mimo, method)
    np.testing.assert_allclose(
        closures(mimo, motion.joint_positions), np.tile(closure[:, None], 2), atol=0.06
    )


@pytest.mark.parametrize("method", METHODS)
def test_hands_that_are_not_seen_rest(mimo: Robot, method: str) -> None:
    stiff = closing(mimo, np.full(FRAMES, 0.1))
    unseen = replace(stiff, valid=np.array([[not n.startswith("fingertip") for n in stiff.names]] * FRAMES))
    for human in (stiff, unseen):
        motion = retarget(human, mimo, method)
        np.testing.assert_allclose(closures(mimo, motion.joint_positions)[10:], REST, atol=0.05)


def test_fingers_keep_their_limits_and_leave_others_alone(mimo: Robot) -> None:
    closure = (np.arange(FRAMES) // 10 % 2) * 1.0
    motion = retarget(closing(mimo, closure), mimo)
    speed = np.abs(np.diff(motion.joint_positions, axis=0)).max(axis=0) * FPS
    assert (speed <= mimo.velocity * (1.0 + 1e-6)).all()
    fingers = [mimo.joints.index(finger.joint) for finger in finger_joints(mimo)]
    others = np.delete(motion.joint_positions, fingers, axis=1)
    assert np.abs(others - np.delete(mimo.home[7:], fingers)).max() < 0.05


def test_a_made_up_infant_moves_its_fingers(mimo: Robot) -> None:
    moved = closures(mimo, retarget(read_human(built_in_motion("infant_kicking")), mimo).joint_positions)
    assert np.ptp(moved, axis=0).min() > 0.1


def test_robots_without_fingers_have_nothing_to_play() -> None:
    assert finger_joints(load_robot("nao")) == ()
