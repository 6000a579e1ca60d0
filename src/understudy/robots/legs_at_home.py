"""A robot's motion with its legs, and where it stands, as in its home pose."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import RobotMotion
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

_UPPER = ("shoulder", "elbow", "wrist", "head", "head_top", "neck", "knuckle")
"""Landmarks, without side, that no leg carries."""

_LOWER = ("knee", "ankle", "heel", "toe")


def leg_joints(robot: Robot) -> tuple[str, ...]:
    """Return the joints that move knees or feet and nothing of the upper body."""
    model = robot.model
    upper, lower = (_ancestors(robot, names) for names in (_UPPER, _LOWER))
    legs = lower - upper
    return tuple(name for name in robot.joints if int(model.joint(name).bodyid[0]) in legs)


def with_legs_at_home(motion: RobotMotion, robot: Robot) -> RobotMotion:
    """Return the motion with leg joints and root as at home; the root keeps its mean heading and place.

    Args:
        motion: What a robot does.
        robot: The robot.

    Raises:
        InvalidMotionError: Where the robot has no legs to hold.
    """
    joints = leg_joints(robot)
    if not joints:
        raise InvalidMotionError(f"robot '{robot.name}' has no legs that could be held at home")
    q, home = np.array(motion.q), np.array(robot.home)
    first = q.shape[1] - len(robot.joints)
    for name in joints:
        q[:, first + robot.joints.index(name)] = home[first + robot.joints.index(name)]
    if robot.has_free_base:
        turned = rot.multiply(motion.q[:, 3:7], rot.conjugate(home[3:7]))
        ahead = rot.rotate(turned, np.array([1.0, 0.0, 0.0]))[:, :2].mean(axis=0)
        heading = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), float(np.arctan2(ahead[1], ahead[0])))
        q[:, :2], q[:, 2] = motion.q[:, :2].mean(axis=0), home[2]
        q[:, 3:7] = rot.multiply(heading, home[3:7])
    return replace(motion, q=q, provenance=motion.provenance.then("legs_at_home", joints=list(joints)))


def _ancestors(robot: Robot, names: tuple[str, ...]) -> set[int]:
    """Return the bodies that carry any of some landmarks, directly or not."""
    found: set[int] = set()
    for landmark, attached in robot.landmarks.items():
        part = landmark[:-2] if landmark.endswith(("_l", "_r")) else landmark
        body = attached.body if part in names else 0
        while body:
            found.add(body)
            body = int(robot.model.body_parentid[body])
    return found
