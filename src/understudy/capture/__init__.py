"""From a capture file to a Recording: one file per format, told by content."""

from understudy.capture.bvh_skeleton import BvhSkeleton
from understudy.capture.bvh_writer import write_bvh
from understudy.capture.c3d_writer import write_c3d
from understudy.capture.csv_writer import write_csv
from understudy.capture.formats import FORMATS, read_capture
from understudy.capture.kinect_writer import write_sensor_file
from understudy.capture.mediapipe_writer import write_mediapipe_json
from understudy.capture.mini_rgbd_writer import write_mini_rgbd
from understudy.capture.mmm_motion import MmmDocument, MmmMotion
from understudy.capture.mmm_writer import write_mmm
from understudy.capture.openpose_writer import write_openpose_folder
from understudy.capture.sidecar import Sidecar
from understudy.capture.trc_writer import write_trc

__all__ = [
    "FORMATS",
    "BvhSkeleton",
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
