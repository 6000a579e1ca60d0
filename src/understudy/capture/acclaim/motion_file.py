"""AMC files: for every frame its number, and for every bone that moves its name and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from understudy.capture.acclaim.skeleton_file import AsfSkeleton, words_of
from understudy.capture.bvh.hierarchy import MAX_MAGNITUDE
from understudy.capture.source import Source
from understudy.capture.text.quoting import shown, shown_list
from understudy.errors import CaptureError
from understudy.plain_text import plain_array, plain_count, plain_lines, plain_number

MAX_AMC_BYTES = 256 << 20
"""At 120 Hz this is over four hours."""

_RATE = ":samples-per-second"
_ANGLES = {":degrees": True, ":radians": False}


@dataclass(frozen=True, eq=False)
class AmcMotion:
    """What a motion file says.

    Attributes:
        values: Index of a bone → (T, D) its numbers, for those that move.
        degrees: Whether angles are in degrees.
        fps: Frames a second [1/s], None where the file does not say.
        lines: (T,) the line on which each frame begins.
    """

    values: Mapping[int, np.ndarray]
    degrees: bool
    fps: float | None
    lines: np.ndarray


def parse_amc(source: Source, skeleton: AsfSkeleton) -> AmcMotion:
    """Parse a motion file of a skeleton.

    Raises:
        CaptureError: With the line and what was expected there.
    """
    if len(source.content) > MAX_AMC_BYTES:
        size = len(source.content)
        raise CaptureError(source.path, f"holds {size} bytes, at most {MAX_AMC_BYTES} of an AMC are read")
    return _Parser(source.path, skeleton).motion(
        source.content.decode("utf-8-sig", errors="backslashreplace")
    )


class _Parser:
    """Takes lines one after the other."""

    def __init__(self, path: Path, skeleton: AsfSkeleton) -> None:
        self.path = path
        self.skeleton = skeleton
        self.places = {bone.name.lower(): place for place, bone in enumerate(skeleton.bones)}
        self.text: list[str] = []
        self.words: dict[str, list[list[str]]] = {}
        self.lines: list[int] = []
        self.first_number = 0
        self.degrees, self.fps = skeleton.degrees, None

    def motion(self, text: str) -> AmcMotion:
        """Return what a text says."""
        line, self.text = 0, plain_lines(text)
        for line, content in enumerate(self.text, start=1):
            words = words_of(content)
            if not words:
                continue
            if words[0].startswith(":"):
                self._declare(words, line)
            elif len(words) == 1 and (number := plain_count(words[0])) is not None:
                self._begin(number, line)
            else:
                self._move(words, line)
        if not self.lines:
            raise CaptureError(self.path, "holds no frame, expected its number on a line", max(line, 1))
        self._end(line)
        values = {self.places[name]: self._values(name, rows) for name, rows in self.words.items()}
        return AmcMotion(values, self.degrees, self.fps, np.array(self.lines))

    def _declare(self, words: Sequence[str], line: int) -> None:
        keyword = words[0].lower()
        if self.lines:
            raise self._error(f"declares {shown(words[0])} behind the first frame", line)
        if keyword in _ANGLES:
            self.degrees = _ANGLES[keyword]
        elif keyword == _RATE:
            self.fps = plain_number(words[1]) if len(words) == 2 else None
            if self.fps is None or not 1e-5 <= self.fps <= 1e5:
                raise self._error("has no rate of 1e-5 to 1e5 samples a second", line)

    def _begin(self, number: int, line: int) -> None:
        """Begin a frame."""
        if self.lines:
            self._end(line)
            expected = self.first_number + len(self.lines)
            if number != expected:
                raise self._error(f"has the frame {number} in the place of frame {expected}", line)
        else:
            self.first_number = number
        self.lines.append(line)

    def _end(self, line: int) -> None:
        """Check that the frame that ends holds what all others do."""
        missing = [name for name, rows in self.words.items() if len(rows) < len(self.lines)]
        if missing or not self.words:
            what = shown_list(missing) if missing else "any bone"
            number = self.first_number + len(self.lines) - 1
            raise self._error(f"ends frame {number} without {what}, expected the bones of all frames", line)

    def _move(self, words: list[str], line: int) -> None:
        """Take the numbers of a bone."""
        name = words[0].lower()
        if not self.lines:
            raise self._error(f"found {shown(words[0])}, expected the number of the first frame", line)
        if name not in self.places:
            asf = self.skeleton.path.name
            raise self._error(f"moves {shown(words[0])}, expected a bone of {shown(asf)}", line)
        rows = self.words.setdefault(name, []) if len(self.lines) == 1 else self.words.get(name, [])
        if len(rows) != len(self.lines) - 1:
            raise self._error(f"moves {shown(words[0])} again or for the first time in a later frame", line)
        expected = len(self.skeleton.bones[self.places[name]].freedoms)
        if len(words) - 1 != expected:
            found = f"{len(words) - 1} numbers of {shown(words[0])}"
            raise self._error(f"has {found}, expected {expected}, its degrees of freedom", line)
        rows.append(words[1:])

    def _values(self, name: str, rows: list[list[str]]) -> np.ndarray:
        """Return the numbers (T, D) of a bone, all read at once, which takes a fraction of the time."""
        numbers = plain_array(" ".join(word for row in rows for word in row))
        if numbers is None or (np.abs(numbers) > MAX_MAGNITUDE).any():
            for frame, row in enumerate(rows):
                wrong = next((word for word in row if plain_number(word, MAX_MAGNITUDE) is None), None)
                if wrong is not None:
                    raise self._error(f"found {shown(wrong)}, expected a number", self._line(name, frame))
        assert numbers is not None, "numbers one by one are numbers together"
        return numbers.reshape(len(rows), -1)

    def _line(self, name: str, frame: int) -> int:
        """Return the line on which a bone's numbers stand in a frame."""
        begin = self.lines[frame]
        bones = (words_of(line)[:1] for line in self.text[begin:])
        return (
            begin + 1 + next(place for place, words in enumerate(bones) if words and words[0].lower() == name)
        )

    def _error(self, problem: str, line: int) -> CaptureError:
        return CaptureError(self.path, problem, line)
