"""MINI-RGBD: 25 joints of synthetic infants, a text with lines ``x y z index`` for each frame.

The data set's camera looks down at the infant, which lies: x right in its picture, y down, z away from it,
in metres. So up is -z whatever the body does. It has no eyes and ears (Fiala 2023, Table 3.1), which are left
uncovered. Frames come as a folder ``joints_3D`` or joined in one file.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.capture.format import Format
from understudy.capture.keypoints.raw_keypoints import raw_keypoints
from understudy.capture.keypoints.sets import MINI_RGBD_25
from understudy.capture.placing.table_points import require_points
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.cells import cell_number
from understudy.capture.text.text_lines import TextLines, first_lines
from understudy.capture.text.text_table import BLANKS, Layout, parse_rows
from understudy.errors import CaptureError

_JOINTS = MINI_RGBD_25.size
_UP = "-z"
_METRE = 1.0

_SNIFFED_LINES = 3
_LAYOUT = Layout(4, BLANKS, count_source=": x, y, z and the index of a joint")

_FARTHEST = 20.0
"""Joints of an infant are within metres of the camera above it; larger numbers are pixels and millimetres."""


def looks_like_mini_rgbd(content: bytes) -> bool:
    """Tell whether a text begins with lines of three numbers and the indices 0, 1, 2 and so on."""
    lines = first_lines(content, _SNIFFED_LINES)
    joints = [[cell_number(word) for word in line.split()] for line in lines]
    if len(joints) != _SNIFFED_LINES or any(len(joint) != _LAYOUT.column_count for joint in joints):
        return False
    # One cell may be broken, which is told by whoever reads the whole file.
    broken = sum(number is None for joint in joints for number in joint)
    return broken <= 1 and all(joint[3] in (None, index) for index, joint in enumerate(joints))


def read_mini_rgbd(source: Source) -> RawCapture:
    """Read the joints of an infant."""
    points = np.concatenate([_parse(frame) for frame in source.frames or (source,)])
    require_points(source, len(points), _JOINTS)
    about = (
        "The camera of MINI-RGBD looks down at the infant, so up is towards it; there are no eyes or ears."
    )
    raw = raw_keypoints(source, MINI_RGBD.name, MINI_RGBD_25, points, None, (about,))
    return replace(raw, naming="", unit=_METRE, up=_UP, up_is_defined=True)


def _parse(source: Source) -> np.ndarray:
    """Return points (T, 25, 3) of one file, NaN where a joint is not known."""
    start = TextLines(source.path, source.content)
    rows = parse_rows(source.path, source.content, start.position, start.line, _LAYOUT)
    count = len(rows.values)
    wanted = np.arange(count) % _JOINTS
    wrong = np.flatnonzero(rows.values[:, 3] != wanted)
    if len(wrong):
        found, index, line = (values[wrong[0]] for values in (rows.values[:, 3], wanted, rows.lines))
        problem = f"has the index {found:g}, expected x, y, z and the index {index}"
        raise CaptureError(source.path, problem, int(line))
    if count == 0 or count % _JOINTS:
        raise CaptureError(source.path, f"ends after {count} joints, expected {_JOINTS} a frame")
    points = rows.values[:, :3].reshape(-1, _JOINTS, 3)
    if (np.abs(points) > _FARTHEST).any():
        raise CaptureError(
            source.path,
            f"holds a number beyond {_FARTHEST:g}, as pixels and depths (joints_2Ddep) are; expected joints "
            "in metres (joints_3D)",
        )
    return points


MINI_RGBD = Format(
    "MINI-RGBD",
    "a text with x, y, z and the index of 25 joints on a line each, or a folder of such files",
    looks_like_mini_rgbd,
    read_mini_rgbd,
    of_folder=True,
)
