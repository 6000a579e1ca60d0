"""The joints of depth sensors: of the three Kinects, of NuiTrack and of OpenNI, by ``joints.toml``."""

from __future__ import annotations

from understudy.capture.kinect.sensor import Sensor
from understudy.capture.naming.tables import Table


def _sensor(name: str, table: Table) -> Sensor:
    joints = table.words("joints")
    return Sensor(
        name=name,
        joints=joints,
        landmarks={landmark: points[0] for landmark, points in table.landmarks(joints).items()},
        parents=table.parents("bones"),
        marks=frozenset(table.words("marks")),
        head_reach=table.number("head_reach") or 0.0,
        is_left_handed=table.data.get("is_left_handed") is True,
        up=table.text("up") or "y",
        first_number=int(table.number("first_number") or 0),
        unused=frozenset(table.words("unused")),
        is_plain=table.data.get("is_plain") is True,
    )


SENSORS: tuple[Sensor, ...] = tuple(
    _sensor(name, table) for name, table in Table.beside(__file__, "sensors").parts("sensor").items()
)
KINECT_V2, KINECT_V1, AZURE_KINECT, NUITRACK_BODY, OPENNI, NITE = SENSORS

KINECTS: tuple[Sensor, ...] = (KINECT_V2, KINECT_V1, AZURE_KINECT)
"""Every Kinect, the most usual first."""
