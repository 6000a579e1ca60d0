"""Forces of the floor on the feet that explain a motion.

The wrench that a body's root would need is made up by forces at points of the soles, each within its cone of
friction, so near as they can. A cone is spanned by four edges with non-negative amounts, which makes it
a least-squares problem with bounds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.ground_kernels import write_forces, write_pushes
from understudy.dynamics.sole_points import SolePoints
from understudy.dynamics.wrench import Wrench
from understudy.kinematics.problem import as_kernels_take
from understudy.kinematics.wide_least_squares import least_squares_in_box
from understudy.spatial import rotations as rot

FRICTION = 0.8
"""Friction of shoes, bare feet and rubber soles on common floors."""

_RIDGE = 1e-6
"""Price of a squared newton at a point in full contact, against that of a squared newton left unexplained."""

MOMENT_ARM = 10.0
"""A person's moments count by the force that makes them on an arm of so many soles.

The force follows from masses and their way; the moment also from where every foot was thought to stand, and
a centimetre is worth 7 N m. So forces come first, and moments take what freedom is left.
"""


@dataclass(frozen=True, eq=False)
class GroundForces:
    """Forces of the floor.

    Attributes:
        points_w: (T, P, 3) [m] where they act.
        forces_w: (T, P, 3) [N] on the body.
        residual_forces_w: (T, 3) [N] of the root's wrench that they leave unexplained.
        residual_moments_w: (T, 3) [N m] about the middle of the points that carry.
        able: How the floor can push.
        target: (T, 6) [N] what is needed of it, moments over ``able.length``.
    """

    points_w: np.ndarray
    forces_w: np.ndarray
    residual_forces_w: np.ndarray
    residual_moments_w: np.ndarray
    able: Pushes
    target: np.ndarray


def ground_forces(
    soles: SolePoints,
    points_w: np.ndarray,
    shares: np.ndarray,
    wrench: Wrench,
    arm: float | None = None,
    friction: float = FRICTION,
    normals_w: np.ndarray | None = None,
) -> GroundForces:
    """Return the forces at the soles that explain the wrench at the root.

    Args:
        soles: Where the floor can push.
        points_w: (T, P, 3) [m] these places in the world.
        shares: (T, 4) in 0 … 1, how readily each of ``CONTACTS`` carries load, see ``load_shares``.
        wrench: What the world has to exert.
        arm: [m] on which a moment counts as the force that makes it; ``MOMENT_ARM`` soles by default.
        friction: Of the soles on the floor.
        normals_w: (T, P, 3) of the ground under these places, about which cones of friction open; upright by
            default.
    """
    able = pushes(soles, points_w, shares, wrench.at_w, arm, friction, normals_w)
    target = able.target(wrench)
    amounts = able.amounts(target)
    left, forces_w = np.empty(target.shape), np.empty(points_w.shape)
    write_forces(target, amounts, able.wrenches, able.cones, left, forces_w)
    return GroundForces(points_w, forces_w, left[:, :3], left[:, 3:] * able.length, able, target)


@dataclass(frozen=True, eq=False)
class Pushes:
    """How the floor can push soles: V amounts, of the edges of every point's cone of friction.

    Attributes:
        middle_w: (T, 3) [m] about which moments are taken: the middle of the points that carry.
        length: [m] on which a moment counts as the force that makes it.
        cones: (T, P, 4, 3) edges of the cones of friction, (1, 1, 4, 3) where all are the same.
        wrenches: (T, V, 6) force and moment over length of each.
        matrix: (T, 6, V) the same, the other way about.
        price: (T, V) of a squared amount.
        upper: (T, V) largest amounts, 0 for points that do not carry.
    """

    middle_w: np.ndarray
    length: float
    cones: np.ndarray
    wrenches: np.ndarray
    matrix: np.ndarray
    price: np.ndarray
    upper: np.ndarray

    def at(self, frames: np.ndarray) -> Pushes:
        """Return how it can push in some frames."""
        cones = self.cones if len(self.cones) == 1 else self.cones[frames]
        found = (self.wrenches, self.matrix, self.price, self.upper)
        return Pushes(self.middle_w[frames], self.length, cones, *(each[frames] for each in found))

    @property
    def edges(self) -> np.ndarray:
        """(T, P, 4, 3) forces, V of them a frame."""
        points = self.price.shape[1] // self.cones.shape[2]
        return np.broadcast_to(self.cones, (len(self.price), points, *self.cones.shape[2:]))

    def target(self, wrench: Wrench) -> np.ndarray:
        """Return a wrench as (T, 6) force and moment over length."""
        return np.concatenate([wrench.force_w, wrench.about(self.middle_w).moment_w / self.length], axis=1)

    def amounts(self, target: np.ndarray) -> np.ndarray:
        """Return the amounts (T, V) that come nearest to targets (T, 6)."""
        lower = np.zeros(self.price.shape)
        return least_squares_in_box(self.matrix, target, self.price, lower, upper=self.upper)


def pushes(
    soles: SolePoints,
    points_w: np.ndarray,
    shares: np.ndarray,
    below_w: np.ndarray,
    arm: float | None = None,
    friction: float = FRICTION,
    normals_w: np.ndarray | None = None,
) -> Pushes:
    """Return how the floor can push; see :func:`ground_forces`, ``below_w`` being (T, 3) [m] of the root."""
    ready = shares[:, soles.contacts]
    cones = cone_edges(friction)[None, None]
    if normals_w is not None:
        upright = np.broadcast_to(np.array([0.0, 0.0, 1.0]), normals_w.shape)
        turn = rot.shortest_arc(upright, normals_w)[:, :, None]
        cones = rot.rotate(turn, np.broadcast_to(cones, (*normals_w.shape[:2], *cones.shape[2:])))
    length = MOMENT_ARM * soles.length if arm is None else arm
    count, number = len(points_w), points_w.shape[1] * cones.shape[2]
    shapes = ((3,), (number, 6), (6, number), (number,), (number,))
    middle_w, wrenches, matrix, price, upper = found = [np.empty((count, *shape)) for shape in shapes]
    given = (as_kernels_take(each) for each in (points_w, ready, below_w, cones))
    write_pushes(*given, float(length), _RIDGE, *found)
    return Pushes(middle_w, length, cones, wrenches, matrix, price, upper)


def cone_edges(friction: float) -> np.ndarray:
    """Return (4, 3) the edges of a pyramid within a cone of friction, each for an upright force of 1."""
    along = friction * np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    return np.column_stack([along, np.ones(4)])
