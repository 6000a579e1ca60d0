"""From a capture file to a Recording: one file per format, told by content."""

from understudy.capture.bvh_skeleton import BvhSkeleton
from understudy.capture.bvh_writer import write_bvh
from understudy.capture.formats import FORMATS, read_capture

__all__ = ["FORMATS", "BvhSkeleton", "read_capture", "write_bvh"]
