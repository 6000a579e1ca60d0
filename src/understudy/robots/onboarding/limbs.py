"""Both arms and both legs, cut into their joints, left before right."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.errors import RobotError
from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.plan import NO_HUMANOID, Plan
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


def _with_upright_hip(plan: Plan, leg: Limb) -> Limb:
    """Leave out hip joints far inside of the leg, where their centre would make the thigh lean sideways."""
    shin = _lean(plan, leg.end_w - leg.middle_w)
    for first in range(len(leg.root)):
        joints = list(leg.root[first:])
        centre = nearest_point_to_axes(plan.tree.anchor_w[joints], plan.tree.axis_w[joints])
        if abs(_lean(plan, leg.middle_w - centre) - shin) < _LEAN:
            return replace(leg, root=tuple(joints), inner=leg.root[:first], root_w=centre)
    return leg


def _lean(plan: Plan, segment: np.ndarray) -> float:
    """Return the angle [rad] by which a segment leans along the lateral axis."""
    return float(np.arcsin(np.clip(segment @ plan.lateral_w / np.linalg.norm(segment), -1.0, 1.0)))


def find_limbs(plan: Plan) -> Limbs:
    """Cut the limbs of a body plan into shoulder, elbow, wrist and hip, knee, ankle."""
    arms = legs = []
    if plan.legs is not None:
        legs = cut_limbs(plan.tree, (plan.legs.one, plan.legs.other), plan.lateral_w)
        if not legs:
            raise RobotError(f"{NO_HUMANOID}: its legs have no knee, a hinge that bends them in the middle")
        legs = [_with_upright_hip(plan, leg) for leg in legs]
    if plan.arms is not None:
        arms = cut_limbs(plan.tree, (plan.arms.one, plan.arms.other))
        if not arms:
            raise RobotError(f"{NO_HUMANOID}: its arms have no elbow, a hinge that bends them in the middle")
    return Limbs(arms, legs)
