"""Captures and people's motions written in the formats that :mod:`understudy.capture` reads."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from understudy.export.captures.amass import write_amass
    from understudy.export.captures.bvh import write_bvh
    from understudy.export.captures.c3d import write_c3d
    from understudy.export.captures.csv import write_csv
    from understudy.export.captures.kinect import write_sensor_file
    from understudy.export.captures.mediapipe import write_mediapipe_json
    from understudy.export.captures.mini_rgbd import write_mini_rgbd
    from understudy.export.captures.mmm import write_mmm
    from understudy.export.captures.openpose import write_openpose_folder
    from understudy.export.captures.trc import write_trc

__all__ = [
    "write_amass",
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
    "write_mediapipe_json": "mediapipe",
    "write_openpose_folder": "openpose",
    "write_sensor_file": "kinect",
}
"""Files that are not named after what they write; all are imported when they are asked for."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    place = _PLACES.get(name, name.removeprefix("write_"))
    return getattr(import_module(f"{__name__}.{place}"), name)
