"""BLAS's and LAPACK's own functions for kernels to call: calls from Python take longer than small blocks do.

SciPy hands out where they are for others' compiled code. All arguments are addresses, those of numbers, too.
"""

from __future__ import annotations

import ctypes
from functools import cache
from importlib import import_module
from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kernels.library_functions import POINTER, LibraryFunction, make_known

NORMAL, TRANSPOSED, LOWER = 0, 1, 2
"""Places of letters that say how a matrix is meant."""

_LETTERS = b"NTL"

_OWN = "scipy_"


def _of_scipy(name: str, arguments: int) -> LibraryFunction:
    """Return a function of BLAS or LAPACK under a name of its own: others may bring some so called."""
    return LibraryFunction(_OWN + name, "scipy.linalg", *[POINTER] * arguments)


_dgemm = _of_scipy("dgemm", 13)
_dpotrf = _of_scipy("dpotrf", 5)
_dtrtri = _of_scipy("dtrtri", 6)
_dtrsm = _of_scipy("dtrsm", 11)
_dgemv = _of_scipy("dgemv", 11)


class Arguments(NamedTuple):
    """Where arguments stand that functions are given addresses of."""

    letters: np.ndarray  # (3,) of one byte each
    sizes: np.ndarray  # (8,) C's int
    factors: np.ndarray  # (2,)


def new_arguments() -> Arguments:
    """Return room for arguments; kernels that are given it find the functions."""
    _make_known()
    return Arguments(np.frombuffer(_LETTERS, dtype=np.uint8).copy(), np.zeros(8, dtype=np.intc), np.zeros(2))


@fused_inner_kernel
def multiply_add(
    arguments: Arguments,
    ways: tuple[int, int],
    shape: tuple[int, int, int],
    factor: float,
    first: int,
    first_step: int,
    second: int,
    second_step: int,
    kept: float,
    found: int,
) -> None:
    """Write kept · found + factor · first second, matrices column after column at these addresses.

    Args:
        arguments: Room for them.
        ways: ``NORMAL`` or ``TRANSPOSED`` of both.
        shape: Rows of what is found, its columns, and what is summed over.
        factor: Of the product.
        first: Address of the first factor.
        first_step: Numbers from one column of it to the next.
        second: Address of the second one.
        second_step: Likewise.
        kept: Share of what is there that stays.
        found: Address of a matrix without gaps.
    """
    letters, sizes, factors = arguments.letters.ctypes.data, arguments.sizes, arguments.factors
    sizes[0], sizes[1], sizes[2], sizes[3], sizes[4] = shape[0], shape[1], shape[2], first_step, second_step
    factors[0], factors[1] = factor, kept
    n, f = sizes.ctypes.data, factors.ctypes.data
    width = sizes.itemsize
    _dgemm(
        letters + ways[0], letters + ways[1], n, n + width, n + 2 * width, f, first, n + 3 * width, second,
        n + 4 * width, f + factors.itemsize, found, n,
    )  # fmt: skip


@fused_inner_kernel
def factor_lower(arguments: Arguments, size: int, matrix: int) -> bool:
    """Write Cholesky's factor over the lower triangle of a matrix; False where there is none."""
    sizes = arguments.sizes
    sizes[0], sizes[1] = size, 0
    n = sizes.ctypes.data
    _dpotrf(arguments.letters.ctypes.data + LOWER, n, matrix, n, n + sizes.itemsize)
    return sizes[1] == 0


@fused_inner_kernel
def invert_lower(arguments: Arguments, size: int, matrix: int) -> None:
    """Write the inverse over a lower triangle."""
    sizes = arguments.sizes
    sizes[0], sizes[1] = size, 0
    letters, n = arguments.letters.ctypes.data, sizes.ctypes.data
    _dtrtri(letters + LOWER, letters + NORMAL, n, matrix, n, n + sizes.itemsize)


@fused_inner_kernel
def multiply_vector(
    arguments: Arguments,
    way: int,
    shape: tuple[int, int],
    factor: float,
    matrix: int,
    vector: int,
    kept: float,
    found: int,
) -> None:
    """Write kept · found + factor · matrix vector, the matrix column after column and of this shape."""
    letters, sizes, factors = arguments.letters.ctypes.data, arguments.sizes, arguments.factors
    sizes[0], sizes[1], sizes[2], factors[0], factors[1] = shape[0], shape[1], 1, factor, kept
    n, f = sizes.ctypes.data, factors.ctypes.data
    width = sizes.itemsize
    _dgemv(
        letters + way, n, n + width, f, matrix, n, vector, n + 2 * width, f + factors.itemsize, found,
        n + 2 * width,
    )  # fmt: skip


@fused_inner_kernel
def divide_by_lower(arguments: Arguments, size: int, matrix: int, count: int, sides: int) -> None:
    """Write the inverse of a lower triangle times ``count`` sides over these."""
    sizes, factors = arguments.sizes, arguments.factors
    sizes[0], sizes[1], factors[0] = size, count, 1.0
    letters, n = arguments.letters.ctypes.data, sizes.ctypes.data
    # The letter for a lower triangle is the one for a matrix on the left, too.
    _dtrsm(
        letters + LOWER, letters + LOWER, letters + NORMAL, letters + NORMAL, n, n + sizes.itemsize,
        factors.ctypes.data, matrix, n, sides, n,
    )  # fmt: skip


@cache
def _make_known() -> None:
    """Tell the linker where the functions are, before a kernel that calls them is loaded."""
    for name, functions in (("cython_blas", (_dgemm, _dgemv, _dtrsm)), ("cython_lapack", (_dpotrf, _dtrtri))):
        offered = import_module(f"scipy.linalg.{name}").__pyx_capi__
        make_known((each, _address(offered[each.name.removeprefix(_OWN)])) for each in functions)


def _address(capsule: object) -> int:
    """Return the address that a capsule of compiled code holds."""
    name, pointer = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    name.restype, name.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    found = pointer(capsule, name(capsule))
    assert found is not None
    return found
