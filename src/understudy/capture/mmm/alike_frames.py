"""MMM's frames read by a short way where all are alike, as programs write them.

The document is shortened to some frames with the place of each number instead of it, and parsed with all
care. What these frames say tells where the numbers of all others belong.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.capture.source import Source
from understudy.capture.text.alike_texts import FEWEST, AlikeTexts, are_places, read_alike_texts
from understudy.capture.text.xml_tags import LARGEST, MAX_TAGS, MAX_XML_BYTES, Tag, parse_xml

_SHOWN = 3
"""Frames of the shortened document."""

_BEGIN, _END = b"<MotionFrame>", b"</MotionFrame>"
_MARKS = (b"<!", b"&", b"<Sensors")
"""What a document must not hold: comments and such, in which tags are none, references, other formats."""


@dataclass(frozen=True, eq=False)
class AlikeFrames:
    """A document of some frames, and the numbers of all.

    Attributes:
        root: The document's outermost tag, with ``_SHOWN`` frames that hold places of numbers.
        texts: The frames' texts.
    """

    root: Tag
    texts: AlikeTexts

    def series(self, frames: list[Tag], name: str, width: int) -> np.ndarray | None:
        """Return (T, width) the numbers in a child of every frame, None where they take a closer look."""
        if len(frames) != _SHOWN:
            return None
        shown = [np.array(frame.required(name).numbers(width)) for frame in frames]
        count = self.texts.numbers.shape[1]
        if not all(are_places(shown[0], each, text, count) for text, each in enumerate(shown)):
            return None
        found = self.texts.at(shown[0])
        return None if (np.abs(found) > LARGEST).any() else found


def alike_frames(source: Source) -> AlikeFrames | None:
    """Return a document whose frames are alike, None where it has to be read with care.

    Raises:
        CaptureError: Where the shortened document is not well-formed; lines are then other lines.
    """
    content = source.content
    if len(content) > MAX_XML_BYTES:
        return None
    bounds = _frame_bounds(content)
    if len(bounds) < FEWEST or len(bounds) * content.count(b"<", *bounds[0].tolist()) > MAX_TAGS // 2:
        return None
    first, last = int(bounds[0, 0]), int(bounds[-1, 1])
    between = {content[end:begin] for end, begin in zip(bounds[:-1, 1], bounds[1:, 0], strict=True)}
    if len(between) > 1 or min(between).strip():
        return None
    texts = read_alike_texts(content, bounds)
    if texts is None or texts.numbers.shape[1] == 0:
        return None
    shown = min(between).join(texts.with_places(text) for text in range(_SHOWN))
    shortened = content[:first] + shown + content[last:]
    return AlikeFrames(parse_xml(replace(source, content=shortened)), texts) if _is_plain(shortened) else None


def _frame_bounds(content: bytes) -> np.ndarray:
    """Return (T, 2) where frames begin and end."""
    found = []
    begin = content.find(_BEGIN)
    while begin >= 0:
        end = content.find(_END, begin)
        if end < 0:
            break
        end += len(_END)
        found.append((begin, end))
        begin = content.find(_BEGIN, end)
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def _is_plain(shortened: bytes) -> bool:
    """Tell whether tags of a document are tags; what frames that are alike hold, those shown hold as well."""
    is_unmarked = not any(mark in shortened for mark in _MARKS)
    return is_unmarked and shortened.count(b"<?") <= 1 and shortened.count(b"<MotionFrames>") == 1
