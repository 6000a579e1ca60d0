"""A robot's fingers opened and closed with the person's, or at rest where the capture does not show them."""

from __future__ import annotations

import numpy as np

from understudy.anatomy.fingers import FINGERS, REST, hand_closures
from understudy.kinematics.blocks.guide import GuideBlock
from understudy.motion import HumanMotion
from understudy.robots.chain import follow_couplings
from understudy.robots.fingers import FingerJoint, finger_columns, finger_joints
from understudy.robots.robot import Robot
from understudy.signals import zero_phase_low_pass

FIRMNESS = 1.0
"""Weight [1/rad] of fingers in the solver: what they touch gives way to them as little as they to it."""

CUTOFF = 3.0
"""Frequency [Hz] beyond which a hand's closure is noise: people open and close it a few times a second."""


def wanted_closures(human: HumanMotion, robot: Robot) -> dict[FingerJoint, np.ndarray]:
    """Return how far (T,), 0 to 1, every finger joint of a robot should be closed.

    A thumb that the capture does not show goes with the fingers; hands that it does not show rest.
    """
    joints = finger_joints(robot)
    if not joints:
        return {}
    seen = {key: _smooth(values, human.fps) for key, values in hand_closures(human).items()}
    rest = np.full(human.frame_count, REST)
    return {
        finger: seen.get((finger.part, finger.side), seen.get((FINGERS, finger.side), rest))
        for finger in joints
    }


def with_fingers(joints: np.ndarray, human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return joint coordinates (T, J) [rad or m] with those of the fingers as they should be.

    Args:
        joints: (T, J) coordinates.
        human: The person's motion.
        robot: The robot.
    """
    closures = wanted_closures(human, robot)
    if not closures:
        return joints
    result = np.array(joints)
    for finger, closure in closures.items():
        column = robot.joints.index(finger.joint)
        result[:, column] = finger.opened + closure * (finger.closed - finger.opened)
    return follow_couplings(robot, result)


def finger_guide(empty: GuideBlock, human: HumanMotion, robot: Robot) -> GuideBlock:
    """Return the cost of fingers that are not as far closed as the person's; nothing for a robot without.

    Args:
        empty: The robot's block without rows.
        human: The person's motion.
        robot: The robot.
    """
    columns = finger_columns(robot)
    if not columns:
        return empty
    count = len(robot.joints)
    target = np.tile(robot.home, (human.frame_count, 1))
    target[:, -count:] = with_fingers(target[:, -count:], human, robot)
    shape = (human.frame_count, len(empty.braking))
    weight = np.zeros(shape)
    weight[:, [int(robot.model.joint(name).dofadr[0]) for name in columns]] = FIRMNESS
    return empty._replace(target=target, weight=weight, drag=np.zeros(shape), room=np.full(shape, np.inf))


def _smooth(closure: np.ndarray, fps: float) -> np.ndarray:
    """Return a closure (T,) without gaps and noise; at rest at once where nothing is known."""
    known = np.isfinite(closure)
    frames = np.arange(len(closure))
    filled = np.interp(frames, frames[known], closure[known])
    if fps <= 2.0 * CUTOFF or len(filled) < 2:
        return filled
    return np.clip(zero_phase_low_pass(filled[:, None], CUTOFF, fps)[:, 0], 0.0, 1.0)
