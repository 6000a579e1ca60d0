"""Names compared regardless of how they are spelt.

Case does not count, nor does anything that is neither letter nor digit, nor a namespace or a person's name
before a colon or a bar: ``mixamorig:LeftUpLeg``, ``left_up_leg`` and ``|Armature|LEFT UP LEG`` are one name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

_LONGEST_KEPT = 64
_NO_LETTERS = re.compile(r"[\W_]+")
_NAMESPACE = re.compile(r"[:|]")
_SIDED_NAME = re.compile(r"(left|right|l|r)(.+)|(.+)(left|right)")

Spoken = dict[str, str]
"""Plain name → name in the file."""


def squeezed(name: str) -> str:
    """Return a name in small letters and digits only."""
    return _squeezed(name) if len(name) <= _LONGEST_KEPT else _NO_LETTERS.sub("", name).lower()


@lru_cache(maxsize=4096)
def _squeezed(name: str) -> str:
    # Tables and JSON repeat the same few names over and over.
    return _NO_LETTERS.sub("", name).lower()


def plain(name: str) -> str:
    """Return a name, squeezed, without its namespace or the person's name before a colon."""
    return squeezed(_NAMESPACE.split(name)[-1])


def plain_name(name: str) -> str:
    """Return a plain name with its side in front as one letter.

    ``rShoulder``, ``RIGHT_SHOULDER`` and ``shoulder right`` are all ``r shoulder``.
    """
    words = plain(name)
    match = _SIDED_NAME.fullmatch(words)
    if match is None:
        return words
    side, part = (match[1], match[2]) if match[1] else (match[4], match[3])
    return f"{side[0]} {part}"


def spoken_as(names: Sequence[str], spelt: Callable[[str], str] = plain) -> Spoken:
    """Return the spelling of each name → the name; of names that are spelt alike the first counts."""
    spoken: Spoken = {}
    for name in names:
        spoken.setdefault(spelt(name), name)
    return spoken
