"""How programs name the joints of a person: dialects, as ``dialects.toml`` lists them.

Beyond what ``names`` says, a beginning that all names of the body share does not count, such as
``Character1_`` or ``DEF-``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from understudy.capture.naming.names import Spoken, plain, spoken_as
from understudy.capture.naming.tables import Place, Table, resolve
from understudy.capture.text.quoting import shown_list
from understudy.errors import CaptureError
from understudy.motion.landmarks import SIDES

REQUIRED: tuple[str, ...] = tuple(
    f"{name}_{side}" for name in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist") for side in SIDES
)
"""Landmarks without which a skeleton is not known to be a person."""

_ANCHOR = REQUIRED[0]
"""The landmark whose name tells the beginning that all names share."""

_MOST_BEGINNINGS = 8
"""So many beginnings are tried, the shortest first; no file of a person has more."""


@dataclass(frozen=True)
class Dialect:
    """A way of naming.

    Attributes:
        name: What people call it.
        landmarks: Canonical landmark → the point that is there. The first End Site of joint ``X`` is called
            ``X_end``.
        mark: Regular expression that some name matches, where relatives use the same names for limbs.
        unit: Metres per unit of length, where files in this dialect have a unit of their own.
    """

    name: str
    landmarks: Mapping[str, Place]
    mark: str = ""
    unit: float | None = None


@lru_cache(maxsize=1)
def dialects() -> tuple[Dialect, ...]:
    """Return every dialect, special ones before general ones."""
    tables = Table.beside(__file__, "a list of dialects").parts("dialect")
    return tuple(
        Dialect(name, table.places("landmarks"), table.text("mark"), table.number("unit"))
        for name, table in tables.items()
    )


def match_names(names: Sequence[str]) -> tuple[Dialect, dict[str, tuple[str, ...]]] | None:
    """Return the dialect of names and canonical landmark → names of its points, None where none is known."""
    spoken = spoken_as(names)
    for dialect in dialects():
        found = lookup(dialect, spoken)
        if found is not None:
            return dialect, found
    return None


def match_landmarks(path: Path, names: Sequence[str]) -> tuple[Dialect, dict[str, tuple[str, ...]]]:
    """Find the dialect of names alone.

    Args:
        path: The file, for messages.
        names: All point names of the file.

    Returns:
        The dialect, and canonical landmark → the names of the points whose mean it is.

    Raises:
        CaptureError: Where no dialect names all limbs.
    """
    match = match_names(names)
    if match is None:
        raise unknown_dialect(path, names)
    return match


def unknown_dialect(path: Path, names: Sequence[str], reason: str = "") -> CaptureError:
    """Return the error for joints whose names nobody knows, with a reason why nothing else tells them."""
    known = ", ".join(dialect.name for dialect in dialects())
    return CaptureError(
        path,
        f"its joints' names are of no known dialect ({known}){reason and ' ' + reason}; found the names "
        f"{shown_list(names)}",
    )


def lookup(dialect: Dialect, spoken: Spoken) -> dict[str, tuple[str, ...]] | None:
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


def _beginnings(dialect: Dialect, spoken: Spoken) -> list[str]:
    """Return what may stand before every name, from what stands before that of one landmark."""
    anchors = [plain(name) for name in dialect.landmarks[_ANCHOR][0]]
    found = {name.removesuffix(anchor) for anchor in anchors for name in spoken if name.endswith(anchor)}
    return sorted(found, key=lambda beginning: (len(beginning), beginning))[:_MOST_BEGINNINGS]


def _found(dialect: Dialect, spoken: Spoken, beginning: str) -> dict[str, tuple[str, ...]]:
    found = {
        landmark: resolve(place, spoken, lambda name: beginning + plain(name))
        for landmark, place in dialect.landmarks.items()
    }
    return {landmark: names for landmark, names in found.items() if names is not None}
