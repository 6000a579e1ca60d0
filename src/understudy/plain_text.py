r"""Blanks, words and numbers of a stranger's text, as file formats mean them.

Python means more by each, and by each something else: ``str.strip`` and ``str.split`` take ``\x1c`` and the
no-break space for blanks, ``int`` takes only the latter, and both ``int`` and ``float`` read digits of any
script and underscores between them. Readers that ask here instead are of one mind about every byte.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

import numpy as np

from understudy.quoting import printable as printable
from understudy.quoting import quoted as quoted

BLANK_CHARACTERS = " \t\v\f\r\n"
"""All that is white space, as in the C locale."""

_WORD = re.compile(rf"[^{BLANK_CHARACTERS}]+")
_SEPARATORS = re.compile(r"[^a-z0-9]+")
_LONGEST_KEPT = 64
_DIGITS = "0123456789"
_NUMBER_CHARACTERS = _DIGITS + "+-.eE"
_PLAIN_BYTES = (_NUMBER_CHARACTERS + BLANK_CHARACTERS).encode()
_MOST_DIGITS = 12
"""No file that is read holds more of anything than this many digits count."""


def trimmed(text: str) -> str:
    """Return a text without blanks around it."""
    return text.strip(BLANK_CHARACTERS)


def plain_lines(text: str) -> list[str]:
    """Return the lines of a text, which end as on any system, and at no other character."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def plain_words(text: str) -> list[str]:
    """Return what stands between blanks."""
    return _WORD.findall(text)


def squeezed(name: str) -> str:
    """Return a name in small letters and digits only."""
    return _squeezed(name) if len(name) <= _LONGEST_KEPT else _SEPARATORS.sub("", name.lower())


@lru_cache(maxsize=4096)
def _squeezed(name: str) -> str:
    # JSON repeats the same few names in every frame.
    return _SEPARATORS.sub("", name.lower())


def plain_number(word: str | bytes, limit: float = math.inf) -> float | None:
    """Return the number that a word is, None where it is none or exceeds the limit in magnitude.

    Words such as ``nan`` and ``inf`` are no numbers; one that is too large for a float is infinite.
    """
    text = word if isinstance(word, str) else word.decode("latin-1")
    # Of these characters alone, float reads what any other program would, or nothing.
    if text.strip(_NUMBER_CHARACTERS):
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) <= limit else None


def plain_numbers(words: list[str], limit: float = math.inf) -> list[float] | None:
    """Return the numbers that all words are, see :func:`plain_number`, None where one of them is none."""
    if "".join(words).strip(_NUMBER_CHARACTERS):
        return None
    try:
        values = list(map(float, words))
    except ValueError:
        return None
    return values if not values or max(map(abs, values)) <= limit else None


def plain_count(word: str) -> int | None:
    """Return the whole number that up to twelve digits are, None for any other word."""
    return int(word) if 0 < len(word) <= _MOST_DIGITS and not word.strip(_DIGITS) else None


def plain_array(text: str | bytes) -> np.ndarray | None:
    """Return the numbers (N,) that stand between blanks, None where a word is none or is not finite.

    Long lists, such as a mesh's, are read at once: of the characters of numbers alone NumPy reads what
    :func:`plain_number` does.
    """
    content = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if content.translate(None, _PLAIN_BYTES):
        return None
    try:
        numbers = np.array(content.split(), dtype=np.float64)
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).all() else None
