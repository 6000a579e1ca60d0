"""The organ of balance: an accelerometer and a gyroscope in the head."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.robots.imu_place import imu_place
from understudy.robots.robot import Robot
from understudy.simulate.plant import Plant
from understudy.simulate.scene import PREFIX
from understudy.simulate.senses.sense import Read, Sense

_SITE = f"{PREFIX}imu"
_SENSORS = {
    "accelerometer": mujoco.mjtSensor.mjSENS_ACCELEROMETER,
    "gyroscope": mujoco.mjtSensor.mjSENS_GYRO,
}


def _add(spec: mujoco.MjSpec, robot: Robot) -> None:
    """Put it into the head, its axes forward, left and up at home; without a head, into the trunk."""
    frame, middle = imu_place(robot)
    body = spec.body(robot.model.body(frame.body).name)
    # The site is drawn by nobody who does not ask for its group.
    body.add_site(name=_SITE, pos=middle, quat=frame.offset, size=(0.01, 0, 0), group=4)
    for name, kind in _SENSORS.items():
        spec.add_sensor(name=f"{PREFIX}{name}", type=kind, objtype=mujoco.mjtObj.mjOBJ_SITE, objname=_SITE)


def _bind(plant: Plant) -> Read:
    places = {}
    for name in _SENSORS:
        sensor = plant.model.sensor(f"{PREFIX}{name}")
        places[name] = slice(int(sensor.adr[0]), int(sensor.adr[0]) + int(sensor.dim[0]))

    def read(data: mujoco.MjData) -> Mapping[str, np.ndarray]:
        return {name: data.sensordata[place].copy() for name, place in places.items()}

    return read


IMU = Sense(
    name="imu",
    aliases=("inertial",),
    summary="accelerometer and gyroscope in the head, its axes forward, left and up",
    units={"accelerometer": "m/s²", "gyroscope": "rad/s"},
    bind=_bind,
    add=_add,
)
"""At rest the accelerometer reads gravity, upwards."""
