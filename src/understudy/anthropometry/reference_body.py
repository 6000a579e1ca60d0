"""The tree of the Master Motor Map's reference model: where each joint is, and which lengths put it there.

What the paper leaves open was settled on a real walk, by which feet stay where they stand: the root lies
between the hip joints (with the floor then at z = 0 within 1 cm), and the legs hang on it and not on BP.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.anthropometry.reference_lengths import KNUCKLE_SHARE, LENGTH_SHARES, TOE_ABOVE_SOLE_SHARE
from understudy.motion.landmarks import SIDES

ROOT_POINT = "root"

_Direction = tuple[float, float, float]
FORWARD: _Direction = (1.0, 0.0, 0.0)
UP: _Direction = (0.0, 0.0, 1.0)
DOWN: _Direction = (0.0, 0.0, -1.0)
_ASIDE: _Direction = (0.0, 1.0, 0.0)
"""To the outside of a left limb; a right one's is mirrored."""


@dataclass(frozen=True)
class BodyPoint:
    """A joint, or a point fixed to a segment.

    Attributes:
        name: Joints as the paper calls them, such as ``LK``; other points begin with a star.
        parent: The joint whose segment carries it, empty for the root.
        offsets: Name of a length and its direction from the parent when nothing is turned (x forward,
            y left, z up).
    """

    name: str
    parent: str
    offsets: tuple[tuple[str, _Direction], ...]

    @property
    def is_joint(self) -> bool:
        """Whether a segment begins here."""
        return not self.name.startswith("*")

    def place(self, lengths: Mapping[str, float]) -> np.ndarray:
        """Return the offset (3,) [m] from the parent for lengths [m]."""
        total = np.zeros(3)
        for length, direction in self.offsets:
            total = total + lengths[length] * np.array(direction)
        return total


_TRUNK = (
    BodyPoint(ROOT_POINT, "", ()),
    BodyPoint("BP", ROOT_POINT, (("pelvis", UP),)),
    BodyPoint("BT", "BP", (("abdomen", UP),)),
    BodyPoint("BLN", "BT", (("thorax", UP),)),
    BodyPoint("BUN", "BLN", (("neck", UP),)),
    BodyPoint("*head_top", "BUN", (("head", UP),)),
)


def _along(length: str, share: float, direction: _Direction) -> tuple[str, _Direction]:
    """Return an offset that is a fixed part of a length."""
    factor = share / LENGTH_SHARES[length]
    return length, (factor * direction[0], factor * direction[1], factor * direction[2])


def _limbs(side: str) -> tuple[BodyPoint, ...]:
    big = side.upper()
    out: _Direction = _ASIDE if side == "l" else (0.0, -1.0, 0.0)
    return (
        BodyPoint(f"{big}EY", "BUN", (("eye_half_width", out), ("eye_forward", FORWARD), ("eye_height", UP))),
        BodyPoint(f"{big}SC", "BT", (("clavicle_half_width", out), ("clavicle_height", UP))),
        BodyPoint(f"{big}S", f"{big}SC", (("clavicle", out),)),
        BodyPoint(f"{big}E", f"{big}S", (("upper_arm", DOWN),)),
        BodyPoint(f"{big}W", f"{big}E", (("forearm", DOWN),)),
        BodyPoint(f"*knuckle_{side}", f"{big}W", (_along("hand", KNUCKLE_SHARE, DOWN),)),
        BodyPoint(f"*fingertip_{side}", f"{big}W", (("hand", DOWN),)),
        BodyPoint(f"{big}H", ROOT_POINT, (("hip_half_width", out),)),
        BodyPoint(f"{big}K", f"{big}H", (("thigh", DOWN),)),
        BodyPoint(f"{big}A", f"{big}K", (("shin", DOWN),)),
        BodyPoint(f"{big}M", f"{big}A", (("hindfoot", FORWARD), ("ankle_height", DOWN))),
        BodyPoint(f"{big}F", f"{big}M", (("forefoot", FORWARD),)),
        BodyPoint(
            f"*toe_{side}",
            f"{big}M",
            (("forefoot", FORWARD), _along("ankle_height", TOE_ABOVE_SOLE_SHARE, UP)),
        ),
        BodyPoint(f"*toe_tip_{side}", f"{big}F", (("toes", FORWARD),)),
    )


BODY_POINTS: tuple[BodyPoint, ...] = _TRUNK + tuple(point for side in SIDES for point in _limbs(side))
"""All points, each behind its parent."""

_LANDMARKS = {
    "mid_hip": ROOT_POINT,
    "spine": "BP",
    "chest": "BT",
    "neck": "BLN",
    "head": "BUN",
    "head_top": "*head_top",
}
_LIMB_LANDMARKS = {
    "eye": "{S}EY",
    "clavicle": "{S}SC",
    "shoulder": "{S}S",
    "elbow": "{S}E",
    "wrist": "{S}W",
    "knuckle": "*knuckle_{s}",
    "fingertip": "*fingertip_{s}",
    "hip": "{S}H",
    "knee": "{S}K",
    "ankle": "{S}A",
    "toe": "*toe_{s}",
    "toe_tip": "*toe_tip_{s}",
}

LANDMARK_POINTS: dict[str, str] = _LANDMARKS | {
    f"{name}_{side}": point.format(S=side.upper(), s=side)
    for name, point in _LIMB_LANDMARKS.items()
    for side in SIDES
}
"""Canonical landmark → point of the body."""
