"""Kernels for support polygons: what stands of soles, and what of a polygon is nearest to a point."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel, lean_kernel

_INSIDE = 1e-12
"""Twice the area [m²] by which a point on an edge may be outside by rounding."""

_NO_AREA = 1e-300
"""Keeps an edge without length from being divided by."""


@lean_kernel
def write_parts(
    soles: np.ndarray,
    contacts: np.ndarray,
    columns: np.ndarray,
    margin: float,
    end: float,
    parts: np.ndarray,
    carries: np.ndarray,
) -> None:
    """Write what stands of soles, less a margin.

    Args:
        soles: (T, S, 4, 2 or 3) [m] corners: heel left and right, toe left and right.
        contacts: (T, C) which contacts carry weight.
        columns: (S, 2) of each sole's heel and toe among the contacts.
        margin: Share of what stands that is left out on every side.
        end: Share of a sole that carries where only heel or toe does.
        parts: (T, 4 S, 2) receives the corners [m].
        carries: (T, 4 S) receives whether their sole stands at all.
    """
    for frame in range(len(soles)):
        for sole in range(len(columns)):
            heel, toe = contacts[frame, columns[sole, 0]], contacts[frame, columns[sole, 1]]
            rear, front = 0.0 if heel else 1.0 - end, 1.0 if toe else end
            inset = margin * (front - rear)
            for corner in range(4):
                along = rear + inset if corner < 2 else front - inset
                across = margin if corner % 2 == 0 else 1.0 - margin
                carries[frame, 4 * sole + corner] = heel or toe
                for axis in range(2):
                    a, b = soles[frame, sole, 0, axis], soles[frame, sole, 1, axis]
                    left = a + along * (soles[frame, sole, 2, axis] - a)
                    right = b + along * (soles[frame, sole, 3, axis] - b)
                    parts[frame, 4 * sole + corner, axis] = left + across * (right - left)


@lean_kernel
def write_nearest(corners: np.ndarray, stands: np.ndarray, points: np.ndarray, nearest: np.ndarray) -> None:
    """Write the points of polygons that are nearest to points (T, 2); where there is none the point itself.

    Args:
        corners: (T, C, 2) counter-clockwise.
        stands: (T,) whether there is a polygon.
        points: The points.
        nearest: (T, 2) receives the nearest ones.
    """
    count = corners.shape[1]
    for frame in range(len(points)):
        x, y = points[frame, 0], points[frame, 1]
        nearest[frame, 0], nearest[frame, 1] = x, y
        if not stands[frame] or _holds(corners[frame], x, y):
            continue
        least = math.inf
        for corner in range(count):
            ax, ay = corners[frame, corner, 0], corners[frame, corner, 1]
            after = corner + 1 if corner + 1 < count else 0
            along, aside = corners[frame, after, 0] - ax, corners[frame, after, 1] - ay
            square = max(along * along + aside * aside, _NO_AREA)
            share = min(max(((x - ax) * along + (y - ay) * aside) / square, 0.0), 1.0)
            on_x, on_y = ax + share * along, ay + share * aside
            away = (x - on_x) * (x - on_x) + (y - on_y) * (y - on_y)
            if away < least:
                least = away
                nearest[frame, 0], nearest[frame, 1] = on_x, on_y


@lean_kernel
def write_holds(corners: np.ndarray, stands: np.ndarray, points: np.ndarray, holds: np.ndarray) -> None:
    """Write whether points (T, 2) are in their polygons; True where there is none."""
    for frame in range(len(points)):
        inside = _holds(corners[frame], points[frame, 0], points[frame, 1])
        holds[frame] = inside or not stands[frame]


@lean_inner_kernel
def _holds(corners: np.ndarray, x: float, y: float) -> bool:
    """Tell whether a point is on the left of every edge."""
    count = len(corners)
    for corner in range(count):
        after = corner + 1 if corner + 1 < count else 0
        ax, ay = corners[corner, 0], corners[corner, 1]
        turn = (corners[after, 0] - ax) * (y - ay) - (corners[after, 1] - ay) * (x - ax)
        if not turn >= -_INSIDE:
            return False
    return True
