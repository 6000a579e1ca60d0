"""Bodies that depth cameras see: of Microsoft's Kinects (20, 25 or 32 joints), of NuiTrack and OpenNI.

To add a way in which files hold them, write its file with a function that finds the sensor in a file's
content, and list it here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from understudy.capture.format import Format
from understudy.capture.kinect.body import Found, raw_body
from understudy.capture.kinect.joints import KINECTS, NITE, NUITRACK_BODY, OPENNI, Sensor
from understudy.capture.kinect.json_bodies import find_json
from understudy.capture.kinect.lines import find_lines
from understudy.capture.kinect.skeleton_file import find_skeleton_file
from understudy.capture.kinect.tables import find_columns, find_rows
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.errors import CaptureError

LAYOUTS: dict[str, Callable[[bytes, Sequence[Sensor]], Found | None]] = {
    "JSON": find_json,
    "columns": find_columns,
    "rows of joints": find_rows,
    ".skeleton": find_skeleton_file,
    "lines of numbers": find_lines,
}
"""What people call a way of writing → what finds the sensor; those that name joints come first."""


def _sensor_format(name: str, mark: str, sensors: Sequence[Sensor]) -> Format:
    """Return the format of all layouts of some sensors' joints, the most usual sensor first."""

    def find(content: bytes) -> tuple[str, Found] | None:
        tried = ((layout, search(content, sensors)) for layout, search in LAYOUTS.items())
        return next(((layout, found) for layout, found in tried if found is not None), None)

    def read(source: Source) -> RawCapture:
        told = find(source.content)
        if told is None:
            raise CaptureError(source.path, f"holds no joints of {name}, expected {mark}")
        layout, found = told
        return raw_body(source, found.sensor, layout, found.read(source))

    return Format(name, mark, lambda content: find(content) is not None, read)


KINECT = _sensor_format(
    "Kinect", "JSON, a table or lines of numbers with the joints of a Kinect v1, v2 or Azure", KINECTS
)
NUITRACK = _sensor_format(
    "NuiTrack",
    "JSON, a table or lines of numbers with the joints of NuiTrack or OpenNI",
    (NUITRACK_BODY, OPENNI, NITE),
)
