"""The compiled kernel that poses a BVH skeleton in many frames."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import lean_kernel


@lean_kernel
def pose_points(values, parents, offsets, position_columns, rotation_columns, rotation_axes, points, turns):
    """Fill points (T, K, 3) and turns (T, K, 4) wxyz from channel values (T, C).

    Args:
        values: Lengths, and angles [deg].
        parents: (K,) index of each point's parent, -1 for the root.
        offsets: (K, 3) each point seen from its parent, less what its position channels say.
        position_columns: (K, 3) column that moves the point along each axis, -1 where none does.
        rotation_columns: (K, 3) columns of its turns in the file's order, -1 where there are fewer.
        rotation_axes: (K, 3) axes of these turns.
        points: Filled.
        turns: Filled.
    """
    for frame in range(values.shape[0]):
        for point in range(parents.shape[0]):
            w, x, y, z = 1.0, 0.0, 0.0, 0.0
            for turn in range(3):
                column = rotation_columns[point, turn]
                if column >= 0:
                    half = values[frame, column] * (np.pi / 360.0)
                    c, s = np.cos(half), np.sin(half)
                    axis = rotation_axes[point, turn]
                    # The product with a turn about one axis is two plane rotations of the components.
                    if axis == 0:
                        w, x, y, z = w * c - x * s, x * c + w * s, y * c + z * s, z * c - y * s
                    elif axis == 1:
                        w, x, y, z = w * c - y * s, x * c - z * s, y * c + w * s, z * c + x * s
                    else:
                        w, x, y, z = w * c - z * s, x * c + y * s, y * c - x * s, z * c + w * s
            a, b, d = offsets[point, 0], offsets[point, 1], offsets[point, 2]
            a += values[frame, position_columns[point, 0]] if position_columns[point, 0] >= 0 else 0.0
            b += values[frame, position_columns[point, 1]] if position_columns[point, 1] >= 0 else 0.0
            d += values[frame, position_columns[point, 2]] if position_columns[point, 2] >= 0 else 0.0
            parent = parents[point]
            if parent >= 0:
                pw, px = turns[frame, parent, 0], turns[frame, parent, 1]
                py, pz = turns[frame, parent, 2], turns[frame, parent, 3]
                cx, cy, cz = 2.0 * (py * d - pz * b), 2.0 * (pz * a - px * d), 2.0 * (px * b - py * a)
                a += points[frame, parent, 0] + pw * cx + py * cz - pz * cy
                b += points[frame, parent, 1] + pw * cy + pz * cx - px * cz
                d += points[frame, parent, 2] + pw * cz + px * cy - py * cx
                w, x, y, z = (
                    pw * w - px * x - py * y - pz * z,
                    pw * x + px * w + py * z - pz * y,
                    pw * y - px * z + py * w + pz * x,
                    pw * z + px * y - py * x + pz * w,
                )
            points[frame, point, 0], points[frame, point, 1], points[frame, point, 2] = a, b, d
            turns[frame, point, 0], turns[frame, point, 1] = w, x
            turns[frame, point, 2], turns[frame, point, 3] = y, z
