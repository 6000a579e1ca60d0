"""The person that a robot's motion stands for: as if it had moved within the robot's limits."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check

RECONSTRUCTED = "reconstructed_"
"""How names of its arrays begin in a robot motion's archive."""

_SERIES = ("captured", "points", "original", "coordinates")
_NAMES = ("names", "coordinate_names")
_LENGTHS = ("lengths", "morphing")


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

    def section(self, start: int, stop: int) -> Reconstruction:
        """Return frames ``start`` to ``stop`` (excluded)."""
        return replace(self, **{name: getattr(self, name)[start:stop] for name in _SERIES})


def arrays_of_reconstruction(found: Reconstruction | None) -> dict[str, np.ndarray]:
    """Return the arrays under which a reconstruction is saved; none where there is none."""
    if found is None:
        return {}
    arrays = {name: getattr(found, name) for name in _SERIES}
    arrays |= {name: np.array(getattr(found, name)) for name in _NAMES}
    arrays |= {name: np.array(json.dumps(dict(getattr(found, name)))) for name in _LENGTHS}
    return {f"{RECONSTRUCTED}{name}": values for name, values in arrays.items()}


def reconstruction_of_arrays(data: Mapping[str, np.ndarray]) -> Reconstruction | None:
    """Return the reconstruction that :func:`arrays_of_reconstruction` wrote, None where there is none.

    Raises:
        InvalidMotionError: Where part of it is missing, or is none.
    """
    own = {
        name.removeprefix(RECONSTRUCTED): values
        for name, values in data.items()
        if name.startswith(RECONSTRUCTED)
    }
    if not own:
        return None
    missing = next((name for name in (*_SERIES, *_NAMES, *_LENGTHS) if name not in own), None)
    if missing is not None:
        raise InvalidMotionError(f"array '{RECONSTRUCTED}{missing}' is missing")
    values: dict[str, Any] = {name: own[name] for name in _SERIES}
    values |= {name: tuple(str(each) for each in own[name]) for name in _NAMES}
    values |= {name: _lengths(name, str(own[name])) for name in _LENGTHS}
    return Reconstruction(**values)


def _lengths(name: str, text: str) -> dict[str, float]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise InvalidMotionError(f"'{RECONSTRUCTED}{name}' holds no table of lengths")
    return {str(key): float(value) for key, value in found.items()}
