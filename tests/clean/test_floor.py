"""Wherever the floor was, it is z = 0 afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from understudy.clean import place_on_floor
from understudy.clean.floor import find_floor
from understudy.motion import Recording
from understudy.spatial import rotations as rot

Maker = Callable[..., Recording]
ON_FLOOR = 0.005
"""How near to z = 0 [m] a noise-free floor comes."""


def shifted(recording: Recording, by: float) -> Recording:
    return replace(recording, points=recording.points + [0.0, 0.0, by])


@pytest.mark.parametrize("height", [-1.0, -0.03, 0.02, 0.5])
def test_walker_comes_to_the_floor(walker: Maker, height: float) -> None:
    placed = place_on_floor(shifted(walker(), height))
    np.testing.assert_allclose(placed.points, walker().points, atol=ON_FLOOR)
    assert f"Moved the motion by {-height * 100:+.1f} cm in z" in placed.notes[-1]


@pytest.mark.parametrize("height", [0.0, 0.009, -0.009])
def test_floor_that_is_right_already_stays(walker: Maker, height: float) -> None:
    recording = shifted(walker(), height)
    placed = place_on_floor(recording)
    np.testing.assert_array_equal(placed.points, recording.points)
    assert placed.notes[-1] == "The floor is at z = 0 within 1 cm."


def test_twice_is_as_once(walker: Maker) -> None:
    once = place_on_floor(shifted(walker(), 0.5))
    np.testing.assert_array_equal(place_on_floor(once).points, once.points)


def test_flight_does_not_raise_the_floor(walker: Maker) -> None:
    jumper = walker(flight=0.4)
    placed = place_on_floor(shifted(jumper, 0.5))
    np.testing.assert_allclose(placed.points, jumper.points, atol=ON_FLOOR)


def test_foot_held_up_does_not_raise_the_floor(walker: Maker) -> None:
    recording = walker(stride=0.0, lift=0.0)
    points = np.array(recording.points)
    for name in ("toe_l", "ankle_l"):
        points[:, recording.names.index(name), 2] += 0.3
    placed = place_on_floor(shifted(replace(recording, points=points), 0.5))
    np.testing.assert_allclose(placed.points, points, atol=ON_FLOOR)


def test_ankles_stand_in_for_missing_toes(walker: Maker) -> None:
    recording = walker()
    landmarks = {name: points for name, points in recording.landmark_points.items() if "toe" not in name}
    placed = place_on_floor(shifted(replace(recording, landmark_points=landmarks), 0.5))
    np.testing.assert_allclose(placed.points, recording.points, atol=ON_FLOOR)


@pytest.mark.parametrize("degrees", [0.5, 1.0, 2.0, -1.5])
def test_tilted_floor_is_levelled(walker: Maker, degrees: float) -> None:
    tilt = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.deg2rad(degrees))
    level = walker()
    tilted = replace(level, points=rot.rotate(tilt, level.points) + [0.0, 0.0, 0.5])
    placed = place_on_floor(tilted)
    np.testing.assert_allclose(placed.points[..., 2], level.points[..., 2], atol=0.01)
    assert f"tilted by {abs(degrees):.1f}°" in placed.notes[-1]


def test_orientations_are_levelled_with_the_points(walker: Maker) -> None:
    tilt = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), np.deg2rad(1.5))
    level = walker()
    tilted = replace(
        level,
        points=rot.rotate(tilt, level.points),
        rotations=np.broadcast_to(tilt, (*level.points.shape[:2], 4)),
        reference_points=level.points[0],
    )
    placed = place_on_floor(tilted)
    assert placed.rotations is not None
    assert placed.reference_points is not None
    up = rot.rotate(placed.rotations[0, 0], np.array([0.0, 0.0, 1.0]))
    assert rot.angle_between(up, np.array([0.0, 0.0, 1.0])) < np.deg2rad(0.1)
    height = np.ptp(placed.reference_points[:, 2])
    assert height == pytest.approx(np.ptp(level.points[0, :, 2])), "the reference pose stays upright"


def test_stairs_are_no_tilt(walker: Maker) -> None:
    recording = walker()
    points = np.array(recording.points)
    points[..., 2] += 0.17 * np.floor(points[..., 0] / 1.4)
    floor = find_floor(replace(recording, points=points))
    assert floor is not None
    assert floor.tilt == 0.0


def test_standing_tells_no_tilt(walker: Maker) -> None:
    """Feet that stay in one place may differ in height without the floor being tilted."""
    recording = walker(stride=0.0)
    points = np.array(recording.points)
    points[:, recording.names.index("toe_l"), 2] += 0.01
    floor = find_floor(replace(recording, points=points))
    assert floor is not None
    assert floor.tilt == 0.0


@pytest.mark.parametrize("size", [1.0, 0.4])
def test_lying_body_comes_to_the_floor(lying: Maker, size: float) -> None:
    body = lying(size=size)
    placed = place_on_floor(shifted(body, 0.7))
    np.testing.assert_allclose(placed.points, body.points, atol=ON_FLOOR)
    assert "the lowest parts of the lying body" in placed.notes[-1]


def test_upper_body_has_no_floor(walker: Maker) -> None:
    recording = walker()
    landmarks = {name: points for name, points in recording.landmark_points.items() if "shoulder" in name}
    upper = replace(recording, landmark_points=landmarks)
    placed = place_on_floor(upper)
    np.testing.assert_array_equal(placed.points, upper.points)
    assert "was not looked for" in placed.notes[-1]


def test_unseen_points_do_not_count(walker: Maker) -> None:
    recording = shifted(walker(), 0.5)
    points, valid = np.array(recording.points), np.array(recording.valid_mask)
    points[100:160, :2] = np.nan
    valid[100:160, :2] = False
    placed = place_on_floor(replace(recording, points=points, valid=valid))
    seen = placed.valid_mask
    np.testing.assert_allclose(placed.points[seen], walker().points[seen], atol=ON_FLOOR)


def test_history_tells_the_move(walker: Maker) -> None:
    recording = shifted(walker(), 0.5)
    placed = place_on_floor(recording)
    assert placed.provenance.steps[-1][0] == "floor"
    assert placed.provenance.steps[-1][1]["height"] == pytest.approx(0.5, abs=ON_FLOOR)
    assert recording.provenance.steps == (), "the recording that was given is left as it was"


def test_single_frame_is_enough(walker: Maker) -> None:
    recording = shifted(walker(), 0.5)
    placed = place_on_floor(replace(recording, points=recording.points[:1], valid=None))
    np.testing.assert_allclose(placed.points[0], walker().points[0], atol=ON_FLOOR)
