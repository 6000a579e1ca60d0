"""Joint angles of the Master Motor Map as coordinates of the reference human, and back."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.anthropometry.reference_joints import AXES
from understudy.errors import InvalidMotionError
from understudy.human.human import Human
from understudy.spatial import rotations as rot

_MMM_AXES_W = np.stack([AXES[axis] for axis in "xyz"])
"""(3, 3) rows: MMM's x, y and z in our world."""


def coordinates_from_mmm(
    human: Human,
    root_positions: np.ndarray,
    root_rotations: np.ndarray,
    angles: Mapping[str, np.ndarray],
) -> np.ndarray:
    """Return coordinates (T, nq) of the human that play an MMM motion; limits are not enforced.

    Args:
        human: The body; joints that the motion does not name stay unturned.
        root_positions: (T, 3) [m] the point between the hip joints in MMM's axes: x right, y forward, z up.
        root_rotations: (T, 3) [rad] roll, pitch and yaw: R = Rz(yaw) Ry(pitch) Rx(roll) in MMM's axes.
        angles: Joint → (T,) [rad]. Joints that the human does not have are left aside.

    Raises:
        InvalidMotionError: Where no joint is the human's.
    """
    known = [name for name in human.joints if name in angles]
    if not known:
        raise InvalidMotionError(
            f"none of the motion's {len(angles)} joints is the human's, whose joints are {human.joints[0]}, …"
        )
    coordinates = np.tile(human.home, (len(root_positions), 1))
    coordinates[:, :3] = np.asarray(root_positions) @ _MMM_AXES_W
    roll, pitch, yaw = np.asarray(root_rotations).T
    turn = rot.from_axis_angle(AXES["z"], yaw)
    turn = rot.multiply(turn, rot.from_axis_angle(AXES["y"], pitch))
    coordinates[:, 3:7] = rot.multiply(turn, rot.from_axis_angle(AXES["x"], roll))
    for name in known:
        coordinates[:, 7 + human.joints.index(name)] = angles[name]
    return coordinates


def mmm_from_coordinates(
    human: Human, coordinates: np.ndarray
) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """Return root positions, root rotations and angles of coordinates (T, nq), in MMM's conventions.

    The inverse of :func:`coordinates_from_mmm`; pitch is within a quarter turn.
    """
    matrix = _MMM_AXES_W @ rot.as_matrix(coordinates[:, 3:7]) @ _MMM_AXES_W.T
    rotations = np.stack(
        [
            np.arctan2(matrix[:, 2, 1], matrix[:, 2, 2]),
            -np.arcsin(np.clip(matrix[:, 2, 0], -1.0, 1.0)),
            np.arctan2(matrix[:, 1, 0], matrix[:, 0, 0]),
        ],
        axis=-1,
    )
    angles = {name: coordinates[:, 7 + index] for index, name in enumerate(human.joints)}
    return coordinates[:, :3] @ _MMM_AXES_W.T, rotations, angles
