"""The MOTION part of a BVH file: how many frames, how fast, and one line of numbers for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.bvh.hierarchy import MAX_MAGNITUDE
from understudy.capture.text.number_rows import read_rows
from understudy.capture.text.plain_text import plain_count, plain_number
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError

_LINE = re.compile(rb"[ \t\r\n]*([^\r\n]*)")
_FRAMES = re.compile(rb"frames\s*:?\s*(\S*)\s*", re.IGNORECASE)
_FRAME_TIME = re.compile(rb"frame\s*time\s*:?\s*(\S*)\s*", re.IGNORECASE)

_SAME_RATE = 5e-4
"""A printed frame time this close (relative) to a whole number of frames a second may mean that number."""

_LONGEST_DECLARATION = 200
"""Bytes of a line that declares something; in a longer one the words could be sought without end."""


@dataclass(frozen=True, eq=False)
class BvhMotion:
    """What the MOTION part says.

    Attributes:
        values: (T, C) the numbers, in the file's unit and degrees.
        fps: Frames a second [1/s].
        frame_time: Time between frames [s] as the file prints it.
    """

    values: np.ndarray
    fps: float
    frame_time: str


def parse_motion(path: Path, content: bytes, start: int, first_line: int, column_count: int) -> BvhMotion:
    """Parse everything after the word MOTION.

    Args:
        path: The file, for messages.
        content: The whole file.
        start: Where in ``content`` the part begins, behind the word MOTION.
        first_line: The line on which it begins, counted from 1.
        column_count: How many numbers a frame has.

    Returns:
        Numbers and frame rate.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    reader = _Reader(path, content, start, first_line)
    declared, declared_line = reader.frame_count()
    frame_time = reader.frame_time()
    if column_count == 0:
        raise CaptureError(path, "no joint has CHANNELS, so nothing in it moves")
    values, line_count = reader.numbers(column_count, declared)
    if line_count != declared:
        raise CaptureError(
            path, f"declares {declared} frames but holds {line_count} lines of numbers", declared_line
        )
    return BvhMotion(values, frame_rate(frame_time), frame_time)


def frame_rate(frame_time: str) -> float:
    """Return frames a second [1/s] of a printed frame time [s].

    A printed time is rounded: ``.0083333`` means 120 frames a second, not 120.0005. A whole number of
    frames a second is taken where its time differs by less than one unit of the last printed digit.
    """
    seconds = float(frame_time)
    fps = 1.0 / seconds
    mantissa, _, exponent = frame_time.lower().partition("e")
    last_digit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    whole = max(round(fps), 1)
    is_rounded = abs(1.0 / whole - seconds) < last_digit and abs(fps - whole) <= _SAME_RATE * whole
    return float(whole) if is_rounded else fps


class _Reader:
    """Walks through the part from top to bottom and knows its line."""

    def __init__(self, path: Path, content: bytes, start: int, first_line: int) -> None:
        self.path = path
        self.content = content
        self.position = start
        self.line = first_line

    def frame_count(self) -> tuple[int, int]:
        """Return the declared number of frames and its line."""
        word = self._declaration(_FRAMES, "'Frames: ' and a whole number")
        count = plain_count(word)
        if count is None:
            raise self._error(f"declares {shown(word)} frames, expected a whole number")
        if count == 0:
            raise self._error("declares 0 frames, expected at least one")
        return count, self.line

    def frame_time(self) -> str:
        """Return the printed frame time."""
        word = self._declaration(_FRAME_TIME, "'Frame Time: ' and a number of seconds")
        seconds = plain_number(word)
        if seconds is None or not 1e-5 <= seconds <= 1e5:
            raise self._error(f"has a frame time of {shown(word)}, expected seconds between 1e-5 and 1e5")
        return word

    def _declaration(self, pattern: re.Pattern[bytes], wanted: str) -> str:
        match = _LINE.match(self.content, self.position)
        assert match is not None, "the pattern of a line matches anything"
        self.line += _line_count(self.content, self.position, match.start(1))
        text = match[1].rstrip()
        found = pattern.fullmatch(text) if len(text) <= _LONGEST_DECLARATION else None
        if found is None:
            if not match[1]:
                raise self._error(f"ends in its MOTION part, expected {wanted}")
            raise self._error(f"found {shown(match[1].decode('latin-1'))}, expected {wanted}")
        self.position = match.end()
        return found[1].decode("latin-1")

    def numbers(self, column_count: int, declared: int) -> tuple[np.ndarray, int]:
        """Return (T, C) the numbers of all following lines, and how many lines there are.

        No more numbers are kept than of the declared lines.
        """
        rows = read_rows(self.content, self.position, column_count, declared, MAX_MAGNITUDE)
        if rows.fault is not None:
            raise self._line_fault(rows.fault, column_count)
        return rows.values, rows.row_count

    def _line_fault(self, fault: int, column_count: int) -> CaptureError:
        """Return the error of the line at a place where ``column_count`` ordinary numbers were expected."""
        before = max(self.content.rfind(end, self.position, fault) for end in (b"\n", b"\r"))
        start = max(before + 1, self.position)
        match = _LINE.match(self.content, start)
        assert match is not None, "the pattern of a line matches anything"
        self.line += _line_count(self.content, self.position, match.start(1))
        words = match[1].split()
        for column, word in enumerate(words, start=1):
            if plain_number(word, MAX_MAGNITUDE) is None:
                text = shown(word.decode("latin-1"))
                return self._error(f"has {text} in column {column}, expected a finite number")
        return self._error(f"has {len(words)} numbers, expected {column_count}, one for each channel")

    def _error(self, problem: str) -> CaptureError:
        return CaptureError(self.path, problem, self.line)


def unix_lines(content: bytes) -> bytes:
    """Return text whose lines end in a newline only, whichever system wrote it."""
    return content.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in content else content


def _line_count(content: bytes, start: int, end: int) -> int:
    """Return how many lines end between two places, whichever system wrote them."""
    feeds, returns, both = (content.count(mark, start, end) for mark in (b"\n", b"\r", b"\r\n"))
    return feeds + returns - both
