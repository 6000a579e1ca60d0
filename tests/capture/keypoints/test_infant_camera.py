"""An infant under a camera is recognised, and only there up is along the optical axis."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.keypoints.infant_camera import has_infant_proportions, infant_unit, up_above_infant
from understudy.capture.keypoints.writing import VIEWS
from understudy.capture.placing.point_body import landmark_tracks
from understudy.motion import Recording
from understudy.spatial import rotations as rot


def tracks_of(
    recording: Recording, turn: np.ndarray | None = None, scale: float = 1.0
) -> dict[str, np.ndarray]:
    turn = np.eye(3) if turn is None else turn
    points = scale * recording.points @ turn.T
    return landmark_tracks(recording.names, points, recording.valid_mask, recording.landmark_points)


def test_proportions_part_infants_from_adults(kicking: Recording, walking: Recording) -> None:
    assert has_infant_proportions(tracks_of(kicking))
    assert not has_infant_proportions(tracks_of(walking))
    assert not has_infant_proportions({})


def test_up_is_where_the_chest_faces(kicking: Recording) -> None:
    assert up_above_infant(tracks_of(kicking, VIEWS["-z"])) == "-z"
    assert up_above_infant(tracks_of(kicking, VIEWS["z"])) == "z"


def test_a_body_that_is_seen_from_the_side_tells_nothing(kicking: Recording) -> None:
    assert up_above_infant(tracks_of(kicking, VIEWS["-y"])) is None
    assert up_above_infant({}) is None


@pytest.mark.parametrize(("tilt", "expected"), [(30.0, "z"), (60.0, None)])
def test_a_camera_may_be_tilted(kicking: Recording, tilt: float, expected: str | None) -> None:
    turn = rot.as_matrix(rot.from_axis_angle(np.array([1.0, 0.0, 0.0]), np.deg2rad(tilt)))
    assert up_above_infant(tracks_of(kicking, turn)) == expected


@pytest.mark.parametrize("unit", [1.0, 0.01, 0.001])
def test_unit_of_an_infant(kicking: Recording, unit: float) -> None:
    assert infant_unit(tracks_of(kicking, scale=1.0 / unit)) == unit


def test_no_usual_unit_makes_it_an_infant(kicking: Recording) -> None:
    assert infant_unit(tracks_of(kicking, scale=5.0)) is None
    assert infant_unit({}) is None
