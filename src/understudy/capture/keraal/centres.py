"""Joint centres between two tracked segments of a body, from how the segments turn against each other.

A ball joint's centre is fixed in both of its segments: c = p₁ + R₁ c₁ = p₂ + R₂ c₂ in every frame. The
offsets c₁ and c₂ that bring both sides together best, over all frames, are the symmetrical centre of
rotation estimation of Ehrig et al. (2006). A hinge leaves the place along its axis open, and a joint that
does not move leaves all of it open, so that a first guess is weighed in as one more observation:

    minimise  Σ |p₁ + R₁ c₁ − p₂ − R₂ c₂|²  +  w² (|c₁ − ĉ₁|² + |c₂ − ĉ₂|²),

where ĉ is the guess as a segment sees it on the mean, and w how far skin and noise let a joint come apart
over how far a guess may be off. Lengths are in any one unit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

GUESS_WEIGHT = 0.15
"""w where targets sit firmly: 1.5 cm over 10 cm."""

INDEPENDENT_SECONDS = 0.2
"""Frames closer than this have the same error of skin motion and count as one observation."""


@dataclass(frozen=True, eq=False)
class Segment:
    """A tracked segment over time.

    Attributes:
        points: (T, 3) where it is, NaN where it was not seen.
        matrices: (T, 3, 3) rotation from the segment to the file's axes.
    """

    points: np.ndarray
    matrices: np.ndarray

    def carry(self, offset: np.ndarray) -> np.ndarray:
        """Return (T, 3) where a point at ``offset`` (3,) in the segment is."""
        return self.points + self.matrices @ offset

    def mean_offset(self, places: np.ndarray) -> np.ndarray:
        """Return (3,) where in the segment places (T, 3) are on the mean, NaN where never."""
        offsets = np.einsum("tji,tj->ti", self.matrices, places - self.points)
        known = np.isfinite(offsets).all(axis=1)
        return offsets[known].mean(axis=0) if known.any() else np.full(3, np.nan)


def joint_centre(
    upper: Segment, lower: Segment, guess: np.ndarray, fps: float, guess_weight: float = GUESS_WEIGHT
) -> np.ndarray:
    """Return (T, 3) the centre of the joint between two segments, the mean of what each of them says.

    Args:
        upper: One segment.
        lower: The other one.
        guess: (T, 3) where the joint may be.
        fps: Frames a second [1/s].
        guess_weight: w.
    """
    guesses = np.concatenate([upper.mean_offset(guess), lower.mean_offset(guess)])
    step = max(1, round(INDEPENDENT_SECONDS * fps))
    apart = (lower.points - upper.points)[::step]
    known = np.isfinite(apart).all(axis=1)
    if not (known.any() and np.isfinite(guesses).all()):
        return np.full_like(upper.points, np.nan)
    turns = np.concatenate([upper.matrices[::step], -lower.matrices[::step]], axis=2)[known]
    rows = np.concatenate([turns.reshape(-1, 6), guess_weight * np.eye(6)])
    wanted = np.concatenate([apart[known].reshape(-1), guess_weight * guesses])
    offsets = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    return 0.5 * (upper.carry(offsets[:3]) + lower.carry(offsets[3:]))
