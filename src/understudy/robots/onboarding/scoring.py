"""How well a body plan explains a model: each piece of evidence has a weight and a reason.

Everything is read off geometry, masses and ranges; names do not count here.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.robots.onboarding.bending import bending_room
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.pairs import Pair, base_of, mirrored_share, pointing
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.segmentation import Limb

_UP = np.array([0.0, 0.0, 1.0])
_ALONG = 0.9
_WORST_MISFIT = 0.3
"""Misfit of axes, as a share of a limb's length, beyond which it counts no more."""

_SIDEWAYS_JOINTS = 3
"""Hinges about the lateral axis in a leg: hip, knee and ankle."""


@dataclass(frozen=True)
class Evidence:
    """One piece of evidence for a plan where its weight is positive, against it where negative."""

    weight: float
    reason: str


def evidence(plan: Plan, legs: list[Limb], arms: list[Limb]) -> list[Evidence]:
    """Return what speaks for a plan and against it.

    Args:
        plan: The plan.
        legs: Its legs cut into joints, empty where it has none.
        arms: Its arms alike.
    """
    leader = max(plan.limbs, key=lambda pair: pair.reach * pair.joint_count)
    found = [
        Evidence(8.0 * plan.coverage, "joints that play a part"),
        Evidence(3.0 * mirrored_share(plan.tree, leader), "the whole body mirrors itself across its middle"),
    ]
    misfits = [min(limb.misfit / limb.length, _WORST_MISFIT) for limb in legs + arms]
    found += [Evidence(-4.0 * misfit, "axes that do not meet") for misfit in misfits]
    if plan.legs is not None and plan.arms is not None:
        found += _whole_body(plan.tree, plan.legs, plan.arms)
    elif plan.legs is not None:
        found += _single_pair(plan, plan.legs, 1.0)
    elif plan.arms is not None:
        found += _single_pair(plan, plan.arms, -1.0)
        found += _upright(plan, plan.arms)
    if legs:
        found.append(Evidence(_one_sided(plan.tree, legs), "knees that bend one way only"))
    return found


def _whole_body(tree: LinkTree, legs: Pair, arms: Pair) -> list[Evidence]:
    """Tell legs from arms where there are two pairs."""
    return [
        Evidence(1.5 * (away(tree, legs, arms) - away(tree, arms, legs)), "they point away from the arms"),
        Evidence(0.75 * float(np.sign(legs.mass - arms.mass)), "they are heavier"),
        Evidence(0.5 * float(np.sign(legs.reach - arms.reach)), "they are longer"),
        Evidence(0.5 * _lower(tree, legs, arms), "they reach lower"),
        Evidence(0.5 * (sideways_share(tree, legs) - sideways_share(tree, arms)), "more hinges sideways"),
    ]


def _single_pair(plan: Plan, pair: Pair, sign: float) -> list[Evidence]:
    """Tell legs (sign 1) from arms (sign -1) where there is one pair."""
    tree = plan.tree
    rest = [link for link in tree.links if link.index not in pair.links]
    body = np.concatenate([*(link.outline_w for link in rest), np.array([link.centre_w for link in rest])])
    ends = [part for stem in pair.stems for part in stem.links]
    limbs = np.concatenate([*(part.outline_w for part in ends), np.array([part.centre_w for part in ends])])
    hanging = (body[:, 2].min() - limbs[:, 2].min()) / pair.reach
    total = sum(link.mass for link in tree.links)
    free = int((tree.model.jnt_type == int(mujoco.mjtJoint.mjJNT_FREE)).sum()) > 0
    return [
        Evidence(1.5 * sign * float(np.clip(5.0 * (hanging - 0.2), -1.0, 1.0)), "they hang below all else"),
        Evidence(0.5 * sign * (1.0 if pair.mass > 0.5 * total else -1.0), "they are most of the mass"),
        Evidence(0.25 * sign * (1.0 if free else -1.0), "the base is free"),
        Evidence(
            0.5 * sign * (1.0 if sideways_count(tree, pair) >= _SIDEWAYS_JOINTS else -1.0),
            "hip, knee and ankle turn about one direction",
        ),
    ]


def _upright(plan: Plan, arms: Pair) -> list[Evidence]:
    """Tell the base of an upper body from its head: the base is heavier, below, and stands on the floor."""
    tree = plan.tree
    shoulders = base_of(tree, arms)
    found = []
    if len(plan.trunk) > 1:
        below = float((shoulders - plan.pelvis.centre_w) @ _UP) / arms.reach
        found.append(Evidence(float(np.clip(2.0 * below, -1.0, 1.0)), "the base is below the shoulders"))
        if plan.head:
            heavier = plan.pelvis.mass - plan.head[-1].mass
            found.append(Evidence(0.5 * float(np.sign(heavier)), "the base is heavier than the head"))
    if plan.head:
        above = float((plan.head[-1].centre_w - shoulders) @ _UP) / arms.reach
        found.append(Evidence(float(np.clip(4.0 * above, -1.0, 1.0)), "the head is above the shoulders"))
    return found


def _one_sided(tree: LinkTree, legs: list[Limb]) -> float:
    """Return 0.5 where a knee's range lies on one side of straight, 0 where it is even."""
    if not tree.model.jnt_limited[legs[0].middle[0]]:
        return 0.0
    negative, positive = bending_room(tree, legs[0])
    return 0.5 * min(1.0, abs(positive - negative) / max(positive + negative, 1e-9))


def away(tree: LinkTree, pair: Pair, other: Pair) -> float:
    """Return 1 where a pair points straight away from the other one's roots, -1 where towards them."""
    vector = base_of(tree, pair) - base_of(tree, other)
    length = float(np.linalg.norm(vector))
    return 0.0 if length < 1e-6 * pair.reach else float(pointing(tree, pair) @ vector) / length


def sideways_count(tree: LinkTree, pair: Pair) -> int:
    """Return how many joints of a limb turn about the lateral axis in the zero pose."""
    return int((np.abs(tree.axis_w[list(pair.one.joints)] @ pair.lateral_w) > _ALONG).sum())


def sideways_share(tree: LinkTree, pair: Pair) -> float:
    """Return the share of a limb's joints that turn about the lateral axis."""
    return sideways_count(tree, pair) / max(len(pair.one.joints), 1)


def _lower(tree: LinkTree, legs: Pair, arms: Pair) -> float:
    """Return 1 where the legs reach lower than the arms on the model's z axis, -1 where higher."""
    lows = [min(float(stem.last.centre_w[2]) for stem in pair.stems) for pair in (legs, arms)]
    return float(np.clip(4.0 * (lows[1] - lows[0]) / max(legs.reach, arms.reach), -1.0, 1.0))
