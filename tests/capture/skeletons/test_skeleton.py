"""The skeleton's tree and the names of its points."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.errors import InvalidMotionError


def test_points_are_joints_then_ends() -> None:
    skeleton = Skeleton(("a", "b"), (-1, 0), np.zeros((2, 3)), {"b": np.ones(3)})
    assert skeleton.point_names == ("a", "b", "b_end")


def test_ends_never_share_a_name() -> None:
    ends = {"a": np.eye(3)[:2], "a_end": np.ones(3)}
    skeleton = Skeleton(("a", "a_end"), (-1, 0), np.zeros((2, 3)), ends)
    assert skeleton.point_names == ("a", "a_end", "a_end2", "a_end3", "a_end_end")


@pytest.mark.parametrize("parents", [(0, -1), (-1, -1), (-1, 1), (-1,), ()])
def test_parents_come_first(parents: tuple[int, ...]) -> None:
    with pytest.raises(InvalidMotionError, match="one root"):
        Skeleton(("a", "b"), parents, np.zeros((2, 3)))


def test_equal_names_are_refused() -> None:
    with pytest.raises(InvalidMotionError, match="'a' twice"):
        Skeleton(("a", "a"), (-1, 0), np.zeros((2, 3)))


def test_end_of_unknown_joint_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match="'c', not a joint"):
        Skeleton(("a",), (-1,), np.zeros((1, 3)), {"c": np.zeros(3)})


def test_infinite_offset_is_refused() -> None:
    with pytest.raises(InvalidMotionError, match="not finite"):
        Skeleton(("a",), (-1,), np.full((1, 3), np.inf))


def test_arrays_cannot_change() -> None:
    skeleton = Skeleton(("a",), (-1,), np.zeros((1, 3)))
    with pytest.raises(ValueError, match="read-only"):
        skeleton.offsets[0] = 1.0
