"""Both arms and both legs, cut into their joints, left before right."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.pairs import Pair
from understudy.robots.onboarding.segmentation import Limb, cut_limbs

_LEAN = np.deg2rad(10.0)
"""How far a thigh may lean sideways compared with its shin."""


@dataclass(frozen=True, eq=False)
class Limbs:
    """Arms and legs, each a list of two or none."""

    arms: list[Limb]
    legs: list[Limb]

    def sorted_by_side(self, axes: BodyAxes) -> Limbs:
        """Return them with the left limb first."""

        def leftness(limb: Limb) -> float:
            return -float(np.mean([limb.root_w, limb.middle_w, limb.end_w], axis=0) @ axes.left_w)

        return Limbs(sorted(self.arms, key=leftness), sorted(self.legs, key=leftness))


def cut_legs(tree: LinkTree, pair: Pair) -> list[Limb]:
    """Cut a pair of legs into hip, knee and ankle; empty where they have no knee."""
    legs = cut_limbs(tree, pair.stems, pair.lateral_w)
    return [_with_upright_hip(tree, leg, pair.lateral_w) for leg in legs]


def cut_arms(tree: LinkTree, pair: Pair) -> list[Limb]:
    """Cut a pair of arms into shoulder, elbow and wrist; empty where they have no elbow."""
    return cut_limbs(tree, pair.stems)


def _with_upright_hip(tree: LinkTree, leg: Limb, lateral_w: np.ndarray) -> Limb:
    """Leave out hip joints far inside of the leg, where their centre would make the thigh lean sideways."""
    shin = _lean(leg.end_w - leg.middle_w, lateral_w)
    for first in range(len(leg.root)):
        joints = list(leg.root[first:])
        centre = nearest_point_to_axes(tree.anchor_w[joints], tree.axis_w[joints])
        if abs(_lean(leg.middle_w - centre, lateral_w) - shin) < _LEAN:
            return replace(leg, root=tuple(joints), inner=leg.root[:first], root_w=centre)
    return leg


def _lean(segment: np.ndarray, lateral_w: np.ndarray) -> float:
    """Return the angle [rad] by which a segment leans along the lateral axis."""
    return float(np.arcsin(np.clip(segment @ lateral_w / np.linalg.norm(segment), -1.0, 1.0)))
