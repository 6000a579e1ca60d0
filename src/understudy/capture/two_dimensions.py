"""Points in a picture, of which nobody knows how far away they are: told in any format, and refused.

Most pose estimators write pixels. Who tries such a file learns what to do, whichever way it is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from understudy.capture.keypoints.json_take import parse_keypoint_json
from understudy.capture.keypoints.raw_keypoints import require_depth
from understudy.capture.npz.arrays import array_headers
from understudy.capture.placing.limits import flat_error
from understudy.capture.source import Source
from understudy.capture.text.point_columns import find_flat_points
from understudy.capture.text.table_head import separator_of, split_titles
from understudy.capture.text.text_lines import first_lines
from understudy.errors import CaptureError
from understudy.plain_text import squeezed

_FEWEST_POINTS = 4
_TITLE_LINES = 4
"""DeepLabCut has three lines of titles, with several animals four."""

_MOST_JSON_BYTES = 1 << 24
_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s*[\[{]")
_PAIRS = re.compile(
    rb'"keypoints?(?:_?2d)?"\s*:\s*\[\s*\[\s*[-+0-9.eE]+\s*,\s*[-+0-9.eE]+\s*\]', re.IGNORECASE
)
_COCO = (b'"keypoints"', b'"image_id"')
_NAME_TITLES = ("bodypart", "bodyparts", "keypoint", "landmark", "joint", "point", "marker", "name", "label")


def refuse_flat(source: Source) -> None:
    """Raise the error of a file that no format takes and that holds points in a picture; pass others."""
    if any(has_flat(source) for has_flat in (_has_flat_array, _has_flat_json, _has_flat_titles)):
        raise flat_error(source.path)


def _has_flat_array(source: Source) -> bool:
    """Tell whether there is a NumPy array (T, K, 2) and none of points in space."""
    shapes = [header.shape for header in array_headers(source.content).values() if header is not None]
    widths = {shape[2] for shape in shapes if len(shape) == 3 and shape[1] >= _FEWEST_POINTS}
    return 2 in widths and 3 not in widths


def _has_flat_json(source: Source) -> bool:
    """Tell whether there are COCO's annotations, pairs of numbers, or people without depth."""
    content = source.content
    if _JSON.match(content) is None:
        return False
    if all(key in content for key in _COCO) or _PAIRS.search(content) is not None:
        return True
    if len(content) > _MOST_JSON_BYTES:
        return False
    try:
        require_depth(source, parse_keypoint_json(source))
    except CaptureError as error:
        return "two dimensions" in str(error)
    return False


def _has_flat_titles(source: Source) -> bool:
    """Tell whether a table has columns for x and y, and none for z."""
    lines = [line.decode("utf-8", errors="replace") for line in first_lines(source.content, _TITLE_LINES)]
    return any(_are_flat(split_titles(line, separator_of(line))) for line in lines if separator_of(line))


def _are_flat(titles: Sequence[str]) -> bool:
    plain = [squeezed(title) for title in titles]
    if "z" in plain:
        return False
    # DeepLabCut names points on one line and coordinates on the next.
    if plain[0] == "coords" or any(name in plain for name in _NAME_TITLES):
        return "x" in plain and "y" in plain
    return len(find_flat_points(titles)) >= _FEWEST_POINTS
