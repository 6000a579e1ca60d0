"""A performance as pose parameters of SMPL-H.

SMPL's body stands in the same T-pose as ours, so turns carry over joint by joint; only axes are called
otherwise. Its legs are shorter than ours at the same stature, so that the way is shortened with them and feet
stay where they stand.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.smpl.body import MEAN_OFFSETS, MEAN_STATURE
from understudy.capture.smpl.joints import FINGERS, SMPL_H, WORDS
from understudy.capture.smpl.motion import SmplMotion
from understudy.errors import InvalidMotionError
from understudy.spatial import rotations as rot
from understudy.synth.synthetic_motion import SyntheticMotion

SHORTEST, TALLEST = 1.40, 2.10
"""Statures [m] that the body model is made for."""

_TO_SMPL = [1, 2, 0]
"""Our y (left), z (up) and x (forward) are SMPL's x, y and z."""

IN_AMASS = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
"""Rows: the file's x, y and z in our world. AMASS has z up, and people face its -y as a rule."""

IN_WORLD = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
"""The same with y up, as programs have it that find the world in a film."""

BEFORE_CAMERA = np.array([[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]])
"""The same in the axes of a camera that people face: x to the right, y down."""

_MIDLINE = {"spine1": "LowerBack", "spine2": "Spine", "spine3": "Spine1", "head": "Head"}
_LIMBS = {
    "hip": "UpLeg",
    "knee": "Leg",
    "ankle": "Foot",
    "foot": "ToeBase",
    "collar": "Shoulder",
    "shoulder": "Arm",
    "elbow": "ForeArm",
    "wrist": "Hand",
} | {f"{finger}1": "HandIndex1" for finger in FINGERS if finger != "thumb"}

_MEAN_SHAPE_STATURE, _STATURE_A_UNIT = 1.66, 0.10
"""Body height [m] of the neutral model's mean shape, and what a unit of its first parameter adds."""


def smpl_parameters(motion: SyntheticMotion, into_file: np.ndarray = IN_AMASS) -> SmplMotion:
    """Return the parameters of a performance.

    Args:
        motion: What is performed.
        into_file: (3, 3) rows are the file's axes in our world.

    Raises:
        InvalidMotionError: For a performer whom the body model cannot be.
    """
    stature = motion.body.sizes.stature
    if not SHORTEST <= stature <= TALLEST:
        raise InvalidMotionError(
            f"the performer is {stature:.2f} m tall, expected {SHORTEST} to {TALLEST} m for SMPL's bodies"
        )
    scale = stature / MEAN_STATURE
    leg = scale * sum(float(np.linalg.norm(MEAN_OFFSETS[f"left_{name}"])) for name in ("knee", "ankle"))
    pelvis = motion.root_positions @ into_file.T * (leg / motion.body.sizes.leg)
    return SmplMotion(
        kind=SMPL_H,
        poses=_poses(motion, into_file),
        translations=pelvis - scale * MEAN_OFFSETS["pelvis"][_TO_SMPL],
        fps=motion.fps,
        betas=np.array([(stature - _MEAN_SHAPE_STATURE) / _STATURE_A_UNIT, *np.zeros(9)]),
    )


def _poses(motion: SyntheticMotion, into_file: np.ndarray) -> np.ndarray:
    """Return rotation vectors (T, 52, 3) [rad]."""
    turns = {joint: motion.local_rotations[:, k] for k, joint in enumerate(motion.skeleton.names)}
    found = {name: turns[joint] for name, joint in _MIDLINE.items()}
    found["neck"] = rot.multiply(turns["Neck"], turns["Neck1"])
    for side, word in WORDS.items():
        prefix = {"l": "Left", "r": "Right"}[side]
        found |= {f"{word}_{name}": turns[prefix + joint] for name, joint in _LIMBS.items()}
    poses = np.zeros((motion.frame_count, len(SMPL_H.joints), 3))
    for name, turn in found.items():
        poses[:, SMPL_H.joints.index(name)] = rot.as_rotation_vector(turn)[:, _TO_SMPL]
    root = into_file @ rot.as_matrix(turns["Hips"])[:, :, _TO_SMPL]
    poses[:, 0] = rot.as_rotation_vector(rot.from_matrix(root))
    return poses
