"""Every way in which files hold a depth camera's joints, and formats that read them all.

To add a way, write its file with a function that finds the sensor in a file's beginning and one that
reads the file, and list them here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from understudy.capture.format import Format
from understudy.capture.kinect.body import SensorBody, raw_body
from understudy.capture.kinect.columns import find_in_columns, read_columns
from understudy.capture.kinect.json_bodies import find_in_json, read_json
from understudy.capture.kinect.lines import find_in_lines, read_lines
from understudy.capture.kinect.rows import find_in_rows, read_rows
from understudy.capture.kinect.sensor import Sensor
from understudy.capture.kinect.skeleton_file import find_in_skeleton_file, read_skeleton_file
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.errors import CaptureError


@dataclass(frozen=True)
class Layout:
    """A way of writing.

    Attributes:
        name: What people call it.
        find: Returns the sensor of a file's content if the file is written so, else None.
        read: Reads such a file.
    """

    name: str
    find: Callable[[bytes, Sequence[Sensor]], Sensor | None]
    read: Callable[[Source, Sensor], SensorBody]


LAYOUTS: tuple[Layout, ...] = (
    Layout("JSON", find_in_json, read_json),
    Layout("columns", find_in_columns, read_columns),
    Layout("rows of joints", find_in_rows, read_rows),
    Layout(".skeleton", find_in_skeleton_file, read_skeleton_file),
    Layout("lines of numbers", find_in_lines, read_lines),
)
"""Every layout; those that name joints come before those that do not."""


def sensor_format(name: str, mark: str, sensors: Sequence[Sensor]) -> Format:
    """Return the format of all layouts of some sensors' joints.

    Args:
        name: What people call it.
        mark: How it is told, to complete "a file that is ...".
        sensors: Whose joints it reads, the most usual first.
    """

    def matches(content: bytes) -> bool:
        return _find(content, sensors) is not None

    def read(source: Source) -> RawCapture:
        found = _find(source.content, sensors)
        if found is None:
            raise CaptureError(source.path, f"holds no joints of {name}, expected {mark}")
        layout, sensor = found
        return raw_body(source, sensor, layout.name, layout.read(source, sensor))

    return Format(name, mark, matches, read)


def _find(content: bytes, sensors: Sequence[Sensor]) -> tuple[Layout, Sensor] | None:
    for layout in LAYOUTS:
        sensor = layout.find(content, sensors)
        if sensor is not None:
            return layout, sensor
    return None
