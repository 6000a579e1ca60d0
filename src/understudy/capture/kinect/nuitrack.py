"""NuiTrack and OpenNI: bodies of any depth camera, 15 to 24 joints, in millimetres or metres."""

from __future__ import annotations

from understudy.capture.kinect.joints import NITE, NUITRACK_BODY, OPENNI
from understudy.capture.kinect.layouts import sensor_format

NUITRACK = sensor_format(
    "NuiTrack",
    "JSON, a table or lines of numbers with the joints of NuiTrack or OpenNI",
    (NUITRACK_BODY, OPENNI, NITE),
)
