"""Points in any unit and axes come out in metres, z up, the person facing x at first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from understudy.capture.placing.point_placing import FARTHEST, place_points
from understudy.capture.placing.world_axes import AXES
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.motion import Recording
from understudy.spatial import rotations as rot

Distance = Callable[[np.ndarray, np.ndarray], float]

SOURCE = Source(Path("points.txt"), b"points")
SAME = 1e-9
"""Distance [m] that rounding makes."""

UNITS = {"metres": 1.0, "centimetres": 0.01, "millimetres": 0.001}


def place(recording: Recording, points: np.ndarray, source: Source = SOURCE, **options) -> Recording:
    return place_points(
        source, "some", recording.names, points, recording.fps, recording.landmark_points, **options
    )


def turned_to(up: str, points: np.ndarray) -> np.ndarray:
    """Return points of a file in which another axis is up and forward is somewhere."""
    side = np.roll(AXES[up], 1)
    return points @ np.stack([side, np.cross(AXES[up], side), AXES[up]], axis=0)


@pytest.mark.parametrize("up", list(AXES))
@pytest.mark.parametrize("unit", list(UNITS))
def test_unit_and_up_are_found(walking: Recording, distance_after_turn: Distance, up: str, unit: str) -> None:
    placed = place(walking, turned_to(up, walking.points) / UNITS[unit])
    assert distance_after_turn(placed.points, walking.points) < SAME
    assert any(f"{up} is up, as the body is upright" in note for note in placed.notes)
    assert any(f"taken as {unit}" in note for note in placed.notes)


def test_person_faces_x_at_first(walking: Recording) -> None:
    yaw = rot.from_axis_angle(AXES["z"], 2.0)
    placed = place(walking, rot.rotate(yaw, walking.points))
    index = placed.names.index
    sides = [
        placed.points[:3, index(placed.landmark_points[f"{name}_l"][0])]
        - placed.points[:3, index(placed.landmark_points[f"{name}_r"][0])]
        for name in ("hip", "shoulder")
    ]
    left = np.mean(sides, axis=(0, 1))
    assert abs(np.arctan2(left[0], left[1])) < np.deg2rad(3.0)


def test_what_was_not_seen_is_not_valid(walking: Recording) -> None:
    points = walking.points.copy()
    points[2, 1] = np.nan
    points[3, 1] = np.inf
    valid = np.ones(points.shape[:2], dtype=bool)
    valid[4, 1] = False
    placed = place(walking, points, valid=valid)
    assert not placed.valid_mask[2:5, 1].any()
    assert placed.valid_mask.sum() == placed.valid_mask.size - 3


def test_stated_unit_and_axis_are_taken(walking: Recording, distance_after_turn: Distance) -> None:
    placed = place(walking, 2.0 * walking.points, unit=0.5, up="z")
    assert distance_after_turn(placed.points, walking.points) < SAME
    assert any("by the format" in note for note in placed.notes)


def test_user_goes_before_what_is_inferred(walking: Recording, distance_after_turn: Distance) -> None:
    source = replace(SOURCE, sidecar=Sidecar(unit=0.5, up="z"))
    placed = place(walking, 2.0 * walking.points, source)
    assert distance_after_turn(placed.points, walking.points) < SAME
    assert sum("as the user states" in note for note in placed.notes) == 2


def test_orientations_turn_with_the_axes(walking: Recording) -> None:
    points = turned_to("y", walking.points)
    first, second = (walking.names.index(walking.landmark_points[name][0]) for name in ("hip_l", "knee_l"))
    bone = points[:, second] - points[:, first]
    rotations = np.tile(rot.IDENTITY, (*points.shape[:2], 1))
    rotations[:, second] = rot.shortest_arc(AXES["y"], bone)
    rotations[:, first] = np.nan
    placed = place(walking, points, rotations=rotations)
    assert placed.rotations is not None
    along = rot.rotate(placed.rotations[:, second], AXES["y"])
    np.testing.assert_allclose(
        along, rot.normalise(placed.points[:, second] - placed.points[:, first]), atol=1e-9
    )
    np.testing.assert_array_equal(placed.rotations[:, first], np.tile(rot.IDENTITY, (len(points), 1)))


def test_upper_body_is_placed_as_well(walking: Recording) -> None:
    upper = {
        landmark: points
        for landmark, points in walking.landmark_points.items()
        if not landmark.startswith(("knee", "ankle", "toe", "heel"))
    }
    placed = place_points(SOURCE, "some", walking.names, 100.0 * walking.points, walking.fps, upper)
    assert any("taken as centimetres" in note for note in placed.notes)


def test_nothing_seen_is_refused(walking: Recording) -> None:
    with pytest.raises(CaptureError, match="shows no point"):
        place(walking, np.full_like(walking.points, np.nan))


def test_far_away_is_refused(walking: Recording) -> None:
    points = walking.points.copy()
    points[5] = 2.0 * FARTHEST
    with pytest.raises(CaptureError, match="frame 5"):
        place(walking, points)


def test_giant_is_refused(walking: Recording) -> None:
    with pytest.raises(CaptureError, match=r"units tall, expected 0\.45 to 2\.2 m"):
        place(walking, 4.0 * walking.points)


def test_points_that_are_no_limbs_have_no_unit(walking: Recording) -> None:
    head = {"head": walking.landmark_points["head"]}
    with pytest.raises(CaptureError, match="its unit cannot be told"):
        place_points(SOURCE, "some", walking.names, walking.points, walking.fps, head)
