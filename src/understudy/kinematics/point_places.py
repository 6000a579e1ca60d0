"""Where points of a tree are in many poses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from understudy.kernels.compilation import fused_kernel
from understudy.kinematics.blocks.two_bodies import place_point
from understudy.kinematics.forward import Pose, forward, new_pose
from understudy.kinematics.tree import Tree


class Points(Protocol):
    """P points on bodies."""

    @property
    def body(self) -> np.ndarray:
        """(P,) the bodies."""
        ...

    @property
    def local(self) -> np.ndarray:
        """(P, 3) [m] where on them."""
        ...


@dataclass(frozen=True, eq=False)
class PointsOfBodies:
    """Points that are nothing else, see :class:`Points`."""

    body: np.ndarray
    local: np.ndarray


def point_places(tree: Tree, points: Points, q: np.ndarray) -> np.ndarray:
    """Return (T, P, 3) [m] where P points are in poses (T, Q)."""
    places = np.empty((len(q), len(points.body), 3))
    _place_points(tree, points.body, points.local, np.ascontiguousarray(q), new_pose(tree), places)
    return places


@fused_kernel
def _place_points(
    tree: Tree, bodies: np.ndarray, locals_: np.ndarray, q: np.ndarray, pose: Pose, out: np.ndarray
) -> None:
    for frame in range(q.shape[0]):
        forward(tree, q[frame], pose)
        for i in range(bodies.shape[0]):
            body = bodies[i]
            place_point(pose.body_pos[body], pose.body_mat[body], locals_[i], out[frame, i])
