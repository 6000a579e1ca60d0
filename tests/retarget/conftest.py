"""Robots and motions for the tests of retargeting."""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase

import mujoco
import numpy as np
import pytest

from understudy.errors import RobotError
from understudy.motion.landmarks import DERIVED_LANDMARKS
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.digits import followers
from understudy.robots.fingers import finger_joints

FPS = 100.0
"""Frames a second of the made-up motions [1/s]."""

SWINGS_ABOUT = {
    "fetus": {"*_shoulder_elevation": 0.8},  # An arm that hangs does not show in which plane it was raised.
    "jvrc1": {"?_WRIST_R": 1.5},  # At 0 the joints before and behind it both turn the hand about the forearm.
    "simple-humanoid": {"LARM_ELBOW": 0.9},  # Its range has the straight elbow in the middle.
}
"""Robot → joint or pattern → angle [rad] about which it swings, so that no other joint can do the same."""


@pytest.fixture(params=robot_names())
def robot(request: pytest.FixtureRequest) -> Robot:
    """Return every catalogued robot whose model is installed."""
    try:
        return load_robot(request.param)
    except RobotError as error:
        if "not installed" not in str(error):
            raise
        pytest.skip(str(error))


@pytest.fixture
def coupled() -> Callable[[mujoco.MjModel, np.ndarray], np.ndarray]:
    """Return the function that sets the coupled joints of coordinates (Q,) from those that drive them."""
    return _coupled


@pytest.fixture
def swing() -> Callable[[Robot, int], np.ndarray]:
    """Return the function that moves all joints of a robot."""
    return _swinging_motion


def _swinging_motion(robot: Robot, frames: int) -> np.ndarray:
    """Return (T, Q) coordinates in which every joint swings, elbows and knees never straight.

    A straight elbow leaves open how the turn of a hand is shared between shoulder and wrist, so no
    method could find the robot's own angles again there. Joints between the trunk and a hip or shoulder
    (a clavicle) rest: a trunk runs between the middles of the hips and shoulders, which a robot has on one
    body each and a person halfway between two that move.
    """
    generator = np.random.default_rng(1)
    time = np.arange(frames) / FPS
    low, high = np.maximum(robot.lower, -1.5), np.minimum(robot.upper, 2.2)
    centre = np.clip(robot.home[-len(robot.joints) :], low, high)
    bending = {
        joint
        for landmark in ("elbow_l", "elbow_r", "knee_l", "knee_r")
        for joint in (robot.card.landmarks[landmark].joints if landmark in robot.card.landmarks else ())
    }
    for index, joint in enumerate(robot.joints):
        if joint in bending or "elbow" in joint:
            centre[index] = 0.5 * (low[index] + high[index])
        for pattern, angle in SWINGS_ABOUT.get(robot.name, {}).items():
            if fnmatchcase(joint, pattern):
                centre[index] = angle
    room = np.minimum(high - centre, centre - low)
    centre = np.where(room < 0.1, 0.85 * centre + 0.075 * (low + high), centre)
    swing = 0.8 * np.minimum(np.minimum(high - centre, centre - low), 0.5)
    for index in _joints_that_move_middles(robot):
        centre[index], swing[index] = robot.home[-len(robot.joints) :][index], 0.0
    q = np.tile(robot.home, (frames, 1))
    # Fingers are drawn last, so that the rest of a robot swings alike with and without them.
    order = np.argsort([joint in _finger_joints(robot) for joint in robot.joints], kind="stable")
    body = len(order) - len(_finger_joints(robot))
    pace, phase = np.zeros(len(order)), np.zeros(len(order))
    for part in (order[:body], order[body:]):
        pace[part], phase[part] = (
            generator.uniform(0.2, 0.5, len(part)),
            generator.uniform(0.0, 6.0, len(part)),
        )
    pace = np.minimum(pace, 0.5 * robot.velocity / (2.0 * np.pi * np.maximum(swing, 1e-6)))
    q[:, -len(centre) :] = centre + swing * np.sin(2.0 * np.pi * pace * time[:, None] + phase)
    if robot.has_free_base:
        q[:, 0] += 0.4 * time
        q[:, 2] += 0.5
    return np.array([_coupled(robot.model, row) for row in q])


def _finger_joints(robot: Robot) -> set[str]:
    """Return the joints of a robot's fingers with those that follow them."""
    own = {finger.joint for finger in finger_joints(robot)}
    return own.union(*(followers(robot.model, joint) for joint in own))


def _joints_that_move_middles(robot: Robot) -> set[int]:
    """Return the indices of joints between hips or shoulders and the last body that carries the pair."""
    found: set[int] = set()
    for middle, pair in DERIVED_LANDMARKS.items():
        for landmark in pair if middle in robot.middles else ():
            body = robot.landmarks[landmark].body
            while body != robot.middles[middle].body:
                first = robot.model.body_jntadr[body]
                names = [robot.model.joint(first + k).name for k in range(robot.model.body_jntnum[body])]
                found |= {robot.joints.index(name) for name in names}
                body = robot.model.body_parentid[body]
    return found


def _coupled(model: mujoco.MjModel, q: np.ndarray) -> np.ndarray:
    for equality in range(model.neq):
        follower = model.jnt_qposadr[model.eq_obj1id[equality]]
        driver = model.jnt_qposadr[model.eq_obj2id[equality]]
        q[follower] = model.eq_data[equality][0] + model.eq_data[equality][1] * q[driver]
    return q
