"""The root of a robot whose model hangs on another body than its pelvis, such as its chest or a foot."""

from __future__ import annotations

import numpy as np

from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import joints_between
from understudy.spatial import rotations as rot

_FIRST = 1
"""The body that carries the root's coordinates."""


def root_is_pelvis(robot: Robot) -> bool:
    """Return whether the pelvis moves as the root does."""
    pelvis = robot.frames.get("pelvis")
    return pelvis is None or not joints_between(robot.model, _FIRST, pelvis.body)


def root_for_pelvis(robot: Robot, q: np.ndarray, turn: np.ndarray, hips: np.ndarray | None) -> np.ndarray:
    """Return the root (7,) with which the pelvis is turned from its home, and the hips are at a place.

    Args:
        robot: A robot with a free base and a pelvis.
        q: (Q,) its pose, whose joints stay as they are.
        turn: (4,) wxyz how the pelvis is turned from its orientation at home.
        hips: (3,) where the middle of the hips is [m]; None leaves the pelvis where it is in the pose.
    """
    pelvis = robot.frames["pelvis"].body
    home, now = home_data(robot.model, robot.home), home_data(robot.model, q)
    wanted = rot.multiply(turn, np.array(home.xquat[pelvis]))
    change = rot.multiply(wanted, rot.conjugate(np.array(now.xquat[pelvis])))
    middle = robot.middles.get("mid_hips")
    pivot = now.xpos[pelvis].copy() if middle is None else point_in_world(now, middle)
    place = pivot if hips is None else hips
    position = place + rot.rotate(change, q[:3] - pivot)
    return np.concatenate([position, rot.multiply(change, q[3:7])])
