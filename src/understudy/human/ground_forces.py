"""Forces of the floor on the feet that explain a motion.

The wrench that a body's root would need is made up by forces at points of the soles, each within its cone of
friction, so near as they can. A cone is spanned by four edges with non-negative amounts, which makes it
a least-squares problem with bounds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.human.sole import Sole, load_shares
from understudy.kinematics.wide_least_squares import least_squares_in_box
from understudy.spatial import rotations as rot

FRICTION = 0.8
"""Friction of shoes and bare feet on common floors."""

_RIDGE = 1e-6
"""Price of a squared newton at a point in full contact, against that of a squared newton left unexplained."""

_MOMENT_ARM = 10.0
"""Moments count by the force that makes them on an arm of so many soles.

The force follows from masses and their way; the moment also from where every foot was thought to stand, and
a centimetre is worth 7 N m. So forces come first, and moments take what freedom is left.
"""

_EDGES = np.array([[FRICTION, 0.0, 1.0], [-FRICTION, 0.0, 1.0], [0.0, FRICTION, 1.0], [0.0, -FRICTION, 1.0]])


@dataclass(frozen=True, eq=False)
class GroundForces:
    """Forces of the floor.

    Attributes:
        points_w: (T, P, 3) [m] where they act.
        forces_w: (T, P, 3) [N] on the person.
        residual_forces_w: (T, 3) [N] of the root's wrench that they leave unexplained.
        residual_moments_w: (T, 3) [N m] about the middle of the points that carry.
    """

    points_w: np.ndarray
    forces_w: np.ndarray
    residual_forces_w: np.ndarray
    residual_moments_w: np.ndarray


def ground_forces(
    sole: Sole,
    points_w: np.ndarray,
    contacts: np.ndarray,
    root_force_w: np.ndarray,
    root_moment_w: np.ndarray,
    root_w: np.ndarray,
    fps: float,
    normals_w: np.ndarray | None = None,
) -> GroundForces:
    """Return the forces at the soles that explain the wrench at the root.

    Args:
        sole: Where the floor can push.
        points_w: (T, P, 3) [m] these places in the world.
        contacts: (T, 4) bool, weight on ``CONTACTS``.
        root_force_w: (T, 3) [N] needed at the root.
        root_moment_w: (T, 3) [N m] needed about the root.
        root_w: (T, 3) [m] the root.
        fps: Frames a second [1/s].
        normals_w: (T, P, 3) of the ground under these places, about which cones of friction open; upright by
            default.
    """
    shares = load_shares(contacts, fps)[:, sole.contacts]
    middle_w = _middle(points_w, shares > 0.0, root_w)
    moment_w = root_moment_w + np.cross(root_w - middle_w, root_force_w)
    arms = points_w - middle_w[:, None]
    edges = np.broadcast_to(_EDGES, (*arms.shape[:2], *_EDGES.shape))
    if normals_w is not None:
        upright = np.broadcast_to(np.array([0.0, 0.0, 1.0]), normals_w.shape)
        edges = rot.rotate(rot.shortest_arc(upright, normals_w)[:, :, None], edges)
    length = _MOMENT_ARM * sole.length
    turning = np.cross(arms[:, :, None], edges) / length
    wrenches = np.concatenate([edges, turning], axis=3).reshape(len(arms), -1, 6)
    target = np.concatenate([root_force_w, moment_w / length], axis=1)
    price = np.repeat(_RIDGE / np.maximum(shares, 1e-3) ** 2, len(_EDGES), axis=1)
    upper = np.repeat(np.where(shares > 0.0, np.inf, 0.0), len(_EDGES), axis=1)
    amounts = least_squares_in_box(
        np.swapaxes(wrenches, 1, 2), target, price, lower=np.zeros_like(price), upper=upper
    )
    left = target - np.einsum("tv,tvi->ti", amounts, wrenches)
    split = amounts.reshape(*arms.shape[:2], len(_EDGES))
    forces_w = split @ _EDGES if normals_w is None else np.einsum("tpe,tpei->tpi", split, edges)
    return GroundForces(points_w, forces_w, left[:, :3], left[:, 3:] * length)


def _middle(points_w: np.ndarray, carry: np.ndarray, root_w: np.ndarray) -> np.ndarray:
    """Return (T, 3) the mean of the points that carry, below the root where there are none."""
    count = carry.sum(axis=1, keepdims=True)
    total = np.where(carry[..., None], points_w, 0.0).sum(axis=1)
    below = root_w * np.array([1.0, 1.0, 0.0])
    return np.where(count > 0, total / np.maximum(count, 1), below)
