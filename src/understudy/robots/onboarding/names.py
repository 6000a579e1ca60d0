"""What names say: about sides where geometry leaves a tie, and against a part that a joint was given.

Names never give a joint its part. They veto: a knee by name that plays a hip is a reason to look again.
"""

from __future__ import annotations

import os

LEG, ARM, TRUNK, HEAD = "leg", "arm", "trunk", "head"

_PARTS = {
    LEG: ("hip", "thigh", "knee", "ankle", "leg", "foot", "toe", "shin", "calf", "femur", "tibia", "crotch"),
    ARM: ("shoulder", "elbow", "wrist", "arm", "hand", "finger", "thumb", "gripper", "clavicle", "humerus"),
    TRUNK: ("waist", "torso", "spine", "chest", "abdomen", "trunk", "lumbar", "back"),
    HEAD: ("neck", "head", "eye", "jaw"),
}
"""Words that name a part of the body."""

_GROUPS = {
    "hip": ("before", "inner", "root"),
    "knee": ("middle",),
    "ankle": ("end",),
    "shoulder": ("before", "root"),
    "elbow": ("root", "middle", "end"),
    "wrist": ("middle", "end", "spare"),
}
"""Word → groups of a limb's joints that it may play; an elbow's yaw may be counted to the shoulder."""


def side_of_name(one: str, other: str) -> int:
    """Return 1 where ``one`` is named as left and ``other`` as right, -1 the other way round, else 0.

    Twins are named alike but for their sides, so what they do not share begins with l and r.
    """
    first, second = one.lower(), other.lower()
    start = len(os.path.commonprefix([first, second]))
    letters = first[start : start + 1], second[start : start + 1]
    return {("l", "r"): 1, ("r", "l"): -1}.get(letters, 0)


def part_of_name(name: str) -> str:
    """Return ``"leg"``, ``"arm"``, ``"trunk"`` or ``"head"`` where a name says one of them, else nothing."""
    text = name.lower()
    found = {part for part, words in _PARTS.items() if any(word in text for word in words)}
    return found.pop() if len(found) == 1 else ""


def speaks_against(name: str, part: str, group: str = "") -> bool:
    """Return whether a name says that its joint is something else.

    Args:
        name: The joint's name.
        part: What it was taken for: ``"leg"``, ``"arm"``, ``"trunk"`` or ``"head"``.
        group: Within a limb, ``"before"``, ``"inner"``, ``"root"``, ``"middle"``, ``"end"`` or ``"spare"``.
    """
    named = part_of_name(name)
    if not named or (part == TRUNK and "hip" in name.lower()):
        # The joints that lean a trunk on its legs are often called the hip's.
        return False
    if named != part:
        return True
    text = name.lower()
    groups = [allowed for word, allowed in _GROUPS.items() if word in text]
    return bool(group) and len(groups) == 1 and group not in groups[0]
