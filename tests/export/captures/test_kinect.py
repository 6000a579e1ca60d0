"""What is written as a depth camera's file comes back, for every sensor and layout."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import read_capture
from understudy.capture.kinect.joints import AZURE_KINECT, KINECT_V1, KINECT_V2
from understudy.capture.kinect.nuitrack import NITE, NUITRACK_BODY, OPENNI
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.placing.point_body import landmark_tracks
from understudy.errors import InvalidMotionError
from understudy.export.captures.kinect import (
    CAMERA_DISTANCE,
    CAMERA_HEIGHT,
    WRITERS,
    camera_view,
    write_sensor_file,
)
from understudy.motion import Recording
from understudy.spatial import rotations as rot

SENSORS = (KINECT_V1, KINECT_V2, AZURE_KINECT, NUITRACK_BODY, OPENNI, NITE)
RATE = 15.0
ROUNDING = 1e-6
"""How far [m] points are moved by the digits that are written, in metres."""


def tracks_of(recording: Recording) -> dict[str, np.ndarray]:
    return landmark_tracks(recording.names, recording.points, recording.landmark_points)


def difference(read: Recording, true: Recording) -> float:
    """Return the largest distance [m] of common landmarks after a turn about z and a shift."""
    found, wanted = tracks_of(read), tracks_of(true)
    common = [name for name in found if name in wanted and name != "head_top"]
    assert len(common) >= 15
    a, b = (np.concatenate([tracks[name] for name in common]) for tracks in (found, wanted))
    a, b = a - a.mean(axis=0), b - b.mean(axis=0)
    yaw = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a[:, :2] * b[:, :2]).sum())
    turned = rot.rotate(rot.from_axis_angle(np.array([0.0, 0.0, 1.0]), yaw), a)
    return float(np.linalg.norm(turned - b, axis=1).max())


@pytest.mark.parametrize("layout", list(WRITERS))
@pytest.mark.parametrize("sensor", SENSORS, ids=lambda sensor: sensor.name)
def test_round_trip(walking: Recording, tmp_path: Path, sensor: Sensor, layout: str) -> None:
    path = tmp_path / "take.bin"
    write_sensor_file(path, walking, sensor=sensor, layout=layout, fps=RATE)
    recording = read_capture(path)
    # By names the two orders of OpenNI's joints are the same.
    names = ("OpenNI", "NiTE") if sensor is NITE else (sensor.name,)
    assert recording.dialect.startswith(names)
    assert difference(recording, walking) < ROUNDING
    assert recording.fps == pytest.approx(30.0 if layout == "lines" else RATE)


def test_millimetres_come_back_as_metres(walking: Recording, tmp_path: Path) -> None:
    write_sensor_file(tmp_path / "take", walking, sensor=NUITRACK_BODY, unit=0.001)
    assert difference(read_capture(tmp_path / "take"), walking) < ROUNDING


def test_what_shall_not_be_seen_is_not(walking: Recording, tmp_path: Path) -> None:
    valid = np.ones((walking.frame_count, 25), dtype=bool)
    valid[4:7, KINECT_V2.joints.index("WristLeft")] = False
    write_sensor_file(tmp_path / "take", walking, valid=valid)
    recording = read_capture(tmp_path / "take")
    unseen = ~recording.valid_mask[:, recording.names.index("WristLeft")]
    np.testing.assert_array_equal(np.flatnonzero(unseen), [4, 5, 6])


@pytest.mark.parametrize("sensor", SENSORS, ids=lambda sensor: sensor.name)
def test_camera_sees_the_person_before_it(sensor: Sensor) -> None:
    head, left_hand = np.array([0.0, 0.0, 1.7]), np.array([0.0, 0.5, 1.0])
    seen = camera_view(sensor, np.stack([head, left_hand]))
    upwards = -1.0 if sensor.up == "-y" else 1.0
    assert seen[0, 2] == CAMERA_DISTANCE
    assert seen[0, 1] == pytest.approx(upwards * (1.7 - CAMERA_HEIGHT))
    # The left hand is to the camera's right: x grows there in left-handed axes and where y points down.
    is_right = sensor.is_left_handed or sensor.up == "-y"
    assert seen[1, 0] == pytest.approx(0.5 if is_right else -0.5)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"layout": "clay"}, "unknown layout 'clay'"),
        ({"motion": np.zeros((2, 3, 3))}, "joints has shape"),
        ({"motion": np.zeros((2, 25, 3))}, "need fps"),
    ],
)
def test_what_cannot_be_written(walking: Recording, tmp_path: Path, options: dict, problem: str) -> None:
    with pytest.raises(InvalidMotionError, match=problem):
        write_sensor_file(tmp_path / "take", **{"motion": walking, **options})
    assert not (tmp_path / "take").exists()
