"""Compiled versions of what is done to many vectors and turns, where somebody has put them in.

NumPy takes ten times as long to begin as to do such a step on a clip of some seconds. Who works on many clips
has them compiled (``kinematics/vector_kernels.py``); who works on one need not wait for it. Both give the
same numbers to the last bit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class VectorFunctions:
    """Functions that fill their last argument, for contiguous and writable arrays of doubles.

    Of two arrays one may have a single row, which then goes with each of the other's.

    Attributes:
        lengths: Of vectors (N, 3 or 4) the lengths (N,).
        norms: Of vectors (N, 3) the lengths (N,) as NumPy's norm rounds them.
        normalise: Of vectors (N, 3 or 4) the unit vectors (N, 3 or 4).
        apart: Of vectors (N, 3) and others the lengths (N, 2) of both unit vectors' differences and sums.
        cross: Of vectors (N, 3) and others the products (N, 3).
        multiply: Of quaternions (N, 4) and others the products (N, 4).
        rotate: Of quaternions (N, 4) and vectors (N, 3) the turned vectors (N, 3).
        as_matrix: Of quaternions (N, 4) the matrices (N, 3, 3).
        from_matrix: Of matrices (N, 3, 3) the quaternions (N, 4).
        median_norm: Of vectors (N, 3) the median of those lengths that are finite, which is returned, NaN
            where none is; what is filled (N,) is room to work in.
    """

    lengths: Callable[..., None]
    norms: Callable[..., None]
    normalise: Callable[..., None]
    apart: Callable[..., None]
    cross: Callable[..., None]
    multiply: Callable[..., None]
    rotate: Callable[..., None]
    as_matrix: Callable[..., None]
    from_matrix: Callable[..., None]
    median_norm: Callable[..., float]


COMPILED_WIDTHS = (3, 4)
"""Numbers of vectors whose lengths are compiled."""

_DOUBLE = np.dtype(np.float64)

_functions: VectorFunctions | None = None


def compiled_functions() -> VectorFunctions | None:
    """Return what was put in, None where NumPy is to do it."""
    return _functions


def put_in(functions: VectorFunctions | None) -> None:
    """Use compiled functions from now on, or NumPy's again."""
    global _functions
    _functions = functions


def of_rows(name: str, array: np.ndarray, shape: tuple[int, ...], out: tuple[int, ...]) -> np.ndarray | None:
    """Return what a compiled function makes of an array (..., *shape): (..., *out).

    None where there is no such function, or the array is none that it takes.
    """
    if _functions is None:
        return None
    taken = _rows(array, shape)
    if taken is None:
        return None
    found = np.empty((*array.shape[: array.ndim - len(shape)], *out))
    getattr(_functions, name)(taken, found.reshape(len(taken), *out))
    return found


def of_pairs(
    name: str, first: np.ndarray, second: np.ndarray, widths: tuple[int, int], out: int
) -> np.ndarray | None:
    """Return what a compiled function makes of arrays (..., A) and (..., B): (..., out).

    None where there is no such function, or the arrays are none that it takes: of rows that go together, or
    one of a single row.
    """
    if _functions is None:
        return None
    if first.ndim != second.ndim:
        # A single vector or turn goes with each of many.
        if first.ndim == 1:
            first = first.reshape(*(1,) * (second.ndim - 1), -1)
        elif second.ndim == 1:
            second = second.reshape(*(1,) * (first.ndim - 1), -1)
        else:
            return None
    is_one = 1 in (first.size // widths[0], second.size // widths[1])
    if first.ndim > 2 and not is_one and first.shape[:-1] != second.shape[:-1]:
        return None
    one, other = _rows(first, widths[:1]), _rows(second, widths[1:])
    if one is None or other is None or (len(one) != len(other) and 1 not in (len(one), len(other))):
        return None
    longer = second if len(one) == 1 else first
    found = np.empty((*longer.shape[:-1], out))
    getattr(_functions, name)(one, other, found.reshape(-1, out))
    return found


def median_norm_of(vectors: np.ndarray) -> float | None:
    """Return the median length of vectors (..., 3) that are finite, NaN where none is.

    None where no compiled function finds it.
    """
    taken = None if _functions is None else _rows(vectors, (3,))
    if _functions is None or taken is None:
        return None
    return _functions.median_norm(taken, np.empty(len(taken)))


def _rows(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray | None:
    """Return an array as contiguous, writable rows (N, *shape) of doubles, None where it has others."""
    if array.ndim == len(shape) or array.dtype is not _DOUBLE or array.shape[-len(shape) :] != shape:
        return None
    flags = array.flags
    taken = array if flags.c_contiguous and flags.writeable and flags.aligned else np.array(array, order="C")
    return taken if taken.ndim == len(shape) + 1 else taken.reshape(-1, *shape)
