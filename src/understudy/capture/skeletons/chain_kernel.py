"""The compiled kernel that chains turns along a skeleton, with the very numbers of ``spatial``'s NumPy."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import exact_kernel


@exact_kernel
def chain_turns(
    parents: np.ndarray,
    places: np.ndarray,
    place_rows: np.ndarray,
    turns: np.ndarray,
    turn_rows: np.ndarray,
    firsts: np.ndarray,
    points: np.ndarray,
    orientations: np.ndarray,
) -> None:
    """Fill points (K, T, 3) and orientations (K, T, 4) wxyz of a tree, parents before their children.

    Args:
        parents: (K,) index of each point's parent, -1 for the root.
        places: (P, 3) rows of points seen from their parents.
        place_rows: (K, 2) the row of each point in frame 0, and by how much it grows a frame, 0 or 1.
        turns: (Q, 4) rows of turns seen from the parent.
        turn_rows: (N, 2) the row of each turn in frame 0, and by how much it grows a frame, 0 or 1.
        firsts: (K + 1,) the first of each point's turns, whose product it is turned by; one that has none
            is turned as its parent is.
        points: Filled.
        orientations: Filled.
    """
    for point in range(parents.shape[0]):
        parent, first, stop = parents[point], firsts[point], firsts[point + 1]
        for frame in range(points.shape[1]):
            place = places[place_rows[point, 0] + frame * place_rows[point, 1]]
            a, b, c = place[0], place[1], place[2]
            w, x, y, z = 1.0, 0.0, 0.0, 0.0
            if parent >= 0:
                turn = orientations[parent, frame]
                w, x, y, z = turn[0], turn[1], turn[2], turn[3]
                p, r, s = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
                a, b, c = (
                    points[parent, frame, 0] + (a + w * p + y * s - z * r),
                    points[parent, frame, 1] + (b + w * r + z * p - x * s),
                    points[parent, frame, 2] + (c + w * s + x * r - y * p),
                )
            points[point, frame, 0], points[point, frame, 1], points[point, frame, 2] = a, b, c
            if first < stop:
                row = turns[turn_rows[first, 0] + frame * turn_rows[first, 1]]
                d, e, f, g = row[0], row[1], row[2], row[3]
                for index in range(first + 1, stop):
                    row = turns[turn_rows[index, 0] + frame * turn_rows[index, 1]]
                    d, e, f, g = (
                        d * row[0] - e * row[1] - f * row[2] - g * row[3],
                        d * row[1] + e * row[0] + f * row[3] - g * row[2],
                        d * row[2] - e * row[3] + f * row[0] + g * row[1],
                        d * row[3] + e * row[2] - f * row[1] + g * row[0],
                    )
                if parent >= 0:
                    w, x, y, z = (
                        w * d - x * e - y * f - z * g,
                        w * e + x * d + y * g - z * f,
                        w * f - x * g + y * d + z * e,
                        w * g + x * f - y * e + z * d,
                    )
                else:
                    w, x, y, z = d, e, f, g
            orientations[point, frame, 0], orientations[point, frame, 1] = w, x
            orientations[point, frame, 2], orientations[point, frame, 3] = y, z
