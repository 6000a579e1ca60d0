"""Frames in JSON: one document a frame, many documents on lines, or all frames in one document.

Trackers print one JSON a frame; people then collect these in lists or in objects by frame number or time,
under keys of their own. What is inside of a frame is for others to tell.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.plain_text import plain_lines, squeezed, trimmed

MAX_JSON_BYTES = 256 << 20
"""Parsed JSON takes several times the memory of its text; a larger document is refused."""

FRAMES = (
    *("frames", "positions", "data", "results", "sequence", "annotations"),
    *("bodyframes", "skeletonframes", "recording", "samples"),
)
"""Keys under which frames stand."""

_NUMBERED = re.compile(r"(?:frame|image|img)?[_\- ]?([0-9]{1,15}(?:\.[0-9]{1,15})?)", re.IGNORECASE)
_CLOCK = re.compile(r"[0-9][0-9T :,.\-]{4,40}:[0-9]{2}[.,]?[0-9]{0,12}")
_MOST_DIGITS = 18


@dataclass(frozen=True)
class JsonFrame:
    """One frame.

    Attributes:
        place: What to call it in messages.
        content: What it holds.
        key: The key under which it stands, such as its time; empty for one of a list.
    """

    place: str
    content: Any
    key: str = ""


def load_json(path: Path, content: bytes | str, line: int | None = None) -> Any:
    """Return what a JSON text says.

    Args:
        path: The file, for messages.
        content: The text.
        line: Its line in the file, where it is one of many.

    Raises:
        CaptureError: Where it is none, is too large, or is nested too deep.
    """
    if len(content) > MAX_JSON_BYTES:
        raise CaptureError(path, f"holds {len(content)} bytes of JSON, at most {MAX_JSON_BYTES} are read")
    try:
        text = content if isinstance(content, str) else content.decode("utf-8-sig")
        return json.loads(text, parse_int=_whole)
    except json.JSONDecodeError as error:
        problem = f"is no JSON: {error.msg} at column {error.colno}"
        raise CaptureError(path, problem, error.lineno if line is None else line) from error
    except UnicodeDecodeError as error:
        raise CaptureError(path, f"is no UTF-8 text at byte {error.start}, expected JSON", line) from error
    except RecursionError as error:
        raise CaptureError(path, "is JSON that is nested too deep for frames of a body", line) from error


def json_frames(
    source: Source, is_frame: Callable[[Any], bool], more_keys: tuple[str, ...] = ()
) -> tuple[list[JsonFrame], Any]:
    """Return the frames of a JSON document, of JSON lines, or of a folder with one JSON a frame.

    Args:
        source: The file or folder.
        is_frame: Tells whether a value is one frame, rather than a list of frames or an object of them.
        more_keys: Keys beside ``FRAMES`` under which frames may stand.

    Returns:
        The frames, and the whole document; None where there are many.

    Raises:
        CaptureError: Where a text is no JSON.
    """
    if source.frames:
        return [JsonFrame(each.path.name, load_json(each.path, each.content)) for each in source.frames], None
    try:
        document = load_json(source.path, source.content)
    except CaptureError as error:
        cause = error.__cause__
        if not isinstance(cause, json.JSONDecodeError) or not cause.msg.startswith("Extra data"):
            raise
        lines = enumerate(plain_lines(source.content.decode("utf-8-sig")), start=1)
        return [
            JsonFrame(f"frame {number}", load_json(source.path, line, number))
            for number, line in lines
            if trimmed(line)
        ], None
    return list(_frames(document, is_frame, (*FRAMES, *more_keys))), document


def value_of(entry: dict[str, Any], names: tuple[str, ...]) -> Any:
    """Return the value under the first of several squeezed keys, the best first, None without any."""
    keys = {squeezed(key): key for key in reversed(entry)}
    return next((entry[keys[name]] for name in names if name in keys), None)


def _whole(digits: str) -> float:
    # Endless whole numbers would take endless time; those of persons are told apart to the last digit.
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def _frames(document: Any, is_frame: Callable[[Any], bool], keys: tuple[str, ...]) -> Iterator[JsonFrame]:
    if not is_frame(document):
        if isinstance(document, list):
            return _counted(document)
        if isinstance(document, dict) and document:
            own = {squeezed(key): key for key in reversed(document)}
            for key in keys:
                inner = document[own[key]] if key in own else None
                if isinstance(inner, (list, dict)) and inner and not is_frame(inner):
                    return _under(own[key], key not in FRAMES, inner)
            if all(_NUMBERED.fullmatch(key) or _CLOCK.fullmatch(key) for key in document):
                return _under("", False, document)
    return iter([JsonFrame("its one frame", document)])


def _under(key: str, names_points: bool, frames: list[Any] | dict[str, Any]) -> Iterator[JsonFrame]:
    """Yield the frames that stand under one key of a document, those with numbers in their order."""
    if isinstance(frames, dict):
        for name in sorted(frames, key=_number):
            yield JsonFrame(f"frame {name}", frames[name], name)
        return
    for frame in _counted(frames):
        # The key may say what the points are, so a frame without keys of its own keeps it.
        is_bare = names_points and not isinstance(frame.content, dict)
        yield JsonFrame(frame.place, {key: frame.content}) if is_bare else frame


def _number(name: str) -> float:
    match = _NUMBERED.fullmatch(name)
    return float(match[1]) if match else math.inf


def _counted(frames: list[Any]) -> Iterator[JsonFrame]:
    return (JsonFrame(f"frame {index}", frame) for index, frame in enumerate(frames))
