"""Motions seen in frames that lie along bones, as animation programs have them, not along the world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.spatial import rotations as rot

_ALONG = np.array([0.0, 1.0, 0.0])
"""The axis of a bone's own that lies along it."""

Y_UP = (1, 2, 0)
"""Our y (left), z (up) and x (forward) become a file's x, y and z."""


@dataclass(frozen=True, eq=False)
class BoneMotion:
    """Joints and tips of a skeleton, each seen from the one above, in a file's axes and metres.

    Attributes:
        names: K names.
        parents: K indices.
        places: (K, 3) each seen from its parent's frame while nothing turns.
        rest: (K, 4) how its frame lies in its parent's then.
        world_rest: (K, 4) the same in the world.
        root: (T, 3) where the root is.
        turns: (T, K, 4) how each is turned since then, about its own axes.
    """

    names: tuple[str, ...]
    parents: tuple[int, ...]
    places: np.ndarray
    rest: np.ndarray
    world_rest: np.ndarray
    root: np.ndarray
    turns: np.ndarray


def in_bone_frames(
    skeleton: Skeleton, positions: np.ndarray, rotations: np.ndarray, order: tuple[int, ...] = Y_UP
) -> BoneMotion:
    """Return a motion in frames of bones.

    Args:
        skeleton: Joints with offsets [m], z up, x forward, y left in the rest pose.
        positions: (T, 3) [m] where the root is.
        rotations: (T, J, 4) each joint's turn seen from its parent, from the rest pose.
        order: Which of our axes each of the file's is.
    """
    axes, parents = list(order), skeleton.point_parents
    offsets = np.array([*skeleton.offsets, *(offset for _, _, offset in skeleton.ends)])[:, axes]
    unturned = np.broadcast_to(rot.IDENTITY, (len(rotations), len(skeleton.ends), 4))
    local = np.concatenate([rotations, unturned], axis=1)[..., [0, *(1 + axis for axis in axes)]]
    world = np.array([_frame(point, parents, offsets) for point in range(len(parents))])
    above = np.array([rot.IDENTITY if parent == ROOT else world[parent] for parent in parents])
    return BoneMotion(
        names=skeleton.point_names,
        parents=parents,
        places=rot.rotate(rot.conjugate(above), offsets),
        rest=rot.multiply(rot.conjugate(above), world),
        world_rest=world,
        root=positions[:, axes],
        turns=rot.multiply(rot.multiply(rot.conjugate(world), local), world),
    )


def _frame(point: int, parents: tuple[int, ...], offsets: np.ndarray) -> np.ndarray:
    """Return the frame (4,) that lies along the bone to a point's only child, else along the world's axes."""
    children = [child for child, parent in enumerate(parents) if parent == point]
    if len(children) != 1 or parents[point] == ROOT or not offsets[children[0]].any():
        return rot.IDENTITY
    return rot.shortest_arc(_ALONG, rot.normalise(offsets[children[0]]))
