"""Numbers in the tags of an MMM file, and what to say where they are not there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from understudy.capture.mmm.xml import Tag
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError
from understudy.plain_text import plain_number, plain_words

LARGEST = 1e9
"""Beyond this no number is a place, an angle or a time; products could overflow."""


def required(path: Path, tag: Tag, name: str) -> Tag:
    """Return the child of that name, or say that it is missing."""
    child = tag.child(name)
    if child is None:
        raise CaptureError(path, f"{tag.name} has no {name}", tag.line)
    return child


def numbers(path: Path, tags: Sequence[Tag], width: int) -> np.ndarray:
    """Return (T, width) numbers, a row from each tag's text."""
    rows: list[list[float]] = []
    for tag in tags:
        words = plain_words(tag.text)
        if len(words) != width:
            raise CaptureError(path, f"{tag.name} has {len(words)} numbers, expected {width}", tag.line)
        rows.append([number(path, tag, word) for word in words])
    return np.array(rows, dtype=np.float64).reshape(len(rows), width)


def number(path: Path, tag: Tag, word: str) -> float:
    """Return one number of a tag."""
    value = plain_number(word, LARGEST)
    if value is None:
        raise CaptureError(path, f"{tag.name} holds {shown(word)}, expected a number", tag.line)
    return value


def joint_names(path: Path, tags: Sequence[Tag]) -> tuple[str, ...]:
    """Return the names of ``Joint`` tags, none of them twice."""
    names: dict[str, None] = {}
    for tag in tags:
        name = tag.attributes.get("name", "")
        if not name or name in names:
            raise CaptureError(path, f"Joint has the name {shown(name)}, expected a new one", tag.line)
        names[name] = None
    return tuple(names)


def require_rising(path: Path, times: np.ndarray, tags: Sequence[Tag]) -> None:
    """Require that time increases from frame to frame."""
    falls = np.flatnonzero(np.diff(times) <= 0.0)
    if len(falls):
        tag = tags[int(falls[0]) + 1]
        raise CaptureError(path, f"time does not increase at this {tag.name}", tag.line)
