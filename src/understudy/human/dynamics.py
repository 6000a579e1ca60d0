"""Inverse dynamics of a person: joint torques, and ground reaction forces where feet carry weight."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.errors import InvalidMotionError
from understudy.human.derivatives import DEFAULT_CUTOFF, SmoothMotion, smooth_motion
from understudy.human.ground_forces import GroundForces, ground_forces
from understudy.human.human import Human
from understudy.human.inverse_dynamics import InverseForces, inverse_forces
from understudy.human.sole import Sole, sole_points
from understudy.motion import validation as check
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.terrain import LEVEL, Terrain
from understudy.spatial import rotations as rot

_ROOT = 6
OVERHANG = 0.4
"""Share of a sole by which its points may be beyond the edge of what it stands on."""

_LEAST_LOAD = 1e-3
"""A vertical force [N] below which there is no centre of pressure."""


@dataclass(frozen=True, eq=False)
class HumanDynamics:
    """What a motion takes of a person, in every frame.

    Attributes:
        joints: J names of joints.
        torques: (T, J) [N m] that muscles exert about the joints, positive with the joint's angle.
        powers: (T, J) [W] torque times velocity.
        foot_forces_w: (T, 2, 3) [N] of the floor on left and right foot.
        foot_centres_w: (T, 2, 3) [m] each foot's centre of pressure, NaN where it carries nothing.
        ground_force_w: (T, 3) [N] of the floor on the person.
        centre_of_pressure_w: (T, 3) [m], NaN where the floor carries nothing.
        centre_of_mass_w: (T, 3) [m].
        residual_force_w: (T, 3) [N] that the motion takes and the feet cannot give: errors of the motion, of
            the contacts and of the masses, or a floor that carries other parts of the body.
        residual_moment_w: (T, 3) [N m] the same of the moment.
        motion: The smoothed coordinates with their derivatives.
    """

    joints: tuple[str, ...]
    torques: np.ndarray
    powers: np.ndarray
    foot_forces_w: np.ndarray
    foot_centres_w: np.ndarray
    ground_force_w: np.ndarray
    centre_of_pressure_w: np.ndarray
    centre_of_mass_w: np.ndarray
    residual_force_w: np.ndarray
    residual_moment_w: np.ndarray
    motion: SmoothMotion


def human_dynamics(
    human: Human,
    q: np.ndarray,
    fps: float,
    contacts: np.ndarray,
    cutoff: float = DEFAULT_CUTOFF,
    terrain: Terrain = LEVEL,
) -> HumanDynamics:
    """Return torques and ground reaction forces of a fitted motion.

    Args:
        human: The person.
        q: (T, nq) coordinates of the person's model: root position [m] and quaternion wxyz, joints [rad].
        fps: Frames a second [1/s].
        contacts: (T, 4) bool, weight on ``CONTACTS``; only these points of the feet may carry the person.
        cutoff: Frequency [Hz] up to which movements are kept.
        terrain: What the person walks on; feet push square to it within friction.

    Raises:
        InvalidMotionError: For arrays that do not fit the person or each other, or too few frames.
    """
    model = human.model
    check.require_shape("q", q, (None, model.nq))
    check.require_shape("contacts", contacts, (len(q), len(CONTACTS)))
    if model.nq != 7 + len(human.joints):
        raise InvalidMotionError("the person's root is not free, so that no floor carries it")
    motion = smooth_motion(q, fps, cutoff)
    sole = sole_points(human)
    bodies, place_of = np.unique(sole.bodies, return_inverse=True)
    inverse = inverse_forces(model, motion, [int(body) for body in bodies])
    points_w = inverse.positions_w[:, place_of] + np.einsum(
        "tpij,pj->tpi", inverse.turns_w[:, place_of], sole.places
    )
    root_turn = _root_turns(motion)
    slopes = None
    if not terrain.is_level:
        slopes = terrain.normals(terrain.footing(points_w, OVERHANG * sole.length).patch)
    ground = ground_forces(
        sole,
        points_w,
        np.asarray(contacts, dtype=bool),
        root_force_w=inverse.forces[:, :3],
        root_moment_w=np.einsum("tij,tj->ti", root_turn, inverse.forces[:, 3:_ROOT]),
        root_w=motion.q[:, :3],
        fps=fps,
        normals_w=slopes,
    )
    torques = inverse.forces[:, _ROOT:] - _floor_torques(human, sole, inverse, ground)
    return _summarised(human, motion, sole, inverse, ground, torques)


def _root_turns(motion: SmoothMotion) -> np.ndarray:
    """Return (T, 3, 3) the root's orientation, in whose axes MuJoCo gives moments on a free root."""
    return rot.as_matrix(motion.q[:, 3:7])


def _floor_torques(human: Human, sole: Sole, inverse: InverseForces, ground: GroundForces) -> np.ndarray:
    """Return (T, J) [N m] that the floor's forces exert about the joints above them."""
    model = human.model
    torques = np.zeros((len(ground.forces_w), len(human.joints)))
    for index in range(len(human.joints)):
        joint = index + 1
        moved = [
            k for k, body in enumerate(sole.bodies) if _carries(model, int(model.jnt_bodyid[joint]), body)
        ]
        if not moved:
            continue
        arms = ground.points_w[:, moved] - inverse.anchors_w[:, joint, None]
        moment_w = np.cross(arms, ground.forces_w[:, moved]).sum(axis=1)
        torques[:, index] = np.sum(inverse.axes_w[:, joint] * moment_w, axis=1)
    return torques


def _carries(model: mujoco.MjModel, ancestor: int, body: int) -> bool:
    """Tell whether a body is another one or hangs on it."""
    while body > ancestor:
        body = int(model.body_parentid[body])
    return body == ancestor


def _summarised(
    human: Human,
    motion: SmoothMotion,
    sole: Sole,
    inverse: InverseForces,
    ground: GroundForces,
    torques: np.ndarray,
) -> HumanDynamics:
    feet = [sole.sides == side for side in range(len(SIDES))]
    centres = [_pressure_centre(ground.points_w[:, foot], ground.forces_w[:, foot]) for foot in feet]
    return HumanDynamics(
        joints=human.joints,
        torques=torques,
        powers=torques * motion.velocities[:, _ROOT:],
        foot_forces_w=np.stack([ground.forces_w[:, foot].sum(axis=1) for foot in feet], axis=1),
        foot_centres_w=np.stack(centres, axis=1),
        ground_force_w=ground.forces_w.sum(axis=1),
        centre_of_pressure_w=_pressure_centre(ground.points_w, ground.forces_w),
        centre_of_mass_w=inverse.centre_of_mass_w,
        residual_force_w=ground.residual_forces_w,
        residual_moment_w=ground.residual_moments_w,
        motion=motion,
    )


def _pressure_centre(points_w: np.ndarray, forces_w: np.ndarray) -> np.ndarray:
    """Return (T, 3) [m] the mean of points by their vertical force, NaN where there is none."""
    load = forces_w[:, :, 2]
    total = load.sum(axis=1, keepdims=True)
    weighted = np.einsum("tp,tpi->ti", load, points_w)
    return np.where(total > _LEAST_LOAD, weighted / np.where(total > _LEAST_LOAD, total, 1.0), np.nan)
