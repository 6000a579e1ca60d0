"""The floor under a person's feet: where they rest, less the thickness of the foot.

The lower foot carries the person whenever it is slow. In flight (runs, jumps) it is fast, but for the
moment at the top of a jump, which lies high above all other rests and is sorted out for that.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.body import has, leg_length
from understudy.motion import Recording
from understudy.motion.foot import SOLE_BELOW
from understudy.motion.landmarks import SIDES
from understudy.motion.ranks import median, percentiles
from understudy.motion.speed import centred_speed, speed_scale

SLOW = 0.5
"""Speed [m/s] below which an adult's foot rests."""

MIN_TILT = np.deg2rad(0.25)
MAX_TILT = np.deg2rad(3.0)
"""A calibration is off by no more; what rises faster was built so."""

_MIN_WAY = 2.0
"""The tilt along a direction shows where the feet spread over this many leg lengths of it."""

_ON_FLOOR = 0.025
"""Rests this many leg lengths above the plane are not on it (the top of a jump, a foot held up)."""

_MAX_ROUGHNESS = 0.014
"""Rests that differ more from a tilted plane (root mean square, in leg lengths) are not on one."""

_ROUNDING = 1e-9

_LOW_PERCENTILE = 10.0
_ROUNDS = 10


def floor_under_feet(recording: Recording) -> tuple[float, np.ndarray] | None:
    """Return the floor's height on the z axis [m] and its unit normal (3,), None without feet."""
    leg = leg_length(recording)
    part = next((p for p in SOLE_BELOW if has(recording, *(f"{p}_{side}" for side in SIDES))), None)
    if part is None or not np.isfinite(leg):
        return None
    rests = _rests(recording, part, leg)
    if len(rests) == 0:
        return None
    up = np.array([0.0, 0.0, 1.0])
    sole = SOLE_BELOW[part] * leg
    plane = _tilted_plane(rests, leg)
    if plane is not None:
        height, slope = plane
        normal = up - np.array([*slope, 0.0])
        length = float(np.linalg.norm(normal))
        return height - sole * length, normal / length
    (low,) = percentiles(rests[:, 2], (_LOW_PERCENTILE,))
    resting = rests[rests[:, 2] < low + _ON_FLOOR * leg, 2]
    return median(resting) - sole, up


def _rests(recording: Recording, part: str, leg: float) -> np.ndarray:
    """Return (N, 3) [m] where the lower foot is slow; the lowest frames where it never is."""
    (left, left_seen), (right, right_seen) = (recording.landmark(f"{part}_{side}") for side in SIDES)
    left_is_lower = np.where(left_seen, left[:, 2], np.inf) <= np.where(right_seen, right[:, 2], np.inf)
    lower = np.where(left_is_lower[:, None], left, right)
    left_speed, right_speed = (centred_speed(points, recording.fps) for points in (left, right))
    speeds = np.where(left_is_lower, left_speed, right_speed)
    seen = left_seen | right_seen
    # Where a foot was not seen at an end of the window its speed is NaN, which is not slow.
    slow = seen & (speeds < SLOW * speed_scale(leg))
    if slow.any() or not seen.any():
        return lower[slow]
    (lowest,) = percentiles(lower[seen, 2], (_LOW_PERCENTILE,))
    return lower[seen & (lower[:, 2] <= lowest)]


def _tilted_plane(rests: np.ndarray, leg: float) -> tuple[float, np.ndarray] | None:
    """Return height and slope (2,) of a plane z = height + slope·(x, y) that rises along the way, or None.

    Only directions along which the feet have travelled are fitted.
    """
    # Nobody has gone farther in any direction than from corner to corner.
    if np.hypot(*np.ptp(rests[:, :2], axis=0)) < (1.0 - _ROUNDING) * _MIN_WAY * leg:
        return None
    centre = rests[:, :2].mean(axis=0)
    _, _, directions = np.linalg.svd(rests[:, :2] - centre, full_matrices=False)
    ways = (rests[:, :2] - centre) @ directions.T
    travelled = np.ptp(ways, axis=0) >= _MIN_WAY * leg
    if not travelled.any():
        return None
    columns = np.column_stack([np.ones(len(rests)), ways[:, travelled]])
    solution, residual = _lower_fit(columns, rests[:, 2], _ON_FLOOR * leg)
    kept = residual < _ON_FLOOR * leg
    slope = solution[1:] @ directions[travelled]
    tilt = np.arctan(np.linalg.norm(slope))
    roughness = np.sqrt(np.mean(residual[kept] ** 2))
    still_travelled = np.ptp(ways[kept][:, travelled], axis=0).max() >= _MIN_WAY * leg
    if not (MIN_TILT <= tilt <= MAX_TILT and roughness <= _MAX_ROUGHNESS * leg and still_travelled):
        return None
    return float(solution[0] - centre @ slope), slope


def _lower_fit(columns: np.ndarray, values: np.ndarray, margin: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a least-squares solution and its residuals, repeated without what lies over it by a margin.

    Whatever is not on the floor is above it, so leaving that out brings the fit down to the floor.
    """
    solution = np.linalg.lstsq(columns, values, rcond=None)[0]
    for _ in range(_ROUNDS):
        kept = values - columns @ solution < margin
        solution = np.linalg.lstsq(columns[kept], values[kept], rcond=None)[0]
    return solution, values - columns @ solution
