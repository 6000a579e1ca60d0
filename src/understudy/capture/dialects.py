"""How programs name the joints of a person: one table for each dialect, canonical landmark → joint.

To add a dialect, add a table and list it in ``DIALECTS``. Names are compared without case, blanks,
underscores, points and dashes, without a namespace such as ``mixamorig:``, and without a beginning that
all joints share, such as ``Character1_``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from understudy.capture.quoting import shown_list
from understudy.errors import CaptureError
from understudy.motion.landmarks import SIDES

_SIDE_WORDS = {"l": ("Left", "L"), "r": ("Right", "R")}
_SEPARATORS = re.compile(r"[\s_.\-]+")


@dataclass(frozen=True)
class Dialect:
    """A way of naming.

    Attributes:
        name: What people call it.
        landmarks: Canonical landmark → names of the point that is there, the best first.
    """

    name: str
    landmarks: Mapping[str, tuple[str, ...]]


def _both_sides(table: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Expand ``{side}`` (Left, Right) and ``{s}`` (L, R) in a table of paired landmarks."""
    return {
        f"{landmark}_{side}": tuple(
            name.format(side=_SIDE_WORDS[side][0], s=_SIDE_WORDS[side][1]) for name in names
        )
        for landmark, names in table.items()
        for side in SIDES
    }


CMU = Dialect(
    "CMU",
    {
        "mid_hip": ("Hips",),
        "spine": ("Spine",),
        # The thorax turns about Spine1; Neck lies in the same place, 5 cm below the shoulders, and only
        # Neck1 is where a neck begins.
        "chest": ("Spine1",),
        "neck": ("Neck1", "Neck"),
        "head": ("Head",),
        "head_top": ("Head_end",),
    }
    | _both_sides(
        {
            "clavicle": ("{side}Shoulder",),
            "shoulder": ("{side}Arm",),
            "elbow": ("{side}ForeArm",),
            "wrist": ("{side}Hand",),
            # FingerBase lies in the wrist; the fingers' first joint is the knuckle.
            "knuckle": ("{side}HandIndex1",),
            "fingertip": ("{side}HandIndex1_end",),
            "thumb_tip": ("{s}Thumb_end", "{side}HandThumb_end"),
            "hip": ("{side}UpLeg",),
            "knee": ("{side}Leg",),
            "ankle": ("{side}Foot",),
            "toe": ("{side}ToeBase",),
            "toe_tip": ("{side}ToeBase_end",),
        }
    ),
)
"""The joints of the BVH conversions of the CMU motion capture database."""

DIALECTS: tuple[Dialect, ...] = (CMU,)

REQUIRED: tuple[str, ...] = tuple(
    f"{name}_{side}" for name in ("hip", "knee", "ankle", "shoulder", "elbow", "wrist") for side in SIDES
)
"""Landmarks without which a skeleton is not known to be a person."""


def match_landmarks(path: Path, names: Sequence[str]) -> tuple[Dialect, dict[str, tuple[str, ...]]]:
    """Find the dialect that covers most landmarks.

    Args:
        path: The file, for messages.
        names: All point names of the file.

    Returns:
        The dialect, and canonical landmark → the names of the points whose mean it is.

    Raises:
        CaptureError: Where every dialect lacks limbs.
    """
    spoken = _plain_names(names)
    best, found = max(
        ((dialect, _lookup(dialect, spoken)) for dialect in DIALECTS), key=lambda match: len(match[1])
    )
    missing = [landmark for landmark in REQUIRED if landmark not in found]
    if missing:
        known = ", ".join(dialect.name for dialect in DIALECTS)
        raise CaptureError(
            path,
            f"no joint is named for {', '.join(missing)} in any known dialect ({known}); "
            f"found the names {shown_list(names)}",
        )
    return best, found


def _lookup(dialect: Dialect, spoken: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for landmark, candidates in dialect.landmarks.items():
        present = [spoken[plain] for plain in map(_plain, candidates) if plain in spoken]
        if present:
            found[landmark] = (present[0],)
    return found


def _plain_names(names: Sequence[str]) -> dict[str, str]:
    """Return plain name → name of the file; of names that are equal when plain, the first counts."""
    plain = [_plain(name) for name in names]
    shared = len(os.path.commonprefix(plain)) if len(names) > 1 else 0
    spoken: dict[str, str] = {}
    for short, name in zip(plain, names, strict=True):
        spoken.setdefault(short[shared:], name)
    return spoken


def _plain(name: str) -> str:
    """Return a name without namespace, separators and case."""
    return _SEPARATORS.sub("", re.split(r"[:|]", name)[-1]).lower()
