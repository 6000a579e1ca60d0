"""Sensors of the newer data format, on tags made by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture.mmm.sensors import sensor_fields
from understudy.capture.mmm.xml import Tag
from understudy.errors import CaptureError

PATH = Path("a.xml")
TIMES = ("0", "0.5")


def sensor(kind: str, joints: tuple[str, ...], times: tuple[str, ...], **texts: str) -> Tag:
    """Return a sensor that measures the same at all times."""
    measurements = [
        Tag(
            "Measurement",
            {"timestep": time},
            5,
            children=[Tag(name, {}, 6, text) for name, text in texts.items()],
        )
        for time in times
    ]
    named = [Tag("Joint", {"name": joint}, 3) for joint in joints]
    return Tag(
        "Sensor",
        {"type": kind},
        2,
        children=[Tag("Configuration", {}, 3, children=named), Tag("Data", {}, 4, children=measurements)],
    )


def motion(*sensors: Tag) -> Tag:
    return Tag("Motion", {}, 1, children=[Tag("Sensors", {}, 1, children=list(sensors))])


POSE = sensor("ModelPose", (), TIMES, RootPosition="1000 0 500", RootRotation="0 0 1")


def test_a_thing_has_a_pose_only() -> None:
    fields = sensor_fields(PATH, motion(POSE))
    np.testing.assert_array_equal(fields["times"], [0.0, 0.5])
    np.testing.assert_allclose(fields["root_positions"], [[1.0, 0.0, 0.5]] * 2)
    assert fields["joints"] == ()
    assert fields["joint_positions"].shape == (2, 0)


def test_kinematic_sensors_are_joined() -> None:
    body = sensor("Kinematic", ("a", "b"), TIMES, JointPosition="1 2")
    hand = sensor("Kinematic", ("c",), TIMES, JointPosition="3")
    fields = sensor_fields(PATH, motion(POSE, body, hand, sensor("Force", (), TIMES)))
    assert fields["joints"] == ("a", "b", "c")
    np.testing.assert_array_equal(fields["joint_positions"], [[1.0, 2.0, 3.0]] * 2)
    assert len(fields["sensor_custom"]) == 1


@pytest.mark.parametrize(
    ("sensors", "message"),
    [
        ((), "has 0 sensors of type ModelPose, expected one"),
        ((POSE, POSE), "has 2 sensors of type ModelPose, expected one"),
        ((POSE, sensor("Kinematic", ("a",), ("0",), JointPosition="1")), "at other timesteps than ModelPose"),
        ((POSE, sensor("Kinematic", ("a",), (), JointPosition="1")), "Sensor has no Measurement"),
        ((POSE, sensor("Kinematic", ("a",), TIMES)), "Measurement has no JointPosition"),
    ],
)
def test_faults_of_sensors(sensors: tuple[Tag, ...], message: str) -> None:
    with pytest.raises(CaptureError, match=message):
        sensor_fields(PATH, motion(*sensors))
