"""Points in shares of a picture, made the shape of a body: the picture's aspect, and the scale of depths.

MediaPipe gives x as a share of the picture's width, y of its height, and a depth that it calls roughly of the
scale of x, all without the picture's size. The body tells: of the usual aspects, and of all scales of depth,
those are taken under which the lengths of (aspect · dx, dy, depth · dz) have the most human proportions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.body_proportions import body_segments, misfits
from understudy.capture.placing.posture import Landmarks

USUAL_ASPECTS: dict[str, float] = {"16:9": 16 / 9, "4:3": 4 / 3, "1:1": 1.0, "3:4": 3 / 4, "9:16": 9 / 16}
"""Width over height of most pictures, the most usual first."""

_SHALLOWEST, _DEEPEST = 0.05, 4.0
_STEPS, _FINE_STEPS = 40, 10
"""How finely scales of depth are tried, and then again between the neighbours of the best."""

_WORTHWHILE = 0.9
"""Depths keep MediaPipe's own scale unless another one leaves less than this share of the misfit."""

_MAX_FRAMES = 400


@dataclass(frozen=True)
class PictureScale:
    """How shares of a picture become lengths, in picture heights.

    Attributes:
        aspect: Factor of x.
        depth: Factor of z.
        misfit: Mean deviation of the body's segments from human proportions, as a share.
    """

    aspect: float
    depth: float
    misfit: float

    def apply(self, points: np.ndarray) -> np.ndarray:
        """Return points ``(..., 3)`` in picture heights."""
        return points * np.array([self.aspect, 1.0, self.depth])


def fit_picture(tracks: Landmarks, aspect: float | None) -> PictureScale | None:
    """Return the scale under which the body has human proportions, None where no segment is seen.

    Args:
        tracks: Canonical landmark → (T, 3) in shares of a picture, NaN where unknown.
        aspect: Width over height of the picture where it is known.
    """
    segments = body_segments(tracks)
    segments = segments[:, :: -(-segments.shape[1] // _MAX_FRAMES)]
    if not (np.linalg.norm(segments[..., :2], axis=-1) > 0.0).any():
        return None
    aspects = list(USUAL_ASPECTS.values()) if aspect is None else [aspect]
    return min((_best_depth(segments, each) for each in aspects), key=lambda scale: scale.misfit)


def _best_depth(segments: np.ndarray, aspect: float) -> PictureScale:
    coarse = _best_between(segments, aspect, _SHALLOWEST, _DEEPEST, _STEPS)
    step = (_DEEPEST / _SHALLOWEST) ** (1.0 / _STEPS)
    best = _best_between(segments, aspect, coarse.depth / step, coarse.depth * step, _FINE_STEPS)
    # By MediaPipe's own word depths have the scale of x.
    own = _scale(segments, aspect, aspect)
    return best if best.misfit < _WORTHWHILE * own.misfit else own


def _best_between(segments: np.ndarray, aspect: float, low: float, high: float, steps: int) -> PictureScale:
    depths = np.geomspace(low, high, steps + 1).tolist()
    return min((_scale(segments, aspect, depth) for depth in depths), key=lambda scale: scale.misfit)


def _scale(segments: np.ndarray, aspect: float, depth: float) -> PictureScale:
    lengths = np.linalg.norm(segments * [aspect, 1.0, depth], axis=-1)
    return PictureScale(aspect, depth, float(np.nanmean(misfits(lengths))))
