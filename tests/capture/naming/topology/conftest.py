"""Trees of the made-up person."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.bvh.kinematics import forward_kinematics
from understudy.capture.naming.topology.tree import PointTree
from understudy.spatial import rotations as rot

BENDS = {
    "Leg": (0.0, 1.0, 0.0),
    "ForeArm": (0.0, 0.0, -1.0),
    "Hand": (1.0, 0.0, 0.0),
    "Foot": (0.0, -1.0, 0.0),
}
"""Axes about which limbs bend from the T-pose, on the left."""


def pose_tree(skeleton: Skeleton, bend: float = 0.6, frames: int = 5) -> PointTree:
    """Return the tree of a skeleton that bends knees, elbows, wrists and ankles by up to ``bend`` [rad]."""
    turns: list[np.ndarray] = []
    for name in skeleton.names:
        joint = name.removeprefix("Left").removeprefix("Right")
        axis = np.array(BENDS.get(joint, (1.0, 0.0, 0.0)))
        # Turns about forward and up go the other way on the right.
        sign = -1.0 if name.startswith("Right") and joint in ("ForeArm", "Hand") else 1.0
        angles = np.linspace(0.0, bend if joint in BENDS else 0.0, frames)
        turns.append(rot.from_axis_angle(axis, sign * angles))
    poses = forward_kinematics(skeleton, [offset[None] for offset in skeleton.offsets], turns)
    return PointTree(skeleton.point_names, skeleton.point_parents, skeleton.joint_count, poses.points)


@pytest.fixture
def tree_of() -> Callable[..., PointTree]:
    """Return a function from a skeleton to its tree, in a motion that bends every limb."""
    return pose_tree


@pytest.fixture
def tree(person: Skeleton) -> PointTree:
    """Return the tree of the made-up person."""
    return pose_tree(person)
