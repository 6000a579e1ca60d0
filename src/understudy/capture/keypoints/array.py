"""Keypoints as a NumPy array (T, K, 3) or, with confidences, (T, K, 4), in ``.npy`` or alone in an ``.npz``.

The number of points tells the set: 18 are OpenPose's COCO, 33 MediaPipe's, and of the sets of 25 that one is
taken whose limbs are the most regular.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.capture.format import Format
from understudy.capture.keypoints.order import tell_set
from understudy.capture.keypoints.raw_keypoints import raw_keypoints
from understudy.capture.keypoints.sets import BLAZEPOSE_33, KEYPOINT_SETS
from understudy.capture.keypoints.take import POINT_VALUES, Person, Take, find_sets, in_order
from understudy.capture.mediapipe.raw_blazepose import raw_blazepose
from understudy.capture.npz.headers import ArrayHeader, array_headers, read_array
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.errors import CaptureError

_SIZES = frozenset(each.size for each in KEYPOINT_SETS)
_RATES = ("fps", "frame_rate")


def looks_like_keypoint_array(content: bytes) -> bool:
    """Tell whether bytes are one NumPy array with the shape of keypoints, and at most a rate beside it."""
    return _find(array_headers(content)) is not None


def read_keypoint_array(source: Source) -> RawCapture:
    """Read an array of keypoints."""
    values, stated = _load(source)
    points = np.full((*values.shape[:2], POINT_VALUES), np.nan)
    points[..., : values.shape[2]] = values
    take = Take(
        [[Person(frame)] for frame in points], [f"frame {k}" for k in range(len(points))], None, stated
    )
    sets = find_sets(source, take, KEYPOINT_SETS)
    seen = np.stack([frame[0] for frame in in_order(source, take, sets[0])])[..., :3]
    keypoints, about_set = tell_set(sets, seen)
    if keypoints is BLAZEPOSE_33:
        return raw_blazepose(source, seen, take, about_set)
    return raw_keypoints(source, "NumPy", keypoints, seen, take, about_set)


def _find(headers: dict[str, ArrayHeader | None]) -> str | None:
    """Return the name of the array that is keypoints, None where it is not there or not alone."""
    names = [name for name, header in headers.items() if header is not None and _is_keypoints(header)]
    return names[0] if len(names) == 1 and set(headers) <= {names[0], *_RATES} else None


def _is_keypoints(header: ArrayHeader) -> bool:
    shape = header.shape
    return len(shape) == 3 and shape[0] > 0 and shape[1] in _SIZES and shape[2] in (3, POINT_VALUES)


def _load(source: Source) -> tuple[np.ndarray, dict[str, float]]:
    headers = array_headers(source.content)
    name = _find(headers)
    stated: dict[str, float] = {}
    try:
        if name is None:
            raise ValueError("it holds no array of the shape of keypoints")
        for rate in _RATES:
            value = read_array(source.content, rate) if rate in headers else np.empty(0)
            if value.size == 1 and 0.0 < float(value.item()) < math.inf:
                stated["fps"] = float(value.item())
        return read_array(source.content, name), stated
    except ValueError as error:
        raise CaptureError(
            source.path, f"cannot be read as an array of keypoints (T, K, 3 or 4), since {error}"
        ) from error


KEYPOINT_ARRAY = Format(
    "NumPy keypoints",
    "a NumPy array (T, K, 3) or (T, K, 4) of 18, 25 or 33 keypoints, alone in its file",
    looks_like_keypoint_array,
    read_keypoint_array,
)
