"""Anatomical angles by name, and the joint rotations that they mean.

All angles are 0 when standing upright with arms hanging and palms to the thighs. ``_l`` and ``_r``
angles are mirror images: the same value on both sides gives a symmetric pose.

- ``pelvis_rotation`` to the left, ``pelvis_tilt`` forward, ``pelvis_obliquity`` left side up.
- ``trunk_…`` and ``neck_…``: ``rotation`` to the left, ``bending`` to the left, ``flexion`` forward;
  spread evenly over the three joints of the spine, and over the three of neck and head.
- ``hip_flexion``, ``hip_abduction``, ``hip_rotation`` (outward); ``knee_flexion``;
  ``ankle_dorsiflexion``, ``ankle_eversion``, ``ankle_rotation`` (outward); ``toe_extension`` upward.
- ``shoulder_flexion``, ``shoulder_abduction``, ``shoulder_rotation`` (outward); ``elbow_flexion``,
  ``forearm_pronation``; ``wrist_flexion`` and ``finger_flexion`` towards the palm.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.capture.skeletons.skeleton import ROOT, Skeleton
from understudy.errors import InvalidMotionError, unknown_name
from understudy.spatial import rotations as rot
from understudy.synth.body.skeleton import SIDES

Angles = Mapping[str, np.ndarray]
"""Anatomical angle → (T,) [rad]."""

_X, _Y, _Z = np.eye(3)

_Turn = tuple[str, np.ndarray, float]
"""Angle, axis in the standing body's frame, and how many radians it turns a radian of the angle."""

_PELVIS: tuple[_Turn, ...] = (
    ("pelvis_rotation", _Z, 1.0),
    ("pelvis_tilt", _Y, 1.0),
    ("pelvis_obliquity", _X, 1.0),
)


def _column(region: str) -> tuple[_Turn, ...]:
    third = 1.0 / 3.0
    return (
        (f"{region}_rotation", _Z, third),
        (f"{region}_bending", _X, -third),
        (f"{region}_flexion", _Y, third),
    )


def _limbs(side: str, prefix: str, sign: float) -> dict[str, tuple[_Turn, ...]]:
    return {
        f"{prefix}UpLeg": (
            (f"hip_flexion_{side}", _Y, -1.0),
            (f"hip_abduction_{side}", _X, sign),
            (f"hip_rotation_{side}", _Z, sign),
        ),
        f"{prefix}Leg": ((f"knee_flexion_{side}", _Y, 1.0),),
        f"{prefix}Foot": (
            (f"ankle_dorsiflexion_{side}", _Y, -1.0),
            (f"ankle_eversion_{side}", _X, sign),
            (f"ankle_rotation_{side}", _Z, sign),
        ),
        f"{prefix}ToeBase": ((f"toe_extension_{side}", _Y, -1.0),),
        f"{prefix}Arm": (
            (f"shoulder_flexion_{side}", _Y, -1.0),
            (f"shoulder_abduction_{side}", _X, sign),
            (f"shoulder_rotation_{side}", _Z, sign),
        ),
        f"{prefix}ForeArm": (
            (f"elbow_flexion_{side}", _Y, -1.0),
            (f"forearm_pronation_{side}", _Z, -sign),
        ),
        f"{prefix}Hand": ((f"wrist_flexion_{side}", _X, -sign),),
        f"{prefix}HandIndex1": ((f"finger_flexion_{side}", _X, -sign),),
    }


JOINT_TURNS: dict[str, tuple[_Turn, ...]] = {
    "Hips": _PELVIS,
    **{name: _column("trunk") for name in ("LowerBack", "Spine", "Spine1")},
    **{name: _column("neck") for name in ("Neck", "Neck1", "Head")},
    **{joint: turns for sides in SIDES for joint, turns in _limbs(*sides).items()},
}
"""Joint → its turns in order; each is about axes that the earlier ones have already turned."""

ANGLES: tuple[str, ...] = tuple(dict.fromkeys(angle for turns in JOINT_TURNS.values() for angle, *_ in turns))
"""Every anatomical angle."""

_DIGITS = 13
_HANGING: dict[str, np.ndarray] = {
    prefix + joint: rot.from_axis_angle(_X, -sign * 0.5 * np.pi)
    for _, prefix, sign in SIDES
    for joint in ("Arm", "ForeArm", "Hand", "FingerBase", "HandIndex1")
}
"""Joints whose frames turn from the T-pose to the pose with hanging arms, and by what (4,) wxyz."""


def turns_of(joint: str, angles: Mapping[str, np.ndarray], frames: int) -> np.ndarray:
    """Return a joint's rotation (T, 4) wxyz relative to the standing pose; absent angles are 0."""
    rotation = np.tile(rot.IDENTITY, (frames, 1))
    for angle, axis, factor in JOINT_TURNS.get(joint, ()):
        if angle in angles:
            rotation = rot.multiply(rotation, rot.from_axis_angle(axis, factor * angles[angle]))
    return rotation


def ball_joint_angles(turn: np.ndarray, sign: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return flexion, abduction and outward rotation (T,) [rad] of a hip's or shoulder's turn (T, 4).

    They are read off the matrix of Ry(-flexion) Rx(sign·abduction) Rz(sign·rotation); an ankle has
    dorsiflexion and eversion in the places of the first two. Abduction is within a quarter turn.

    Args:
        turn: Orientation of the limb relative to its parent, wxyz, none when standing.
        sign: 1 for a left limb, -1 for a right one.
    """
    matrix = rot.as_matrix(turn)
    flexion = -np.arctan2(matrix[..., 0, 2], matrix[..., 2, 2])
    abduction = -sign * np.arcsin(matrix[..., 1, 2])
    rotation = sign * np.arctan2(matrix[..., 1, 0], matrix[..., 1, 1])
    return flexion, abduction, rotation


def local_rotations(
    skeleton: Skeleton, angles: Mapping[str, np.ndarray], posture: np.ndarray = rot.IDENTITY
) -> np.ndarray:
    """Return rotations (T, J, 4) wxyz of all joints relative to their parents, from the T-pose.

    Args:
        skeleton: The skeleton.
        angles: Anatomical angle → (T,) [rad].
        posture: (4,) wxyz orientation of the whole body before the pelvis's angles, for lying bodies.
    """
    for name in angles:
        if name not in ANGLES:
            raise InvalidMotionError(unknown_name("anatomical angle", name, ANGLES))
    frames = len(next(iter(angles.values())))
    result = np.empty((frames, len(skeleton.names), 4))
    for index, (joint, parent) in enumerate(zip(skeleton.names, skeleton.parents, strict=True)):
        turned = turns_of(joint, angles, frames)
        if parent == ROOT:
            turned = rot.multiply(posture, turned)
        elif skeleton.names[parent] in _HANGING:
            turned = rot.multiply(rot.conjugate(_HANGING[skeleton.names[parent]]), turned)
        if joint in _HANGING:
            turned = rot.multiply(turned, _HANGING[joint])
        result[:, index] = rot.normalise(turned)
    # What ought to be zero is rounding noise here, whose sign would differ between machines.
    return np.round(result, _DIGITS) + 0.0
