"""What a robot sensed as messages of ROS 2: joints, IMU, pictures with their cameras, and other numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from understudy.export.quaternions import xyzw
from understudy.export.ros import messages as ros
from understudy.export.ros.stamps import Stamped, header, nanoseconds, vector
from understudy.export.sensed import IMU, Mount, Sensed
from understudy.motion import Pictures, Readings, Rollout, SparseReadings
from understudy.spatial import rotations as rot

CONTACT_FORCE = "/contact_force"
_PROPRIOCEPTION = {"angles": "position", "velocities": "velocity", "torques": "effort"}
_IMU = ("accelerometer", "gyroscope")
_OPTICAL = np.array([0.5, -0.5, 0.5, -0.5])
"""Orientation (wxyz) of ROS's camera (x right, y down, z ahead) in an eye (x ahead, y left, z up)."""

_UNKNOWN = [-1.0, *(0.0,) * 8]
"""A covariance that says: this is not measured."""


def sense_streams(sensed: Sensed, joints: list[str]) -> list[Iterator[Stamped]]:
    """Return the messages of each sense, in the order of time.

    Args:
        sensed: What was sensed.
        joints: Names of the joints.
    """
    rollout = sensed.rollout
    streams = [_numbers(rollout), _imu(rollout), _proprioception(rollout, joints)]
    streams += [_pictures(name, pictures) for name, pictures in sorted(rollout.pictures.items())]
    used = {f"{IMU}/{channel}" for channel in _IMU}
    used |= {f"proprioception/{channel}" for channel in _PROPRIOCEPTION}
    streams += [_values(name, found) for name, found in sorted(rollout.senses.items()) if name not in used]
    return streams


def mount_transform(name: str, mount: Mount, body: str, stamp: dict[str, int]) -> dict[str, Any]:
    """Return where a sensor is on its body, as a transform; cameras have the axes that ROS gives them."""
    is_camera = name != IMU
    turn = rot.multiply(mount.turn, _OPTICAL) if is_camera else mount.turn
    return {
        "header": {"stamp": stamp, "frame_id": body},
        "child_frame_id": frame_of(name),
        "transform": {
            "translation": vector(mount.point),
            "rotation": dict(zip("xyzw", xyzw(turn).tolist(), strict=True)),
        },
    }


def frame_of(name: str) -> str:
    """Return the frame of a sensor, or of the camera that took pictures of distances or parts."""
    return "_".join(name.replace("/", "_").split("_")[:2])


def _numbers(rollout: Rollout) -> Iterator[Stamped]:
    for time, force in zip(rollout.time, rollout.contact_force, strict=True):
        yield nanoseconds(time), CONTACT_FORCE, ros.NUMBER, {"data": float(force)}


def _imu(rollout: Rollout) -> Iterator[Stamped]:
    channels = [rollout.senses.get(f"{IMU}/{channel}") for channel in _IMU]
    accelerometer, gyroscope = channels
    if accelerometer is None or gyroscope is None:
        return
    for time, acceleration, turning in zip(
        accelerometer.time, accelerometer.values, gyroscope.values, strict=True
    ):
        content = {
            "header": header(time, IMU),
            "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0},
            "orientation_covariance": _UNKNOWN,
            "angular_velocity": vector(turning),
            "angular_velocity_covariance": [0.0] * 9,
            "linear_acceleration": vector(acceleration),
            "linear_acceleration_covariance": [0.0] * 9,
        }
        yield nanoseconds(time), "/imu", ros.IMU, content


def _proprioception(rollout: Rollout, joints: list[str]) -> Iterator[Stamped]:
    found = {
        part: rollout.senses[f"proprioception/{channel}"]
        for channel, part in _PROPRIOCEPTION.items()
        if f"proprioception/{channel}" in rollout.senses
    }
    if len(found) < len(_PROPRIOCEPTION):
        return
    for index, time in enumerate(found["position"].time):
        values = {part: readings.values[index].tolist() for part, readings in found.items()}
        content = {"header": header(time, ""), "name": joints} | values
        yield nanoseconds(time), "/proprioception", ros.JOINT_STATE, content


def _pictures(name: str, pictures: Pictures) -> Iterator[Stamped]:
    """Yield pictures, in colour as PNG and others as they are, each after what its camera is."""
    frame, kind = frame_of(name), pictures.kind
    height, width, channels = kind.shape
    for index, time in enumerate(pictures.time):
        stamp, when = header(time, frame), nanoseconds(time)
        yield when, f"/{name}/camera_info", ros.CAMERA, _camera(pictures, stamp)
        if channels == 3:
            content = {"header": stamp, "format": "png", "data": pictures.png(index)}
            yield when, f"/{name}/image/compressed", ros.COMPRESSED, content
            continue
        shape = {"height": height, "width": width, "encoding": "16UC1" if kind.bits == 16 else "mono8"}
        values = pictures[index].astype(kind.dtype.newbyteorder("<")).tobytes()
        rest = {"is_bigendian": 0, "step": width * kind.bits // 8, "data": values}
        yield when, f"/{name}/image", ros.IMAGE, {"header": stamp} | shape | rest


def _camera(pictures: Pictures, stamp: Mapping[str, Any]) -> dict[str, Any]:
    height, width, _ = pictures.kind.shape
    focal = pictures.kind.focal_length
    matrix = [[focal, 0.0, 0.5 * width], [0.0, focal, 0.5 * height], [0.0, 0.0, 1.0]]
    return {
        "header": stamp,
        "height": height,
        "width": width,
        "distortion_model": "plumb_bob",
        "d": [0.0] * 5,
        "k": [value for row in matrix for value in row],
        "r": np.eye(3).ravel().tolist(),
        "p": [value for row in matrix for value in (*row, 0.0)],
        "binning_x": 0,
        "binning_y": 0,
        "roi": {"x_offset": 0, "y_offset": 0, "height": 0, "width": 0, "do_rectify": False},
    }


def _values(name: str, readings: Readings | SparseReadings) -> Iterator[Stamped]:
    """Yield readings of any kind as arrays of numbers; texts are left out.

    Of sparse ones there is a row for every column that is not nothing: its number, and then its values.
    """
    if readings.values.dtype.kind not in "biuf":
        return
    if isinstance(readings, SparseReadings):
        for reading, time in enumerate(readings.time):
            columns, values = readings.entries(reading)
            yield _array(name, time, np.column_stack([columns, values.reshape(len(columns), -1)]))
        return
    for time, values in zip(readings.time, readings.values, strict=True):
        yield _array(name, time, np.asarray(values))


def _array(name: str, time: float, values: np.ndarray) -> Stamped:
    """Return an array of numbers as a message."""
    sizes = values.shape
    strides = np.cumprod([1, *reversed(sizes)]).tolist()[1:][::-1]
    dim = [
        {"label": f"axis {axis}", "size": size, "stride": stride}
        for axis, (size, stride) in enumerate(zip(sizes, strides, strict=True))
    ]
    content = {"layout": {"dim": dim, "data_offset": 0}, "data": values.astype(np.float64).ravel().tolist()}
    return nanoseconds(time), f"/{name}", ros.NUMBERS, content
