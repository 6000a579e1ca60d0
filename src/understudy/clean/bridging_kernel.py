"""The compiled kernel that bridges many gaps, as ``bridging`` does few ones."""

from __future__ import annotations

import numpy as np

from understudy.clean.banded import BANDS, factorise, inverse_diagonal, solve
from understudy.clean.bridging import (
    CLOSE_ENOUGH,
    LEAST_NOISE,
    LEAST_SMOOTHNESS,
    LEAST_SPREAD,
    ROUNDS,
    WORLD,
    Gaps,
    Neighbours,
)
from understudy.kernels.compilation import kernel, lean_inner_kernel


@kernel
def bridge_all(
    points: np.ndarray,
    known: np.ndarray,
    course: np.ndarray,
    variance: np.ndarray,
    neighbours: Neighbours,
    gaps: Gaps,
    margin: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Do what ``bridging.bridge`` does, which see."""
    expected, carriers = np.empty(len(gaps.point)), np.empty(len(gaps.point), dtype=np.int64)
    for g in range(len(gaps.point)):
        k, start, stop = gaps.point[g], gaps.start[g], gaps.stop[g]
        carrier, change = _choose_carrier(neighbours, k, start, stop, variance)
        first, last = max(0, start - margin), min(len(points), stop + margin)
        noise = max(float(neighbours.noise[k]), LEAST_NOISE)
        smoothness = max(noise**2 / change, LEAST_SMOOTHNESS)
        size = last - first
        x, matrix, values = np.empty((size, 3)), np.empty((3 * size, BANDS + 1)), np.empty(3 * size)
        for t in range(size):
            for a in range(3):
                x[t, a] = course[first + t, k, a]
        for _ in range(ROUNDS):
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
            if moved < CLOSE_ENOUGH:
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


@lean_inner_kernel
def _profile(t: int, start: int, stop: int) -> float:
    """Return the variance in frame t of a gap relative to that in its middle."""
    before, after = t - start + 1, stop - t
    return (4.0 * before * after / (before + after) ** 2) ** 3


@lean_inner_kernel
def _choose_carrier(
    neighbours: Neighbours, k: int, start: int, stop: int, variance: np.ndarray
) -> tuple[int, float]:
    """Return the carrier with the least expected error, and the change of velocity relative to it [m²]."""
    cubed = (stop - start) ** 3 / 192.0
    best, change = WORLD, neighbours.own[k]
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


@lean_inner_kernel
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


@lean_inner_kernel
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
            if carrier != WORLD:
                f = first + t
                bend = course[f - 2, carrier, a] - 2.0 * course[f - 1, carrier, a] + course[f, carrier, a]
                bend *= weight
                values[i - 6] += bend
                values[i - 3] -= 2.0 * bend
                values[i] += bend


@lean_inner_kernel
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
    for m in range(neighbours.mates.shape[1]):
        mate = neighbours.mates[k, m]
        if mate < 0:
            continue
        distance = 0.0
        for a in range(3):
            distance += (x[a] - course[mate, a]) ** 2
        distance = np.sqrt(distance)
        if distance == 0.0:
            continue
        weight = noise**2 / (max(neighbours.spreads[k, m], LEAST_SPREAD) ** 2 + variance[mate])
        target = neighbours.lengths[k, m] - distance
        for a in range(3):
            target += (x[a] - course[mate, a]) / distance * x[a]
        for a in range(3):
            way = x[a] - course[mate, a]
            values[3 * t + a] += weight * target * way / distance
            for b in range(a + 1):
                matrix[3 * t + a, a - b] += weight * way * (x[b] - course[mate, b]) / distance**2


@lean_inner_kernel
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
