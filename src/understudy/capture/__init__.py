"""From a capture file to a Recording: one folder per format, told by content and imported when it is met.

    path ─source─▶ Source ─<format>/reader─▶ RawCapture ─placing/place─▶ Recording

``formats.read_capture`` goes this way; docs/captures.md names the steps in the order to read them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from understudy.capture.formats import read_capture
from understudy.capture.sidecar import Sidecar

if TYPE_CHECKING:
    from understudy.capture.bvh.writer import write_bvh
    from understudy.capture.c3d.writer import write_c3d
    from understudy.capture.csv.writer import write_csv
    from understudy.capture.formats import FORMATS
    from understudy.capture.kinect.writer import write_sensor_file
    from understudy.capture.mediapipe.writer import write_mediapipe_json
    from understudy.capture.mini_rgbd.writer import write_mini_rgbd
    from understudy.capture.mmm.motion import MmmDocument, MmmMotion
    from understudy.capture.mmm.writer import write_mmm
    from understudy.capture.openpose.writer import write_openpose_folder
    from understudy.capture.skeletons.skeleton import Skeleton
    from understudy.capture.trc.writer import write_trc

__all__ = [
    "FORMATS",
    "Skeleton",
    "MmmDocument",
    "MmmMotion",
    "Sidecar",
    "read_capture",
    "write_bvh",
    "write_c3d",
    "write_csv",
    "write_mediapipe_json",
    "write_mini_rgbd",
    "write_mmm",
    "write_openpose_folder",
    "write_sensor_file",
    "write_trc",
]

_PLACES = {
    "FORMATS": "formats",
    "Skeleton": "skeletons.skeleton",
    "MmmDocument": "mmm.motion",
    "MmmMotion": "mmm.motion",
    "write_bvh": "bvh.writer",
    "write_c3d": "c3d.writer",
    "write_csv": "csv.writer",
    "write_mediapipe_json": "mediapipe.writer",
    "write_mini_rgbd": "mini_rgbd.writer",
    "write_mmm": "mmm.writer",
    "write_openpose_folder": "openpose.writer",
    "write_sensor_file": "kinect.writer",
    "write_trc": "trc.writer",
}
"""Which file of this folder holds a name that is imported when it is asked for."""


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return getattr(import_module(f"understudy.capture.{_PLACES[name]}"), name)
