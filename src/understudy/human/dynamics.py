"""Inverse dynamics of a person: joint torques, and ground reaction forces where feet carry weight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.body_dynamics import BodyDynamics, body_dynamics
from understudy.dynamics.derivatives import DEFAULT_CUTOFF, SmoothMotion, smooth_motion
from understudy.dynamics.sole_points import SolePoints, load_shares
from understudy.dynamics.wrench import ROOT
from understudy.errors import InvalidMotionError
from understudy.human.human import Human
from understudy.human.sole import sole_points
from understudy.motion import validation as check
from understudy.motion.landmarks import CONTACTS, SIDES
from understudy.motion.terrain import LEVEL, Terrain

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
    shares = load_shares(np.asarray(contacts, dtype=bool), fps)
    return _summarised(human, motion, sole, body_dynamics(model, sole, motion, shares, terrain=terrain))


def _summarised(human: Human, motion: SmoothMotion, sole: SolePoints, found: BodyDynamics) -> HumanDynamics:
    ground = found.ground
    feet = [sole.sides == side for side in range(len(SIDES))]
    centres = [_pressure_centre(ground.points_w[:, foot], ground.forces_w[:, foot]) for foot in feet]
    return HumanDynamics(
        joints=human.joints,
        torques=found.torques,
        powers=found.torques * motion.velocities[:, ROOT:],
        foot_forces_w=np.stack([ground.forces_w[:, foot].sum(axis=1) for foot in feet], axis=1),
        foot_centres_w=np.stack(centres, axis=1),
        ground_force_w=ground.forces_w.sum(axis=1),
        centre_of_pressure_w=_pressure_centre(ground.points_w, ground.forces_w),
        centre_of_mass_w=found.inverse.centre_of_mass_w,
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
