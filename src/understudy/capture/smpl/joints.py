"""Joints of the SMPL family of body models: names, order, parents, and the landmarks they stand for."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.motion.landmarks import SIDES

WORDS = {"l": "left", "r": "right"}
"""Side → how the models name it."""


def _both(*names: str) -> tuple[str, ...]:
    """Return the names of both sides, left before right of each."""
    return tuple(f"{word}_{name}" for name in names for word in WORDS.values())


_BODY = (
    *("pelvis", *_both("hip"), "spine1", *_both("knee"), "spine2", *_both("ankle"), "spine3", *_both("foot")),
    *("neck", *_both("collar"), "head", *_both("shoulder", "elbow", "wrist")),
)
FINGERS = ("index", "middle", "pinky", "ring", "thumb")
_HANDS = tuple(f"{word}_{finger}{k}" for word in WORDS.values() for finger in FINGERS for k in (1, 2, 3))
_FACE = ("jaw", *_both("eye"))

_TRUNK_PARENTS = {
    "spine1": "pelvis",
    "spine2": "spine1",
    "spine3": "spine2",
    "neck": "spine3",
    "head": "neck",
    "*head_top": "head",
    "jaw": "head",
}
_LIMB_PARENTS = {
    "hip": "pelvis",
    "knee": "{side}_hip",
    "ankle": "{side}_knee",
    "foot": "{side}_ankle",
    "toe_tip": "{side}_foot",
    "collar": "spine3",
    "shoulder": "{side}_collar",
    "elbow": "{side}_shoulder",
    "wrist": "{side}_elbow",
    "hand": "{side}_wrist",
    "hand_tip": "{side}_hand",
    "eye": "head",
    **{f"{finger}1": "{side}_wrist" for finger in FINGERS},
    **{f"{finger}{k}": f"{{side}}_{finger}{k - 1}" for finger in FINGERS for k in (2, 3)},
    **{f"{finger}_tip": f"{{side}}_{finger}3" for finger in FINGERS},
}

PARENTS: dict[str, str] = _TRUNK_PARENTS | {
    f"{'*' if name.endswith('tip') else ''}{word}_{name}": parent.format(side=word)
    for name, parent in _LIMB_PARENTS.items()
    for word in WORDS.values()
}
"""Point → the joint that it hangs on. Points with a star are tips of segments, which no model names."""


@dataclass(frozen=True)
class SmplKind:
    """A body model of the family.

    Attributes:
        name: What people call it.
        joints: J joint names in the order of its pose parameters.
        tips: Points that we add at the ends of segments.
    """

    name: str
    joints: tuple[str, ...]
    tips: tuple[str, ...]

    @property
    def points(self) -> tuple[str, ...]:
        """K names: the joints, then the tips."""
        return self.joints + self.tips

    @property
    def has_fingers(self) -> bool:
        """Whether its hands have fingers."""
        return "left_middle1" in self.joints

    @property
    def landmark_points(self) -> dict[str, tuple[str, ...]]:
        """Canonical landmark → the point that stands for it."""
        table = _LANDMARKS | (_FINGER_LANDMARKS if self.has_fingers else _HAND_LANDMARKS)
        paired = {
            f"{landmark}_{side}": point.format(side=WORDS[side])
            for landmark, point in table.items()
            for side in SIDES
        }
        return {
            landmark: (point,)
            for landmark, point in (_MIDLINE_LANDMARKS | paired).items()
            if point in self.points
        }


_MIDLINE_LANDMARKS = {
    "mid_hip": "pelvis",
    "spine": "spine1",
    "chest": "spine3",
    "neck": "neck",
    "head": "head",
    "head_top": "*head_top",
}
_LANDMARKS = {
    "eye": "{side}_eye",
    "clavicle": "{side}_collar",
    "shoulder": "{side}_shoulder",
    "elbow": "{side}_elbow",
    "wrist": "{side}_wrist",
    "hip": "{side}_hip",
    "knee": "{side}_knee",
    "ankle": "{side}_ankle",
    "toe": "{side}_foot",
    "toe_tip": "*{side}_toe_tip",
}
_HAND_LANDMARKS = {"knuckle": "{side}_hand", "fingertip": "*{side}_hand_tip"}
_FINGER_LANDMARKS = {
    "knuckle": "{side}_middle1",
    "fingertip": "*{side}_middle_tip",
    "thumb_tip": "*{side}_thumb_tip",
}

_TIPS = ("*head_top", *(f"*{word}_toe_tip" for word in WORDS.values()))
_FINGERTIPS = tuple(f"*{word}_{finger}_tip" for word in WORDS.values() for finger in FINGERS)

SMPL = SmplKind(
    "SMPL",
    (*_BODY, *_both("hand")),
    (*_TIPS, *(f"*{word}_hand_tip" for word in WORDS.values())),
)
SMPL_H = SmplKind("SMPL-H", (*_BODY, *_HANDS), _TIPS + _FINGERTIPS)
SMPL_X = SmplKind("SMPL-X", (*_BODY, *_FACE, *_HANDS), _TIPS + _FINGERTIPS)

BODY_JOINTS = len(_BODY)
"""Joints that all models of the family have, first in the order of each."""

KINDS: tuple[SmplKind, ...] = (SMPL, SMPL_H, SMPL_X)
