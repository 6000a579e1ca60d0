"""Joints are known by every name that people give them."""

from __future__ import annotations

import pytest

from understudy.capture.kinect.joints import (
    AZURE_KINECT,
    KINECT_V1,
    KINECT_V2,
    KINECTS,
    NITE,
    NUITRACK_BODY,
    OPENNI,
    Sensor,
    best_sensor,
)
from understudy.motion.landmarks import LANDMARKS

SENSORS = (*KINECTS, NUITRACK_BODY, OPENNI, NITE)


@pytest.mark.parametrize(
    ("sensor", "name", "joint"),
    [
        (KINECT_V2, "SpineBase", "SpineBase"),
        (KINECT_V2, "JointType_SpineBase", "SpineBase"),
        (KINECT_V2, "spine_base", "SpineBase"),
        (KINECT_V2, "Left Elbow", "ElbowLeft"),
        (KINECT_V2, "Elbow_L", "ElbowLeft"),
        (KINECT_V2, "LElbow", "ElbowLeft"),
        (KINECT_V2, "right-hand-tip", "HandTipRight"),
        (KINECT_V2, "24", "ThumbRight"),
        (KINECT_V1, "0", "HipCenter"),
        (AZURE_KINECT, "K4ABT_JOINT_SPINE_NAVEL", "SpineNaval"),
        (NUITRACK_BODY, "JOINT_LEFT_COLLAR", "left_collar"),
        (NUITRACK_BODY, "1", "head"),
        (NUITRACK_BODY, "24", "right_foot"),
        (OPENNI, "left_elbow", "left_elbow"),
    ],
)
def test_names_and_numbers_are_known(sensor: Sensor, name: str, joint: str) -> None:
    assert sensor.joint_of(name) == joint


@pytest.mark.parametrize("name", ["tail", "", "25", "99999999", "-1", "٣", "²", "1\x1c", "1_0", "9" * 5000])
def test_others_are_not(name: str) -> None:
    assert KINECT_V2.joint_of(name) is None


@pytest.mark.parametrize("sensor", SENSORS, ids=lambda sensor: sensor.name)
def test_tables_hold_together(sensor: Sensor) -> None:
    assert len(set(sensor.joints)) == len(sensor.joints)
    assert set(sensor.landmarks) <= set(LANDMARKS)
    assert set(sensor.landmarks.values()) <= set(sensor.joints)
    assert set(sensor.parents) | set(sensor.parents.values()) <= set(sensor.joints)
    assert sensor.marks <= set(sensor.joints)
    assert sensor.unused <= set(sensor.joints)
    spellings = [sensor.joint_of(joint) for joint in sensor.joints]
    assert spellings == list(sensor.joints)


@pytest.mark.parametrize(
    ("sensor", "count"),
    [(KINECT_V1, 20), (KINECT_V2, 25), (AZURE_KINECT, 32), (NUITRACK_BODY, 24), (NITE, 15)],
)
def test_sensors_have_their_joints(sensor: Sensor, count: int) -> None:
    assert len(sensor.joints) == count


@pytest.mark.parametrize("sensor", (*KINECTS, NUITRACK_BODY, OPENNI), ids=lambda sensor: sensor.name)
def test_own_joints_tell_a_sensor(sensor: Sensor) -> None:
    assert best_sensor(SENSORS, sensor.joints) is sensor


def test_common_names_tell_no_sensor() -> None:
    sides = ("left", "right")
    limbs = ("shoulder", "elbow", "wrist", "hip", "knee", "ankle", "foot", "hand")
    names = ["head", "neck", "nose", *(f"{side}_{limb}" for side in sides for limb in limbs)]
    assert best_sensor(SENSORS, names) is None


def test_numbers_tell_a_sensor_if_they_are_all_there() -> None:
    assert KINECT_V2.is_told_by_numbers(range(25))
    assert not KINECT_V2.is_told_by_numbers(range(24))
    assert not KINECT_V2.is_told_by_numbers(range(26))
    used = set(range(1, 25)) - {10, 16, 20, 24}
    assert NUITRACK_BODY.is_told_by_numbers(used)
