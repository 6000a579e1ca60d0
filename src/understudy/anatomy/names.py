"""Names of the anatomical angles, and what can be said about a value.

Positive are (Fiala 3.3): flexion for every ``pitch``, ``elbow`` and ``knee``; abduction for ``shoulder_roll``
and ``hip_roll``; internal rotation for ``yaw``; the torso forwards, to the right, and clockwise seen from
above; the neck backwards, to the right, and to the left.

A shoulder is described twice: by pitch, roll and yaw in this order, or by ``horizontal`` (0 to the side,
positive forwards), ``elevation`` (0 hanging) and ``rotation`` (internal positive). A robot uses one of them.
"""

from __future__ import annotations

from understudy.motion.landmarks import SIDES

TORSO = ("torso_pitch", "torso_roll", "torso_yaw")
NECK = ("neck_pitch", "neck_roll", "neck_yaw")
ARM = (
    "shoulder_pitch",
    "shoulder_roll",
    "shoulder_yaw",
    "shoulder_horizontal",
    "shoulder_elevation",
    "shoulder_rotation",
    "elbow",
)
LEG = ("hip_pitch", "hip_roll", "hip_yaw", "knee")


def sided(names: tuple[str, ...], side: str) -> tuple[str, ...]:
    """Return names of one side, ``l`` or ``r``."""
    return tuple(f"{name}_{side}" for name in names)


ANGLES: tuple[str, ...] = (
    *TORSO,
    *NECK,
    *(name for side in SIDES for name in sided(ARM, side)),
    *(name for side in SIDES for name in sided(LEG, side)),
)
"""Every anatomical angle."""

MEASURED, ESTIMATED, HELD = 0, 1, 2
"""Flags of a value: read off the points that define it; read off others that stand in for missing ones;
not defined in this frame (a straight limb, a missing point), so the last value was kept."""
