"""MediaPipe's BlazePose: 33 points of a person, in JSON of many layouts or in tables."""

from __future__ import annotations

import re

from understudy.capture.format import Format
from understudy.capture.keypoints.json_take import parse_keypoint_json
from understudy.capture.keypoints.raw_keypoints import raw_take
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.mediapipe.table import looks_like_mediapipe_csv, parse_mediapipe_csv
from understudy.capture.openpose.reader import bare_size
from understudy.capture.raw import RawCapture
from understudy.capture.source import Source

_SNIFFED_BYTES = 1 << 16
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")
_KEYS = re.compile(rb'"[^"]{0,40}landmarks?"\s*:|"left[_ ]?eye[_ ]?inner"|"visibility"\s*:', re.IGNORECASE)


def looks_like_mediapipe(content: bytes) -> bool:
    """Tell whether a text is JSON or a table with the keys, names or number of MediaPipe's landmarks."""
    start = content[:_SNIFFED_BYTES]
    if _JSON.match(start) is None:
        return looks_like_mediapipe_csv(start)
    return _KEYS.search(start) is not None or bare_size(start) == BLAZEPOSE_33.size


def read_mediapipe(source: Source) -> RawCapture:
    """Read MediaPipe's landmarks.

    World landmarks are preferred where a file has both kinds. Of several people one is followed.
    """
    is_json = _JSON.match(source.content) is not None
    take = parse_keypoint_json(source) if is_json else parse_mediapipe_csv(source)
    return raw_take(source, take, (BLAZEPOSE_33,), MEDIAPIPE.name)


MEDIAPIPE = Format(
    "MediaPipe",
    "JSON or a table with the 33 landmarks of BlazePose",
    looks_like_mediapipe,
    read_mediapipe,
    of_folder=True,
)
