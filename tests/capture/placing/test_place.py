"""Captures in any unit and axes come out in metres, z up, the person facing x at first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.placing.limits import FARTHEST
from understudy.capture.placing.place import place
from understudy.capture.placing.world_axes import AXES
from understudy.capture.raw import RawCapture
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


def raw_of(recording: Recording, points: np.ndarray, **options: Any) -> RawCapture:
    options = {"fps": recording.fps, "landmark_points": recording.landmark_points, **options}
    return RawCapture(SOURCE, "some", recording.names, np.array(points), **options)


def placed_as(
    recording: Recording, points: np.ndarray, stated: Sidecar | None = None, **options: Any
) -> Recording:
    return place(raw_of(recording, points, **options), stated or Sidecar())


def turned_to(up: str, points: np.ndarray) -> np.ndarray:
    """Return points of a file in which another axis is up and forward is somewhere."""
    side = np.roll(AXES[up], 1)
    return points @ np.stack([side, np.cross(AXES[up], side), AXES[up]], axis=0)


@pytest.mark.parametrize("up", list(AXES))
@pytest.mark.parametrize("unit", list(UNITS))
def test_unit_and_up_are_found(walking: Recording, distance_after_turn: Distance, up: str, unit: str) -> None:
    placed = placed_as(walking, turned_to(up, walking.points) / UNITS[unit])
    assert distance_after_turn(placed.points, walking.points) < SAME
    assert any(f"{up} is up, as " in said for said in (*placed.notes, *placed.warnings))
    assert any(f"taken as {unit}" in note for note in placed.notes)


def test_person_faces_x_at_first(walking: Recording) -> None:
    yaw = rot.from_axis_angle(AXES["z"], 2.0)
    placed = placed_as(walking, rot.rotate(yaw, walking.points))
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
    points[3, 1, 2] = np.nan
    placed = placed_as(walking, points)
    assert not placed.valid_mask[2:4, 1].any()
    assert placed.valid_mask.sum() == placed.valid_mask.size - 2


def test_unit_and_axis_of_the_file_are_taken_where_the_body_agrees(
    walking: Recording, distance_after_turn: Distance
) -> None:
    placed = placed_as(walking, 2.0 * walking.points, unit=0.5, up="z")
    assert distance_after_turn(placed.points, walking.points) < SAME
    assert any("by the file" in note for note in placed.notes)
    assert placed.warnings == ()


def test_axes_and_unit_that_the_file_states_keep_every_digit(walking: Recording) -> None:
    placed = placed_as(walking, walking.points, unit=1.0, up="z", forward="x")
    np.testing.assert_array_equal(placed.points, walking.points)


def test_user_goes_before_what_is_inferred(walking: Recording, distance_after_turn: Distance) -> None:
    placed = placed_as(walking, 2.0 * walking.points, Sidecar(unit=0.5, up="z"))
    assert distance_after_turn(placed.points, walking.points) < SAME
    assert sum("as the user states" in note for note in placed.notes) == 2


def test_a_stated_height_is_the_subjects_and_scales_all_points(walking: Recording) -> None:
    true = placed_as(walking, walking.points, Sidecar(height=1.7))
    taller = placed_as(walking, 7.3 * walking.points, Sidecar(height=3.4))
    assert taller.subject.height == 3.4
    np.testing.assert_allclose(taller.points, 2.0 * true.points, atol=1e-9)


def test_what_understudy_wrote_comes_back_to_the_digit(kicking: Recording) -> None:
    """Nothing of it is inferred again, whatever its person does."""
    upside_down = kicking.points * np.array([1.0, -1.0, -1.0])
    rotations = rot.normalise(np.random.default_rng(1).normal(size=(*kicking.points.shape[:2], 4)))
    options = {"unit": 1.0, "up": "z", "forward": "x", "is_placed": True, "notes": ("Hm.",)}
    placed = placed_as(kicking, upside_down, rotations=rotations.copy(), warnings=("Oh.",), **options)
    np.testing.assert_array_equal(placed.points, upside_down)
    assert placed.rotations is not None
    np.testing.assert_array_equal(placed.rotations, rotations)
    assert (placed.notes, placed.warnings, placed.fps) == (("Hm.",), ("Oh.",), kicking.fps)


def test_the_user_may_change_what_understudy_wrote(walking: Recording) -> None:
    options = {"unit": 1.0, "up": "z", "forward": "x", "is_placed": True}
    doubled = placed_as(walking, walking.points, Sidecar(unit=2.0, fps=7.0), **options)
    np.testing.assert_allclose(doubled.points, 2.0 * walking.points, atol=SAME)
    assert doubled.fps == 7.0
    nameless = placed_as(walking, walking.points, Sidecar(unit=2.0), **options, landmark_points={})
    np.testing.assert_array_equal(nameless.points, walking.points)
    assert nameless.warnings == (
        "What is stated of up, unit or height changes no point, as no landmark is known.",
    )


def test_orientations_turn_with_the_axes(walking: Recording) -> None:
    points = turned_to("y", walking.points)
    first, second = (walking.names.index(walking.landmark_points[name][0]) for name in ("hip_l", "knee_l"))
    bone = points[:, second] - points[:, first]
    rotations = np.tile(rot.IDENTITY, (*points.shape[:2], 1))
    rotations[:, second] = rot.shortest_arc(AXES["y"], bone)
    rotations[:, first] = np.nan
    placed = placed_as(walking, points, rotations=rotations)
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
    placed = placed_as(walking, 100.0 * walking.points, landmark_points=upper)
    assert any("taken as centimetres" in note for note in placed.notes)


def test_nothing_seen_is_refused(walking: Recording) -> None:
    with pytest.raises(CaptureError, match="shows no point"):
        placed_as(walking, np.full_like(walking.points, np.nan))


def test_far_away_is_refused(walking: Recording) -> None:
    points = walking.points.copy()
    points[5] = 2.0 * FARTHEST
    with pytest.raises(CaptureError, match="frame 5"):
        placed_as(walking, points)


def test_giant_is_refused(walking: Recording) -> None:
    with pytest.raises(CaptureError, match=r"units tall, expected 0\.45 to 2\.2 m"):
        placed_as(walking, 4.0 * walking.points)


def test_points_that_are_no_limbs_have_no_unit(walking: Recording) -> None:
    head = {"head": walking.landmark_points["head"]}
    with pytest.raises(CaptureError, match="nothing tells its unit: state --unit"):
        placed_as(walking, walking.points, landmark_points=head)


@pytest.mark.parametrize(
    "missing", [("hip",), ("shoulder",), ("hip", "shoulder"), ("knee", "elbow"), ("ankle",)]
)
def test_bodies_without_some_landmarks_are_placed_or_refused_in_one_sentence(
    walking: Recording, missing: tuple[str, ...]
) -> None:
    known = {name: at for name, at in walking.landmark_points.items() if not name.startswith(missing)}
    for up in (None, "y", "z"):
        try:
            placed = placed_as(walking, walking.points, landmark_points=known, up=up)
        except CaptureError as error:
            assert "\n" not in str(error)
        else:
            assert placed.frame_count == walking.frame_count


@pytest.mark.parametrize("missing", ["hip", "shoulder", "knee", "ankle"])
def test_bodies_whose_landmarks_are_never_seen_are_placed(walking: Recording, missing: str) -> None:
    points = walking.points.copy()
    for landmark, names in walking.landmark_points.items():
        if landmark.startswith(missing):
            points[:, [walking.names.index(name) for name in names]] = np.nan
    choices: tuple[dict[str, Any], ...] = ({}, {"up": "y", "unit": 1.0}, {"is_before_camera": True})
    for options in choices:
        assert placed_as(walking, points, **options).frame_count == walking.frame_count


def test_one_frame_is_placed(walking: Recording) -> None:
    placed = placed_as(walking, walking.points[:1], up="y", times=np.zeros(1))
    assert placed.frame_count == 1


def test_points_that_are_all_in_one_place_are_refused(walking: Recording) -> None:
    with pytest.raises(CaptureError, match="nothing tells its unit|units tall"):
        placed_as(walking, np.ones_like(walking.points))


def test_centred_frames_stand_on_one_height(walking: Recording) -> None:
    points = walking.points.copy()
    points[:, :, 2] += 0.1 * np.arange(len(points))[:, None]
    placed = placed_as(walking, points, is_centred=True)
    np.testing.assert_allclose(placed.points[..., 2].min(axis=1), 0.0, atol=1e-12)


def test_more_points_than_memory_is_meant_for_are_refused(
    walking: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("understudy.capture.placing.limits.MAX_POINTS", 10)
    with pytest.raises(CaptureError, match="at most 10 in all"):
        placed_as(walking, walking.points)
