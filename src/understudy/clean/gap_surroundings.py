"""Who may help to bridge a gap: neighbours that carry, bones, and rigid segments."""

from __future__ import annotations

import numpy as np

from understudy.clean.agility import Agility
from understudy.clean.bridging import Gaps, Neighbours
from understudy.clean.gap_list import frames_of
from understudy.clean.rigidity import Rigidity
from understudy.clean.segments import MIN_MATES, mates_of, place_by_segment

_CARRIERS = 6
"""Nearest points that may carry another."""

_LASTING = 0.1
"""Time [s] for which bones stay too long or too short, and segments bent."""

_BONES = 3
"""Nearest points at constant distance that hold another."""


def find_neighbours(noise: np.ndarray, agility: Agility, rigidity: Rigidity, fps: float) -> Neighbours:
    """Return the surroundings of K points with noise (K,) [m], recorded at ``fps`` [1/s]."""
    nearest = np.argsort(rigidity.lengths, axis=1, kind="stable")
    carries = np.isfinite(np.take_along_axis(agility.relative + rigidity.lengths, nearest, axis=1))
    carriers = _first_of(nearest, carries, _CARRIERS)
    mates = _first_of(nearest, np.take_along_axis(rigidity.rigid, nearest, axis=1), _BONES)
    return Neighbours(
        noise=noise,
        own=agility.own,
        carriers=carriers,
        relative=np.take_along_axis(agility.relative, carriers, axis=1),
        mates=mates,
        lengths=np.take_along_axis(rigidity.lengths, mates, axis=1),
        spreads=lasting_spread(
            np.take_along_axis(rigidity.spreads, mates, axis=1), np.hypot(noise[:, None], noise[mates]), fps
        ),
    )


def lasting_spread(spread: np.ndarray, noise: np.ndarray, fps: float) -> np.ndarray:
    """Return the standard deviation [m] with which one frame counts where deviations last.

    Noise differs from frame to frame. What a measured spread has beyond it stays for a while, so that
    many frames together tell no more of it than one does in that time.
    """
    lasting = np.maximum(spread**2 - noise**2, 0.0)
    return np.sqrt(np.minimum(spread, noise) ** 2 + max(1.0, _LASTING * fps) * lasting)


def place_gaps(
    gaps: np.ndarray,
    course: np.ndarray,
    known: np.ndarray,
    rigidity: Rigidity,
    noise: np.ndarray,
    fps: float,
) -> Gaps:
    """Return gaps with the positions that rigid segments give in them.

    Args:
        gaps: (N, 3) point, start and stop of each.
        course: (T, K, 3) [m] best knowledge of all positions.
        known: (T, K) where that is as good as seen.
        rigidity: Which points are rigid with which.
        noise: (K,) [m] standard deviation of a coordinate.
        fps: Frames a second [1/s].
    """
    missing = frames_of(gaps)
    placed = np.full((len(missing.gap), 3), np.nan)
    spread = np.full(len(gaps), np.inf)
    for point in sorted(set(gaps[:, 0].tolist())):
        mates = mates_of(rigidity, point)
        if len(mates) < MIN_MATES:
            continue
        own = np.flatnonzero(missing.point == point)
        found = place_by_segment(course, known, point, mates, missing.frame[own])
        if found is not None:
            placed[own], miss = found
            spread[gaps[:, 0] == point] = lasting_spread(np.array(miss), noise[point], fps)
    first = np.searchsorted(missing.gap, np.arange(len(gaps)))
    point, start, stop = np.ascontiguousarray(gaps.T)
    return Gaps(point, start, stop, placed, first, spread)


def _first_of(order: np.ndarray, chosen: np.ndarray, count: int) -> np.ndarray:
    """Return (K, count) the first of each row of ``order`` that are chosen, -1 where there are fewer."""
    found = np.full((len(order), count), -1)
    for k in range(len(order)):
        some = order[k][chosen[k]][:count]
        found[k, : len(some)] = some
    return found
