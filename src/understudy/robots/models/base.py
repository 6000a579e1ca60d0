"""The base of a robot: which body of a model it is, and whether it stands free or is bolted down."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np

from understudy.robots.models.notes import Notes
from understudy.robots.models.references import delete_geom, delete_tree
from understudy.robots.surface import surface
from understudy.spatial import rotations as rot

FREE, FIXED = "free", "fixed"
_FEWEST_LEG_JOINTS = 3
_FEWEST_LEGS = 2
_Z = 2
_TOLD = 3
"""Parts beside the robot that are named one by one."""

_TALL = 0.7
"""An axis along which a model has at least this share of its greatest extent may be its upright one."""

_SAME_HEIGHT = 0.08
"""Parts whose lowest points differ by less than this share of the robot's height stand on one floor."""


def keep_one_robot(spec: mujoco.MjSpec, notes: Notes) -> mujoco.MjsBody:
    """Take out floors, props and mocap bodies; return the body on which the robot's tree hangs."""
    top = list(spec.worldbody.bodies)
    if not top:
        raise ValueError("the model has no bodies")
    robot = max(top, key=_joint_count)
    others = [body for body in top if body is not robot]
    for body in others[:_TOLD]:
        notes.add(f"'{body.name}' hangs from the world beside '{robot.name}' and is left out")
    if others[_TOLD:]:
        notes.add(f"{len(others[_TOLD:])} more parts hang from the world and are left out")
    for body in others:
        delete_tree(spec, body)
    for geom in list(spec.worldbody.geoms):
        if geom.type in (mujoco.mjtGeom.mjGEOM_PLANE, mujoco.mjtGeom.mjGEOM_HFIELD):
            delete_geom(spec, geom)
    return robot


def set_base(spec: mujoco.MjSpec, root: mujoco.MjsBody, base: str) -> bool:
    """Give the root a free joint, or none; return whether anything was changed."""
    free = [joint for joint in root.joints if joint.type == mujoco.mjtJoint.mjJNT_FREE]
    if base == FREE and not free:
        if len(root.joints):
            raise ValueError(f"its first body '{root.name}' has joints, so it cannot be given a free base")
        root.add_freejoint(name="root")
        return True
    if base == FIXED and free:
        for joint in free:
            spec.delete(joint)
        return True
    return False


def turn_root(
    root: mujoco.MjsBody, model: mujoco.MjModel, forward: Sequence[float], up: Sequence[float]
) -> np.ndarray:
    """Turn the root so that these directions (3,) of the model's world become x and z.

    Args:
        root: The root in its specification, changed in place.
        model: The same specification compiled.
        forward: Where the robot faces.
        up: Where its head is; taken at right angles to ``forward``.

    Returns:
        The turn, a quaternion (4,) wxyz.
    """
    axes = rot.from_axes(np.array(forward, dtype=float), None, np.array(up, dtype=float))
    turn = rot.conjugate(axes)
    body = model.body(root.name)
    root.pos = rot.rotate(turn, np.array(body.pos))
    root.quat = rot.multiply(turn, np.array(body.quat))
    root.alt.type = mujoco.mjtOrientation.mjORIENTATION_QUAT
    return turn


def stands_on_legs(model: mujoco.MjModel) -> bool:
    """Return whether a model at its zero pose stands on the ends of two or more legs.

    A leg is a chain of at least three joints with limits; wheels turn without any, and the feet of an
    arm or a wheeled base do not move at all. Some models are drawn lying, so that an axis along
    which they are long may be the upright one.
    """
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    points = [data.xpos[body][None] for body in range(model.nbody)]
    for shape in surface(model):
        centres_w = data.xpos[shape.body] + shape.centres @ data.xmat[shape.body].reshape(3, 3).T
        points[shape.body] = np.concatenate([points[shape.body], centres_w])
    chains = [_chain(model, body) for body in range(model.nbody)]
    if not any(chains):
        return False
    everything = np.concatenate(points[1:])
    extent = np.ptp(everything, axis=0)
    downs = [np.array([0.0, 0.0, -1.0])]
    moved = min(points[body][:, _Z].min() for body in range(1, model.nbody) if chains[body])
    if moved - everything[:, _Z].min() > _SAME_HEIGHT * extent.max():
        return False  # It stands on parts that do not move.
    for axis in np.eye(3)[:_Z][extent[:_Z] > _TALL * extent.max()]:
        downs += [-axis, axis]
    return any(_stands(model, chains, points, down) for down in downs)


def _stands(
    model: mujoco.MjModel, chains: list[tuple[int, ...]], points: list[np.ndarray], down: np.ndarray
) -> bool:
    """Return whether the parts that reach farthest along a direction are the ends of legs.

    Args:
        model: The model.
        chains: For every body the joints that move it.
        points: For every body points of its surface (N, 3) [m].
        down: Unit vector (3,).
    """
    reach = np.array([(body_points @ down).max() for body_points in points[1:]])
    back = min((body_points @ down).min() for body_points in points[1:])
    standing = 1 + np.flatnonzero(reach > reach.max() - _SAME_HEIGHT * (reach.max() - back))
    feet = {chains[body] for body in standing}
    if not all(_is_leg(model, chain) for chain in feet):
        return False
    return len({chain[0] for chain in feet}) >= _FEWEST_LEGS


def _chain(model: mujoco.MjModel, body: int) -> tuple[int, ...]:
    """Return the scalar joints between the world and a body, root first."""
    joints: list[int] = []
    while body > 0:
        first, count = int(model.body_jntadr[body]), int(model.body_jntnum[body])
        joints[:0] = [
            j for j in range(first, first + count) if model.jnt_type[j] != mujoco.mjtJoint.mjJNT_FREE
        ]
        body = int(model.body_parentid[body])
    return tuple(joints)


def _is_leg(model: mujoco.MjModel, chain: tuple[int, ...]) -> bool:
    return len(chain) >= _FEWEST_LEG_JOINTS and bool(model.jnt_limited[list(chain)].all())


def _joint_count(body: mujoco.MjsBody) -> int:
    """Return how many joints that bend are on a body and below it."""
    joints = body.find_all(mujoco.mjtObj.mjOBJ_JOINT)
    return sum(joint.type != mujoco.mjtJoint.mjJNT_FREE for joint in joints)
