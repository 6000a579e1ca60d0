"""Where markers sit on a rigid object, as somebody measured it or as a clip shows it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.spatial.alignment import align

MIN_MARKERS = 3

LEAST_THICKNESS = 0.02
"""Markers off one line by less than this share of its length do not tell how an object turns about it."""

_LEARNING_ROUNDS = 10
_LEARNT = 1e-7
"""A model is learnt when no marker moves by more than this in a round [m]."""


@dataclass(frozen=True, eq=False)
class MarkerModel:
    """Where markers sit on a rigid object.

    Attributes:
        names: K names of markers.
        points: (K, 3) [m] in the object's frame.
    """

    names: tuple[str, ...]
    points: np.ndarray

    def __post_init__(self) -> None:
        """Check the model and freeze its points.

        Raises:
            InvalidMotionError: Where the markers cannot tell a pose: fewer than three, or in one line.
        """
        object.__setattr__(self, "names", tuple(self.names))
        object.__setattr__(self, "points", check.frozen_array(self.points))
        check.require_shape("a marker model's points", self.points, (len(self.names), 3))
        check.require_unique("a marker model", self.names)
        check.require_finite("a marker model's points", self.points)
        if len(self.names) < MIN_MARKERS:
            raise InvalidMotionError(
                f"the markers {self.listed} are too few to tell a pose, expected at least {MIN_MARKERS} "
                "that are not in one line"
            )
        singular = np.linalg.svd(self.points - self.points.mean(axis=0), compute_uv=False)
        if singular[1] <= LEAST_THICKNESS * singular[0]:
            raise InvalidMotionError(
                f"the markers {self.listed} lie in one line, about which the object's turn cannot be told; "
                "expected a marker beside that line"
            )

    @property
    def listed(self) -> str:
        """The markers' names, for messages."""
        return ", ".join(f"'{name}'" for name in self.names)


def learn_marker_model(
    names: tuple[str, ...], seen: np.ndarray, valid: np.ndarray | None = None
) -> MarkerModel:
    """Return the rigid model that a clip shows, where nobody measured the object.

    Its origin is the mean of the markers; its axes are those of the world in the frame that shows most
    markers. Further frames are fitted to it in turn and averaged, so that noise averages out and
    markers that were not seen in that frame take their places.

    Args:
        names: K names of markers.
        seen: (T, K, 3) [m]; NaN where a marker was not seen.
        valid: (T, K), False where a marker was not seen; by default where ``seen`` is not finite.

    Raises:
        InvalidMotionError: Where the markers do not tell a pose, or one of them never shares a frame with
            three others.
    """
    counted = np.asarray(np.isfinite(seen).all(axis=2))
    counted = counted if valid is None else counted & valid
    first = int(np.argmax(counted.sum(axis=1)))
    points = np.where(counted[first][:, None], seen[first], np.nan)
    points -= np.nanmean(points, axis=0) if counted[first].any() else 0.0
    for _ in range(_LEARNING_ROUNDS):
        before, points = points, _average(points, seen, counted)
        if np.array_equal(np.isnan(before), np.isnan(points)) and np.nanmax(abs(points - before)) < _LEARNT:
            break
    unplaced = [name for name, point in zip(names, points, strict=True) if np.isnan(point).any()]
    if unplaced:
        raise InvalidMotionError(
            f"the marker '{unplaced[0]}' is in no frame together with three others of its object, that "
            "would tell its place; leave it out or give a marker model"
        )
    return MarkerModel(names, points - points.mean(axis=0))


def _average(points: np.ndarray, seen: np.ndarray, counted: np.ndarray) -> np.ndarray:
    """Return (K, 3) the mean of all frames that can be carried into the frame of a model with gaps."""
    placed = np.asarray(np.isfinite(points).all(axis=1))
    best = align(np.where(placed[:, None], points, 0.0), seen, (counted & placed).astype(np.float64))
    usable = ((counted & placed).sum(axis=1) >= MIN_MARKERS) & (best.thickness > LEAST_THICKNESS)
    if not usable.any():
        return points
    local = (seen[usable] - best.translations[usable, None]) @ best.rotations[usable]
    shown = counted[usable]
    count = shown.sum(axis=0)
    total = np.where(shown[..., None], local, 0.0).sum(axis=0)
    return np.where(count[:, None] > 0, total / np.maximum(count, 1)[:, None], points)
