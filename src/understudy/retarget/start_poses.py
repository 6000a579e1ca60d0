"""Poses from which a method begins, and from which it looks for better IK branches, alike on both sides."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from understudy.errors import RobotError
from understudy.kinematics.starts import RANDOM_POSTURES, start_postures
from understudy.motion import HumanMotion
from understudy.retarget.placement import HIPS, ROOT, Placement
from understudy.robots.mirroring import mirrored
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import joints_between
from understudy.spatial import rotations as rot

_FIRST = 1
"""The body that carries the root's coordinates."""


def start_poses(human: HumanMotion, robot: Robot, spots: Placement) -> np.ndarray:
    """Return poses from which to solve the first frame: start postures placed where the person is."""
    starts = robot_postures(robot).copy()
    if robot.has_free_base:
        turn = _first_turn(human)
        known = spots.names[:1] in ((HIPS,), (ROOT,)) and spots.known[:, 0].any()
        spot = spots.places[spots.known[:, 0].argmax(), 0] if known else None
        if _root_is_pelvis(robot) or spots.names[:1] == (ROOT,):
            starts[:, 3:7] = rot.multiply(turn, np.array(robot.home[3:7]))
            starts[:, :3] = starts[:, :3] if spot is None else spot
        else:
            starts[:, :7] = [_root_for_pelvis(robot, start, turn, spot) for start in starts]
    return starts


@lru_cache(maxsize=64)
def robot_postures(robot: Robot) -> np.ndarray:
    """Return postures (S, Q) of a robot at home, alike on both sides; not to be written to."""
    home = np.array(robot.home)
    columns = np.arange(len(home) - len(robot.joints), len(home))
    postures = _alike_on_both_sides(robot, start_postures(home, columns, robot.lower, robot.upper))
    postures.setflags(write=False)
    return postures


def _root_is_pelvis(robot: Robot) -> bool:
    """Return whether the pelvis moves as the root does; some models are rooted in a chest or a foot."""
    pelvis = robot.frames.get("pelvis")
    return pelvis is None or not joints_between(robot.model, _FIRST, pelvis.body)


def _root_for_pelvis(robot: Robot, q: np.ndarray, turn: np.ndarray, hips: np.ndarray | None) -> np.ndarray:
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


def _first_turn(human: HumanMotion) -> np.ndarray:
    """Return a quaternion (4,) that turns a robot at home roughly as the person's trunk, when first seen."""
    wanted = human.frames.get("pelvis", human.frames.get("chest"))
    if wanted is not None:
        return wanted[0]
    (up, up_known), (left, left_known) = human.direction("trunk"), human.direction("shoulder_line")
    known = up_known & left_known
    first = int(known.argmax())
    return rot.from_axes(None, left[first], up[first]) if known[first] else np.array(rot.IDENTITY)


def _alike_on_both_sides(robot: Robot, postures: np.ndarray) -> np.ndarray:
    """Return postures (S, Q) of which the second half of the random ones are mirror images of the first.

    What is found for a left arm is so found for a right one. A robot whose sides differ keeps its postures.
    """
    try:
        images = mirrored(robot, postures)
    except RobotError:
        return postures
    joints = images[:, -len(robot.joints) :]
    np.clip(joints, robot.lower, robot.upper, out=joints)
    half = RANDOM_POSTURES // 2
    return np.concatenate([postures[:-half], images[-2 * half : -half]])
