"""Texts that are alike but for their numbers, as frames are that a program wrote one after the other.

What such a text means follows from what one of them means. One is therefore read with care, with the number
of each number in its place, and the numbers of all others are read by a kernel.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from understudy.capture.text.alike_kernel import read_alike

FEWEST = 16
"""Texts from which on it is worth it."""

_MOST_NOTED = 8
"""Numbers of a text, on average, that the kernel may leave to Python."""

_NUMBER_OR_STRING = re.compile(
    rb'"(?:[^"\\]|\\.)*"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)', re.DOTALL
)


@dataclass(frozen=True, eq=False)
class AlikeTexts:
    """T texts with N numbers each.

    Attributes:
        pieces: N + 1 pieces of text around the numbers, the same in all texts.
        numbers: (T, N) the numbers.
    """

    pieces: tuple[bytes, ...]
    numbers: np.ndarray

    def with_numbers(self, words: list[bytes]) -> bytes:
        """Return one of the texts with other words for its N numbers."""
        parts = [b""] * (2 * len(words) + 1)
        parts[::2], parts[1::2] = self.pieces, words
        return b"".join(parts)

    def at(self, places: np.ndarray) -> np.ndarray:
        """Return (T, ...) the numbers of all texts that stand at places (...) of the text 0."""
        return self.numbers[:, places.astype(np.int64) - 1]

    def with_places(self, text: int) -> bytes:
        """Return a text with :func:`place_of` each of its numbers instead of it."""
        count = self.numbers.shape[1]
        return self.with_numbers([b"%d" % place_of(text, index, count) for index in range(count)])


def place_of(text: int, number: int, count: int) -> int:
    """Return what stands for a number of a text that has so many; never zero, which may mean nothing."""
    return 1 + text * count + number


def read_alike_texts(content: bytes, bounds: np.ndarray) -> AlikeTexts | None:
    """Return texts of JSON that are alike, None where they are not, are too few, or where Python has to read.

    Args:
        content: Bytes.
        bounds: (T, 2) where texts begin and end in them.
    """
    if len(bounds) < FEWEST or not read_alike.is_worth_it(len(bounds)):
        return None
    pieces = _pieces(content[bounds[0, 0] : bounds[0, 1]])
    numbers = np.empty((len(bounds), len(pieces) - 1))
    data, joined = (np.frombuffer(each, dtype=np.uint8) for each in (content, b"".join(pieces)))
    ends = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
    noted = np.empty((_MOST_NOTED * len(bounds), 4), dtype=np.int64)
    alike, left = read_alike(data, bounds, joined, ends, numbers, noted)
    for text, index, begin, end in noted[:left].tolist():
        numbers[text, index] = float(content[begin:end])
    is_usual = alike == len(bounds) and bool(np.isfinite(numbers).all())
    return AlikeTexts(pieces, numbers) if is_usual else None


def are_places(first: np.ndarray, other: np.ndarray, text: int, count: int) -> bool:
    """Tell whether what was read of two texts with places instead of numbers are places, and nothing else.

    Args:
        first: Places in the text 0, of any shape.
        other: The same in another text.
        text: Which one.
        count: Numbers in a text.
    """
    is_one = (first >= 1) & (first <= count) & (first == np.floor(first))
    return bool(is_one.all()) and np.array_equal(other, first + text * count)


def _pieces(text: bytes) -> tuple[bytes, ...]:
    """Return what stands around the numbers of a text; those in quotes are none."""
    pieces, last = [], 0
    for match in _NUMBER_OR_STRING.finditer(text):
        if match[1] is not None:
            pieces.append(text[last : match.start()])
            last = match.end()
    return (*pieces, text[last:])
