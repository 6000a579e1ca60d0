"""Where a point must be, seen from the other points of its rigid segment.

Three points of a segment that are not in line tell how it lies, and so where each other point of it is.
"""

from __future__ import annotations

import numpy as np

from understudy.clean.rigidity import Rigidity

MIN_MATES = 3
_MAX_MATES = 5
_MAX_FRAMES = 300
_MIN_FRAMES = 10

_MIN_WIDTH = 0.15
"""Mates whose width across is less than this share of their length along lie in line and tell no turn."""

_ROUNDS = 3


def mates_of(rigidity: Rigidity, point: int) -> list[int]:
    """Return up to five points that are rigid with ``point`` and among each other, the nearest first."""
    mates: list[int] = []
    for other in np.argsort(rigidity.lengths[point], kind="stable"):
        if rigidity.rigid[point, other] and rigidity.rigid[other, mates].all():
            mates.append(int(other))
        if len(mates) == _MAX_MATES:
            break
    return mates


def place_by_segment(
    points: np.ndarray, seen: np.ndarray, point: int, mates: list[int], frames: np.ndarray
) -> tuple[np.ndarray, float] | None:
    """Return (F, 3) [m] where a point must be, and the standard deviation [m] of that in a coordinate.

    Args:
        points: (T, K, 3) [m].
        seen: (T, K).
        point: Which point.
        mates: At least three points that are rigid with it and among each other.
        frames: (F,) frames to place it in; NaN comes out where a mate was not seen.

    Returns:
        None where the mates lie in line, or all of them and the point were hardly ever seen together.
    """
    together = np.flatnonzero(seen[:, [point, *mates]].all(axis=1))
    together = together[:: max(1, len(together) // _MAX_FRAMES)]
    if len(mates) < MIN_MATES or len(together) < _MIN_FRAMES:
        return None
    shape = _mean_shape(points[together][:, [*mates, point]])
    widths = np.linalg.svd(shape[:-1], compute_uv=False)
    if widths[1] < _MIN_WIDTH * widths[0]:
        return None
    miss = _place(shape, points[together][:, mates]) - points[together, point]
    placed = np.full((len(frames), 3), np.nan)
    visible = seen[frames][:, mates].all(axis=1)
    placed[visible] = _place(shape, points[frames[visible]][:, mates])
    return placed, float(np.sqrt(np.mean(miss**2)))


def _mean_shape(clouds: np.ndarray) -> np.ndarray:
    """Return (M, 3) the mean of clouds (N, M, 3) laid on one another; all but the last are centred."""
    clouds = clouds - clouds[:, :-1].mean(axis=1, keepdims=True)
    shape = clouds[0]
    for _ in range(_ROUNDS):
        turns = _turns(clouds[:, :-1], shape[:-1])
        shape = (clouds @ turns).mean(axis=0)
    return shape


def _place(shape: np.ndarray, mates: np.ndarray) -> np.ndarray:
    """Return (N, 3) where the last point of a shape (M + 1, 3) is when its others lie on mates (N, M, 3)."""
    centres = mates.mean(axis=1)
    turns = _turns(mates - centres[:, None], shape[:-1])
    return centres + np.einsum("nij,j->ni", turns, shape[-1])


def _turns(clouds: np.ndarray, shape: np.ndarray) -> np.ndarray:
    """Return rotations (N, 3, 3) that carry a centred shape (M, 3) nearest to centred clouds (N, M, 3).

    Kabsch's solution by singular values, kept free of reflections.
    """
    left, _, right = np.linalg.svd(np.einsum("nmi,mj->nij", clouds, shape))
    mirrored = np.sign(np.linalg.det(left @ right))
    left[..., -1] *= mirrored[:, None]
    return left @ right
