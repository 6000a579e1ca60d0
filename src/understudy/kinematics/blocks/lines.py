"""Distances of lines with two ends: how far apart they are, and at which points."""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel

CROSSING = 1e-9
"""Distance [m] of two lines at which they have no side of their own to be pushed to."""


def least_distances(ends: np.ndarray) -> np.ndarray:
    """Return the distances (N,) [m] of pairs of lines (N, 2, 2, 3): the least of all ways to choose points.

    Written apart from the kernel, which it is there to check: an interior pair of points where there is
    one, else the best of the four ends against the other line.
    """
    one, other = ends[:, 0], ends[:, 1]
    found = [
        np.linalg.norm(end - _nearest_on(line, end), axis=1)
        for line, points in ((other, one), (one, other))
        for end in (points[:, 0], points[:, 1])
    ]
    u, v, w = one[:, 1] - one[:, 0], other[:, 1] - other[:, 0], one[:, 0] - other[:, 0]
    uu, vv, uv, uw, vw = (np.einsum("ni,ni->n", a, b) for a, b in ((u, u), (v, v), (u, v), (u, w), (v, w)))
    across = uu * vv - uv * uv
    skew = across > 1e-12 * np.maximum((uu + vv) ** 2, 1e-300)
    safe = np.where(skew, across, 1.0)
    s, t = (uv * vw - vv * uw) / safe, (uu * vw - uv * uw) / safe
    within = skew & (s >= 0.0) & (s <= 1.0) & (t >= 0.0) & (t <= 1.0)
    between = np.linalg.norm(w + s[:, None] * u - t[:, None] * v, axis=1)
    return np.minimum(np.min(found, axis=0), np.where(within, between, np.inf))


def _nearest_on(line: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Return the points (N, 3) of lines (N, 2, 3) that are nearest to points (N, 3)."""
    along = line[:, 1] - line[:, 0]
    length = np.maximum(np.einsum("ni,ni->n", along, along), 1e-300)
    share = np.clip(np.einsum("ni,ni->n", point - line[:, 0], along) / length, 0.0, 1.0)
    return line[:, 0] + share[:, None] * along


@fused_inner_kernel
def nearest_points(
    one: np.ndarray, other: np.ndarray, enough: float, start: np.ndarray, end: np.ndarray
) -> float:
    """Write the nearest points (3,) of two lines (2, 3), of the first and the second; return their distance.

    Lines are given by their middle and by half of the way from end to end. Along the way from one middle to
    the other both cast shadows, whose gap is no more than the lines' distance: where that is ``enough``
    already, it is returned, and nothing written.

    The first line's point is found for the infinite second line and kept within its ends, the second's
    for that point, and then the first's once more where the second's had to be kept within its own.
    """
    u0, u1, u2 = one[1, 0], one[1, 1], one[1, 2]
    v0, v1, v2 = other[1, 0], other[1, 1], other[1, 2]
    w0, w1, w2 = one[0, 0] - other[0, 0], one[0, 1] - other[0, 1], one[0, 2] - other[0, 2]
    uw, vw, ww = u0 * w0 + u1 * w1 + u2 * w2, v0 * w0 + v1 * w1 + v2 * w2, w0 * w0 + w1 * w1 + w2 * w2
    between = ww - abs(uw) - abs(vw)
    if between > 0.0 and between * between > enough * enough * ww:
        return between / math.sqrt(ww)
    uu, vv, uv = u0 * u0 + u1 * u1 + u2 * u2, v0 * v0 + v1 * v1 + v2 * v2, u0 * v0 + u1 * v1 + u2 * v2
    across = uu * vv - uv * uv
    s = (uv * vw - vv * uw) / across if across > 1e-12 * uu * vv else 0.0
    s = min(max(s, -1.0), 1.0)
    t = (uv * s + vw) / vv if vv > 0.0 else 0.0
    if abs(t) > 1.0 or vv == 0.0:
        t = min(max(t, -1.0), 1.0)
        s = min(max((uv * t - uw) / uu, -1.0), 1.0) if uu > 0.0 else 0.0
    start[0], start[1], start[2] = one[0, 0] + s * u0, one[0, 1] + s * u1, one[0, 2] + s * u2
    end[0], end[1], end[2] = other[0, 0] + t * v0, other[0, 1] + t * v1, other[0, 2] + t * v2
    return math.sqrt((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2 + (end[2] - start[2]) ** 2)


@fused_inner_kernel
def side_of(u: np.ndarray, v: np.ndarray, start: np.ndarray, end: np.ndarray, distance: float) -> None:
    """Write into ``end`` (3,) the unit vector from ``start`` to it; across both lines where they cross.

    Lines point along ``u`` and ``v`` (3,).
    """
    norm = distance
    for i in range(3):
        end[i] -= start[i]
    if distance < CROSSING:
        norm = 0.0
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            end[i] = u[j] * v[k] - u[k] * v[j]
            norm += end[i] * end[i]
        norm = math.sqrt(norm)
    for i in range(3):
        end[i] = end[i] / norm if norm > 0.0 else 0.0
