"""OpenPose: JSON with 25 or 18 keypoints of each person, one file a frame or all frames in one."""

from __future__ import annotations

import re

from understudy.capture.format import Format
from understudy.capture.keypoints.json_take import parse_keypoint_json
from understudy.capture.keypoints.raw_keypoints import raw_take
from understudy.capture.keypoints.sets import OPENPOSE_SETS
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source

_SNIFFED_BYTES = 1 << 16
_BEGINNING = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")
_KEYS = re.compile(
    rb'"people"\s*:|"(?:pose|body)_keypoints(?:_[23]d)?"\s*:|"[lr]_?Shoulder"\s*:', re.IGNORECASE
)
_BARE = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[\s*\[\s*\[[\s0-9eE+\-.,NaInfity]*\]")


def looks_like_openpose(content: bytes) -> bool:
    """Tell whether a text is JSON with OpenPose's keys or names, or bare lists of 18 or 25 points a frame."""
    start = content[:_SNIFFED_BYTES]
    if _BEGINNING.match(start) is None:
        return False
    return _KEYS.search(start) is not None or bare_size(start) in {each.size for each in OPENPOSE_SETS}


def bare_size(start: bytes) -> int | None:
    """Return the number of points in the first frame of JSON that is nothing but nested lists of numbers."""
    if _BARE.match(start) is None:
        return None
    first, closed, _ = re.sub(rb"\s+", b"", start).partition(b"]]")
    return first.count(b"[") - 2 if closed else None


def read_openpose(source: Source) -> RawCapture:
    """Read OpenPose's keypoints in three dimensions.

    Of several people one is followed. A keypoint without confidence was not seen.
    """
    return raw_take(source, parse_keypoint_json(source), OPENPOSE_SETS, OPENPOSE.name)


OPENPOSE = Format(
    "OpenPose",
    "JSON with people and their pose_keypoints_3d, or a folder of such files",
    looks_like_openpose,
    read_openpose,
    of_folder=True,
)
