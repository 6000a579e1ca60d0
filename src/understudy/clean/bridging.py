"""Gaps bridged by what the neighbours did meanwhile.

Across a gap a point takes the course that minimises

    Σ |x - y|² / σ²                        to the positions known before and after,
    Σ |bend of (x - carrier)|² / a²        and bends as little as it does elsewhere,
    Σ (|x - neighbour| - length)² / s²     at the lengths of its bones,
    Σ |x - placed|² / p²                   and where its rigid segment must have it,

each in proportion to how well it holds in this recording. The carrier is the near neighbour relative to
which the point bends least, or the world. Every frame's three coordinates are coupled with those of the
next two, so that each round of Gauss-Newton solves a banded system in time linear in the gap.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.clean.banded import BANDS, factorise, inverse_diagonal, solve
from understudy.kinematics.compilation import inner_kernel, kernel

_ROUNDS = 5
_CLOSE_ENOUGH = 1e-4
"""A round that moves no coordinate by this much [m] is the last."""

_WORLD = -1

_LEAST_SPREAD = 1e-3
"""Lengths are never taken for more exact than this [m]; stiffer bones would need more rounds."""

_LEAST_NOISE = 1e-5
_LEAST_SMOOTHNESS = 1e-6
"""Noise [m] and weight of the bends that keep the equations well conditioned where a recording has less."""


class Neighbours(NamedTuple):
    """What is known about the surroundings of K points; index -1 stands for none.

    Attributes:
        noise: (K,) [m] standard deviation of a coordinate.
        own: (K,) [m²] variance of the change of velocity in a frame.
        carriers: (K, C) points that may carry this one.
        relative: (K, C) [m²] variance of the change of velocity relative to them.
        mates: (K, M) points at constant distance.
        lengths: (K, M) [m] that distance.
        spreads: (K, M) [m] its standard deviation.
    """

    noise: np.ndarray
    own: np.ndarray
    carriers: np.ndarray
    relative: np.ndarray
    mates: np.ndarray
    lengths: np.ndarray
    spreads: np.ndarray


class Gaps(NamedTuple):
    """N gaps and where rigid segments place their points.

    Attributes:
        point: (N,) index.
        start: (N,) first frame that is missing.
        stop: (N,) first frame that is there again.
        placed: (F, 3) [m] positions by rigid segments of all gaps, one after the other, NaN for none.
        first: (N,) where a gap's positions begin in ``placed``.
        spread: (N,) [m] standard deviation of these.
    """

    point: np.ndarray
    start: np.ndarray
    stop: np.ndarray
    placed: np.ndarray
    first: np.ndarray
    spread: np.ndarray


PER_GAP = ("point", "start", "stop", "first", "spread")
"""Fields of :class:`Gaps` with one value for each gap."""


@kernel
def bridge(
    points: np.ndarray,
    known: np.ndarray,
    course: np.ndarray,
    variance: np.ndarray,
    neighbours: Neighbours,
    gaps: Gaps,
    margin: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Bridge gaps one after the other, each with what the earlier ones gave.

    Args:
        points: (T, K, 3) [m] as captured.
        known: (T, K).
        course: (T, K, 3) [m] best knowledge of all positions, improved in place.
        variance: (T, K) [m²] of a coordinate of ``course`` where it is not known, updated in place.
        neighbours: The surroundings.
        gaps: What to bridge.
        margin: Frames before and after a gap that take part.

    Returns:
        (N,) [m] expected error in the middle of each gap, as a distance; (N,) the carriers, -1 for the world.
    """
    expected, carriers = np.empty(len(gaps.point)), np.empty(len(gaps.point), dtype=np.int64)
    for g in range(len(gaps.point)):
        k, start, stop = gaps.point[g], gaps.start[g], gaps.stop[g]
        carrier, change = _choose_carrier(neighbours, k, start, stop, variance)
        first, last = max(0, start - margin), min(len(points), stop + margin)
        noise = max(float(neighbours.noise[k]), _LEAST_NOISE)
        smoothness = max(noise**2 / change, _LEAST_SMOOTHNESS)
        size = last - first
        x, matrix, values = np.empty((size, 3)), np.empty((3 * size, BANDS + 1)), np.empty(3 * size)
        for t in range(size):
            for a in range(3):
                x[t, a] = course[first + t, k, a]
        for _ in range(_ROUNDS):
            _begin(matrix, values, points, known, first, k)
            _add_smoothness(matrix, values, smoothness, course, first, carrier)
            for t in range(start, stop):
                row = t - first
                _add_bones(matrix, values, x[row], row, noise, course[t], variance[t], neighbours, k)
                placed = gaps.placed[gaps.first[g] + t - start]
                _add_placed(matrix, values, row, noise, placed, gaps.spread[g])
            factorise(matrix)
            solve(matrix, values)
            moved = 0.0
            for t in range(size):
                for a in range(3):
                    moved = max(moved, abs(values[3 * t + a] - x[t, a]))
                    x[t, a] = values[3 * t + a]
            if moved < _CLOSE_ENOUGH:
                break
        middle = 3 * ((start + stop) // 2 - first)
        scatter = 0.0
        for a in range(3):
            scatter += noise**2 * inverse_diagonal(matrix, middle + a, values)
        expected[g], carriers[g] = np.sqrt(scatter), carrier
        for t in range(start, stop):
            variance[t, k] = scatter / 3.0 * _profile(t, start, stop)
            for a in range(3):
                course[t, k, a] = x[t - first, a]
    return expected, carriers


@inner_kernel
def _profile(t: int, start: int, stop: int) -> float:
    """Return the variance in frame t of a gap relative to that in its middle."""
    before, after = t - start + 1, stop - t
    return (4.0 * before * after / (before + after) ** 2) ** 3


@inner_kernel
def _choose_carrier(
    neighbours: Neighbours, k: int, start: int, stop: int, variance: np.ndarray
) -> tuple[int, float]:
    """Return the carrier with the least expected error, and the change of velocity relative to it [m²]."""
    cubed = (stop - start) ** 3 / 192.0
    best, change = _WORLD, neighbours.own[k]
    least = change * cubed
    for c in range(neighbours.carriers.shape[1]):
        other = neighbours.carriers[k, c]
        if other < 0:
            continue
        unsure = 0.0
        for t in range(start, stop):
            unsure += variance[t, other]
        error = neighbours.relative[k, c] * cubed + unsure / (stop - start)
        if error < least:
            best, change, least = other, neighbours.relative[k, c], error
    return best, change


@inner_kernel
def _begin(
    matrix: np.ndarray, values: np.ndarray, points: np.ndarray, known: np.ndarray, first: int, k: int
) -> None:
    """Set up the equations of the positions of point k that are known from frame ``first`` on."""
    for i in range(len(values)):
        for d in range(BANDS + 1):
            matrix[i, d] = 0.0
        values[i] = 0.0
    for t in range(len(values) // 3):
        if known[first + t, k]:
            for a in range(3):
                matrix[3 * t + a, 0] = 1.0
                values[3 * t + a] = points[first + t, k, a]


@inner_kernel
def _add_smoothness(
    matrix: np.ndarray, values: np.ndarray, weight: float, course: np.ndarray, first: int, carrier: int
) -> None:
    """Add the bends of the course, relative to the carrier where there is one."""
    for t in range(2, len(values) // 3):
        for a in range(3):
            i = 3 * t + a
            matrix[i - 6, 0] += weight
            matrix[i - 3, 0] += 4.0 * weight
            matrix[i, 0] += weight
            matrix[i - 3, 3] -= 2.0 * weight
            matrix[i, 3] -= 2.0 * weight
            matrix[i, 6] += weight
            if carrier != _WORLD:
                f = first + t
                bend = course[f - 2, carrier, a] - 2.0 * course[f - 1, carrier, a] + course[f, carrier, a]
                bend *= weight
                values[i - 6] += bend
                values[i - 3] -= 2.0 * bend
                values[i] += bend


@inner_kernel
def _add_bones(
    matrix: np.ndarray,
    values: np.ndarray,
    x: np.ndarray,
    t: int,
    noise: float,
    course: np.ndarray,
    variance: np.ndarray,
    neighbours: Neighbours,
    k: int,
) -> None:
    """Add the lengths from x (3,) to its mates in row t of the equations, linearised at x."""
    u = np.empty(3)
    for m in range(neighbours.mates.shape[1]):
        mate = neighbours.mates[k, m]
        if mate < 0:
            continue
        distance = 0.0
        for a in range(3):
            u[a] = x[a] - course[mate, a]
            distance += u[a] ** 2
        distance = np.sqrt(distance)
        if distance == 0.0:
            continue
        weight = noise**2 / (max(neighbours.spreads[k, m], _LEAST_SPREAD) ** 2 + variance[mate])
        target = neighbours.lengths[k, m] - distance
        for a in range(3):
            target += u[a] / distance * x[a]
        for a in range(3):
            values[3 * t + a] += weight * target * u[a] / distance
            for b in range(a + 1):
                matrix[3 * t + a, a - b] += weight * u[a] * u[b] / distance**2


@inner_kernel
def _add_placed(
    matrix: np.ndarray, values: np.ndarray, t: int, noise: float, placed: np.ndarray, spread: float
) -> None:
    """Add the position (3,) that a rigid segment gives in row t of the equations, NaN for none."""
    if np.isnan(placed[0]):
        return
    weight = (noise / max(spread, noise)) ** 2
    for a in range(3):
        matrix[3 * t + a, 0] += weight
        values[3 * t + a] += weight * placed[a]
