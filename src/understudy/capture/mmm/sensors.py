"""The newer MMM data format, in which sensors say where the model was and how its joints were turned.

``ModelPose`` has the root's places, ``Kinematic`` angles of joints; there may be several of the latter, for
body and hands. Other sensors, such as markers, are kept as they are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from understudy.capture.mmm.numbers import joint_names, number, numbers, require_rising, required
from understudy.capture.mmm.xml import Tag, as_text
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

SENSORS_READ = ("ModelPose", "Kinematic")

_MILLIMETRE = 1e-3
_SAME_TIME = 1e-6
"""Timesteps [s] that differ less are the same moment."""


def sensor_fields(path: Path, motion: Tag) -> dict[str, Any]:
    """Return the fields of an ``MmmMotion`` that its sensors hold, and other sensors as ``sensor_custom``."""
    sensors = required(path, motion, "Sensors")
    poses = [sensor for sensor in sensors.children if sensor.attributes.get("type") == "ModelPose"]
    if len(poses) != 1:
        raise CaptureError(
            path, f"Motion has {len(poses)} sensors of type ModelPose, expected one", sensors.line
        )
    measurements, times = _measurements(path, poses[0])
    joints: tuple[str, ...] = ()
    angles = [np.empty((len(times), 0))]
    for sensor in sensors.children:
        if sensor.attributes.get("type") == "Kinematic":
            names, values = _angles(path, sensor, times)
            twice = sorted(set(joints) & set(names))
            if twice:
                raise CaptureError(
                    path, f"joint {shown(twice[0])[1:-1]} is in two Kinematic sensors", sensor.line
                )
            joints += names
            angles.append(values)
    return {
        "times": times,
        "root_positions": _MILLIMETRE * _series(path, measurements, "RootPosition", 3),
        "root_rotations": _series(path, measurements, "RootRotation", 3),
        "joints": joints,
        "joint_positions": np.concatenate(angles, axis=1),
        "sensor_custom": tuple(
            as_text(sensor)
            for sensor in sensors.children
            if sensor.attributes.get("type") not in SENSORS_READ
        ),
    }


def _angles(path: Path, sensor: Tag, times: np.ndarray) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the joints of a kinematic sensor and their angles (T, J), at the times of the pose."""
    names = joint_names(path, list(required(path, sensor, "Configuration").all("Joint")))
    measurements, own_times = _measurements(path, sensor)
    if len(own_times) != len(times) or np.abs(own_times - times).max() > _SAME_TIME:
        raise CaptureError(
            path, "a Kinematic sensor is measured at other timesteps than ModelPose", sensor.line
        )
    return names, _series(path, measurements, "JointPosition", len(names))


def _measurements(path: Path, sensor: Tag) -> tuple[list[Tag], np.ndarray]:
    """Return a sensor's measurements and their times (T,) [s]."""
    measurements = list(required(path, sensor, "Data").all("Measurement"))
    if not measurements:
        raise CaptureError(path, "Sensor has no Measurement", sensor.line)
    times = np.array([number(path, tag, tag.attributes.get("timestep", "")) for tag in measurements])
    require_rising(path, times, measurements)
    return measurements, times


def _series(path: Path, measurements: list[Tag], name: str, width: int) -> np.ndarray:
    return numbers(path, [required(path, tag, name) for tag in measurements], width)
