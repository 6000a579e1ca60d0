"""Up: where the head is, seen from the feet; a direction near an axis of the model snaps to it."""

from __future__ import annotations

import numpy as np

from understudy.errors import RobotError
from understudy.robots.onboarding.plan import NO_HUMANOID, Plan

_SNAP = np.cos(np.deg2rad(20.0))
_WORLD_UP = np.array([0.0, 0.0, 1.0])


def find_up(plan: Plan) -> tuple[np.ndarray, str]:
    """Return the body's upward direction (3,) in the zero pose, across its lateral axis, and why."""
    rough, why = _rough_up(plan)
    rough = _across(rough, plan.lateral_w)
    frames = [np.eye(3)]
    frames += [plan.tree.data.xmat[body].reshape(3, 3).T for body in plan.tree.root.bodies[:2]]
    candidates = [sign * axis for frame in frames for axis in frame for sign in (-1.0, 1.0)]
    nearest = max(candidates, key=lambda axis: float(axis @ rough))
    if nearest @ rough > _SNAP:
        return _across(nearest, plan.lateral_w), f"{why}; along an axis of the model"
    return rough, why


def _rough_up(plan: Plan) -> tuple[np.ndarray, str]:
    tree = plan.tree
    hips = _middle_of_roots(plan, "legs")
    shoulders = _middle_of_roots(plan, "arms")
    if hips is not None and shoulders is not None:
        trunk = shoulders - hips
        legs = hips - _middle_of_ends(plan)
        return trunk / np.linalg.norm(trunk) + legs / np.linalg.norm(legs), "from feet over hips to shoulders"
    if hips is not None:
        return hips - _middle_of_ends(plan), "from feet to hips"
    assert shoulders is not None
    if plan.head:
        above = plan.head[-1].centre_w - shoulders
        if above @ _WORLD_UP > 0.5 * np.linalg.norm(above):
            return _WORLD_UP, "the model's upward axis, on which the head is above the shoulders"
        return above, "from shoulders to head"
    below = tree.root.centre_w - shoulders
    if np.linalg.norm(below) < 1e-6:
        raise RobotError(f"{NO_HUMANOID}: neither legs, head nor base say which way is up")
    return _WORLD_UP, "the model's upward axis"


def _middle_of_roots(plan: Plan, limb: str) -> np.ndarray | None:
    pair = plan.legs if limb == "legs" else plan.arms
    if pair is None:
        return None
    return 0.5 * (plan.tree.anchor_w[pair.one.joints[0]] + plan.tree.anchor_w[pair.other.joints[0]])


def _middle_of_ends(plan: Plan) -> np.ndarray:
    assert plan.legs is not None
    return 0.5 * (plan.legs.one.last.centre_w + plan.legs.other.last.centre_w)


def _across(direction: np.ndarray, lateral: np.ndarray) -> np.ndarray:
    """Return the unit part (3,) of a direction at right angles to the lateral axis."""
    left_over = direction - (direction @ lateral) * lateral
    length = float(np.linalg.norm(left_over))
    if length < 1e-6:
        raise RobotError(f"{NO_HUMANOID}: its head lies beside its body, not above it")
    return left_over / length
