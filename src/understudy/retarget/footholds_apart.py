"""Footholds of both feet that do not lie on each other.

People's feet are narrower than most robots' soles, and stand closer together than these can. Two soles that
stand on the same spot would push each other away as long as both stand. So both footholds give way, by half
each and along the shortest way, and come back so slowly that nobody sees the feet move.
"""

from __future__ import annotations

import functools

import numpy as np

from understudy.motion.stretches import stretches

GAP = 0.005
"""Distance [m] between two soles that stand."""

PACE = 0.02
"""Speed [m/s] at which footholds give way before their soles would meet, and come back."""

ROUNDS = 100
"""Places at most at which a clip's soles are moved apart, the worst one first."""

_ENOUGH = 1e-4
"""Length [m] by which soles may still be too close."""

_NO_EDGE = 1e-12
"""Length [m] of an edge that is none."""

_OUTLINE = (0, 1, 3, 2)
"""Corners of a sole in the order in which they follow each other: heel left and right, toe right and left."""


def footholds_apart(
    left: np.ndarray, right: np.ndarray, stand: np.ndarray, fps: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return footholds of both feet that do not overlap while both stand.

    Args:
        left: (T, 4, 3) [m] corners of one sole, in the order of :class:`~understudy.robots.parts.Sole`.
        right: (T, 4, 3) [m] corners of the other one.
        stand: (T,) whether both stand.
        fps: Frames a second [1/s].
    """
    left, right = left.copy(), right.copy()
    for _ in range(ROUNDS if stand.any() else 0):
        lack, ways = shadows_overlap(left[..., :2], right[..., :2])
        least = np.where(stand, lack.min(axis=1), -np.inf)
        worst = int(least.argmax())
        if least[worst] <= _ENOUGH:
            break
        way = int(lack[worst].argmin())
        first, stop = next(run for run in stretches(least > 0.0) if run[0] <= worst < run[1])
        asked = np.full(len(stand), -np.inf)
        asked[first:stop] = lack[first:stop, way]
        aside = 0.5 * _with_slopes(asked, PACE / fps)[:, None] * ways[:, way]
        left[..., :2] += aside[:, None]
        right[..., :2] -= aside[:, None]
    return left, right


def shadows_overlap(left: np.ndarray, right: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return by how much (T, 16) [m] shadows of two soles overlap, and along which ways (T, 16, 2).

    Two convex outlines are apart where their shadows along the normal of one of their edges are; the least of
    all overlaps is how far the left one has to go that way, at least, for soles to be ``GAP`` apart.

    Args:
        left: (T, 4, 2) [m] corners of one sole.
        right: (T, 4, 2) [m] corners of the other one.
    """
    outlines = [sole[:, _OUTLINE] for sole in (left, right)]
    edges = np.concatenate([np.roll(outline, -1, axis=1) - outline for outline in outlines], axis=1)
    ways = np.stack([-edges[..., 1], edges[..., 0]], axis=2)
    ways /= np.maximum(np.linalg.norm(ways, axis=2, keepdims=True), _NO_EDGE)
    (own_low, own_high), (low, high) = (_shadow(ways, sole) for sole in (left, right))
    lack = np.concatenate([GAP + high - own_low, GAP - low + own_high], axis=1)
    return lack, np.concatenate([ways, -ways], axis=1)


def _shadow(ways: np.ndarray, sole: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return where (T, W) [m] the shadows of corners (T, 4, 2) along ways (T, W, 2) begin and end."""
    along = [
        ways[..., 0] * sole[:, [corner], 0] + ways[..., 1] * sole[:, [corner], 1]
        for corner in range(sole.shape[1])
    ]
    return functools.reduce(np.minimum, along), functools.reduce(np.maximum, along)


def _with_slopes(heights: np.ndarray, slope: float) -> np.ndarray:
    """Return the lowest course (T,) over given heights and 0 that rises and falls by no more than a slope."""
    rise = slope * np.arange(len(heights))
    after = np.maximum.accumulate(heights + rise) - rise
    before = np.maximum.accumulate((heights - rise)[::-1])[::-1] + rise
    return np.maximum(np.maximum(after, before), 0.0)
