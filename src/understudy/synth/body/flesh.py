"""How low the flesh of a body's parts reaches: what of it may touch the floor."""

from __future__ import annotations

import numpy as np

from understudy.motion.landmarks import PART_CONTACTS
from understudy.spatial import rotations as rot
from understudy.synth.body.pose import Joints
from understudy.synth.body.skeleton import SIDES, Body

_TRUNK = {
    "pelvis": ("Hips", "LeftUpLeg", "RightUpLeg"),
    "chest": ("Spine", "Spine1", "LeftArm", "RightArm"),
    "head": (),
}
_LIMBS = {"hand": ("Hand", "HandIndex1"), "forearm": ("ForeArm",), "knee": ("Leg",)}

FLESH: dict[str, tuple[str, ...]] = _TRUNK | {
    f"{part}_{side}": tuple(prefix + joint for joint in joints)
    for part, joints in _LIMBS.items()
    for side, prefix, _ in SIDES
}
"""Part of ``PART_CONTACTS`` → joints in whose balls its flesh is; the head's is its skull."""


def flesh_depths(body: Body, joints: Joints, names: tuple[str, ...], with_skull: bool = False) -> np.ndarray:
    """Return how low (T, N) [m] the balls of flesh around named joints reach.

    Args:
        body: Whose.
        joints: Where they are.
        names: Which.
        with_skull: Whether the skull is among them.
    """
    positions, orientations = joints
    chosen = [body.index(joint) for joint in names]
    depths = positions[:, chosen, 2] - body.radii[chosen]
    if with_skull:
        head = body.index("Head")
        up = rot.rotate(orientations[:, head], np.array([0.0, 0.0, 0.5 * body.sizes.head]))
        skull = positions[:, head] + up
        depths = np.concatenate([depths, skull[:, 2:] - body.sizes.head_radius], axis=1)
    return depths


def part_heights(body: Body, joints: Joints) -> dict[str, np.ndarray]:
    """Return part of ``PART_CONTACTS`` → height (T,) [m] of its lowest flesh over the floor."""
    return {
        part: flesh_depths(body, joints, FLESH[part], part == "head").min(axis=1) for part in PART_CONTACTS
    }
