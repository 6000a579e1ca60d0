"""Penetration: the deepest point of the robot under the floor, and in another part of itself."""

from __future__ import annotations

import copy
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.evaluate.poses import Poses
from understudy.evaluate.shapes import body_geoms, depths_under_floor
from understudy.evaluate.statistics import describe, shares_over, worst_frame
from understudy.motion import Metric, RobotMotion
from understudy.robots.robot import Robot

PENETRATION_THRESHOLD = 0.01
"""Depth [m] from which parts visibly sink into each other or into the floor."""

BodyPair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class SelfContact:
    """How parts of a robot sink into each other.

    Attributes:
        depth: (T,) depth of the deepest contact [m], 0 where none; NaN where no parts can collide.
        pair: (T, 2) bodies of that contact, −1 where there is none.
        ignored: Pairs of bodies that touch in the home pose already, which no motion is to blame for.
    """

    depth: np.ndarray
    pair: np.ndarray
    ignored: frozenset[BodyPair]


def floor_metrics(robot: Robot, poses: Poses) -> tuple[Metric, ...]:
    """Return ``penetration/floor`` [m]; none on a fixed base, whose height over the floor is not known."""
    if not robot.has_free_base:
        return ()
    geoms = body_geoms(robot.model)
    depths = depths_under_floor(robot.model, poses, geoms)
    depth = depths.max(axis=1, initial=0.0)
    summary = _summary(depth)
    if len(geoms):
        deepest = geoms[depths[int(summary["frame"])].argmax()]
        summary["body"] = float(robot.model.geom_bodyid[deepest])
    return (Metric("penetration/floor", "m", summary, depth),)


def self_metrics(contact: SelfContact) -> tuple[Metric, ...]:
    """Return ``penetration/self`` [m], the bodies of its deepest contact, and how many pairs are ignored."""
    summary = _summary(contact.depth) | {"ignored_pairs": float(len(contact.ignored))}
    if not np.isnan(summary["frame"]):
        first, second = contact.pair[int(summary["frame"])]
        summary |= {"body": float(first), "other_body": float(second)}
    return (Metric("penetration/self", "m", summary, contact.depth),)


def find_self_contact(robot: Robot, motion: RobotMotion) -> SelfContact:
    """Return contacts of the robot with itself, by MuJoCo's own collision detection.

    MuJoCo leaves out parts of one body, parents with their children, and pairs that the model excludes,
    and lets meshes collide by their convex hulls.
    """
    model = _with_contacts(robot.model)
    count = motion.frame_count
    parts = _own_bodies(model)
    if not _can_collide(model, parts):
        return SelfContact(np.full(count, np.nan), np.full((count, 2), -1), frozenset())
    data = mujoco.MjData(model)
    at_home = _contacts(model, data, robot.home, parts)
    ignored = frozenset((int(first), int(second)) for first, second in at_home[0])
    depth, pair = np.zeros(count), np.full((count, 2), -1)
    for frame, q in enumerate(motion.q):
        bodies, distances = _contacts(model, data, q, parts)
        for item in np.argsort(distances):
            if (int(bodies[item, 0]), int(bodies[item, 1])) not in ignored:
                depth[frame], pair[frame] = -distances[item], bodies[item]
                break
    return SelfContact(depth, pair, ignored)


def _contacts(
    model: mujoco.MjModel, data: mujoco.MjData, q: np.ndarray, parts: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the robot's own bodies in contact (N, 2), smaller index first, and distances (N,) ≤ 0 [m]."""
    data.qpos[:] = q
    mujoco.mj_kinematics(model, data)
    mujoco.mj_collision(model, data)
    geoms, distances = np.array(data.contact.geom).reshape(-1, 2), np.array(data.contact.dist)
    touching = (distances <= 0.0) & (geoms >= 0).all(axis=1)
    bodies = np.sort(model.geom_bodyid[geoms[touching]], axis=1)
    own = parts[bodies].all(axis=1)
    return bodies[own], distances[touching][own]


def _own_bodies(model: mujoco.MjModel) -> np.ndarray:
    """Return (B,) which bodies are the robot's: those on its root, not the scenery around it."""
    if model.njnt == 0:
        return np.zeros(model.nbody, dtype=bool)
    return model.body_rootid == model.body_rootid[model.jnt_bodyid[0]]


def _can_collide(model: mujoco.MjModel, parts: np.ndarray) -> bool:
    """Return whether any two geoms of the robot's own parts may collide at all."""
    own = parts[model.geom_bodyid]
    types, affinities = model.geom_contype[own], model.geom_conaffinity[own]
    return model.npair > 0 or bool((types[:, None] & affinities[None]).any())


def _with_contacts(model: mujoco.MjModel) -> mujoco.MjModel:
    """Return the model, or a copy where it has contacts switched off."""
    off = int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    if not model.opt.disableflags & off:
        return model
    model = copy.copy(model)
    model.opt.disableflags &= ~off
    return model


def _summary(depth: np.ndarray) -> dict[str, float]:
    return describe(depth) | shares_over(depth, (PENETRATION_THRESHOLD,)) | {"frame": worst_frame(depth)}
