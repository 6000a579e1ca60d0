"""MINI-RGBD: 25 joints of synthetic infants, a text with lines ``x y z index`` for each frame.

The data set's camera looks down at the infant, which lies: x right in its picture, y down, z away from it,
in metres. So up is -z whatever the body does. It has no eyes and ears (Fiala 2023, Table 3.1), which are left
uncovered. Frames come as a folder ``joints_3D`` or joined in one file.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from understudy.capture.format import Format
from understudy.capture.keypoints.raw_keypoints import raw_keypoints
from understudy.capture.keypoints.sets import MINI_RGBD_25
from understudy.capture.placing.limits import MAX_POINTS
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.capture.text.plain_text import plain_number, trimmed
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

_JOINTS = MINI_RGBD_25.size
_UP = "-z"
_METRE = 1.0

_SNIFFED_BYTES = 1 << 13
_SNIFFED_LINES = 3
_UNSEEN = (b"nan", b"+nan", b"-nan")

_FARTHEST = 20.0
"""Joints of an infant are within metres of the camera above it; larger numbers are pixels and millimetres."""


def looks_like_mini_rgbd(content: bytes) -> bool:
    """Tell whether a text begins with lines of three numbers and the indices 0, 1, 2 and so on."""
    lines = content[:_SNIFFED_BYTES].splitlines()[:_SNIFFED_LINES]
    return len(lines) == _SNIFFED_LINES and all(_joint(line, index) for index, line in enumerate(lines))


def read_mini_rgbd(source: Source) -> RawCapture:
    """Read the joints of an infant."""
    points = np.concatenate([_parse(frame) for frame in source.frames or (source,)])
    if len(points) * _JOINTS > MAX_POINTS:
        raise CaptureError(source.path, f"holds {len(points)} frames, at most {MAX_POINTS // _JOINTS}")
    about = (
        "The camera of MINI-RGBD looks down at the infant, so up is towards it; there are no eyes or ears."
    )
    raw = raw_keypoints(source, MINI_RGBD.name, MINI_RGBD_25, points, None, (about,))
    return replace(raw, naming="", unit=_METRE, up=_UP)


def _parse(source: Source) -> np.ndarray:
    """Return points (T, 25, 3) of one file, NaN where a joint is not known."""
    numbers: list[list[float]] = []
    for count, line in enumerate(source.content.splitlines(), start=1):
        if not line.strip():
            continue
        index = len(numbers) % _JOINTS
        joint = _joint(line, index)
        if joint is None:
            found = shown(trimmed(line.decode("latin-1")))
            raise CaptureError(source.path, f"found {found}, expected x, y, z and the index {index}", count)
        numbers.append(joint)
    if not numbers or len(numbers) % _JOINTS:
        raise CaptureError(source.path, f"ends after {len(numbers)} joints, expected {_JOINTS} a frame")
    points = np.array(numbers).reshape(-1, _JOINTS, 3)
    if (np.abs(points) > _FARTHEST).any():
        raise CaptureError(
            source.path,
            f"holds a number beyond {_FARTHEST:g}, as pixels and depths (joints_2Ddep) are; expected joints "
            "in metres (joints_3D)",
        )
    return points


def _joint(line: bytes, index: int) -> list[float] | None:
    """Return x, y and z on a line, NaN where they are not known, None unless the index follows them."""
    words = line.split()
    if len(words) != 4 or plain_number(words[3]) != index:
        return None
    place: list[float] = []
    for word in words[:3]:
        number = math.nan if word.lower() in _UNSEEN else plain_number(word)
        if number is None:
            return None
        place.append(number)
    return place


MINI_RGBD = Format(
    "MINI-RGBD",
    "a text with x, y, z and the index of 25 joints on a line each, or a folder of such files",
    looks_like_mini_rgbd,
    read_mini_rgbd,
    of_folder=True,
)
