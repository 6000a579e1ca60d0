"""Gaps bridged by what the neighbours did meanwhile.

Across a gap a point takes the course that minimises

    Σ |x - y|² / σ²                        to the positions known before and after,
    Σ |bend of (x - carrier)|² / a²        and bends as little as it does elsewhere,
    Σ (|x - neighbour| - length)² / s²     at the lengths of its bones,
    Σ |x - placed|² / p²                   and where its rigid segment must have it,

each in proportion to how well it holds in this recording. The carrier is the near neighbour relative to
which the point bends least, or the world. Every frame's three coordinates are coupled with those of the
next two. Each round of Gauss-Newton solves for all frames of the gap at once; where there are many gaps, a
compiled kernel does so in time linear in the gap.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

ROUNDS = 5
CLOSE_ENOUGH = 1e-4
"""A round that moves no coordinate by this much [m] is the last."""

WORLD = -1

LEAST_SPREAD = 1e-3
"""Lengths are never taken for more exact than this [m]; stiffer bones would need more rounds."""

LEAST_NOISE = 1e-5
LEAST_SMOOTHNESS = 1e-6
"""Noise [m] and weight of the bends that keep the equations well conditioned where a recording has less."""

_MANY_GAPS = 50
_LONG_GAP = 150
"""Gaps, and frames of the longest one, from which on a kernel is worth its compilation."""


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
    if len(gaps.point) > _MANY_GAPS or np.any(gaps.stop - gaps.start > _LONG_GAP):
        # Numba takes a third of a second to load, which short takes need not wait for.
        from understudy.clean.bridging_kernel import bridge_all

        return bridge_all(points, known, course, variance, neighbours, gaps, margin)
    expected, carriers = np.empty(len(gaps.point)), np.empty(len(gaps.point), dtype=np.int64)
    for g in range(len(gaps.point)):
        k, start, stop = int(gaps.point[g]), int(gaps.start[g]), int(gaps.stop[g])
        carriers[g], change = _choose_carrier(neighbours, k, start, stop, variance)
        first, last = max(0, start - margin), min(len(points), stop + margin)
        noise = max(float(neighbours.noise[k]), LEAST_NOISE)
        course_of_carrier = None if carriers[g] == WORLD else course[first:last, carriers[g]]
        equations = _margins_taken_out(
            points[first:last, k],
            known[first:last, k],
            max(noise**2 / change, LEAST_SMOOTHNESS),
            course_of_carrier,
            slice(start - first, stop - first),
        )
        placed = gaps.placed[gaps.first[g] : gaps.first[g] + stop - start]
        near = _Near.of(neighbours, k, course[start:stop], variance[start:stop])
        x, scatter = _gauss_newton(
            course[first:last, k].copy(), equations, near, placed, noise, float(gaps.spread[g])
        )
        expected[g] = np.sqrt(scatter)
        course[start:stop, k] = x
        before = np.arange(1, stop - start + 1)
        after = before[::-1]
        variance[start:stop, k] = scatter / 3.0 * (4.0 * before * after / (before + after) ** 2) ** 3
    return expected, carriers


class _Equations(NamedTuple):
    """What a gap of G frames and the M frames around it must meet, but for bones and placed positions.

    Attributes:
        inside: Which of the frames are the gap.
        matrix: (G, G) the same for each coordinate, with the frames around taken out.
        values: (G, 3) [m].
        around: (M, 3) [m] where the frames around are if the gap is at zero.
        coupling: (M, G) how they follow the gap.
    """

    inside: slice
    matrix: np.ndarray
    values: np.ndarray
    around: np.ndarray
    coupling: np.ndarray


class _Near(NamedTuple):
    """The M mates of a point: places (G, M, 3) [m], lengths (M,) [m] and their variances (G, M) [m²]."""

    places: np.ndarray
    lengths: np.ndarray
    variances: np.ndarray

    @classmethod
    def of(cls, neighbours: Neighbours, k: int, course: np.ndarray, variance: np.ndarray) -> _Near:
        """Return the mates of point k over the frames of a course (G, K, 3) with a variance (G, K)."""
        there = neighbours.mates[k] >= 0
        mates = neighbours.mates[k][there]
        spreads = np.maximum(neighbours.spreads[k][there], LEAST_SPREAD)
        return cls(course[:, mates], neighbours.lengths[k][there], spreads**2 + variance[:, mates])


def _choose_carrier(
    neighbours: Neighbours, k: int, start: int, stop: int, variance: np.ndarray
) -> tuple[int, float]:
    """Return the carrier with the least expected error, and the change of velocity relative to it [m²]."""
    cubed = (stop - start) ** 3 / 192.0
    best, change = WORLD, float(neighbours.own[k])
    least = change * cubed
    for other, relative in zip(neighbours.carriers[k].tolist(), neighbours.relative[k].tolist(), strict=True):
        if other >= 0:
            error = relative * cubed + variance[start:stop, other].mean()
            if error < least:
                best, change, least = other, relative, error
    return best, change


def _margins_taken_out(
    points: np.ndarray, known: np.ndarray, weight: float, carrier: np.ndarray | None, inside: slice
) -> _Equations:
    """Return the equations of positions that are known and of bends, for what is inside the gap."""
    bends = np.diff(np.eye(len(points)), 2, axis=0)
    matrix = weight * bends.T @ bends
    matrix[np.diag_indices(len(points))] += known
    values = np.where(known[:, None], points, 0.0)
    if carrier is not None:
        values = values + weight * bends.T @ (bends @ carrier)
    outside = np.ones(len(points), dtype=bool)
    outside[inside] = False
    across = matrix[outside][:, inside]
    solved = np.linalg.solve(matrix[outside][:, outside], np.hstack([values[outside], across]))
    around, coupling = solved[:, :3], solved[:, 3:]
    return _Equations(
        inside,
        matrix[inside, inside] - across.T @ coupling,
        values[inside] - across.T @ around,
        around,
        coupling,
    )


def _gauss_newton(
    x: np.ndarray, equations: _Equations, near: _Near, placed: np.ndarray, noise: float, spread: float
) -> tuple[np.ndarray, float]:
    """Return positions (G, 3) [m] in the gap, and how far they scatter in its middle [m²].

    Args:
        x: (G + M, 3) [m] where to begin.
        equations: Of what is known and of bends.
        near: The mates.
        placed: (G, 3) [m] positions by a rigid segment, NaN for none.
        noise: [m] standard deviation of a coordinate.
        spread: [m] of the placed positions.
    """
    size = len(placed)
    whole = np.kron(equations.matrix, np.eye(3))
    middle = np.zeros((3 * size, 3))
    middle[3 * (size // 2) + np.arange(3), np.arange(3)] = 1.0
    is_placed = ~np.isnan(placed[:, 0])
    pull = np.where(is_placed, (noise / max(spread, noise)) ** 2, 0.0)
    steady = equations.values + pull[:, None] * np.where(is_placed[:, None], placed, 0.0)
    outside = np.ones(len(x), dtype=bool)
    outside[equations.inside] = False
    frames = np.arange(size)
    scatter = 0.0
    for _ in range(ROUNDS):
        blocks, values = _bones(x[equations.inside], near, noise)
        matrix = whole.copy()
        blocks[:, np.arange(3), np.arange(3)] += pull[:, None]
        matrix.reshape(size, 3, size, 3)[frames, :, frames] += blocks
        solved = np.linalg.solve(matrix, np.hstack([(steady + values).reshape(-1, 1), middle]))
        scatter = noise**2 * float(np.sum(solved[:, 1:] * middle))
        reached = np.empty_like(x)
        reached[equations.inside] = solved[:, 0].reshape(-1, 3)
        reached[outside] = equations.around - equations.coupling @ reached[equations.inside]
        moved = np.abs(reached - x).max()
        x = reached
        if moved < CLOSE_ENOUGH:
            break
    return x[equations.inside], scatter


def _bones(x: np.ndarray, near: _Near, noise: float) -> tuple[np.ndarray, np.ndarray]:
    """Return (G, 3, 3) and (G, 3), what lengths from x (G, 3) to its mates add to the equations at x."""
    ways = x[:, None] - near.places
    distances = np.linalg.norm(ways, axis=2)
    apart = distances > 0.0
    directions = ways / np.where(apart, distances, 1.0)[..., None]
    weights = np.where(apart, noise**2 / near.variances, 0.0)
    targets = near.lengths - distances + np.einsum("gma,ga->gm", directions, x)
    blocks = np.einsum("gm,gma,gmb->gab", weights, directions, directions)
    return blocks, np.einsum("gm,gma->ga", weights * targets, directions)
