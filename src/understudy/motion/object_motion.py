"""A rigid object that was captured beside the person: its pose over time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import validation as check
from understudy.motion.sides import FLIP, reflect_turns

_PREFIX = "object_"
_ARRAYS = ("positions", "quaternions", "valid", "residuals")


@dataclass(frozen=True, eq=False)
class ObjectMotion:
    """Poses of a rigid object in the world.

    Attributes:
        positions: (T, 3) [m] of the object's origin, NaN where the pose is not known.
        quaternions: (T, 4) orientation wxyz, NaN where the pose is not known.
        valid: (T,) True where enough of the object's markers were seen to tell its pose.
        residuals: (T,) [m] root mean square distance of markers from where the pose puts them, NaN where it
            is not known.
    """

    positions: np.ndarray
    quaternions: np.ndarray
    valid: np.ndarray
    residuals: np.ndarray

    def __post_init__(self) -> None:
        """Check every field and freeze the arrays."""
        for name in _ARRAYS:
            kind = bool if name == "valid" else np.float64
            object.__setattr__(self, name, check.frozen_array(getattr(self, name), kind))
        check.require_shape("valid", self.valid, (None,))
        count = self.frame_count
        for name, shape in (("positions", (count, 3)), ("quaternions", (count, 4)), ("residuals", (count,))):
            check.require_shape(name, getattr(self, name), shape)
            check.require_finite(name, getattr(self, name), self.valid)
        check.require_unit_quaternions("quaternions", self.quaternions[self.valid])

    @property
    def frame_count(self) -> int:
        """T."""
        return len(self.valid)

    def section(self, start: int, stop: int) -> ObjectMotion:
        """Return frames ``start`` to ``stop`` (excluded)."""
        return ObjectMotion(*(getattr(self, name)[start:stop] for name in _ARRAYS))

    def mirror(self) -> ObjectMotion:
        """Return the mirror image in the plane y = 0; the object's axes are reflected with it."""
        return replace(self, positions=self.positions * FLIP, quaternions=reflect_turns(self.quaternions))


def arrays_of_objects(objects: Mapping[str, ObjectMotion]) -> dict[str, np.ndarray]:
    """Return arrays under which objects are saved, stacked over N objects; none where there are none."""
    if not objects:
        return {}
    stacked = {
        f"{_PREFIX}{name}": np.stack([getattr(each, name) for each in objects.values()], axis=1)
        for name in _ARRAYS
    }
    return {f"{_PREFIX}names": np.array(list(objects))} | stacked


def objects_of_arrays(data: Mapping[str, np.ndarray]) -> dict[str, ObjectMotion]:
    """Return the objects that :func:`arrays_of_objects` wrote.

    Raises:
        InvalidMotionError: Where an array lacks an object or is not there.
    """
    missing = [f"{_PREFIX}{name}" for name in ("names", *_ARRAYS) if f"{_PREFIX}{name}" not in data]
    if len(missing) == 1 + len(_ARRAYS):
        return {}
    if missing:
        raise InvalidMotionError(f"there are objects, but no array '{missing[0]}' of them")
    names = [str(name) for name in data[f"{_PREFIX}names"]]
    arrays = [data[f"{_PREFIX}{name}"] for name in _ARRAYS]
    for name, array in zip(_ARRAYS, arrays, strict=True):
        if array.ndim < 2 or array.shape[1] != len(names):
            raise InvalidMotionError(
                f"{_PREFIX}{name} has shape {array.shape}, expected {len(names)} objects on its second axis"
            )
    return {name: ObjectMotion(*(array[:, k] for array in arrays)) for k, name in enumerate(names)}
