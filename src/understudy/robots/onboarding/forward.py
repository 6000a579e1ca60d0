"""Which of two ways is forward: feet, knees, arms, eyes and cameras vote; names only break a tie."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.robots.onboarding.bending import bending_room
from understudy.robots.onboarding.names import side_of_name
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.reaching import mean_place
from understudy.robots.onboarding.segmentation import Limb

KNEES, MODEL_AXIS = "knees bend the other way", "it is the model's x axis"
"""Reasons that are asked for elsewhere."""

_TIE = 0.75
"""Total of votes below which names are asked."""


@dataclass(frozen=True)
class Vote:
    """A piece of evidence: for the proposed direction where positive, against it where negative."""

    weight: float
    reason: str


@dataclass(frozen=True, eq=False)
class Forward:
    """The way that the body faces.

    Attributes:
        direction_w: (3,) unit vector in the zero pose.
        confidence: 0 to 1, how far the votes agree and how much they weigh.
        votes: The evidence, positive for the direction.
        disputed: Whether sides in names say the opposite.
    """

    direction_w: np.ndarray
    confidence: float
    votes: tuple[Vote, ...]
    disputed: bool

    @property
    def reason(self) -> str:
        """The strongest evidence in words."""
        best = sorted((v for v in self.votes if v.weight > 0.0), key=lambda v: -v.weight)
        reasons = list(dict.fromkeys(vote.reason for vote in best))
        return " and ".join(reasons[:2]) or "nothing tells, so a guess"


def find_forward(plan: Plan, up_w: np.ndarray, legs: list[Limb], arms: list[Limb]) -> Forward:
    """Decide between the two directions at right angles to up and to the lateral axis."""
    proposed = np.cross(plan.lateral_w, up_w)
    votes = [
        *_vote_feet(plan, proposed, legs),
        *_vote_knees(plan, proposed, legs),
        *_vote_reach(plan, proposed, legs, 1.0, "thighs lift that way"),
        *_vote_reach(plan, proposed, arms, 1.5, "hands reach that way"),
        *_vote_eyes(plan, proposed),
        *_vote_cameras(plan, proposed),
        Vote(0.3 * float(proposed @ _model_forward(plan)), MODEL_AXIS),
    ]
    total = sum(vote.weight for vote in votes)
    named = _vote_names(plan, np.cross(up_w, proposed))
    if abs(total) < _TIE and named:
        votes.append(Vote(named, "sides in names say so"))
        total += named
    sign = 1.0 if total >= 0.0 else -1.0
    strength = sum(abs(vote.weight) for vote in votes)
    confidence = min(1.0, abs(total) / 2.0) * (abs(total) / strength if strength else 0.0)
    return Forward(
        direction_w=sign * proposed,
        confidence=float(np.clip(confidence, 0.0, 1.0)),
        votes=tuple(Vote(sign * vote.weight, vote.reason) for vote in votes),
        disputed=named * sign < 0.0,
    )


def _model_forward(plan: Plan) -> np.ndarray:
    """Return the x axis of the pelvis."""
    return plan.tree.data.xmat[plan.tree.root.body].reshape(3, 3)[:, 0]


def _vote_feet(plan: Plan, ahead: np.ndarray, legs: list[Limb]) -> Iterator[Vote]:
    """Feet reach further ahead of the ankle than behind it."""
    tree = plan.tree
    for leg in legs:
        if not leg.end:
            continue
        points = tree.points_w(leg.stem.link_of_joint(leg.end[-1]))
        if len(points):
            along = (points - leg.end_w) @ ahead
            uneven = (along.max() + along.min()) / max(float(np.ptp(along)), 1e-9)
            yield Vote(1.5 * float(np.clip(3.0 * uneven, -1.0, 1.0)), "feet are longer ahead of the ankle")
        for joint in leg.spare[:1]:
            toes = float((tree.anchor_w[joint] - leg.end_w) @ ahead)
            yield Vote(float(np.sign(toes)), "toes are hinged there")


def _vote_knees(plan: Plan, ahead: np.ndarray, legs: list[Limb]) -> Iterator[Vote]:
    """Knees bend backwards: the shin swings away from where the body faces."""
    for leg in legs:
        joint = leg.middle[0]
        if not plan.tree.model.jnt_limited[joint]:
            continue
        negative, positive = bending_room(plan.tree, leg)
        uneven = (positive - negative) / max(positive + negative, 1e-9)
        # Bending turns the shin as it hangs from a straight leg.
        swing = np.cross(plan.tree.axis_w[joint], leg.middle_w - leg.root_w)
        backwards = -float(swing @ ahead) / max(float(np.linalg.norm(swing)), 1e-9)
        yield Vote(float(np.clip(2.0 * uneven, -1.0, 1.0)) * backwards, KNEES)


def _vote_reach(plan: Plan, ahead: np.ndarray, limbs: list[Limb], weight: float, why: str) -> Iterator[Vote]:
    """Within their ranges limbs are more often ahead of the body than behind it."""
    for limb in limbs:
        is_leg = why.startswith("thighs")
        place = mean_place(plan.tree, limb, limb.middle_w if is_leg else limb.end_w, at_middle=is_leg)
        length = np.linalg.norm(limb.middle_w - limb.root_w) if is_leg else limb.length
        share = float((place - limb.root_w) @ ahead / length)
        yield Vote(0.5 * weight * float(np.clip(4.0 * share, -1.0, 1.0)), why)


def _vote_eyes(plan: Plan, ahead: np.ndarray) -> Iterator[Vote]:
    """Eyes are on the front of the head."""
    for pair in plan.eyes:
        middle = 0.5 * (pair.one.first.centre_w + pair.other.first.centre_w)
        neck = plan.tree.anchor_w[plan.head[0].joints[0]]
        size = np.linalg.norm(middle - neck)
        yield Vote(2.0 * float(np.clip(3.0 * (middle - neck) @ ahead / size, -1.0, 1.0)), "eyes are there")


def _vote_cameras(plan: Plan, ahead: np.ndarray) -> Iterator[Vote]:
    """Cameras on the body look ahead; those that follow it from outside are far from it."""
    tree = plan.tree
    model, data = tree.model, tree.data
    mujoco.mj_camlight(model, data)
    for camera in range(model.ncam):
        body = int(model.cam_bodyid[camera])
        fixed = int(model.cam_mode[camera]) == int(mujoco.mjtCamLight.mjCAMLIGHT_FIXED)
        if body == 0 or body not in tree.link_of_body or not fixed:
            continue
        distance = np.linalg.norm(data.cam_xpos[camera] - data.xpos[body])
        size = 0.5 * plan.size
        view = -data.cam_xmat[camera].reshape(3, 3)[:, 2]
        if distance < size and abs(view @ ahead) > 0.7:
            yield Vote(float(np.sign(view @ ahead)), "a camera looks there")


def _vote_names(plan: Plan, left: np.ndarray) -> float:
    """Return 1 where names put the sides as the proposed left does, -1 where opposite, 0 if they are mute."""
    total = 0.0
    for pair in (plan.legs, plan.arms):
        if pair is not None:
            names = [plan.tree.model.joint(stem.joints[0]).name for stem in (pair.one, pair.other)]
            side = side_of_name(names[0], names[1])
            total += side * float(np.sign(pair.lateral_w @ left))
    return float(np.sign(total))
