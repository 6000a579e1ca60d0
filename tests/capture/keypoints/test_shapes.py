"""People and points are found in whatever shape they were saved."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.keypoints.shapes import is_person, people_in
from understudy.capture.source import Source
from understudy.errors import CaptureError

SOURCE = Source(Path("take.json"), b"")
POINTS = [[float(k), 0.5, -1.0, 0.25 * k] for k in range(6)]
AS_OBJECTS = [{"x": x, "y": y, "z": z, "visibility": c} for x, y, z, c in POINTS]
FLAT = [number for point in POINTS for number in point]
NAMED = {f"point{k}": point for k, point in enumerate(POINTS)}


def only(frame: Any) -> np.ndarray:
    (person,) = people_in(SOURCE, "frame 0", frame)
    return person.values


@pytest.mark.parametrize(
    "frame",
    [
        POINTS,
        AS_OBJECTS,
        FLAT,
        NAMED,
        dict(zip(NAMED, AS_OBJECTS, strict=True)),
        NAMED | {"frame": 3.0, "label": "walk"},
        {"landmarks": AS_OBJECTS},
        {"frame": 3.0, "poseLandmarks": POINTS, "face_landmarks": [[0.0, 0.0]]},
        {"pose_landmarks": {"landmark": AS_OBJECTS}},
        {"people": [{"person_id": [-1.0], "pose_keypoints_2d": [1.0] * 18, "pose_keypoints_3d": FLAT}]},
        {"people": [{"pose_keypoints_3d": FLAT}, {"pose_keypoints_3d": []}]},
        [POINTS],
        {"world_landmarks": [AS_OBJECTS]},
    ],
)
def test_one_person_in_many_shapes(frame: Any) -> None:
    np.testing.assert_array_equal(only(frame), POINTS)


def test_several_people() -> None:
    assert len(people_in(SOURCE, "", {"people": [{"pose_keypoints_3d": FLAT}] * 3})) == 3
    assert len(people_in(SOURCE, "", [POINTS, POINTS])) == 2


@pytest.mark.parametrize(
    "frame", [None, [], {}, {"people": []}, {"pose_keypoints_3d": []}, {"landmarks": None}]
)
def test_frame_without_people(frame: Any) -> None:
    assert people_in(SOURCE, "", frame) == []


def test_confidence_may_be_absent() -> None:
    values = only([point[:3] for point in POINTS])
    np.testing.assert_array_equal(values[:, :3], [point[:3] for point in POINTS])
    assert np.isnan(values[:, 3]).all()
    np.testing.assert_array_equal(
        only([number for point in POINTS[:5] for number in point[:3]]).shape, (5, 4)
    )


def test_null_is_not_known() -> None:
    frame = [*POINTS[:5], [None, 1.0, 2.0]]
    assert math.isnan(only(frame)[5, 0])


def test_the_better_points_are_taken() -> None:
    frame = {"pose_landmarks": AS_OBJECTS[:5], "pose_world_landmarks": AS_OBJECTS}
    (person,) = people_in(SOURCE, "", frame)
    assert len(person.values) == 6
    assert person.kind == "poseworldlandmarks"


def test_points_in_a_picture_have_no_depth() -> None:
    values = only({"people": [{"pose_keypoints_2d": [3.0, 4.0, 0.9] * 6}]})
    assert np.isnan(values[:, 2]).all()
    np.testing.assert_array_equal(values[0, [0, 1, 3]], [3.0, 4.0, 0.9])


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (5.0, "frame 7 holds the value '5.0', expected keypoints"),
        ({"a": 1.0, "b": [1.0]}, "holds an object with the keys a, b"),
        ([1.0, 2.0], "holds a list of 2 values"),
        ({"people": "many"}, "holds the value 'many'"),
        ([POINTS, "nobody"], "holds the value 'nobody'"),
        ({"people": [{"pose_keypoints_3d": FLAT[:-1]}]}, "holds a list of 23 values"),
    ],
)
def test_other_shapes_are_refused(frame: Any, message: str) -> None:
    with pytest.raises(CaptureError, match=message):
        people_in(SOURCE, "frame 7", frame)


def test_endless_nesting_is_refused() -> None:
    frame: Any = POINTS
    for _ in range(50):
        frame = {"people": [frame]}
    with pytest.raises(CaptureError, match="expected keypoints"):
        people_in(SOURCE, "", frame)


def test_words_are_no_numbers() -> None:
    assert not is_person([["1", "2", "3"]] * 6)
    assert not is_person([[True, False, True]] * 6)
