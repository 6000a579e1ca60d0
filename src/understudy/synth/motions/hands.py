"""Hands that go where they are told, wherever the trunk is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import Angles, ball_joint_angles
from understudy.synth.body.limb import bent_limb
from understudy.synth.body.pose import Joints
from understudy.synth.body.skeleton import SIDES, Body

_FURTHEST_BACK = np.radians(-100.0)
"""Flexion of a shoulder lies between this and the same a turn further."""

_STRETCHED = 0.985
_FOLDED = 0.30
"""Shares of its length between which an arm's span stays; hands stop short of what is further."""

_SOFTNESS = 0.02
"""Share of the arm's length over which it comes to these bounds smoothly."""


@dataclass(frozen=True, eq=False)
class HandGoal:
    """Where a hand goes.

    Attributes:
        side: ``"l"`` or ``"r"``.
        point: (T, 3) [m] in the world.
        elbow: (3,) where the elbow points, in the chest's frame; y outward on either side.
        share: (T,) 0 where the arm does as it would, 1 where the hand is there.
        at_wrist: Whether the wrist goes there; else the knuckles, with a straight wrist.
        hand: Angles [rad] of forearm, wrist and fingers while there, without their sides.
    """

    side: str
    point: np.ndarray
    elbow: tuple[float, float, float]
    share: np.ndarray
    at_wrist: bool = False
    hand: Mapping[str, float] | None = None


def bring_hand(body: Body, joints: Joints, goal: HandGoal, angles: Angles) -> dict[str, np.ndarray]:
    """Return the arm's angles, blended from what they are to those with the hand at its goal."""
    sizes = body.sizes
    _, prefix, sign = next(entry for entry in SIDES if entry[0] == goal.side)
    positions, orientations = joints
    into_chest = rot.conjugate(orientations[:, body.index("Spine1")])
    end = rot.rotate(into_chest, goal.point - positions[:, body.index(f"{prefix}Arm")])
    lower = sizes.forearm + (0.0 if goal.at_wrist else sizes.palm)
    pole = np.array(goal.elbow) * np.array([1.0, sign, 1.0])
    upper, bend = bent_limb(_within_reach(end, sizes.upper_arm + lower), sizes.upper_arm, lower, pole, False)
    flexion, abduction, rotation = ball_joint_angles(upper, sign)
    wanted = {
        # An arm raised beyond the vertical goes on from 180°, it does not come round from behind.
        "shoulder_flexion": np.mod(flexion - _FURTHEST_BACK, 2.0 * np.pi) + _FURTHEST_BACK,
        "shoulder_abduction": abduction,
        "shoulder_rotation": rotation,
        "elbow_flexion": bend,
    }
    wanted |= {name: np.full(len(bend), value) for name, value in (goal.hand or {}).items()}
    if not goal.at_wrist:
        wanted["wrist_flexion"] = np.zeros(len(bend))
    sided = {f"{name}_{goal.side}": values for name, values in wanted.items()}
    return {name: _blended(angles.get(name), values, goal.share) for name, values in sided.items()}


def _blended(before: np.ndarray | None, there: np.ndarray, share: np.ndarray) -> np.ndarray:
    start = np.zeros_like(there) if before is None else before
    return start + share * (there - start)


def _within_reach(end: np.ndarray, length: float) -> np.ndarray:
    """Return points (T, 3) [m] drawn in or pushed out along their direction to where an arm can end."""
    distance = np.linalg.norm(end, axis=1)
    softness = _SOFTNESS * length
    near = distance + softness * np.logaddexp(0.0, (_FOLDED * length - distance) / softness)
    span = near - softness * np.logaddexp(0.0, (near - _STRETCHED * length) / softness)
    return end * (span / np.maximum(distance, 1e-9))[:, None]
