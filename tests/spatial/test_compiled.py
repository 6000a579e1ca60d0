"""Kernels for vectors and turns give NumPy's numbers to the last bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from understudy.kinematics.vector_kernels import VECTOR_KERNELS
from understudy.spatial import rotations as rot
from understudy.spatial.compiled import put_in
from understudy.spatial.vectors import cross, lengths, norms

COUNT = 3000
Arrays = tuple[np.ndarray, ...]


@pytest.fixture(autouse=True)
def numpy_again() -> Iterator[None]:
    yield
    put_in(None)


def numbers(generator: np.random.Generator, *shape: int) -> np.ndarray:
    """Return numbers of very different sizes, some of them zero, negative zero, or none at all."""
    found = generator.normal(size=shape) * 10.0 ** generator.uniform(-9.0, 9.0, shape)
    for value in (0.0, -0.0, np.nan, np.inf):
        found[generator.random(shape) < 0.01] = value
    found[0] = 0.0
    return found


def samples(*shapes: tuple[int, ...]) -> Iterator[Arrays]:
    """Yield arrays of rows of these shapes, laid out in many ways."""
    generator = np.random.default_rng(2)
    plain = tuple(numbers(generator, COUNT, *shape) for shape in shapes)
    frozen = tuple(array.copy() for array in plain)
    for array in frozen:
        array.setflags(write=False)
    yield plain
    yield frozen
    yield tuple(numbers(generator, COUNT, 4, *shape)[:, 2] for shape in shapes)
    yield tuple(numbers(generator, 20, 30, *shape) for shape in shapes)
    yield tuple(np.asfortranarray(numbers(generator, COUNT, *shape)) for shape in shapes)
    yield tuple(np.zeros((0, *shape)) for shape in shapes)
    if len(shapes) == 2:
        first, second = plain
        yield first[1:2], second
        yield first, second[1:2]
        yield np.zeros((0, *shapes[0])), second[1:2]
        yield numbers(generator, 20, 1, *shapes[0]), numbers(generator, 1, 30, *shapes[1])
        yield first, second[1]


CASES: list[tuple[Callable[..., np.ndarray], tuple[tuple[int, ...], ...]]] = [
    (lengths, ((3,),)),
    (lengths, ((4,),)),
    (lengths, ((2,),)),
    (norms, ((3,),)),
    (rot.normalise, ((3,),)),
    (rot.normalise, ((4,),)),
    (rot.as_matrix, ((4,),)),
    (rot.from_matrix, ((3, 3),)),
    (cross, ((3,), (3,))),
    (rot.multiply, ((4,), (4,))),
    (rot.rotate, ((4,), (3,))),
    (rot.angle_between, ((3,), (3,))),
]


@pytest.mark.parametrize(("function", "shapes"), CASES)
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning", "ignore:overflow:RuntimeWarning")
def test_kernels_have_numpys_bits(
    function: Callable[..., np.ndarray], shapes: tuple[tuple[int, ...], ...]
) -> None:
    for arrays in samples(*shapes):
        put_in(None)
        plain = function(*arrays)
        put_in(VECTOR_KERNELS)
        compiled = function(*arrays)
        assert compiled.shape == plain.shape
        known = ~np.isnan(plain)
        np.testing.assert_array_equal(np.isnan(compiled), ~known)
        np.testing.assert_array_equal(compiled[known].view(np.int64), plain[known].view(np.int64))


def test_turns_of_matrices_take_every_way() -> None:
    turns = rot.normalise(np.random.default_rng(4).normal(size=(COUNT, 4)))
    turns[:4] = np.eye(4)
    matrices = rot.as_matrix(turns)
    plain = rot.from_matrix(matrices)
    put_in(VECTOR_KERNELS)
    np.testing.assert_array_equal(rot.from_matrix(matrices).view(np.int64), plain.view(np.int64))
    assert len(np.unique(np.abs(plain).argmax(axis=1))) == 4
