"""Poses of bodies as a tree has them: each seen from its parent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.export.clip import Clip
from understudy.spatial import rotations as rot

_STILL = 1e-9
"""Change [m, or of a quaternion's part] below which something stays where it is."""


@dataclass(frozen=True, eq=False)
class LocalPoses:
    """Poses of B bodies, each seen from its parent, over T frames.

    Attributes:
        parents: (B,) index of each body's parent, -1 for those in the world.
        positions: (T, B, 3) [m].
        quaternions: (T, B, 4) wxyz, whose signs never jump.
        moves: (B,) whether the position changes.
        turns: (B,) whether the orientation changes.
    """

    parents: np.ndarray
    positions: np.ndarray
    quaternions: np.ndarray
    moves: np.ndarray
    turns: np.ndarray


def local_poses(clip: Clip) -> LocalPoses:
    """Return the poses of a clip's bodies, seen from their parents."""
    parents = np.array(clip.model.body_parentid[1:])
    places, turned = clip.poses.positions[:, parents], rot.conjugate(clip.poses.quaternions[:, parents])
    positions = rot.rotate(turned, clip.body_positions - places)
    quaternions = rot.multiply(turned, clip.body_quaternions)
    for body in range(len(parents)):
        quaternions[:, body] = rot.continuous(quaternions[:, body])
    return LocalPoses(
        parents=parents - 1,
        positions=positions,
        quaternions=quaternions,
        moves=np.ptp(positions, axis=0).max(axis=-1) > _STILL,
        turns=np.ptp(quaternions, axis=0).max(axis=-1) > _STILL,
    )
