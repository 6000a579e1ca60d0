"""Which part every joint plays in a body plan, which joints play none, and what their names say to that."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco

from understudy.robots.onboarding.limbs import Limbs
from understudy.robots.onboarding.names import ARM, HEAD, LEG, TRUNK, part_of_name, speaks_against
from understudy.robots.onboarding.plan import LIMB_JOINTS, Plan
from understudy.robots.onboarding.stems import reach, stem_from

DIGIT = "digit"
_GROUPS = ("before", "inner", "root", "middle", "end", "spare")
_MANY = 0.2
"""Share of joints without a part that is an alarm."""

_LIMB_REACH = 0.25
"""Reach, as a share of the longest limb's, from which on a chain without a part is a limb."""


@dataclass(frozen=True)
class Claim:
    """What a joint plays.

    Attributes:
        part: ``"leg"``, ``"arm"``, ``"trunk"``, ``"head"`` or ``"digit"``.
        group: Within a limb, the group of joints that it belongs to.
    """

    part: str
    group: str = ""


def find_claims(plan: Plan, limbs: Limbs) -> dict[int, Claim]:
    """Return joint → what it plays, for all joints that play anything."""
    claims = {joint: Claim(TRUNK) for joint in plan.spine}
    for link in plan.head[:1]:
        claims |= {joint: Claim(HEAD) for part in plan.tree.subtree(link) for joint in part.joints}
    for part, pair in ((LEG, limbs.legs), (ARM, limbs.arms)):
        for limb in pair:
            for group in _GROUPS:
                claims |= {joint: Claim(part, group) for joint in getattr(limb, group)}
            for digit in limb.stem.digits:
                claims |= {j: Claim(DIGIT) for link in plan.tree.subtree(digit) for j in link.joints}
    return claims


def unclaimed_joints(plan: Plan, claims: dict[int, Claim]) -> tuple[int, ...]:
    """Return the joints that play nothing; those that follow another one are not asked."""
    model = plan.tree.model
    following = {
        int(model.eq_obj1id[equality])
        for equality in range(model.neq)
        if model.eq_type[equality] == mujoco.mjtEq.mjEQ_JOINT
    }
    return tuple(joint for joint in plan.tree.joints if joint not in claims and joint not in following)


def vetoed_joints(plan: Plan, claims: dict[int, Claim]) -> tuple[int, ...]:
    """Return the joints whose names say that they are something else than they were taken for."""
    model = plan.tree.model
    return tuple(
        joint
        for joint, claim in claims.items()
        if claim.part != DIGIT and speaks_against(model.joint(joint).name, claim.part, claim.group)
    )


def veto_share(plan: Plan, claims: dict[int, Claim]) -> float:
    """Return the share of the joints that have a speaking name whose names speak against the plan, 0 to 1."""
    model = plan.tree.model
    speaking = [j for j in plan.tree.joints if part_of_name(model.joint(j).name)]
    lost = [j for j in unclaimed_joints(plan, claims) if j in speaking]
    return (len(vetoed_joints(plan, claims)) + len(lost)) / max(len(speaking), 1)


def is_alarming(plan: Plan, unclaimed: tuple[int, ...]) -> bool:
    """Whether joints without a part are more than a detail: many, a limb's chain, or named as a limb's."""
    model = plan.tree.model
    if len(unclaimed) > _MANY * len(plan.tree.joints):
        return True
    for link in plan.unclaimed:
        chain = stem_from(plan.tree, link)
        if len(chain.joints) >= LIMB_JOINTS and reach(plan.tree, link) > _LIMB_REACH * plan.size:
            return True
    named = [j for j in unclaimed if part_of_name(model.joint(j).name) in (LEG, ARM)]
    return len(named) >= LIMB_JOINTS
