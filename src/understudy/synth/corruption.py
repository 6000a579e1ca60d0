"""What cameras do to points: noise, trembling, gaps, outliers and mixed-up sides, with the truth kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.synth.bursts import bursts

JITTER_TIME = 0.15
"""How long trembling lasts [s]: after this time it has forgotten all but a third of itself."""


@dataclass(frozen=True)
class Corruption:
    """How a capture is spoilt; by default not at all.

    Attributes:
        noise: Standard deviation of white noise on each coordinate [m].
        jitter: Standard deviation of trembling, noise that lasts from frame to frame [m].
        dropout: Share of all points of all frames that are missing.
        burst: Longest time that a point is missing at a stretch, or that sides are swapped [s].
        outliers: Share of all points of all frames that have jumped away for one frame.
        outlier_distance: How far they have jumped, in any direction [m].
        swaps: Share of all frames in which the left and right points of arms, legs or both are swapped.
    """

    noise: float = 0.0
    jitter: float = 0.0
    dropout: float = 0.0
    burst: float = 0.3
    outliers: float = 0.0
    outlier_distance: float = 0.5
    swaps: float = 0.0

    def __post_init__(self) -> None:
        """Check every field."""
        for field in fields(self):
            value = getattr(self, field.name)
            is_share = field.name in ("dropout", "outliers", "swaps")
            if not (np.isfinite(value) and value >= 0.0 and (value < 1.0 or not is_share)):
                expected = "a share from 0 to below 1" if is_share else "a number that is not negative"
                raise InvalidMotionError(f"{field.name} is {value}, expected {expected}")

    @property
    def is_clean(self) -> bool:
        """Whether nothing is spoilt."""
        return not (self.noise or self.jitter or self.dropout or self.outliers or self.swaps)


@dataclass(frozen=True, eq=False)
class CorruptedPoints:
    """Points as a camera gives them, and what was done to each.

    Attributes:
        points: (T, K, 3) [m], NaN where missing.
        true_points: (T, K, 3) [m].
        is_missing, is_outlier, is_swapped: (T, K) bool.
    """

    points: np.ndarray
    true_points: np.ndarray
    is_missing: np.ndarray
    is_outlier: np.ndarray
    is_swapped: np.ndarray

    def __post_init__(self) -> None:
        """Freeze the arrays."""
        for field in fields(self):
            array = getattr(self, field.name)
            object.__setattr__(self, field.name, check.frozen_array(array, array.dtype.type))


def corrupt(
    points: np.ndarray,
    names: Sequence[str],
    fps: float,
    how: Corruption,
    seed: int,
    may_miss: np.ndarray | None = None,
) -> CorruptedPoints:
    """Spoil points; the same arguments give the same numbers.

    Sides are swapped first, as a tracker mixes up whole limbs; then points jump, tremble and go missing. No
    point that is missing counts as an outlier.

    Args:
        points: (T, K, 3) [m].
        names: K anatomical names, paired ones ending in ``_l`` and ``_r``.
        fps: Frames a second [1/s].
        how: What to do.
        seed: Seed of everything.
        may_miss: (K,) bool, False for points that never go missing; all may by default.
    """
    # The legacy generator's numbers are the same in every version of NumPy, which files must be, too.
    generator = np.random.RandomState(seed)
    true = np.array(points, dtype=np.float64)
    frames, count = true.shape[:2]
    longest = max(1, round(how.burst * fps))
    swapped, partner = _swaps(generator, names, frames, longest, how.swaps)
    spoilt = np.where(swapped[..., None], true[:, partner], true)
    spoilt += how.noise * generator.standard_normal(spoilt.shape)
    spoilt += how.jitter * _tremble(generator, spoilt.shape, fps)
    columns = [bursts(generator, frames, how.dropout, longest, "dropout") for _ in range(count)]
    missing = np.stack(columns, axis=1) & (True if may_miss is None else may_miss)
    outlier = _outliers(generator, missing, how.outliers)
    away = generator.standard_normal((int(outlier.sum()), 3))
    spoilt[outlier] += how.outlier_distance * away / np.linalg.norm(away, axis=1, keepdims=True)
    spoilt[missing] = np.nan
    return CorruptedPoints(spoilt, true, missing, outlier, swapped & ~missing)


def _tremble(generator: np.random.RandomState, shape: tuple[int, ...], fps: float) -> np.ndarray:
    """Return a first-order Markov process of unit variance along the first axis."""
    memory = float(np.exp(-1.0 / (fps * JITTER_TIME)))
    steps = generator.standard_normal(shape)
    steps[1:] *= np.sqrt(1.0 - memory**2)
    for frame in range(1, len(steps)):
        steps[frame] += memory * steps[frame - 1]
    return steps


def _outliers(generator: np.random.RandomState, missing: np.ndarray, share: float) -> np.ndarray:
    """Return where points have jumped (T, K): exactly the share of all, among those that are seen."""
    seen = np.flatnonzero(~missing)
    count = round(share * missing.size)
    if count > len(seen):
        raise InvalidMotionError(
            f"outliers is {share} where {len(seen) / missing.size:.2f} of the points are seen, expected less"
        )
    outlier = np.zeros(missing.size, dtype=bool)
    outlier[generator.permutation(seen)[:count]] = True
    return outlier.reshape(missing.shape)


_ARMS = ("clavicle", "shoulder", "elbow", "wrist", "palm", "knuckle", "thumb", "finger", "index", "little")
_LEGS = ("hip", "knee", "ankle", "heel", "toe", "big_toe", "small_toe")


def _swaps(
    generator: np.random.RandomState, names: Sequence[str], frames: int, longest: int, share: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return which points are swapped (T, K) and for every point the one of the other side (K,)."""
    mirrored = {"_l": "_r", "_r": "_l"}
    others = [name[:-2] + mirrored.get(name[-2:], name[-2:]) for name in names]
    partner = np.array([names.index(o) if o in names else k for k, o in enumerate(others)], dtype=int)
    in_arms, in_legs = (np.array([name.startswith(group) for name in names]) for group in (_ARMS, _LEGS))
    swapped = np.zeros((frames, len(names)), dtype=bool)
    happening = bursts(generator, frames, share, longest, "swaps")
    edges = np.flatnonzero(np.diff(np.concatenate([[False], happening, [False]]).astype(int)))
    for start, stop in edges.reshape(-1, 2):
        limbs = (in_arms, in_legs, in_arms | in_legs)[generator.randint(3)]
        swapped[start:stop] = limbs & (partner != np.arange(len(names)))
    return swapped, partner
