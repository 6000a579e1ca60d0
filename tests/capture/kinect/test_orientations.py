"""Orientations are kept in the order of numbers in which they follow the bones, else left out."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.kinect.joints import AZURE_KINECT, KINECT_V2
from understudy.capture.kinect.orientations import ORDERS, bone_rotations
from understudy.capture.placing.world_axes import AXES
from understudy.spatial import rotations as rot

FRAMES = 12
JOINTS = KINECT_V2.joints


@pytest.fixture
def points() -> np.ndarray:
    """Return joints (T, K, 3) anywhere."""
    return np.random.default_rng(3).normal(size=(FRAMES, len(JOINTS), 3))


@pytest.fixture
def true(points: np.ndarray) -> np.ndarray:
    """Return orientations (T, K, 4) wxyz with y along the bones, twisted about them."""
    rotations = np.tile(rot.IDENTITY, (FRAMES, len(JOINTS), 1))
    for joint, parent in KINECT_V2.parents.items():
        bone = points[:, JOINTS.index(joint)] - points[:, JOINTS.index(parent)]
        twist = rot.from_axis_angle(AXES["y"], np.linspace(0.0, 2.0, FRAMES))
        rotations[:, JOINTS.index(joint)] = rot.multiply(rot.shortest_arc(AXES["y"], bone), twist)
    return rotations


@pytest.mark.parametrize("order", list(ORDERS))
def test_order_is_found(points: np.ndarray, true: np.ndarray, order: str) -> None:
    written = np.empty_like(true)
    written[..., ORDERS[order]] = true
    found, notes = bone_rotations(KINECT_V2, JOINTS, points, written)
    assert found is not None
    np.testing.assert_allclose(found, true, atol=1e-12)
    assert order in notes[0]


def test_joints_without_orientation_are_unknown(points: np.ndarray, true: np.ndarray) -> None:
    written = true.copy()
    written[:, JOINTS.index("Head")] = 0.0
    found, _ = bone_rotations(KINECT_V2, JOINTS, points, written)
    assert found is not None
    assert np.isnan(found[:, JOINTS.index("Head")]).all()
    assert np.isfinite(np.delete(found, JOINTS.index("Head"), axis=1)).all()


def test_orientations_of_something_else_are_left_out(points: np.ndarray) -> None:
    other = rot.normalise(np.random.default_rng(4).normal(size=(FRAMES, len(JOINTS), 4)))
    found, notes = bone_rotations(KINECT_V2, JOINTS, points, other)
    assert found is None
    assert "left out" in notes[0]


def test_sensor_without_a_rule_keeps_none() -> None:
    shape = (FRAMES, len(AZURE_KINECT.joints))
    still = np.tile(rot.IDENTITY, (*shape, 1))
    assert bone_rotations(AZURE_KINECT, AZURE_KINECT.joints, np.zeros((*shape, 3)), still)[0] is None


def test_no_quaternions_are_nothing_to_speak_of(points: np.ndarray) -> None:
    assert bone_rotations(KINECT_V2, JOINTS, points, np.full((*points.shape[:2], 4), np.nan)) == (None, ())
