"""Orientations that a body tracker wrote, kept only where they agree with the bones.

Trackers of the first two Kinects turn y along the bone that ends in a joint. People write the four numbers
of a quaternion in either order, and documents on them may be wrong: those of the KERAAL files say
``x y z w``, while only ``w x y z`` lies along the bones, and does so exactly. So the bones decide.
"""

from __future__ import annotations

import numpy as np

from understudy.capture.kinect.joints import Sensor
from understudy.capture.placing.world_axes import AXES
from understudy.spatial import rotations as rot

ORDERS: dict[str, tuple[int, ...]] = {"x y z w": (3, 0, 1, 2), "w x y z": (0, 1, 2, 3)}
"""How people write quaternions → which of the numbers are w, x, y, z."""

_SAME_TURN = np.deg2rad(10.0)
"""How far, on the median, a bone may be from the axis that its orientation turns along it."""

_UNIT = 1e-2
"""How far from 1 the length of a quaternion with few printed digits may be."""


def bone_rotations(
    sensor: Sensor, joints: tuple[str, ...], points: np.ndarray, quaternions: np.ndarray
) -> tuple[np.ndarray | None, tuple[str, ...]]:
    """Return orientations in the file's axes and what there is to say about them.

    Args:
        sensor: Whose joints they are.
        joints: K joints.
        points: (T, K, 3) where they are, NaN where not seen.
        quaternions: (T, K, 4) in the order of the file, NaN where a joint has none.

    Returns:
        (T, K, 4) quaternions wxyz, NaN where a joint has none, or None where they do not follow the bones.
    """
    if not np.isfinite(quaternions).any():
        return None, ()
    # Numbers so large that their squares are infinite are none of a unit quaternion.
    quaternions = np.where(np.abs(quaternions) < 1.0 + _UNIT, quaternions, np.nan)
    lengths = np.linalg.norm(quaternions, axis=-1, keepdims=True)
    known = quaternions / np.where(np.abs(lengths - 1.0) < _UNIT, lengths, np.nan)
    for order, columns in ORDERS.items():
        rotations = known[..., columns]
        if _follow_bones(sensor, joints, points, rotations):
            return rotations, (f"Orientations are in the order {order}, in which y lies along each bone.",)
    return None, ("Orientations were left out, since in no order of their numbers they follow the bones.",)


def _follow_bones(sensor: Sensor, joints: tuple[str, ...], points: np.ndarray, rotations: np.ndarray) -> bool:
    index = {joint: k for k, joint in enumerate(joints)}
    angles = [np.empty(0)]
    for joint, parent in sensor.parents.items():
        if joint in index and parent in index:
            bone = points[:, index[joint]] - points[:, index[parent]]
            axis = rot.rotate(rotations[:, index[joint]], AXES["y"])
            known = np.isfinite(bone + axis).all(axis=-1) & (bone != 0.0).any(axis=-1)
            angles.append(rot.angle_between(axis[known], bone[known]))
    every = np.concatenate(angles)
    return len(every) > 0 and float(np.median(every)) < _SAME_TURN
