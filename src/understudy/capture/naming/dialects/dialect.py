"""A way of naming joints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from understudy.motion.landmarks import SIDES

REQUIRED: tuple[str, ...] = tuple(
    f"{name}_{side}" for name in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist") for side in SIDES
)
"""Landmarks without which a skeleton is not known to be a person."""

_SIDE_WORDS = {"l": ("Left", "L", "l"), "r": ("Right", "R", "r")}


@dataclass(frozen=True)
class Dialect:
    """A way of naming.

    Attributes:
        name: What people call it.
        landmarks: Canonical landmark → names of the point that is there, the best first. The first End Site
            of joint ``X`` is called ``X_end``.
        mark: Regular expression that some name matches, where relatives use the same names for limbs.
    """

    name: str
    landmarks: Mapping[str, tuple[str, ...]]
    mark: str = ""


def both_sides(table: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Expand ``{side}`` (Left, Right), ``{S}`` (L, R) and ``{s}`` (l, r) in a table of paired landmarks."""
    return {
        f"{landmark}_{side}": tuple(
            name.format(side=_SIDE_WORDS[side][0], S=_SIDE_WORDS[side][1], s=_SIDE_WORDS[side][2])
            for name in names
        )
        for landmark, names in table.items()
        for side in SIDES
    }
