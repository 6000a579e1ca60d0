"""The body behind captured points: its landmarks, its lengths, and whether it is an infant's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.capture.placing.length_units import infer_unit
from understudy.capture.placing.point_body import BodySize, body_size, landmark_tracks
from understudy.motion import Recording

Pose = Callable[..., dict[str, np.ndarray]]
FRAMES = 20
LEG = 0.83


def still(pose: dict[str, np.ndarray], *missing: str) -> dict[str, np.ndarray]:
    """Return a pose held for some frames, without landmarks whose names begin so."""
    return {name: np.tile(point, (FRAMES, 1)) for name, point in pose.items() if not name.startswith(missing)}


def size_of(body: dict[str, np.ndarray]) -> BodySize:
    size = body_size(body)
    assert size is not None
    return size


def size_in(recording: Recording, scale: float = 1.0) -> BodySize:
    return size_of(landmark_tracks(recording.names, scale * recording.points, recording.landmark_points))


def test_landmark_is_the_mean_of_its_points_and_unknown_where_one_is() -> None:
    points = np.array([[[0.0, 0.0, 0.0], [2.0, 4.0, 6.0]], [[1.0, 1.0, 1.0], [3.0, 3.0, 3.0]]])
    points[1, 1] = np.nan
    tracks = landmark_tracks(("a", "b"), points, {"neck": ("a", "b"), "head": ("a",)})
    np.testing.assert_array_equal(tracks["neck"], [[1.0, 2.0, 3.0], [np.nan] * 3])
    np.testing.assert_array_equal(tracks["head"], [[0.0] * 3, [1.0] * 3])


def test_a_pose_that_is_held_has_the_stature_of_the_pose(t_pose: Pose) -> None:
    assert size_of(still(t_pose())).stature == pytest.approx(size_of(t_pose()).stature)


def test_median_length_survives_frames_in_which_a_point_jumps(t_pose: Pose) -> None:
    tracks = still(t_pose())
    tracks["ankle_l"][3] += 5.0
    tracks["ankle_l"][4] = np.nan
    assert size_of(tracks).stature == pytest.approx(size_of(t_pose()).stature)


@pytest.mark.parametrize("missing", [("hip", "knee", "ankle", "mid_hip"), ("knee", "ankle"), ("shoulder",)])
def test_half_a_body_tells_the_size_of_an_adult_roughly(t_pose: Pose, missing: tuple[str, ...]) -> None:
    assert size_of(still(t_pose(), *missing)).stature == pytest.approx(size_of(t_pose()).stature, rel=0.15)


def test_a_head_alone_tells_no_size(t_pose: Pose) -> None:
    pose = t_pose()
    assert body_size({"head_top": np.tile(pose["head_top"], (FRAMES, 1))}) is None


def test_lengths_of_the_made_up_person(t_pose: Pose) -> None:
    size = size_of(t_pose())
    assert size.leg == pytest.approx(LEG)
    assert size.crown == pytest.approx(0.04 + 0.05 + 0.12 + 0.15 + 0.18 + 0.08 + 0.20)
    assert size.stature == pytest.approx((LEG + 0.82) / 0.961)


def test_stature_ignores_the_pose(t_pose: Pose) -> None:
    pose = t_pose()
    expected = size_of(pose).stature
    pose["ankle_l"] = pose["knee_l"] + np.array([-0.41, 0.0, 0.0])
    assert size_of(pose).stature == pytest.approx(expected)


def test_headless_skeletons_are_judged_by_legs_and_trunk(t_pose: Pose) -> None:
    pose = t_pose()
    del pose["head_top"]
    assert np.isnan(size_of(pose).crown)
    hips_to_shoulders = 0.04 + 0.05 + 0.12 + 0.15 + 0.13
    assert size_of(pose).stature == pytest.approx((LEG + hips_to_shoulders) / 0.779)


def test_proportions_part_infants_from_adults(kicking: Recording, walking: Recording) -> None:
    for recording, expected in ((kicking, True), (walking, False)):
        size = size_in(recording)
        assert size.is_infant is expected
        # Without the top of the head the trunk tells.
        assert replace(size, crown=np.nan).is_infant is expected


@pytest.mark.parametrize("unit", [1.0, 0.01, 0.001])
def test_unit_of_an_infant(kicking: Recording, unit: float) -> None:
    found = infer_unit(size_in(kicking, 1.0 / unit))
    assert found is not None
    assert found.metres == unit


def test_no_usual_unit_makes_it_an_infant(kicking: Recording) -> None:
    assert infer_unit(size_in(kicking, 5.0)) is None
