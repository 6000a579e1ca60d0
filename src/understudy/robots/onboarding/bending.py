"""Which way elbows and knees bend: to the side that has more range, seen from where the limb is straight."""

from __future__ import annotations

import numpy as np

from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.reaching import joint_range
from understudy.robots.onboarding.segmentation import Limb


def bending_room(tree: LinkTree, limb: Limb) -> tuple[float, float]:
    """Return how far [rad] a limb's middle hinge turns to the negative and positive side of straight."""
    joint = limb.middle[0]
    low, high = joint_range(tree.model, joint)
    zero = float(tree.model.qpos0[int(tree.model.jnt_qposadr[joint])])
    straight = zero + straight_turn(tree, limb)
    return straight - low, high - straight


def straight_turn(tree: LinkTree, limb: Limb) -> float:
    """Return the angle [rad] by which the middle hinge turns from the zero pose to a straight limb."""
    axis = tree.axis_w[limb.middle[0]]
    upper = _across(limb.middle_w - limb.root_w, axis)
    lower = _across(limb.end_w - limb.middle_w, axis)
    return float(np.arctan2(np.cross(lower, upper) @ axis, lower @ upper))


def flexion_sign(tree: LinkTree, limb: Limb) -> float:
    """Return 1 where a positive angle bends the limb's middle hinge, -1 where a negative one does."""
    negative, positive = bending_room(tree, limb)
    return 1.0 if positive >= negative else -1.0


def _across(vector: np.ndarray, axis: np.ndarray) -> np.ndarray:
    return vector - (vector @ axis) * axis
