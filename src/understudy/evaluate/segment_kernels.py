"""Kernels for the directions of a robot's segments and their angles to a person's."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import exact_inner_kernel, exact_kernel, fused_kernel


class SegmentTable(NamedTuple):
    """Where N segments are on a robot.

    Attributes:
        columns: (N, 2, 2) of every segment and end, of the two landmarks in whose middle it is, the bodies.
        points: (N, 2, 2, 3) [m] those landmarks in their bodies' frames.
    """

    columns: np.ndarray
    points: np.ndarray


@fused_kernel
def write_segments(table: SegmentTable, places: np.ndarray, turns: np.ndarray, vectors: np.ndarray) -> None:
    """Write segments (N, T, 3) [m] from their starts to their ends in the world.

    Args:
        table: The segments.
        places: (B, T, 3) [m] of bodies.
        turns: (B, T, 3, 3) of them.
        vectors: Receives the segments.
    """
    for row in range(vectors.shape[0]):
        for frame in range(vectors.shape[1]):
            for axis in range(3):
                start = 0.0
                for end in range(2):
                    both = 0.0
                    for side in range(2):
                        body, point = table.columns[row, end, side], table.points[row, end, side]
                        turn = turns[body, frame, axis]
                        turned = turn[0] * point[0] + turn[1] * point[1] + turn[2] * point[2]
                        both += places[body, frame, axis] + turned
                    if end == 0:
                        start = 0.5 * both
                    else:
                        vectors[row, frame, axis] = 0.5 * both - start


@exact_kernel
def write_apart(
    axes: np.ndarray, own_axes: np.ndarray, wanted: np.ndarray, own: np.ndarray, apart: np.ndarray
) -> None:
    """Write how far unit vectors are apart, and how long their sums are, see ``rotations.angle_between``.

    Args:
        axes: (T, 3, 3) whose columns are the axes in which vectors are compared.
        own_axes: (T, 3, 3) those of the others.
        wanted: (T, 3) vectors in the world.
        own: (T, 3) others.
        apart: (T, 2) receives both lengths.
    """
    for frame in range(len(apart)):
        ax, ay, az = _local(axes[frame], wanted[frame])
        bx, by, bz = _local(own_axes[frame], own[frame])
        x, y, z = ax - bx, ay - by, az - bz
        apart[frame, 0] = math.sqrt((x * x + z * z) + y * y)
        x, y, z = ax + bx, ay + by, az + bz
        apart[frame, 1] = math.sqrt((x * x + z * z) + y * y)


@exact_inner_kernel
def _local(axes: np.ndarray, vector: np.ndarray) -> tuple[float, float, float]:
    """Return a vector in a frame whose axes are columns, of unit length."""
    x = (axes[0, 0] * vector[0] + axes[1, 0] * vector[1]) + axes[2, 0] * vector[2]
    y = (axes[0, 1] * vector[0] + axes[1, 1] * vector[1]) + axes[2, 1] * vector[2]
    z = (axes[0, 2] * vector[0] + axes[1, 2] * vector[1]) + axes[2, 2] * vector[2]
    length = math.sqrt((x * x + z * z) + y * y)
    divisor = length if length > 0.0 else 1.0
    return x / divisor, y / divisor, z / divisor
