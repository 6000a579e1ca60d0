"""What onboarding is not sure of, and what a robot lacks, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.choice import Tried
from understudy.robots.onboarding.claims import is_alarming, unclaimed_joints, vetoed_joints
from understudy.robots.onboarding.forward import Forward
from understudy.robots.onboarding.limbs import Limbs
from understudy.robots.onboarding.placement import Guess
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.reaching import joint_range
from understudy.robots.onboarding.search import Reading
from understudy.robots.onboarding.segmentation import Limb
from understudy.robots.onboarding.zero_pose import Posed

_DOUBTFUL = 0.5
_FULL_ARM, _FULL_SPINE = 7, 3
_HANGING = np.deg2rad(25.0)
_RANGES_DIFFER = 0.05
_UNSURE = 0.5
_VETO, _SHOWN = 2, 12
"""Joints whose names have to speak against a plan, and how many are named in a sentence."""

_SMALLEST, _LARGEST = 0.1, 5.0
"""Distances [m] between the outermost joints beyond which a model's unit is hardly the metre."""

_FAILURES = {"legs": 2, "arms": 2}
"""Deeds that a limb has to fail to be doubted: many robots have one narrow range."""


def find_missing(plan: Plan, limbs: Limbs) -> tuple[str, ...]:
    """Say what a whole humanoid has and this one does not, or has more of."""
    said = []
    if not limbs.legs:
        base = "stands on a base with wheels" if plan.wheels else "stands on a base"
        said.append(f"no legs: the robot {base}")
    if not limbs.arms:
        said.append("no arms")
    elif not plan.head:
        said.append("no neck joint: the head moves with the chest")
    for arm in limbs.arms[:1]:
        count = len(arm.moving)
        if count < _FULL_ARM:
            said.append(f"arms of {count} joints, a person's have {_FULL_ARM}")
        if not arm.end:
            said.append("no wrists: hands are fixed to the forearms")
        if arm.before:
            said.append(f"{len(arm.before)} more joint(s) before each shoulder, as a clavicle")
    for leg in limbs.legs[:1]:
        if not leg.end:
            said.append("no ankles: feet are fixed to the shins")
    spine = len(plan.spine)
    if spine == 0 and limbs.legs and limbs.arms:
        said.append("no waist: pelvis and chest are one body")
    if spine > _FULL_SPINE:
        said.append(f"a spine of {spine} joints")
    return tuple(said)


def find_doubts(
    plan: Plan, axes: BodyAxes, limbs: Limbs, home: Posed, forward: Forward, landmarks: Mapping[str, Guess]
) -> tuple[str, ...]:
    """Say what a human should look at, the gravest first."""
    said = []
    size = float(np.ptp(home.anchors_w[list(plan.tree.joints)], axis=0).max())
    if not _SMALLEST <= size <= _LARGEST:
        said.append(f"the unit of the model: its joints are up to {size:.3g} m apart, expected metres")
    if forward.confidence < _DOUBTFUL:
        said.append(f"whether it really faces x: {forward.reason}")
    if forward.disputed:
        said.append("left and right: names of joints say the opposite of feet, knees and arms")
    for limb, what in [(limb, "arm") for limb in limbs.arms] + [(limb, "leg") for limb in limbs.legs]:
        if _angle_from_down(limb, axes, home) > _HANGING:
            said.append(f"[home]: the {what}s do not get straight down within their ranges")
            break
    for pair, what in ((limbs.arms, "arms"), (limbs.legs, "legs")):
        if pair and _ranges_differ(plan, pair):
            said.append(f"joint ranges of the {what}: left and right differ in the model")
    weak = [name for name, guess in landmarks.items() if guess.confidence < _DOUBTFUL]
    if weak:
        said.append(f"[landmarks] {', '.join(weak)}: little in the model tells where they are")
    return tuple(said)


def plan_doubts(best: Tried, sure: float, rival: Reading | None) -> tuple[str, ...]:
    """Say what speaks against a body plan: joints without a part, names, failed deeds, a close rival.

    Args:
        best: The plan that was chosen.
        sure: How sure it is, 0 to 1.
        rival: The second best.
    """
    plan, model = best.reading.plan, best.reading.plan.tree.model
    said = []
    unclaimed = unclaimed_joints(plan, best.claims)
    if unclaimed and is_alarming(plan, unclaimed):
        names = _listed([model.joint(joint).name for joint in unclaimed])
        said.append(f"the plan: {len(unclaimed)} of {len(plan.tree.joints)} joints play no part: {names}")
    vetoed = [model.joint(joint).name for joint in vetoed_joints(plan, best.claims)]
    if len(vetoed) >= _VETO:
        said.append(f"the plan: names of joints say otherwise than where they are: {_listed(vetoed)}")
    for limb in ("legs", "arms"):
        failed = [deed for deed in best.deeds if deed.limb == limb and not deed.is_done]
        if len(failed) >= _FAILURES[limb]:
            names = " and ".join(f"{deed.name} ({np.rad2deg(deed.off):.0f}° off)" for deed in failed)
            said.append(f"the {limb}: within its ranges the robot does not {names}")
    if sure < _UNSURE and rival is not None:
        said.append(f"the plan: another one is nearly as good, in which {_told(rival.plan)}")
    return tuple(said)


def _told(plan: Plan) -> str:
    """Return what a plan takes for legs and arms."""
    name = plan.tree.model.joint
    told = [
        f"the {what} begin with {' and '.join(name(stem.joints[0]).name for stem in pair.stems)}"
        for pair, what in ((plan.legs, "legs"), (plan.arms, "arms"))
        if pair is not None
    ]
    return " and ".join(told)


def _listed(names: list[str]) -> str:
    """Return names in a row, the first few where there are many."""
    shown = ", ".join(names[:_SHOWN])
    return shown if len(names) <= _SHOWN else f"{shown} and {len(names) - _SHOWN} more"


def _angle_from_down(limb: Limb, axes: BodyAxes, home: Posed) -> float:
    """Return how far the limb's upper segment is from hanging in the home pose [rad]."""
    body = limb.stem.link_of_joint(limb.root[-1]).body
    upper = home.turned(body, limb.middle_w - limb.root_w)
    cosine = float(upper @ -axes.up_w) / max(float(np.linalg.norm(upper)), 1e-9)
    return float(np.arccos(np.clip(cosine, -1.0, 1.0)))


def _ranges_differ(plan: Plan, pair: list[Limb]) -> bool:
    """Whether the joints of two limbs have ranges that are neither alike nor mirrored."""
    for one, other in zip(pair[0].stem.joints, pair[1].stem.joints, strict=False):
        low, high = joint_range(plan.tree.model, one)
        first = np.array([low, high])
        second = np.array(joint_range(plan.tree.model, other))
        if min(np.abs(first - second).max(), np.abs(first + second[::-1]).max()) > _RANGES_DIFFER:
            return True
    return False
