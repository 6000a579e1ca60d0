"""Inverse dynamics of a body with a free root that stands on its soles, a person's or a robot's.

MuJoCo tells what the root and every joint would need if nothing touched the body. The soles give of the
root's share what the floor can push (see ``ground_forces``), and what they push is taken off the joints.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import mujoco
import numpy as np

from understudy.dynamics.derivatives import SmoothMotion
from understudy.dynamics.ground_forces import FRICTION, GroundForces, ground_forces
from understudy.dynamics.ground_kernels import write_floor_torques, write_sole_points
from understudy.dynamics.inverse_dynamics import InverseForces, inverse_forces
from understudy.dynamics.sole_points import SolePoints, lowest_of_parts
from understudy.dynamics.wrench import ROOT, Wrench, root_wrench
from understudy.kinematics.problem import as_kernels_take
from understudy.motion.terrain import LEVEL, Terrain
from understudy.spatial.vectors import cross

OVERHANG = 0.4
"""Share of a sole by which its points may be beyond the edge of what it stands on."""


@dataclass(frozen=True, eq=False)
class BodyDynamics:
    """What a motion takes of a body, and of the floor.

    Attributes:
        inverse: Forces without the floor, and where joints are.
        wrench: What the world has to exert.
        ground: What the floor exerts of it.
        torques: (T, nv − 6) [N m or N] of the joints with the floor's push taken off.
    """

    inverse: InverseForces
    wrench: Wrench
    ground: GroundForces
    torques: np.ndarray


def body_dynamics(
    model: mujoco.MjModel,
    soles: SolePoints,
    motion: SmoothMotion,
    shares: np.ndarray,
    arm: float | None = None,
    friction: float = FRICTION,
    terrain: Terrain = LEVEL,
    parts: np.ndarray | None = None,
) -> BodyDynamics:
    """Return the forces of a motion.

    Args:
        model: A body whose first joint is free and all others hinges or slides.
        soles: Where the floor can push.
        motion: Coordinates with derivatives.
        shares: (T, C) in 0 … 1, how readily each contact of ``soles`` carries load, see ``load_shares``.
        arm: [m] on which a moment counts as the force that makes it, see ``ground_forces``.
        friction: Of the soles on the floor.
        terrain: What the body stands on; soles push square to it within friction.
        parts: (P,) which part each point is on, of which the lowest points carry; -1 for points of soles.
            Each point is a contact of its own then.
    """
    bodies, body_of = _each_once(tuple(soles.bodies.tolist()))
    inverse = inverse_forces(model, motion, bodies)
    wrench = root_wrench(motion, inverse.forces)
    points_w = np.empty((len(motion.q), len(body_of), 3))
    write_sole_points(inverse.positions_w, inverse.turns_w, body_of, as_kernels_take(soles.places), points_w)
    normals_w = None
    if not terrain.is_level:
        normals_w = terrain.normals(terrain.footing(points_w, OVERHANG * soles.length).patch)
    if parts is not None:
        shares = shares * lowest_of_parts(parts, points_w[..., 2])
    ground = ground_forces(soles, points_w, shares, wrench, arm, friction, normals_w)
    pushed = floor_torques(model, soles, inverse, ground.points_w, ground.forces_w)
    return BodyDynamics(inverse, wrench, ground, inverse.forces[:, ROOT:] - pushed)


def floor_torques(
    model: mujoco.MjModel,
    soles: SolePoints,
    inverse: InverseForces,
    points_w: np.ndarray,
    forces_w: np.ndarray,
) -> np.ndarray:
    """Return (T, nv − 6) [N m or N] that forces on the soles exert about the joints above them.

    Args:
        model: The body, see :func:`body_dynamics`.
        soles: The points.
        inverse: Where its joints are.
        points_w: (T, P, 3) [m] the points in the world.
        forces_w: (T, P, 3) [N] on them.
    """
    out = np.empty((len(points_w), model.nv - ROOT))
    acting = (inverse.axes_w, inverse.anchors_w, points_w, forces_w)
    write_floor_torques(
        _carried(model, soles), _slides(model), *(as_kernels_take(each) for each in acting), out
    )
    return out


def floor_levers(
    model: mujoco.MjModel, soles: SolePoints, axes_w: np.ndarray, anchors_w: np.ndarray, points_w: np.ndarray
) -> np.ndarray:
    """Return (T, P, nv − 6, 3) [m or 1] the torque about joints by a unit force along each axis at a point.

    Args:
        model: The body, see :func:`body_dynamics`.
        soles: The points.
        axes_w: (T, njnt, 3) of its joints.
        anchors_w: (T, njnt, 3) [m] their centres.
        points_w: (T, P, 3) [m] the points in the world.
    """
    axes, anchors = axes_w[:, None, 1:], anchors_w[:, None, 1:]
    levers = np.where(_slides(model)[:, None], axes, cross(axes, points_w[:, :, None] - anchors))
    return levers * _carried(model, soles)[..., None]


def _slides(model: mujoco.MjModel) -> np.ndarray:
    """Return (nv − 6,) which joints slide rather than turn."""
    return model.jnt_type[1:] == mujoco.mjtJoint.mjJNT_SLIDE


def _carried(model: mujoco.MjModel, soles: SolePoints) -> np.ndarray:
    """Return (P, nv − 6) whether a point of the soles hangs on a joint."""
    return _carried_by(model, tuple(soles.bodies.tolist()))


@lru_cache(maxsize=32)
def _carried_by(model: mujoco.MjModel, bodies: tuple[int, ...]) -> np.ndarray:
    """Return (P, nv − 6) whether bodies hang on joints; not to be written to."""
    owners = model.jnt_bodyid[1:].tolist()
    carried = [[_carries(model, owner, body) for owner in owners] for body in bodies]
    return np.array(carried, dtype=bool).reshape(len(bodies), len(owners))


@lru_cache(maxsize=32)
def _each_once(bodies: tuple[int, ...]) -> tuple[tuple[int, ...], np.ndarray]:
    """Return bodies without repetition, and which of them (P,) each one is; not to be written to."""
    once = tuple(sorted(set(bodies)))
    return once, np.array([once.index(body) for body in bodies], dtype=np.int64)


def _carries(model: mujoco.MjModel, ancestor: int, body: int) -> bool:
    """Tell whether a body is another one or hangs on it."""
    while body > ancestor:
        body = int(model.body_parentid[body])
    return body == ancestor
