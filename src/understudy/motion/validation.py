"""Checks shared by the nouns; each raises one sentence that names the field and the place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard
from weakref import WeakValueDictionary

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.spatial.vectors import lengths

UNIT_TOLERANCE = 1e-6

ROOT_SIZE = 7
"""Root position and quaternion come first in the coordinates of a robot with a free base."""


def frozen_array(values: object, dtype: type = np.float64) -> np.ndarray:
    """Return a C-contiguous read-only copy, so that a noun cannot change after its checks.

    An array that is one already, since it comes out of another noun, is shared: nobody can change it.
    """
    if _is_frozen(values, dtype):
        return values
    if type(values) is np.ndarray and values.dtype == dtype:
        array = values.copy(order="C")
    else:
        try:
            # What is not finite is no whole number, and would become any.
            with np.errstate(invalid="raise"):
                array = np.array(values, dtype=dtype, order="C", copy=True)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise InvalidMotionError(f"an array of {dtype.__name__} was expected: {error}") from error
    array.setflags(write=False)
    return array


def _is_frozen(values: object, dtype: type) -> TypeGuard[np.ndarray]:
    """Return whether an array is read-only and owns what it holds, and is laid out as nouns have it."""
    return (
        type(values) is np.ndarray
        and values.dtype == dtype
        and values.base is None
        and values.flags.c_contiguous
        and not values.flags.writeable
    )


_unit: WeakValueDictionary[int, np.ndarray] = WeakValueDictionary()
"""Identity → quaternions that were found to be of unit length and cannot have changed since.

A noun that is made from another one shares its arrays, which would be looked at again each time.
"""


_finite_turns: WeakValueDictionary[int, np.ndarray] = WeakValueDictionary()
"""The same of quaternions that were found to be finite besides."""


def require_shape(name: str, array: np.ndarray, shape: tuple[int | None, ...]) -> None:
    """Require ``array`` to have ``shape``, where None stands for any length."""
    fits = array.ndim == len(shape) and all(
        want is None or want == have for want, have in zip(shape, array.shape, strict=True)
    )
    if not fits:
        wanted = ", ".join("any" if length is None else str(length) for length in shape)
        raise InvalidMotionError(f"{name} has shape {array.shape}, expected ({wanted})")


def require_finite(name: str, array: np.ndarray, where: np.ndarray | None = None) -> None:
    """Require finite values; ``where`` (over the leading axes) limits the check to valid entries."""
    # A sum is finite only where all of its terms are, and takes no memory.
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(np.sum(array)):
            return
    finite = np.isfinite(array)
    if where is not None:
        finite = finite | ~where.reshape(where.shape + (1,) * (array.ndim - where.ndim))
    if not finite.all():
        frame = int(np.argwhere(~finite)[0][0])
        raise InvalidMotionError(f"{name} has a value that is not finite, first in frame {frame}")


def require_unit_quaternions(name: str, quaternions: np.ndarray) -> None:
    """Require ``(..., 4)`` quaternions of length 1 within 1e-6."""
    if _unit.get(id(quaternions)) is quaternions:
        return
    off = np.abs(lengths(quaternions) - 1.0) > UNIT_TOLERANCE
    if off.any():
        frame = int(np.argwhere(off)[0][0])
        raise InvalidMotionError(f"{name} has a quaternion not of unit length, first in frame {frame}")
    if _is_frozen(quaternions, np.float64):
        _unit[id(quaternions)] = quaternions


def require_finite_turns(name: str, quaternions: np.ndarray) -> None:
    """Require finite ``(..., 4)`` quaternions of length 1 within 1e-6."""
    if _finite_turns.get(id(quaternions)) is quaternions:
        return
    # What has that length is finite; which of both it is not is asked only where it matters.
    if (np.abs(lengths(quaternions) - 1.0) <= UNIT_TOLERANCE).all():
        if _is_frozen(quaternions, np.float64):
            _finite_turns[id(quaternions)] = quaternions
        return
    require_finite(name, quaternions)
    require_unit_quaternions(name, quaternions)


def require_columns(q: np.ndarray, joints: Sequence[str]) -> None:
    """Require coordinates (T, nq): one a joint for a fixed base, the root before them for a free one."""
    count = len(joints)
    if q.shape[1] - count not in (0, ROOT_SIZE):
        raise InvalidMotionError(
            f"q has {q.shape[1]} columns for {count} joints, expected {count} (fixed base) "
            f"or {count + ROOT_SIZE} (free base)"
        )


def require_fps(fps: float) -> None:
    """Require a frame rate over which time increases."""
    if not (np.isfinite(fps) and 0.0 < fps <= 1e5):
        raise InvalidMotionError(f"fps is {fps}, expected a number over 0 and at most 100000")


def require_unique(name: str, names: Sequence[str]) -> None:
    """Require names without repetition."""
    seen: set[str] = set(names)
    if len(seen) == len(names):
        return
    seen.clear()
    for item in names:
        if item in seen:
            raise InvalidMotionError(f"{name} holds '{item}' twice")
        seen.add(item)


def require_increasing(name: str, values: np.ndarray) -> None:
    """Require strictly increasing values."""
    steps = np.diff(values)
    if (steps <= 0.0).any():
        frame = int(np.argmax(steps <= 0.0)) + 1
        raise InvalidMotionError(f"{name} does not increase at frame {frame}")
