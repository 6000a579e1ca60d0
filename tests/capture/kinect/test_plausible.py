"""A person's joints are one in the right order only."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.kinect.joints import (
    AZURE_KINECT,
    KINECT_V1,
    KINECT_V2,
    NITE,
    NUITRACK_BODY,
    OPENNI,
    Sensor,
)
from understudy.capture.kinect.plausible import is_person
from understudy.capture.placing.point_body import landmark_tracks
from understudy.motion import Recording

SENSORS = (KINECT_V1, KINECT_V2, AZURE_KINECT, NUITRACK_BODY, OPENNI, NITE)


def seen_by(sensor: Sensor, recording: Recording) -> np.ndarray:
    """Return (T, K, 3) the joints of a sensor, zero where the recording has none."""
    tracks = landmark_tracks(recording.names, recording.points, recording.landmark_points)
    points = np.zeros((recording.frame_count, len(sensor.joints), 3))
    for landmark, joint in sensor.landmarks.items():
        if landmark in tracks:
            points[:, sensor.joints.index(joint)] = tracks[landmark]
    return points


@pytest.mark.parametrize("sensor", SENSORS, ids=lambda sensor: sensor.name)
def test_person_in_the_right_order(sensor: Sensor, walking: Recording) -> None:
    assert is_person(sensor, 1000.0 * seen_by(sensor, walking))


@pytest.mark.parametrize("sensor", SENSORS, ids=lambda sensor: sensor.name)
def test_no_person_in_any_other_order(sensor: Sensor, walking: Recording) -> None:
    points = seen_by(sensor, walking)
    generator = np.random.default_rng(5)
    orders = [generator.permutation(points.shape[1]) for _ in range(100)]
    assert not any(is_person(sensor, points[:, order]) for order in orders)


def test_orders_of_equal_length_are_told_apart(walking: Recording) -> None:
    assert not is_person(OPENNI, seen_by(NITE, walking))
    assert not is_person(NITE, seen_by(OPENNI, walking))


def test_upside_down_head_is_no_person(walking: Recording) -> None:
    points = seen_by(KINECT_V2, walking)
    points[:, KINECT_V2.joints.index("Head")] -= np.array([0.0, 0.0, 1.2])
    assert not is_person(KINECT_V2, points)


@pytest.mark.parametrize("frames", [0, 3])
def test_nothing_is_no_person(frames: int) -> None:
    assert not is_person(KINECT_V2, np.zeros((frames, 25, 3)))
