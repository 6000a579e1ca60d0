"""Rotations against scipy's, which orders quaternions xyzw."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from understudy.spatial import rotations as rot

TIGHT = 1e-12
"""Largest difference [rad or 1] from scipy."""

EDGE_ANGLES = (0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.0, np.pi - 1e-6, np.pi - 1e-9, np.pi - 1e-14, np.pi)
"""Angles [rad] up to and around the places where naive formulas lose digits."""

finite = st.floats(-1.0, 1.0, allow_nan=False)
unit_vectors = (
    st.tuples(finite, finite, finite)
    .map(np.array)
    .filter(lambda v: np.linalg.norm(v) > 1e-3)
    .map(lambda v: v / np.linalg.norm(v))
)
angles = st.one_of(st.sampled_from(EDGE_ANGLES), st.floats(0.0, np.pi))
rotation_vectors = st.builds(lambda axis, angle: axis * angle, unit_vectors, angles)


def as_scipy(q: np.ndarray) -> Rotation:
    return Rotation.from_quat(np.roll(q, -1, axis=-1))


def from_scipy(rotation: Rotation) -> np.ndarray:
    return np.roll(rotation.as_quat(), 1, axis=-1)


def distance(a: np.ndarray, b: np.ndarray) -> float:
    """Return the largest difference between quaternions that may differ in sign."""
    return float(np.minimum(np.linalg.norm(a - b, axis=-1), np.linalg.norm(a + b, axis=-1)).max())


@pytest.fixture
def many() -> np.ndarray:
    """Return (200, 4) quaternions spread over all rotations."""
    return rot.normalise(np.random.default_rng(7).normal(size=(200, 4)))


def test_products_conjugates_and_turned_vectors_equal_scipys(many: np.ndarray) -> None:
    other = many[::-1]
    vectors = np.random.default_rng(8).normal(size=(200, 3))
    product = from_scipy(as_scipy(many) * as_scipy(other))
    assert distance(rot.multiply(many, other), product) < TIGHT
    assert distance(rot.conjugate(many), from_scipy(as_scipy(many).inv())) < TIGHT
    np.testing.assert_allclose(rot.rotate(many, vectors), as_scipy(many).apply(vectors), atol=TIGHT)


def test_one_quaternion_broadcasts_over_many(many: np.ndarray) -> None:
    one = many[0]
    np.testing.assert_allclose(
        rot.multiply(one, many), rot.multiply(np.broadcast_to(one, many.shape), many), atol=TIGHT
    )
    assert rot.rotate(one, np.ones((5, 2, 3))).shape == (5, 2, 3)


def test_matrices_equal_scipys_and_come_back(many: np.ndarray) -> None:
    np.testing.assert_allclose(rot.as_matrix(many), as_scipy(many).as_matrix(), atol=TIGHT)
    back = rot.from_matrix(rot.as_matrix(many))
    assert distance(back, many) < TIGHT
    assert (back[:, 0] >= 0.0).all()


def test_matrices_keep_their_leading_axes(many: np.ndarray) -> None:
    grid = many.reshape(10, 20, 4)
    assert rot.as_matrix(grid).shape == (10, 20, 3, 3)
    assert rot.from_matrix(rot.as_matrix(grid)).shape == (10, 20, 4)


@given(unit_vectors, angles)
def test_a_half_turn_survives_the_matrix(axis: np.ndarray, angle: float) -> None:
    q = rot.from_axis_angle(axis, angle)
    assert distance(rot.from_matrix(rot.as_matrix(q)), q) < TIGHT


@given(rotation_vectors)
def test_rotation_vectors_equal_scipys(vector: np.ndarray) -> None:
    q = rot.from_rotation_vector(vector)
    assert distance(q, from_scipy(Rotation.from_rotvec(vector))) < TIGHT
    assert abs(np.linalg.norm(q) - 1.0) < TIGHT


@given(rotation_vectors)
def test_rotation_vectors_come_back(vector: np.ndarray) -> None:
    back = rot.as_rotation_vector(rot.from_rotation_vector(vector))
    # At half a turn both signs of the axis are the same rotation.
    opposite = np.linalg.norm(back + vector) if np.linalg.norm(vector) > np.pi - 1e-9 else np.inf
    assert min(float(np.linalg.norm(back - vector)), float(opposite)) < 1e-11


def test_rotation_vectors_of_tiny_turns_keep_all_digits() -> None:
    tiny = np.array([1e-13, -2e-13, 3e-13])
    np.testing.assert_allclose(rot.as_rotation_vector(rot.from_rotation_vector(tiny)), tiny, rtol=1e-12)


def test_both_signs_of_a_quaternion_have_one_rotation_vector(many: np.ndarray) -> None:
    np.testing.assert_allclose(rot.as_rotation_vector(-many), rot.as_rotation_vector(many), atol=TIGHT)
    assert (np.linalg.norm(rot.as_rotation_vector(many), axis=1) <= np.pi + TIGHT).all()


@given(unit_vectors, angles)
def test_axis_and_angle_equal_scipys(axis: np.ndarray, angle: float) -> None:
    want = from_scipy(Rotation.from_rotvec(axis * angle))
    assert distance(rot.from_axis_angle(axis, angle), want) < TIGHT


def test_one_axis_takes_many_angles() -> None:
    turns = rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), np.array([0.0, np.pi]))
    np.testing.assert_allclose(turns, [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]], atol=TIGHT)


@given(unit_vectors, unit_vectors, angles)
def test_the_angle_between_vectors_is_exact_near_zero_and_pi(
    start: np.ndarray, other: np.ndarray, angle: float
) -> None:
    axis = np.cross(start, other)
    if np.linalg.norm(axis) < 1e-3:
        return
    turned = Rotation.from_rotvec(axis / np.linalg.norm(axis) * angle).apply(start)
    assert abs(rot.angle_between(3.0 * start, 0.1 * turned) - angle) < 1e-14


@given(unit_vectors, unit_vectors)
def test_the_shortest_arc_carries_and_is_shortest(start: np.ndarray, end: np.ndarray) -> None:
    q = rot.shortest_arc(start, end)
    np.testing.assert_allclose(rot.rotate(q, start), end, atol=1e-7)
    turn = np.linalg.norm(rot.as_rotation_vector(q))
    assert abs(turn - rot.angle_between(start, end)) < 1e-7


@given(unit_vectors, st.sampled_from((1e-3, 1e-5, 1e-6, 1e-7)))
def test_the_shortest_arc_carries_nearly_opposite_vectors(start: np.ndarray, off: float) -> None:
    side = np.cross(start, np.eye(3)[np.argmin(np.abs(start))])
    end = rot.normalise(-start + off * side)
    np.testing.assert_allclose(rot.rotate(rot.shortest_arc(start, end), start), end, atol=1e-8)


def test_the_shortest_arc_between_opposites_is_half_a_turn() -> None:
    axes = np.concatenate([np.eye(3), -np.eye(3)])
    q = rot.shortest_arc(axes, -axes)
    np.testing.assert_allclose(rot.rotate(q, axes), -axes, atol=TIGHT)
    np.testing.assert_allclose(np.linalg.norm(q, axis=1), 1.0, atol=TIGHT)


def test_slerp_goes_the_shorter_way_at_even_speed(many: np.ndarray) -> None:
    start, end = many[0], -many[1]
    fractions = np.linspace(0.0, 1.0, 11)
    path = rot.slerp(start, end, fractions)
    steps = np.linalg.norm(rot.as_rotation_vector(rot.multiply(rot.conjugate(path[:-1]), path[1:])), axis=1)
    whole = np.linalg.norm(rot.as_rotation_vector(rot.multiply(rot.conjugate(start), end)))
    assert distance(path[0], start) < TIGHT
    assert distance(path[-1], end) < TIGHT
    np.testing.assert_allclose(steps, whole / 10, atol=1e-10)


def test_continuous_removes_sign_jumps_only() -> None:
    turns = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.linspace(0.0, 9.0, 50))
    flips = np.where(np.arange(50) % 3 == 0, -1.0, 1.0)[:, None]
    smooth = rot.continuous(turns * flips)
    assert (np.sum(smooth[1:] * smooth[:-1], axis=1) > 0.0).all()
    assert distance(smooth, turns) < TIGHT


@pytest.mark.parametrize("absent", ["x", "y", "z"])
def test_two_axes_give_the_third(absent: str, many: np.ndarray) -> None:
    matrices = rot.as_matrix(many)
    axes = {name: None if name == absent else matrices[..., i] for i, name in enumerate("xyz")}
    assert distance(rot.from_axes(**axes), many) < TIGHT


@pytest.mark.parametrize(("absent", "kept"), [("x", "z"), ("y", "z"), ("z", "x")])
def test_the_first_of_z_x_y_keeps_its_direction(absent: str, kept: str, many: np.ndarray) -> None:
    matrices = rot.as_matrix(many)
    skew = 0.3 * matrices.sum(axis=-1)
    axes = {name: None if name == absent else matrices[..., i] for i, name in enumerate("xyz")}
    (other,) = set("xyz") - {absent, kept}
    column = matrices[..., "xyz".index(other)] + skew
    axes[other] = column
    built = rot.as_matrix(rot.from_axes(**axes))
    index = "xyz".index(kept)
    np.testing.assert_allclose(built[..., index], matrices[..., index], atol=TIGHT)
    np.testing.assert_allclose(np.linalg.det(built), 1.0, atol=TIGHT)


def test_one_axis_is_not_enough() -> None:
    with pytest.raises(ValueError, match="two axes"):
        rot.from_axes(np.array([1.0, 0.0, 0.0]), None, None)


def test_normalise_leaves_zero_alone() -> None:
    np.testing.assert_array_equal(rot.normalise(np.zeros((2, 3))), np.zeros((2, 3)))
    np.testing.assert_allclose(rot.normalise(np.array([3.0, 4.0])), [0.6, 0.8])


def test_cross_products_are_numpys() -> None:
    from understudy.spatial.vectors import cross

    a, b = np.random.default_rng(5).normal(size=(2, 4, 7, 3))
    np.testing.assert_array_equal(cross(a, b), np.cross(a, b))
    np.testing.assert_array_equal(cross(a, b[0, 0]), np.cross(a, b[0, 0]))
