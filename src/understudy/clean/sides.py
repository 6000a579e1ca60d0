"""Which points of a recording are each other's counterparts on the left and on the right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

_WORDS = {"left": "right", "Left": "Right", "LEFT": "RIGHT"}
_LETTERS = {"l": "r", "L": "R"}
_OTHER = {**_WORDS, **_LETTERS, **{v: k for k, v in (_WORDS | _LETTERS).items()}}

_BREAK = r"[\s_.:|*-]"
_PATTERNS = (
    re.compile("left|Left|LEFT|right|Right|RIGHT"),
    re.compile(rf"(?:(?<=^)|(?<={_BREAK}))[lrLR]"),
    re.compile(rf"[lrLR](?=$|{_BREAK})"),
)
"""Where names say their side: by a word, by a letter that begins a part of the name, or ends one."""


def is_left(name: str) -> bool | None:
    """Tell whether a name says left or right, None where it says neither."""
    for pattern in _PATTERNS:
        found = pattern.search(name)
        if found:
            return found.group().lower().startswith("l")
    return None


def counterpart(name: str, names: Iterable[str]) -> str | None:
    """Return the name of the same point on the other side, None where ``names`` hold no such name."""
    known = set(names)
    return next((other for other in _renamed(name) if other in known), None)


def side_pairs(names: tuple[str, ...], landmarks: Mapping[str, tuple[str, ...]]) -> list[tuple[int, int]]:
    """Return (left, right) indices of all points that have a counterpart.

    Landmarks tell first, since their sides are known; names tell for all other points.

    Args:
        names: Of all points.
        landmarks: Landmark → names of its points.
    """
    named: list[tuple[str, str]] = []
    for landmark, points in landmarks.items():
        if landmark.endswith("_l"):
            named += _matched(points, landmarks.get(f"{landmark[:-2]}_r", ()))
    for name in names:
        other = counterpart(name, names) if is_left(name) else None
        named += [] if other is None else [(name, other)]
    pairs: list[tuple[int, int]] = []
    taken: set[str] = set()
    for left, right in named:
        if left != right and not taken & {left, right}:
            pairs.append((names.index(left), names.index(right)))
            taken |= {left, right}
    return pairs


def _matched(lefts: tuple[str, ...], rights: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return pairs of the points of a landmark on both sides: by their names, else by their order."""
    by_name = [(left, counterpart(left, rights)) for left in lefts]
    if all(right is not None for _, right in by_name):
        return [(left, right) for left, right in by_name if right is not None]
    return list(zip(lefts, rights, strict=True)) if len(lefts) == len(rights) else []


def _renamed(name: str) -> Iterator[str]:
    """Yield the name with one mention of its side changed, the likeliest first."""
    for pattern in _PATTERNS:
        for found in pattern.finditer(name):
            yield f"{name[: found.start()]}{_OTHER[found.group()]}{name[found.end() :]}"
