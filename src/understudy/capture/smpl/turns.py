"""Turns of joints in either way that programs write them: rotation vectors, or matrices."""

from __future__ import annotations

import numpy as np

from understudy.capture.pickled.held_arrays import HeldArrays
from understudy.spatial import rotations as rot

_MATRIX = (3, 3)
_LOOSE = 0.02
"""Matrices that are estimated in single precision are this far from turns; others are something else."""


def joint_turns(arrays: HeldArrays, name: str, joints: int | None = None) -> np.ndarray:
    """Return rotation vectors (T, 3 J) [rad] of an array of vectors or matrices.

    Args:
        arrays: The arrays.
        name: The array: (T, J, 3, 3), or (T, 3 J) or (T, J, 3), perhaps behind an axis of one.
        joints: J where it is known; an array (T, 3, 3) then is of J = 1.

    Raises:
        CaptureError: Where it is neither, or matrices do not turn.
    """
    values = arrays.numbers(name)
    if values.ndim > 2 and values.shape[0] == 1 and not (values.ndim == 3 and joints is None):
        # One person, or one clip, that has an axis of its own.
        values = values[0]
    is_matrix = values.shape[-2:] == _MATRIX and (values.ndim == 4 or (values.ndim == 3 and joints == 1))
    if is_matrix:
        return _vectors(arrays, name, values.reshape(len(values), -1, *_MATRIX))
    if values.ndim not in (2, 3) or values.size == 0 or (values.ndim == 3 and values.shape[2] != 3):
        raise arrays.error(
            name, f"has the shape {values.shape}, expected rotation vectors (T, 3 J) or matrices (T, J, 3, 3)"
        )
    rows = values.reshape(len(values), -1)
    if rows.shape[1] % 3 or (joints is not None and rows.shape[1] != 3 * joints):
        wanted = f"{3 * joints}" if joints is not None else "three for each joint"
        raise arrays.error(name, f"has {rows.shape[1]} numbers a frame, expected {wanted}")
    return rows


def _vectors(arrays: HeldArrays, name: str, matrices: np.ndarray) -> np.ndarray:
    """Return rotation vectors (T, 3 J) of matrices (T, J, 3, 3)."""
    if matrices.size == 0:
        raise arrays.error(name, "has no frames")
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.abs(matrices @ matrices.swapaxes(-1, -2) - np.eye(3)).max(axis=(-1, -2))
        is_turn = (off < _LOOSE) & (np.linalg.det(matrices) > 0.0)
    if not is_turn.all():
        frame = int(np.argwhere(~is_turn)[0][0])
        raise arrays.error(name, f"holds what turns nothing, first in frame {frame}")
    vectors = rot.as_rotation_vector(rot.normalise(rot.from_matrix(matrices)))
    return vectors.reshape(len(matrices), -1)
