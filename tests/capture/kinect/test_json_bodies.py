"""JSON of joints in all the ways in which people nest it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from understudy.capture.kinect.body import SensorBody
from understudy.capture.kinect.joints import KINECT_V2, KINECTS, NUITRACK_BODY, Sensor
from understudy.capture.kinect.json_bodies import find_json, joint_numbers
from understudy.capture.source import Source
from understudy.errors import CaptureError


def sensor_in_json(content: bytes, sensors: Sequence[Sensor]) -> Sensor | None:
    found = find_json(content, sensors)
    return None if found is None else found.sensor


def read_json(file: Source, sensor: Sensor, like: Source | None = None) -> SensorBody:
    """Read a file as one of a sensor, which another file may tell."""
    found = find_json((like or file).content, (sensor,))
    assert found is not None
    return found.read(file)


PLACES = np.arange(2.0 * 25 * 3).reshape(2, 25, 3)
JOINTS = KINECT_V2.joints


def joints(frame: int) -> dict[str, list[float]]:
    return dict(zip(JOINTS, PLACES[frame].tolist(), strict=True))


def source(document: Any) -> Source:
    return Source(Path("joints.json"), json.dumps(document).encode())


WAYS: dict[str, Callable[[], Any]] = {
    "list of frames": lambda: [joints(0), joints(1)],
    "frames under a name": lambda: {"Frames": [{"joints": joints(0)}, {"joints": joints(1)}]},
    "frames by number": lambda: {"positions": {"1.0": joints(0), "2.0": joints(1)}},
    "bodies": lambda: [{"bodies": [{"trackingId": 7, "joints": joints(k)}]} for k in range(2)],
    "one body": lambda: [{"Body": {"Joints": joints(k)}} for k in range(2)],
    "bodies by name": lambda: [{"skeletons": {"a": {"joints": joints(k)}}} for k in range(2)],
    "list of joints": lambda: [
        {"Joints": [{"JointType": name, "Position": place} for name, place in joints(k).items()]}
        for k in range(2)
    ],
    "numbered joints": lambda: [
        {"joints": [{"JointType": j, "Position": place} for j, place in enumerate(joints(k).values())]}
        for k in range(2)
    ],
    "places by axis": lambda: [
        {name: {"X": x, "Y": y, "Z": z} for name, (x, y, z) in joints(k).items()} for k in range(2)
    ],
}


@pytest.mark.parametrize("way", list(WAYS))
def test_ways_to_nest(way: str) -> None:
    file = source(WAYS[way]())
    assert sensor_in_json(file.content, KINECTS) is KINECT_V2
    np.testing.assert_array_equal(read_json(file, KINECT_V2).points, PLACES)


def test_one_text_a_line() -> None:
    content = "\n".join(json.dumps(joints(k)) for k in range(2)).encode()
    np.testing.assert_array_equal(read_json(Source(Path("lines"), content), KINECT_V2).points, PLACES)


def test_only_ends_of_lines_part_texts() -> None:
    texts = [json.dumps(joints(k) | {"by": "a\u2028b\x85c"}, ensure_ascii=False) for k in range(2)]
    for end in ("\n", "\r\n", "\r"):
        file = Source(Path("lines"), end.join(texts).encode())
        np.testing.assert_array_equal(read_json(file, KINECT_V2).points, PLACES)


def test_time_orientation_and_state() -> None:
    entry = {"position": [1, 2, 3], "orientation": {"w": 1, "x": 0, "y": 0, "z": 0}, "state": "Inferred"}
    frames = [{"timestamp": f"00:00:0{k}.5", "joints": dict.fromkeys(JOINTS, entry)} for k in range(2)]
    body = read_json(source(frames), KINECT_V2)
    assert body.stamps is not None
    np.testing.assert_array_equal(body.stamps, [0.5, 1.5])
    np.testing.assert_array_equal(body.quaternions[0, 0], [0.0, 0.0, 0.0, 1.0])
    assert (body.confidence == 1.0).all()


def test_frames_without_a_person_are_missing() -> None:
    body = read_json(source([{"bodies": []}, {"bodies": [{"joints": joints(1)}]}]), KINECT_V2)
    assert np.isnan(body.points[0]).all()
    np.testing.assert_array_equal(body.points[1], PLACES[1])


def test_person_who_is_seen_most_is_read() -> None:
    frames = [
        {"bodies": [{"id": 5, "joints": joints(0)}, {"id": 9, "joints": joints(1)}]},
        {"bodies": [{"id": 9, "joints": joints(1)}]},
    ]
    body = read_json(source(frames), KINECT_V2)
    np.testing.assert_array_equal(body.points[0], PLACES[1])
    assert "Of 2 persons" in body.notes[0]


def test_message_of_nuitrack() -> None:
    used = [k for k, name in enumerate(NUITRACK_BODY.joints, start=1) if name not in NUITRACK_BODY.unused]
    skeleton = {
        "id": 1,
        "joints": [
            {
                "type": k,
                "confidence": 0.75,
                "real": [k, 2 * k, 3 * k],
                "projection": [0, 0],
                "orientation": [0] * 9,
            }
            for k in used
        ],
    }
    file = source([{"skeletons": [skeleton]}] * 2)
    assert sensor_in_json(file.content, (NUITRACK_BODY,)) is NUITRACK_BODY
    body = read_json(file, NUITRACK_BODY)
    np.testing.assert_array_equal(body.points[0, 1], [2.0, 4.0, 6.0])
    assert body.confidence[0, 0] == 0.75
    assert np.isnan(body.quaternions).all()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"SpineBase",
        b'{"positions": {"1.0": {"Nose": [0, 0, 0]}}}',
        b'[{"joints": [{"type": 1}, {"type": 2}]}]',
        b'{"SpineBase": [0, 0, 0]}',
    ],
)
def test_other_texts_are_of_no_sensor(content: bytes) -> None:
    assert sensor_in_json(content, (*KINECTS, NUITRACK_BODY)) is None


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'[{"SpineBase": [1, 2', "line 1: is no JSON"),
        (b"[" * 100_000, "nested too deep"),
        (b'{"a": 1}\n{"b": ', "line 2: is no JSON"),
        (b'"\xff"', "is no UTF-8 text at byte 1, expected JSON"),
        (b"[]", "holds no frame"),
        (b'{"frames": []}', "holds no frame"),
    ],
)
def test_broken_texts_are_refused(content: bytes, problem: str) -> None:
    with pytest.raises(CaptureError, match=problem):
        read_json(Source(Path("broken.json"), content), KINECT_V2, like=source([joints(0)]))


X, Y, Z, STATE = 0, 1, 2, 7


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ([1, 2, 3], {X: 1.0, Y: 2.0, Z: 3.0}),
        ([1, 2, 3, 0.5], {X: 1.0, STATE: 0.5}),
        ([1, 2, 3, 4, 5, 6, 7], {X: 1.0, 3: 4.0, 6: 7.0}),
        ([1, 2, 3, 4, 5, 6, 7, 2], {6: 7.0, STATE: 2.0}),
        ({"x": 1, "y": 2, "z": 3}, {X: 1.0, Z: 3.0}),
        ({"Position": {"X": "1.5", "Y": None, "Z": True}}, {X: 1.5, Y: np.nan, Z: 1.0}),
        ({"real": [1, 2, 3], "confidence": 0.75}, {Y: 2.0, STATE: 0.75}),
        ({"position": [1, 2, 3], "rotation": [9, 8, 7, 6]}, {3: 9.0, 6: 6.0}),
        ({"position": [1, 2, 3], "orientation": [0] * 9}, {3: np.nan}),
        ([1, 2], {X: np.nan}),
        ("word", {X: np.nan}),
        (None, {X: np.nan}),
        ({"x": [1], "y": {}, "z": 10**400}, {X: np.nan, Y: np.nan, Z: np.nan}),
    ],
)
def test_entries(entry: Any, expected: dict[int, float]) -> None:
    row = np.array(joint_numbers(KINECT_V2, {"SpineBase": entry}, {})[0])
    np.testing.assert_array_equal(row[list(expected)], list(expected.values()))


def test_unknown_joints_are_passed_over() -> None:
    assert np.isnan(joint_numbers(KINECT_V2, {"tail": [1, 2, 3], "99": [1, 2, 3]}, {})).all()


def test_list_without_names_stands_in_order() -> None:
    numbers = np.array(joint_numbers(KINECT_V2, [[float(k), 0.0, 0.0] for k in range(25)], {}))
    np.testing.assert_array_equal(numbers[:, X], np.arange(25.0))


@pytest.mark.parametrize("joints", [None, 3, "word", []])
def test_nothing_is_nothing(joints: object) -> None:
    assert np.isnan(joint_numbers(KINECT_V2, joints, {})).all()
