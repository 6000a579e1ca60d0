"""Kinect: the bodies that Microsoft's trackers see, of Kinect v1 (20 joints), v2 (25) and Azure (32).

Files of all layouts in ``kinect_layouts`` are read, the KERAAL text files among them.
"""

from __future__ import annotations

from understudy.capture.kinect.joints import KINECTS
from understudy.capture.kinect.layouts import sensor_format

KINECT = sensor_format(
    "Kinect", "JSON, a table or lines of numbers with the joints of a Kinect v1, v2 or Azure", KINECTS
)
