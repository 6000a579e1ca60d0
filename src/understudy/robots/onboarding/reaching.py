"""Where the end of a limb is on the average over all that its joints allow."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.segmentation import Limb
from understudy.robots.onboarding.zero_pose import Posed

_SAMPLES = 200
_SEED = 5


def mean_place(tree: LinkTree, limb: Limb, point_w: np.ndarray, at_middle: bool) -> np.ndarray:
    """Return (3,) the mean place [m] of a point of a limb over poses spread evenly over its ranges.

    Args:
        tree: The links.
        limb: The limb.
        point_w: (3,) the point in the zero pose [m]: its middle joint, or its end.
        at_middle: Whether the point is fixed to the segment before the middle joint, else after it.
    """
    model = tree.model
    joints = limb.inner + limb.root if at_middle else limb.inner + limb.root + limb.middle
    body = limb.stem.link_of_joint(joints[-1]).body
    ranges = np.array([joint_range(model, joint) for joint in joints])
    generator = np.random.default_rng(_SEED)
    posed = Posed(tree, {})
    total = np.zeros(3)
    for _ in range(_SAMPLES):
        posed.bend(dict(zip(joints, generator.uniform(ranges[:, 0], ranges[:, 1]), strict=True)))
        total += posed.moved(body, point_w)
    return total / _SAMPLES


def joint_range(model: mujoco.MjModel, joint: int) -> tuple[float, float]:
    """Return a joint's range [rad or m], half a turn to either side where the model has no limits."""
    if model.jnt_limited[joint]:
        return float(model.jnt_range[joint, 0]), float(model.jnt_range[joint, 1])
    zero = float(model.qpos0[int(model.jnt_qposadr[joint])])
    return zero - np.pi, zero + np.pi
