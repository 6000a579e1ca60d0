"""MediaPipe's BlazePose: 33 points of a person, in JSON of many layouts or in tables."""

from __future__ import annotations

import re

from understudy.capture.format import Format
from understudy.capture.keypoints.json_people import parse_keypoint_json
from understudy.capture.keypoints.people import follow
from understudy.capture.keypoints.placing import frame_rate
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.keypoints.take import Take, find_sets, in_order
from understudy.capture.mediapipe.placing import place_blazepose
from understudy.capture.mediapipe.table import looks_like_mediapipe_csv, parse_mediapipe_csv
from understudy.capture.openpose.reader import bare_size
from understudy.capture.source import Source
from understudy.capture.two_dimensions import require_depth
from understudy.motion import Recording

_SNIFFED_BYTES = 1 << 16
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")
_KEYS = re.compile(rb'"[^"]{0,40}landmarks?"\s*:|"left[_ ]?eye[_ ]?inner"|"visibility"\s*:', re.IGNORECASE)


def looks_like_mediapipe(content: bytes) -> bool:
    """Tell whether a text is JSON or a table with the keys, names or number of MediaPipe's landmarks."""
    start = content[:_SNIFFED_BYTES]
    if _JSON.match(start) is None:
        return looks_like_mediapipe_csv(start)
    return _KEYS.search(start) is not None or bare_size(start) == BLAZEPOSE_33.size


def read_mediapipe(source: Source) -> Recording:
    """Read MediaPipe's landmarks into metres, z up, the person facing x at first.

    World landmarks are preferred where a file has both kinds. Of several people one is followed.
    """
    is_json = _JSON.match(source.content) is not None
    take = parse_keypoint_json(source) if is_json else parse_mediapipe_csv(source)
    require_depth(source, take)
    find_sets(source, take, (BLAZEPOSE_33,))
    values, about_people = follow(in_order(source, take, BLAZEPOSE_33), BLAZEPOSE_33.size)
    fps, about_rate = frame_rate(source, take)
    return place_blazepose(
        source, values[..., :3], fps, (about_rate, *about_people), _aspect(take), _kind(take)
    )


def _aspect(take: Take) -> float | None:
    """Return the picture's width over its height where the file states both."""
    width, height = take.stated.get("width"), take.stated.get("height")
    return width / height if width and height else None


def _kind(take: Take) -> str:
    """Return what the file calls its points."""
    return next((person.kind for frame in take.frames for person in frame if person.kind), "")


MEDIAPIPE = Format(
    "MediaPipe",
    "JSON or a table with the 33 landmarks of BlazePose",
    looks_like_mediapipe,
    read_mediapipe,
    of_folder=True,
)
