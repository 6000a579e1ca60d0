"""The person that a robot's motion stands for: as if it had moved within the robot's limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from understudy.motion import validation as check


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """A person's motion reconstructed from a robot's (Ayusawa and Yoshida 2017, (7)), beside the original.

    Attributes:
        names: P names of captured points.
        captured: (T, P, 3) [m] where they were seen, NaN where they were not.
        points: (T, P, 3) [m] P_h*: where they are on the reconstructed person.
        coordinate_names: Names of the person's joints.
        original: (T, Q) coordinates of the person as fitted to the capture alone.
        coordinates: (T, Q) Q_h*: those of the reconstructed person.
        lengths: The person's lengths [m].
        morphing: Those of the morphed human [m], at which it fits the robot.
    """

    names: tuple[str, ...]
    captured: np.ndarray
    points: np.ndarray
    coordinate_names: tuple[str, ...]
    original: np.ndarray
    coordinates: np.ndarray
    lengths: Mapping[str, float]
    morphing: Mapping[str, float]

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        put = object.__setattr__
        for name in ("captured", "points", "original", "coordinates"):
            put(self, name, check.frozen_array(getattr(self, name)))
        for name in ("lengths", "morphing"):
            put(self, name, MappingProxyType(dict(getattr(self, name))))
        check.require_unique("names", self.names)
        check.require_shape("captured", self.captured, (None, len(self.names), 3))
        check.require_shape("points", self.points, self.captured.shape)
        check.require_shape("coordinates", self.coordinates, (len(self.points), None))
        check.require_shape("original", self.original, self.coordinates.shape)

    @property
    def errors(self) -> np.ndarray:
        """(T, P) [m] distances between captured and reconstructed points, NaN where they were not seen."""
        return np.linalg.norm(self.points - self.captured, axis=2)

    @property
    def mean_error(self) -> float:
        """Mean of all distances [m]."""
        return float(np.nanmean(self.errors))
