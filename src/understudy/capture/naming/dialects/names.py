"""Names compared regardless of how they are spelt.

Case, blanks, underscores, points and dashes do not count, nor does a namespace such as ``mixamorig:``, nor a
beginning that all names of the body share, such as ``Character1_`` or ``DEF-``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from understudy.capture.naming.dialects.dialect import REQUIRED, Dialect

_SEPARATORS = re.compile(r"[\s_.\-]+")
_NAMESPACE = re.compile(r"[:|]")
_ANCHOR = REQUIRED[0]
"""The landmark whose name tells the beginning that all names share."""

_MOST_BEGINNINGS = 8
"""So many beginnings are tried, the shortest first; no file of a person has more."""


def plain_names(names: Sequence[str]) -> dict[str, str]:
    """Return plain name → name; of names that are equal when plain, the first counts."""
    spoken: dict[str, str] = {}
    for name in names:
        spoken.setdefault(plain(name), name)
    return spoken


def lookup(dialect: Dialect, spoken: Mapping[str, str]) -> dict[str, tuple[str, ...]] | None:
    """Return canonical landmark → the names of its points, None where names are not of the dialect.

    Args:
        dialect: The dialect.
        spoken: Plain name → name, of all points of a file.
    """
    if dialect.mark and not any(re.search(dialect.mark, name, re.IGNORECASE) for name in spoken.values()):
        return None
    matches = [_found(dialect, spoken, beginning) for beginning in _beginnings(dialect, spoken)]
    best = max(matches, key=len, default={})
    return best if all(landmark in best for landmark in REQUIRED) else None


def plain(name: str) -> str:
    """Return a name without namespace, separators and case."""
    return _SEPARATORS.sub("", _NAMESPACE.split(name)[-1]).lower()


def _beginnings(dialect: Dialect, spoken: Mapping[str, str]) -> list[str]:
    """Return what may stand before every name, from what stands before that of one landmark."""
    anchors = [plain(name) for name in dialect.landmarks[_ANCHOR]]
    found = {name.removesuffix(anchor) for anchor in anchors for name in spoken if name.endswith(anchor)}
    return sorted(found, key=lambda beginning: (len(beginning), beginning))[:_MOST_BEGINNINGS]


def _found(dialect: Dialect, spoken: Mapping[str, str], beginning: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for landmark, candidates in dialect.landmarks.items():
        present = [spoken[word] for name in candidates if (word := beginning + plain(name)) in spoken]
        if present:
            found[landmark] = (present[0],)
    return found
