"""A mirrored capture is that of the mirrored skeleton."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture import Skeleton
from understudy.capture.bvh.kinematics import forward_kinematics, rest_pose
from understudy.capture.raw import RawCapture
from understudy.capture.skeletons.poses import Poses
from understudy.capture.source import Source

Motion = Callable[[Skeleton, int], tuple[np.ndarray, np.ndarray]]


def moved(skeleton: Skeleton, positions: np.ndarray, rotations: np.ndarray) -> Poses:
    """Return poses of a skeleton with root positions (T, 3) and local rotations (T, J, 4)."""
    offsets = [positions, *(offset[None] for offset in skeleton.offsets[1:])]
    return forward_kinematics(skeleton, offsets, list(np.moveaxis(rotations, 1, 0)))


@pytest.mark.parametrize("axis", [0, 1])
def test_points_and_rotations_are_those_of_a_mirrored_skeleton(
    person: Skeleton, small_motion: Motion, axis: int
) -> None:
    flip = np.where(np.arange(3) == axis, -1.0, 1.0)
    positions, rotations = small_motion(person, 7)
    poses = moved(person, positions, rotations)
    raw = RawCapture(
        Source(Path("a"), b""),
        "some",
        person.point_names,
        poses.points,
        rotations=poses.rotations,
        rest=rest_pose(person),
        parents=person.parents,
    )
    twin = replace(
        person,
        offsets=person.offsets * flip,
        end_offsets={name: offset * flip for name, offset in person.end_offsets.items()},
    )
    expected = moved(twin, positions * flip, rotations * np.array([1.0, *-flip]))
    found = raw.mirrored(axis)
    assert found.rotations is not None
    assert found.rest is not None
    np.testing.assert_allclose(found.points, expected.points, atol=1e-12)
    np.testing.assert_allclose(found.rotations, expected.rotations, atol=1e-12)
    np.testing.assert_allclose(found.rest.points, rest_pose(twin).points, atol=1e-12)


def test_bare_points_have_no_rotations_to_mirror() -> None:
    raw = RawCapture(Source(Path("a"), b""), "some", ("a",), np.array([[[1.0, 2.0, 3.0]]]))
    found = raw.mirrored(0)
    np.testing.assert_array_equal(found.points, [[[-1.0, 2.0, 3.0]]])
    assert (found.rotations, found.rest) == (None, None)
