"""Inverse dynamics of a body with a free root that stands on its soles, a person's or a robot's.

MuJoCo tells what the root and every joint would need if nothing touched the body. The soles give of the
root's share what the floor can push (see ``ground_forces``), and what they push is taken off the joints.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.dynamics.derivatives import SmoothMotion
from understudy.dynamics.ground_forces import FRICTION, GroundForces, ground_forces
from understudy.dynamics.inverse_dynamics import InverseForces, inverse_forces
from understudy.dynamics.sole_points import SolePoints
from understudy.dynamics.wrench import ROOT, Wrench, root_wrench
from understudy.motion.terrain import LEVEL, Terrain

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
) -> BodyDynamics:
    """Return the forces of a motion.

    Args:
        model: A body whose first joint is free and all others hinges or slides.
        soles: Where the floor can push.
        motion: Coordinates with derivatives.
        shares: (T, 4) in 0 … 1, how readily each of ``CONTACTS`` carries load, see ``load_shares``.
        arm: [m] on which a moment counts as the force that makes it, see ``ground_forces``.
        friction: Of the soles on the floor.
        terrain: What the body stands on; soles push square to it within friction.
    """
    bodies, place_of = np.unique(soles.bodies, return_inverse=True)
    inverse = inverse_forces(model, motion, [int(body) for body in bodies])
    turned = np.einsum("tpij,pj->tpi", inverse.turns_w[:, place_of], soles.places)
    wrench = root_wrench(motion, inverse.forces)
    points_w = inverse.positions_w[:, place_of] + turned
    normals_w = None
    if not terrain.is_level:
        normals_w = terrain.normals(terrain.footing(points_w, OVERHANG * soles.length).patch)
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
    torques = np.zeros((len(points_w), model.njnt - 1))
    pushes: dict[tuple[int, ...], Wrench] = {}
    for joint in range(1, model.njnt):
        owner = int(model.jnt_bodyid[joint])
        moved = tuple(k for k, body in enumerate(soles.bodies) if _carries(model, owner, int(body)))
        if not moved:
            continue
        if moved not in pushes:
            pushes[moved] = _sum(points_w[:, moved], forces_w[:, moved])
        push = pushes[moved].about(inverse.anchors_w[:, joint])
        slides = model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_SLIDE
        along = push.force_w if slides else push.moment_w
        torques[:, joint - 1] = np.sum(inverse.axes_w[:, joint] * along, axis=1)
    return torques


def _sum(points_w: np.ndarray, forces_w: np.ndarray) -> Wrench:
    """Return the wrench of forces (T, K, 3) at points about the world's origin."""
    moments_w = np.cross(points_w, forces_w).sum(axis=1)
    return Wrench(forces_w.sum(axis=1), moments_w, np.zeros((len(points_w), 3)))


def _carries(model: mujoco.MjModel, ancestor: int, body: int) -> bool:
    """Tell whether a body is another one or hangs on it."""
    while body > ancestor:
        body = int(model.body_parentid[body])
    return body == ancestor
