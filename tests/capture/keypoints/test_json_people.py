"""Frames are found in documents of every layout, in their order and with their times."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.keypoints.json_people import is_person, people_in
from understudy.capture.keypoints.json_take import parse_keypoint_json
from understudy.capture.keypoints.take import Take
from understudy.capture.source import Source
from understudy.capture.text import json_frames
from understudy.errors import CaptureError

COUNT = 12


def person(number: int) -> list[list[float]]:
    """Return a person of whom every coordinate is the frame's number."""
    return [[float(number)] * 3] * 6


def parse(document: Any) -> Take:
    content = document if isinstance(document, bytes) else json.dumps(document).encode()
    return parse_keypoint_json(Source(Path("take.json"), content))


FRAMES = [person(k) for k in range(COUNT)]
OPENPOSE = [{"version": 1.3, "people": [{"pose_keypoints_3d": sum(frame, [])}]} for frame in FRAMES]


@pytest.mark.parametrize(
    "document",
    [
        FRAMES,
        OPENPOSE,
        {"frames": OPENPOSE},
        {"landmarks": FRAMES},
        {"pose_world_landmarks": FRAMES},
        {str(k): frame for k, frame in enumerate(FRAMES)},
        {f"frame_{k}": frame for k, frame in reversed(list(enumerate(FRAMES)))},
        {"positions": {f"{k + 1}.0": {str(i): p for i, p in enumerate(f)} for k, f in enumerate(FRAMES)}},
        {"fps": 25, "data": [{"frame": k, "landmarks": frame} for k, frame in enumerate(FRAMES)]},
        "\n".join(json.dumps(frame) for frame in OPENPOSE).encode(),
        "\ufeff".encode() + json.dumps(FRAMES).encode(),
    ],
)
def test_frames_of_every_layout(document: Any) -> None:
    take = parse(document)
    assert [frame[0].values[0, 0] for frame in take.frames] == list(range(COUNT))
    assert len(take.places) == COUNT


@pytest.mark.parametrize("document", [OPENPOSE[3], FRAMES[3], {"landmarks": FRAMES[3]}])
def test_document_of_one_frame(document: Any) -> None:
    take = parse(document)
    assert [frame[0].values[0, 0] for frame in take.frames] == [3.0]


def test_folder_has_one_document_a_frame() -> None:
    frames = [Source(Path(f"take/{k}.json"), json.dumps(frame).encode()) for k, frame in enumerate(OPENPOSE)]
    take = parse_keypoint_json(Source(Path("take"), b"", tuple(frames)))
    assert [frame[0].values[0, 0] for frame in take.frames] == list(range(COUNT))
    assert take.places[2] == "2.json"


def test_fault_in_a_folder_names_the_file() -> None:
    frames = (Source(Path("take/7.json"), b'{"people": [\n'),)
    with pytest.raises(CaptureError, match="7.json, line 2: is no JSON: Expecting value"):
        parse_keypoint_json(Source(Path("take"), b"", frames))


@pytest.mark.parametrize(
    ("key", "times"),
    [
        ("timestamp_ms", [0.0, 40.0, 80.0]),
        ("timestamp", [0.0, 40.0, 80.0]),
        ("time", [1.0, 1.04, 1.08]),
        ("Seconds", [0.0, 0.04, 0.08]),
    ],
)
def test_times_are_in_seconds(key: str, times: list[float]) -> None:
    take = parse([{key: time, "landmarks": FRAMES[0]} for time in times])
    assert take.times is not None
    np.testing.assert_allclose(np.diff(take.times), 0.04, atol=1e-12)


@pytest.mark.parametrize("times", [[0.0, 0.0, 1.0], [2.0, 1.0, 0.0], [0.0, None, 1.0]])
def test_times_that_do_not_increase_are_no_times(times: list[Any]) -> None:
    assert parse([{"time": time, "landmarks": FRAMES[0]} for time in times]).times is None


def test_rate_and_size_are_stated_at_the_top_or_beside() -> None:
    assert parse({"fps": 25, "frames": OPENPOSE}).stated == {"fps": 25.0}
    video = {"frame_rate": 50, "image_width": 640, "imageHeight": 480, "codec": "h264"}
    assert parse({"video": video, "frames": OPENPOSE}).stated == {
        "fps": 50.0,
        "width": 640.0,
        "height": 480.0,
    }


@pytest.mark.parametrize("value", [0, -3, "25", None, True])
def test_senseless_rates_are_not_stated(value: Any) -> None:
    assert parse({"fps": value, "frames": OPENPOSE}).stated == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[[[1, 2", "line 1: is no JSON"),
        (b'{"people":\n\n [}', "line 3: is no JSON: Expecting value at column 3"),
        (b'{"people": []}\n{"people": [}\n', "line 2: is no JSON"),
        (b"[\xff]", "is no UTF-8 text at byte 1"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"people": ' + b"9" * 100_000 + b"}", "holds the value 'inf'"),
    ],
)
def test_broken_json_is_one_sentence(content: bytes, message: str) -> None:
    with pytest.raises(CaptureError, match=message) as caught:
        parse(content)
    assert len(str(caught.value).splitlines()) == 1


def test_huge_document_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_frames, "MAX_JSON_BYTES", 10)
    with pytest.raises(CaptureError, match="at most 10 are read"):
        parse(FRAMES)


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
