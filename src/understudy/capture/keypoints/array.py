"""Keypoints as a NumPy array (T, K, 3) or, with confidences, (T, K, 4), in ``.npy`` or alone in an ``.npz``.

The number of points tells the set: 18 are OpenPose's COCO, 33 MediaPipe's, and of the sets of 25 that one is
taken whose limbs are the most regular.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.capture.format import Format
from understudy.capture.keypoints.raw_keypoints import raw_take
from understudy.capture.keypoints.sets import KEYPOINT_SETS
from understudy.capture.keypoints.take import POINT_VALUES, Person, Take
from understudy.capture.npz.arrays import ArrayHeader, NpzArrays, array_headers
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source
from understudy.errors import CaptureError

_WHOLE_BODIES = {543: 33, 553: 33}
"""Points of MediaPipe's body, hands and face together, as FreeMoCap saves them → how many come first that are
the body's."""

_SIZES = frozenset(each.size for each in KEYPOINT_SETS) | frozenset(_WHOLE_BODIES)
_RATES = ("fps", "frame_rate")


def looks_like_keypoint_array(content: bytes) -> bool:
    """Tell whether bytes are one NumPy array with the shape of keypoints, and at most a rate beside it."""
    return _find(content) is not None


def read_keypoint_array(source: Source) -> RawCapture:
    """Read an array of keypoints."""
    name = _find(source.content)
    if name is None:
        raise CaptureError(source.path, "holds no array of the shape of keypoints, (T, K, 3) or (T, K, 4)")
    arrays = NpzArrays(source.path, source.content)
    values = arrays.numbers(name)
    values = values[:, : _WHOLE_BODIES.get(values.shape[1], values.shape[1])]
    stated: dict[str, float] = {}
    for rate in _RATES:
        value = arrays.numbers(rate) if rate in arrays else np.empty(0)
        if value.size == 1 and 0.0 < value.item() < math.inf:
            stated["fps"] = value.item()
    points = np.full((*values.shape[:2], POINT_VALUES), np.nan)
    points[..., : values.shape[2]] = values
    places = [f"frame {k}" for k in range(len(points))]
    return raw_take(
        source, Take([[Person(frame)] for frame in points], places, None, stated), KEYPOINT_SETS, "NumPy"
    )


def _find(content: bytes) -> str | None:
    """Return the name of the array that is keypoints, None where it is not there or not alone."""
    headers = array_headers(content)
    names = [name for name, header in headers.items() if header is not None and _is_keypoints(header)]
    return names[0] if len(names) == 1 and set(headers) <= {names[0], *_RATES} else None


def _is_keypoints(header: ArrayHeader) -> bool:
    shape = header.shape
    return len(shape) == 3 and shape[0] > 0 and shape[1] in _SIZES and shape[2] in (3, POINT_VALUES)


KEYPOINT_ARRAY = Format(
    "NumPy keypoints",
    "a NumPy array (T, K, 3) or (T, K, 4) of 18, 25 or 33 keypoints, alone in its file",
    looks_like_keypoint_array,
    read_keypoint_array,
)
