"""Names compared regardless of how they are spelt.

Case does not count, nor does anything that is neither letter nor digit, nor a namespace or a person's name
before a colon or a bar: ``mixamorig:LeftUpLeg``, ``left_up_leg`` and ``|Armature|LEFT UP LEG`` are one name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

_LONGEST_KEPT = 64
_NO_LETTERS = re.compile(r"[\W_]+")
_NAMESPACE = re.compile(r"[:|]")
_SIDED_NAME = re.compile(r"(left|right|l|r)(.+)|(.+)(left|right)")

UNLABELLED = "*"
"""Labels that begin with this were made up for points that nobody named, or for computed ones."""

Spoken = dict[str, str]
"""Plain name → name in the file."""


def plain(name: str) -> str:
    """Return a name in small letters and digits only, without its namespace."""
    return _plain(name) if len(name) <= _LONGEST_KEPT else _plain.__wrapped__(name)


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    # Tables repeat the same few names over and over.
    return _NO_LETTERS.sub("", _NAMESPACE.split(name)[-1]).lower()


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


def spoken_labels(labels: Sequence[str]) -> Spoken:
    """Return plain name → label of a person's markers.

    A beginning that all labels share up to an underscore, as in ``Ann_LASI``, is left out as well.
    """
    shared = os.path.commonprefix(list(labels)).rfind("_") + 1 if len(labels) > 1 else 0
    spoken: Spoken = {}
    for label in labels:
        spoken.setdefault(plain(label[shared:]), label)
        spoken.setdefault(plain(label), label)
    return spoken


def subject_of(label: str) -> str:
    """Return what stands before the last colon: ``Ann`` of ``Ann:LASI``, empty where there is no colon."""
    return label.rpartition(":")[0]


def by_subject(labels: Sequence[str]) -> dict[str, list[str]]:
    """Return subject → its labels, in the order in which they first occur; unlabelled points are no one's."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        if not label.startswith(UNLABELLED):
            groups.setdefault(subject_of(label), []).append(label)
    return groups
