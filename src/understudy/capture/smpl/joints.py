"""Joints of the SMPL family of body models: names, order, parents, and the landmarks they stand for.

``joints.toml`` holds their tables.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from understudy.capture.naming.tables import Table

WORDS = {"l": "left", "r": "right"}
"""Side → how the models name it."""

FINGERS = ("index", "middle", "pinky", "ring", "thumb")


@dataclass(frozen=True)
class SmplKind:
    """A body model of the family.

    Attributes:
        name: What people call it.
        joints: J joint names in the order of its pose parameters.
        tips: Points that we add at the ends of segments.
        landmark_points: Canonical landmark → the point that stands for it.
    """

    name: str
    joints: tuple[str, ...]
    tips: tuple[str, ...]
    landmark_points: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def points(self) -> tuple[str, ...]:
        """K names: the joints, then the tips."""
        return self.joints + self.tips

    @property
    def has_fingers(self) -> bool:
        """Whether its hands have fingers."""
        return "left_middle1" in self.joints


def _kind(name: str, table: Table) -> SmplKind:
    joints, tips = table.words("joints"), table.words("tips")
    return SmplKind(name, joints, tips, table.landmarks(joints + tips))


_TABLE = Table.beside(__file__, "body models")

PARENTS: dict[str, str] = _TABLE.parents("bones")
"""Point → the joint that it hangs on. Points with a star are tips of segments, which no model names."""

KINDS: tuple[SmplKind, ...] = tuple(_kind(name, table) for name, table in _TABLE.parts("model").items())
SMPL, SMPL_H, SMPL_X = KINDS

BODY_JOINTS = SMPL.joints.index("left_hand")
"""Joints that all models of the family have, first in the order of each."""
