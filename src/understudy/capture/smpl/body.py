"""Skeletons for SMPL's pose parameters, with or without the licensed body model.

Without it, the skeleton is the mean body's. Its joints' places are published in the humanoids that are
trained on SMPL motions (the ``smpl`` and ``smplx`` models of ProtoMotions); both sides are averaged and
rounded to a millimetre here. The eyes are MMM's (Terlemez 2014, Table II), the toes' length is Winter's.
Tips of segments, which the models do not have as joints, are ours with any skeleton.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.capture.smpl.joints import PARENTS, WORDS, SmplKind

MEAN_STATURE = 1.70
"""Body height [m] of the skeleton below: legs and trunk are 1.32 m long, which are 0.779 of an adult."""

TO_OUR_AXES = [2, 0, 1]
"""SMPL's z (forward), x (left) and y (up) are our x, y and z."""

TO_FILE_AXES = [1, 2, 0]
"""The way back."""

_PELVIS = (0.028, 0.0, -0.223)
"""Where the pelvis is when ``trans`` is zero; SMPL's origin lies in the chest."""

_MIDLINE = {
    "spine1": (-0.027, 0.0, 0.109),
    "spine2": (0.001, 0.0, 0.135),
    "spine3": (0.025, 0.0, 0.053),
    "neck": (-0.043, 0.0, 0.214),
    "head": (0.051, 0.0, 0.065),
    "*head_top": (0.0, 0.0, 0.190),
    "jaw": (0.010, 0.0, 0.010),
}
_LEFT = {
    "hip": (-0.006, 0.069, -0.091),
    "knee": (-0.007, 0.036, -0.379),
    "ankle": (-0.043, -0.015, -0.398),
    "foot": (0.121, 0.026, -0.052),
    "toe_tip": (0.071, 0.0, 0.0),
    "collar": (-0.036, 0.080, 0.120),
    "shoulder": (-0.009, 0.094, 0.032),
    "elbow": (-0.025, 0.257, -0.013),
    "wrist": (-0.003, 0.252, 0.008),
    "hand": (-0.013, 0.084, -0.007),
    "hand_tip": (-0.011, 0.076, -0.007),
    "eye": (0.051, 0.026, 0.112),
    "index1": (0.020, 0.101, -0.010),
    "index2": (0.003, 0.032, 0.002),
    "index3": (0.000, 0.022, -0.002),
    "index_tip": (0.002, 0.023, 0.000),
    "middle1": (-0.004, 0.108, -0.008),
    "middle2": (-0.004, 0.031, 0.001),
    "middle3": (-0.004, 0.024, -0.002),
    "middle_tip": (-0.002, 0.024, 0.000),
    "pinky1": (-0.044, 0.083, -0.016),
    "pinky2": (-0.012, 0.016, -0.001),
    "pinky3": (-0.011, 0.016, -0.002),
    "pinky_tip": (-0.009, 0.016, 0.000),
    "ring1": (-0.027, 0.096, -0.011),
    "ring2": (-0.005, 0.028, 0.002),
    "ring3": (-0.007, 0.023, -0.002),
    "ring_tip": (-0.005, 0.023, 0.000),
    "thumb1": (0.026, 0.040, -0.020),
    "thumb2": (0.025, 0.017, 0.001),
    "thumb3": (0.016, 0.021, -0.005),
    "thumb_tip": (0.018, 0.021, -0.003),
}

MEAN_OFFSETS: dict[str, np.ndarray] = (
    {"pelvis": np.array(_PELVIS)}
    | {name: np.array(offset) for name, offset in _MIDLINE.items()}
    | {
        f"{'*' if name.endswith('tip') else ''}{word}_{name}": np.array(offset) * (1.0, sign, 1.0)
        for name, offset in _LEFT.items()
        for word, sign in zip(WORDS.values(), (1.0, -1.0), strict=True)
    }
)
"""Point → its place [m] seen from its parent in the T-pose: x forward, y left, z up."""


def mean_skeleton(kind: SmplKind, stature: float) -> Skeleton:
    """Return the mean body scaled to a body height [m], in the T-pose: z up, facing x."""
    scale = stature / MEAN_STATURE
    return _skeleton(kind, np.array([scale * MEAN_OFFSETS[name] for name in kind.points]))


def skeleton_of_joints(kind: SmplKind, joints: np.ndarray) -> Skeleton:
    """Return the skeleton whose joints are at (J, 3) [m] in the T-pose, in SMPL's own axes.

    Tips are the mean body's, as much larger as the legs are.
    """
    places = joints[:, TO_OUR_AXES]
    index = {name: k for k, name in enumerate(kind.joints)}
    offsets = {
        name: places[k] - (places[index[PARENTS[name]]] if name in PARENTS else 0.0)
        for name, k in index.items()
    }
    leg = ("left_knee", "right_knee", "left_ankle", "right_ankle")
    size, mean_size = (
        sum(float(np.linalg.norm(table[name])) for name in leg) for table in (offsets, MEAN_OFFSETS)
    )
    tips = {name: size / mean_size * MEAN_OFFSETS[name] for name in kind.tips}
    return _skeleton(kind, np.array([(offsets | tips)[name] for name in kind.points]))


def stature_of(skeleton: Skeleton) -> float:
    """Return the body height [m] of a skeleton, by its legs and trunk against the mean body's."""
    measured = ("left_knee", "right_knee", "left_ankle", "right_ankle", "spine1", "spine2", "spine3", "neck")
    lengths = [float(np.linalg.norm(skeleton.offsets[skeleton.names.index(name)])) for name in measured]
    return MEAN_STATURE * sum(lengths) / sum(float(np.linalg.norm(MEAN_OFFSETS[name])) for name in measured)


def _skeleton(kind: SmplKind, offsets: np.ndarray) -> Skeleton:
    parents = (PARENTS.get(name) for name in kind.points)
    return Skeleton(
        names=kind.points,
        parents=tuple(ROOT if parent is None else kind.points.index(parent) for parent in parents),
        offsets=offsets,
    )
