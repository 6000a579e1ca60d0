"""A robot's mirror image: which joint takes the place of which, and the way it turns then.

Joints are matched by geometry, not by name. In the home pose, where a robot stands as a person does, each
joint's anchor and axis are reflected in the plane between its sides; the joint that lies there is its
counterpart, and those in the plane are their own. A turn by θ about an axis a becomes one by −θ about the
reflected axis, a slide along it stays one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.motion.sides import FLIP, reflect_turns
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import path_to_world
from understudy.spatial import rotations as rot

_NEAR = 0.02
"""Distance of a counterpart from where it should be, as a share of the robot's extent."""

_PARALLEL = 0.999
"""Cosine of the angle between an axis and that of its counterpart, reflected."""


@dataclass(frozen=True, eq=False)
class Counterparts:
    """The joints that take each other's place in a mirror.

    Attributes:
        columns: (J,) coordinate in ``q`` of each joint.
        sources: (J,) index of the joint whose motion each joint takes over.
        signs: (J,) 1 or −1, by which that motion is multiplied, both counted from the home pose.
    """

    columns: np.ndarray
    sources: np.ndarray
    signs: np.ndarray


def mirrored(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Return coordinates (T, nq) of the mirror image in the plane y = 0 of coordinates (T, nq).

    Limits are not looked at: where a robot's sides differ in them, an image may lie beyond.

    Raises:
        RobotError: Where the robot's sides are not alike.
    """
    pairs = counterparts(robot)
    image = np.array(q, dtype=np.float64)
    home = robot.home[pairs.columns]
    image[:, pairs.columns] = home + pairs.signs * (q[:, pairs.columns] - home)[:, pairs.sources]
    if robot.has_free_base:
        upright = robot.home[3:ROOT_SIZE]
        image[:, :3] *= FLIP
        turns = rot.multiply(q[:, 3:ROOT_SIZE], rot.conjugate(upright))
        image[:, 3:ROOT_SIZE] = rot.multiply(reflect_turns(turns), upright)
    return image


@lru_cache(maxsize=32)
def counterparts(robot: Robot) -> Counterparts:
    """Return which joint of a robot is on the other side of which.

    Raises:
        RobotError: Naming a joint that has no counterpart.
    """
    model, data = robot.model, home_data(robot.model, robot.home)
    ids = np.array([model.joint(name).id for name in robot.joints], dtype=np.int64)
    middle = np.array([0.0, robot.home[1] if robot.has_free_base else 0.0, 0.0])
    anchors, axes = data.xanchor[ids] - middle, data.xaxis[ids]
    slides = model.jnt_type[ids] == int(mujoco.mjtJoint.mjJNT_SLIDE)
    # An axis of turning is reflected with its sense of turning reversed.
    images = axes * FLIP * np.where(slides, 1.0, -1.0)[:, None]
    along = images @ axes.T
    # An anchor may be any point of its axis, so that it is the axes that have to meet.
    between = anchors[None] - (anchors * FLIP)[:, None]
    across = between - np.sum(between * axes, axis=2, keepdims=True) * axes
    apart = np.linalg.norm(across, axis=2) / model.stat.extent
    fits = (apart <= _NEAR) & (np.abs(along) >= _PARALLEL) & (slides[:, None] == slides)
    # Of joints on one line, as in a shoulder that hangs straight down, the one as far from the root.
    depths = np.array([_depth(model, joint) for joint in ids])
    cost = np.abs(depths[:, None] - depths) + np.linalg.norm(between, axis=2) / model.stat.extent
    sources = np.where(fits, cost, np.inf).argmin(axis=1) if len(ids) else np.zeros(0, dtype=np.int64)
    _require_pairs(robot, fits, sources)
    signs = np.sign(along[np.arange(len(ids)), sources])
    return Counterparts(model.jnt_qposadr[ids], sources, signs[sources])


def _depth(model: mujoco.MjModel, joint: int) -> int:
    """Return how many joints there are from the root to a joint."""
    body, *above = path_to_world(model, int(model.jnt_bodyid[joint]))
    return int(joint - model.body_jntadr[body] + model.body_jntnum[above].sum())


def _require_pairs(robot: Robot, fits: np.ndarray, sources: np.ndarray) -> None:
    for index, name in enumerate(robot.joints):
        if not fits[index].any() or sources[sources[index]] != index:
            raise RobotError(
                f"robot '{robot.name}' has no mirror image: no joint lies where '{name}' is on the other side"
            )
