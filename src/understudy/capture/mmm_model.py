"""The reference model of the Master Motor Map: what its joint angles mean for the places of the body.

Sources are Terlemez et al. (2014), section III and Table II, for axes, the order of turns and lengths as
shares of body height, and MMM's description of the reference model for what is vertical and horizontal.
Every joint's frame has x to the right, y forward and z up when nothing is turned, which is a person who
stands with hanging arms. A joint of several degrees of freedom turns about x first, then z, then y.

What these leave open was settled on a real walk, by which feet stay where they stand: the root lies between
the hip joints (with the floor then at z = 0 within 1 cm), the legs hang on the root and not on BP, and
``Mrot`` turns the forefoot about y, which lays it flat on the floor.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from understudy.capture.bvh_kinematics import forward_kinematics, rest_pose
from understudy.capture.bvh_skeleton import ROOT, BvhSkeleton
from understudy.capture.mmm_motion import MmmMotion
from understudy.capture.skeleton_motion import Poses
from understudy.motion.landmarks import SIDES
from understudy.spatial import rotations as rot

_Point = tuple[str, str, tuple[float, float, float]]
"""Name, parent, and offset from it to the right (of a right limb), forward and up, as shares of height."""

_TRUNK: tuple[_Point, ...] = (
    ("root", "", (0.0, 0.0, 0.0)),
    ("BP", "root", (0.0, 0.0, 0.040)),
    ("BT", "BP", (0.0, 0.0, 0.060)),
    ("BLN", "BT", (0.0, 0.0, 0.210)),
    ("BUN", "BLN", (0.0, 0.0, 0.030)),
    ("*head_top", "BUN", (0.0, 0.0, 0.130)),
)
_LIMBS: tuple[_Point, ...] = (
    ("{S}EY", "BUN", (0.015, 0.030, 0.066)),
    ("{S}SC", "BT", (0.087, 0.0, 0.188)),
    ("{S}S", "{S}SC", (0.023, 0.0, 0.0)),
    ("{S}E", "{S}S", (0.0, 0.0, -0.188)),
    ("{S}W", "{S}E", (0.0, 0.0, -0.145)),
    # The fingers' first joints lie a little before the middle of the hand.
    ("*knuckle_{s}", "{S}W", (0.0, 0.0, -0.050)),
    ("*fingertip_{s}", "{S}W", (0.0, 0.0, -0.108)),
    ("{S}H", "root", (0.052, 0.0, 0.0)),
    ("{S}K", "{S}H", (0.0, 0.0, -0.245)),
    ("{S}A", "{S}K", (0.0, 0.0, -0.246)),
    ("{S}M", "{S}A", (0.0, 0.020, -0.039)),
    ("{S}F", "{S}M", (0.0, 0.048, 0.0)),
    # The model's toe joint lies in the sole; the ball of a foot has its centre above it (Delp 1990).
    ("*toe_{s}", "{S}M", (0.0, 0.048, 0.0145)),
    ("*toe_tip_{s}", "{S}F", (0.0, 0.034, 0.0)),
)

HIP_SHARE = 0.245 + 0.246 + 0.039
"""Height of the root above the floor when the model stands, as a share of body height."""

_LANDMARKS = {
    "mid_hip": "root",
    "spine": "BP",
    "chest": "BT",
    "neck": "BLN",
    "head": "BUN",
    "head_top": "*head_top",
}
_LIMB_LANDMARKS = {
    "eye": "{S}EY",
    "clavicle": "{S}SC",
    "shoulder": "{S}S",
    "elbow": "{S}E",
    "wrist": "{S}W",
    "knuckle": "*knuckle_{s}",
    "fingertip": "*fingertip_{s}",
    "hip": "{S}H",
    "knee": "{S}K",
    "ankle": "{S}A",
    "toe": "*toe_{s}",
    "toe_tip": "*toe_tip_{s}",
}

LANDMARK_POINTS: dict[str, tuple[str, ...]] = {name: (point,) for name, point in _LANDMARKS.items()} | {
    f"{name}_{side}": (point.format(S=side.upper(), s=side),)
    for name, point in _LIMB_LANDMARKS.items()
    for side in SIDES
}
"""Canonical landmark → the model's point."""

_POINTS: tuple[_Point, ...] = _TRUNK + tuple(
    (
        name.format(S=side.upper(), s=side),
        parent.format(S=side.upper()),
        (right if side == "r" else -right, forward, up),
    )
    for side in SIDES
    for name, parent, (right, forward, up) in _LIMBS
)

_MMM_AXES = {"x": np.array([0.0, -1.0, 0.0]), "y": np.array([1.0, 0.0, 0.0]), "z": np.array([0.0, 0.0, 1.0])}
"""The model's axes in our world, where x is forward and y left."""


_FREEDOMS = {
    **dict.fromkeys(("BP", "BT", "BLN", "BUN"), "xzy"),
    **{
        side.upper() + joint: axes
        for side in SIDES
        for joint, axes in {
            "SC": "zy",
            "S": "xzy",
            "E": "xz",
            "W": "xy",
            "H": "xzy",
            "K": "x",
            "A": "xzy",
        }.items()
    },
    **{f"{side.upper()}F": "x" for side in SIDES},
}
"""Point → the axes about which its joints turn it, in their order (Table I, and the files' own names)."""

_TURNS = {
    point: {f"{point}{axis}_joint": _MMM_AXES[axis] for axis in axes} for point, axes in _FREEDOMS.items()
} | {f"{side.upper()}M": {f"{side.upper()}Mrot_joint": _MMM_AXES["y"]} for side in SIDES}
"""Point → the joints that turn its frame, in their order, with their axes in our world."""

MODEL_JOINTS: frozenset[str] = frozenset(joint for turns in _TURNS.values() for joint in turns)
"""Joints that move a point of the body; eyes and fingers have more, which do not."""


def is_person(motion: MmmMotion) -> bool:
    """Tell whether a motion is one of the reference model, not of a thing."""
    return not MODEL_JOINTS.isdisjoint(motion.joints)


def build_skeleton(height: float) -> BvhSkeleton:
    """Return the model scaled to a body height [m]: metres, z up, facing x."""
    names = tuple(name for name, _, _ in _POINTS)
    return BvhSkeleton(
        names=names,
        parents=tuple(names.index(parent) if parent else ROOT for _, parent, _ in _POINTS),
        offsets=height * np.array([[forward, -right, up] for _, _, (right, forward, up) in _POINTS]),
    )


def to_world(vectors: np.ndarray) -> np.ndarray:
    """Return vectors (..., 3) of an MMM file in our axes: its y is forward, its x to the right."""
    return vectors[..., [1, 0, 2]] * np.array([1.0, -1.0, 1.0])


def body_poses(motion: MmmMotion, skeleton: BvhSkeleton) -> Poses:
    """Return where every point of the body is in all frames, in our axes."""
    translations = [offset[None] for offset in skeleton.offsets]
    translations[0] = to_world(motion.root_positions)
    unturned = np.tile(rot.IDENTITY, (motion.frame_count, 1))
    roll, pitch, yaw = motion.root_rotations.T
    root = [
        rot.from_axis_angle(_MMM_AXES[axis], angle) for axis, angle in (("z", yaw), ("y", pitch), ("x", roll))
    ]
    rotations = [reduce(rot.multiply, root)]
    for name in skeleton.names[1:]:
        turns = [
            rot.from_axis_angle(axis, motion.angle(joint)) for joint, axis in _TURNS.get(name, {}).items()
        ]
        rotations.append(reduce(rot.multiply, turns, unturned))
    return forward_kinematics(skeleton, translations, rotations)


def standing_points(skeleton: BvhSkeleton) -> np.ndarray:
    """Return (K, 3) [m] the points of the model that stands on z = 0 with nothing turned."""
    points = rest_pose(skeleton).points[0]
    return points - np.array([0.0, 0.0, points[:, 2].min()])
