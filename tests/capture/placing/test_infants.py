"""An infant is told by its proportions; under a camera, and only there, up is along the optical axis."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.placing.infants import is_infant, up_above_infant
from understudy.capture.placing.length_units import infer_unit
from understudy.capture.placing.point_body import landmark_tracks, straight_body
from understudy.export.captures.keypoints import VIEWS
from understudy.motion import Recording
from understudy.spatial import rotations as rot


def tracks_of(
    recording: Recording, turn: np.ndarray | None = None, scale: float = 1.0
) -> dict[str, np.ndarray]:
    turn = np.eye(3) if turn is None else turn
    points = scale * recording.points @ turn.T
    return landmark_tracks(recording.names, points, recording.landmark_points)


def body_of(recording: Recording, scale: float = 1.0) -> dict[str, np.ndarray]:
    body = straight_body(tracks_of(recording, scale=scale))
    assert body is not None
    return body


def test_proportions_part_infants_from_adults(kicking: Recording, walking: Recording) -> None:
    assert is_infant(body_of(kicking))
    assert not is_infant(body_of(walking))


def test_without_the_top_of_the_head_the_trunk_tells(kicking: Recording, walking: Recording) -> None:
    for recording, expected in ((kicking, True), (walking, False)):
        body = {name: point for name, point in body_of(recording).items() if name != "head_top"}
        assert is_infant(body) is expected


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
    found = infer_unit(body_of(kicking, 1.0 / unit))
    assert found is not None
    assert found.metres == unit


def test_no_usual_unit_makes_it_an_infant(kicking: Recording) -> None:
    assert infer_unit(body_of(kicking, 5.0)) is None
