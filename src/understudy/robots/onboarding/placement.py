"""Where landmarks and soles are, written as a card writes them."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.motion.landmarks import LANDMARKS, SIDES
from understudy.robots.card import LandmarkSpec, SoleSpec, Vector
from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.feet import Foot, find_foot
from understudy.robots.onboarding.hands import find_hand
from understudy.robots.onboarding.heads import find_head_points, neck_groups
from understudy.robots.onboarding.limbs import Limbs
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.segmentation import Limb
from understudy.robots.onboarding.zero_pose import Posed

_SAME = 6e-3
"""Distance, as a share of the longest limb, within which the centre of joints stands for a place."""

_FULL_SHOULDER = 3
"""Joints of a shoulder that lifts an arm every way by itself."""

_SHOULDER_SHARE = 0.7
"""Height of the shoulders that a trunk without arms would have, as a share of its own."""

_HIP_WIDTH = 0.45
"""Distance between the hips of a body without legs as a share of its shoulders'."""


@dataclass(frozen=True)
class Guess:
    """A landmark with how sure it is, 0 to 1, and why."""

    spec: LandmarkSpec
    confidence: float
    reason: str


def place_landmarks(
    plan: Plan, axes: BodyAxes, limbs: Limbs, home: Posed, feet: dict[str, Foot]
) -> dict[str, Guess]:
    """Return all landmarks that can be told, in the canonical order."""
    found: dict[str, Guess] = {}
    for side, arm in zip(SIDES, limbs.arms, strict=False):
        found |= {f"{name}_{side}": guess for name, guess in _arm(plan, arm, home).items()}
    for side, leg in zip(SIDES, limbs.legs, strict=False):
        found |= {f"{name}_{side}": guess for name, guess in _leg(plan, leg, home).items()}
        for name, place_w in (("heel", feet[side].heel_w), ("toe", feet[side].toe_w)):
            edge = "rear edge" if name == "heel" else "hinge of the toes" if leg.spare else "front edge"
            found[f"{name}_{side}"] = _foot_point(plan, feet[side], home, place_w, edge)
    if not limbs.legs:
        found |= _hips_of_waist(plan, axes, limbs, home)
    found |= _head(plan, axes, limbs, home)
    return {name: found[name] for name in LANDMARKS if name in found}


def place_soles(
    plan: Plan, axes: BodyAxes, limbs: Limbs, home: Posed
) -> tuple[dict[str, SoleSpec], dict[str, Foot]]:
    """Return the soles by side, and the feet that they belong to."""
    soles, feet = {}, {}
    for side, leg in zip(SIDES, limbs.legs, strict=False):
        foot = feet[side] = find_foot(plan.tree, leg, axes, home)
        corners = home.local(foot.body, foot.corners_w)
        soles[side] = SoleSpec(_name(plan, foot.body), tuple(_vector(corner) for corner in corners))
    return soles, feet


def _arm(plan: Plan, limb: Limb, home: Posed) -> dict[str, Guess]:
    sure = _confidence(limb)
    found = {
        "shoulder": _joint_centre(plan, limb.root, limb.root_w, home, sure, "first joints of the arm"),
        "elbow": _joint_centre(plan, limb.middle, limb.middle_w, home, sure, "the hinge amid the arm"),
        "wrist": _end(plan, limb, home, sure, "joints after the forearm", "no joint there: from the shape"),
    }
    if limb.before:
        centre = _centre(plan, limb.before)
        found["clavicle"] = _joint_centre(plan, limb.before, centre, home, 0.6, "joints before the shoulder")
        if len(limb.root) < _FULL_SHOULDER:
            # The arm is lifted by the joints before the shoulder as well. A shoulder that went along with
            # them would carry the upper end of the trunk to and fro.
            body = plan.tree.body_before(limb.before[0])
            reason = "where the arm's first joints are at home"
            found["shoulder"] = _on_body(plan, body, home, limb.root_w, sure, reason)
    hand = find_hand(plan.tree, limb)
    body = hand.link.body
    found["knuckle"] = _on_body(plan, body, home, hand.knuckle_w, hand.confidence, hand.why_knuckle)
    found["fingertip"] = _on_body(
        plan, hand.tip_link.body, home, hand.fingertip_w, hand.confidence, hand.why_tip
    )
    return found


def _leg(plan: Plan, limb: Limb, home: Posed) -> dict[str, Guess]:
    sure = _confidence(limb)
    return {
        "hip": _joint_centre(plan, limb.root, limb.root_w, home, sure, "first joints of the leg"),
        "knee": _joint_centre(
            plan, limb.middle, limb.middle_w, home, sure, "the sideways hinge amid the leg"
        ),
        "ankle": _end(plan, limb, home, sure, "joints after the shin", "no joint there: from the shape"),
    }


def _end(plan: Plan, limb: Limb, home: Posed, sure: float, with_joints: str, without: str) -> Guess:
    if limb.end:
        return _joint_centre(plan, limb.end, limb.end_w, home, sure, with_joints)
    body = limb.stem.link_of_joint(limb.middle[-1]).body
    return _on_body(plan, body, home, limb.end_w, 0.5, without)


def _head(plan: Plan, axes: BodyAxes, limbs: Limbs, home: Posed) -> dict[str, Guess]:
    shoulders = _shoulders(plan, axes, limbs)
    if shoulders is None:
        return {}
    found = {
        name: _on_body(plan, point.link.body, home, point.place_w, point.confidence, point.reason)
        for name, point in find_head_points(plan, axes, shoulders).items()
    }
    for name, joints in neck_groups(plan).items():
        centre = _centre(plan, joints)
        reason = "joints between chest and head" if name == "neck" else "joints between neck and head"
        found[name] = _joint_centre(plan, joints, centre, home, 0.9, reason)
    for pair in plan.eyes:
        for stem in (pair.one, pair.other):
            carriers = _carriers(plan, stem.first.index)
            joints = tuple(j for j in (*carriers, *stem.joints))
            side = "l" if (stem.first.centre_w - shoulders.mean(axis=0)) @ axes.left_w > 0.0 else "r"
            centre = _centre(plan, joints)
            found[f"eye_{side}"] = _joint_centre(plan, joints, centre, home, 0.9, "small joints on the head")
    return found


def _shoulders(plan: Plan, axes: BodyAxes, limbs: Limbs) -> np.ndarray | None:
    """Return (2, 3) both shoulders [m], or where they would be on a body without arms; None for bare legs."""
    if limbs.arms:
        return np.array([arm.root_w for arm in limbs.arms])
    hips = np.array([leg.root_w for leg in limbs.legs])
    if plan.head:
        above = float((plan.tree.anchor_w[plan.head[0].joints[0]] - hips.mean(axis=0)) @ axes.up_w)
        return hips + above * axes.up_w
    points = plan.chest.points_w
    if len(points) == 0 or len(plan.trunk) == 1:
        return None
    return hips + _SHOULDER_SHARE * float(((points - hips.mean(axis=0)) @ axes.up_w).max()) * axes.up_w


def _carriers(plan: Plan, link: int) -> tuple[int, ...]:
    """Return the joints between the head and a link, such as those that tilt both eyes."""
    heads = {part.index for part in plan.head}
    joints: tuple[int, ...] = ()
    above = plan.tree.links[plan.tree.links[link].parent]
    while above.index not in heads and above.parent >= 0:
        joints = above.joints + joints
        above = plan.tree.links[above.parent]
    return joints


def _hips_of_waist(plan: Plan, axes: BodyAxes, limbs: Limbs, home: Posed) -> dict[str, Guess]:
    """Return hips beside the first hinge of the waist of a robot without legs, none where there is none.

    A column that only lifts the body, or a joint as high as the shoulders, is no waist.
    """
    model, tree = plan.tree.model, plan.tree
    hinges = [j for j in plan.spine if int(model.jnt_type[j]) == int(mujoco.mjtJoint.mjJNT_HINGE)]
    if not hinges or not limbs.arms:
        return {}
    shoulders = np.array([arm.root_w for arm in limbs.arms])
    width = float(np.ptp(shoulders @ axes.left_w))
    waist = tree.anchor_w[hinges[0]]
    if float((shoulders.mean(axis=0) - waist) @ axes.up_w) < 0.5 * width:
        return {}
    waist = waist + float((shoulders.mean(axis=0) - waist) @ axes.left_w) * axes.left_w
    body = tree.body_before(hinges[0])
    half = 0.5 * _HIP_WIDTH * width * axes.left_w
    return {
        f"hip_{side}": _on_body(plan, body, home, place, 0.3, "beside the waist joint")
        for side, place in (("l", waist + half), ("r", waist - half))
    }


def _foot_point(plan: Plan, foot: Foot, home: Posed, place_w: np.ndarray, edge: str) -> Guess:
    confidence, source = (0.85, "shape") if foot.from_shape else (0.3, "inertia, for want of a shape")
    spec = LandmarkSpec(body=_name(plan, foot.body), point=_vector(home.local(foot.body, place_w)))
    return Guess(spec, confidence, f"{edge} of the sole, by the foot's {source}")


def _joint_centre(
    plan: Plan, joints: tuple[int, ...], centre_w: np.ndarray, home: Posed, confidence: float, reason: str
) -> Guess:
    """Return the centre of joints, or a point on a body where that is a better place.

    A card puts the centre on the body before the first joint. Joints of a body that also has joints of an
    earlier group are left out for that reason.
    """
    tree, model = plan.tree, plan.tree.model
    own = [j for j in joints if tree.link_of_joint(j).joints[0] in joints]
    before = own[:1] == [joints[0]]
    body = tree.body_before(joints[0]) if before else tree.link_of_joint(joints[0]).body
    if own:
        functional = nearest_point_to_axes(home.anchors_w[own], home.axes_w[own])
        meeting = len(own) == len(joints) and np.linalg.matrix_rank(home.axes_w[own], tol=0.3) > 1
        if meeting or np.linalg.norm(functional - home.moved(body, centre_w)) < _SAME * plan.size:
            return Guess(
                LandmarkSpec(joints=tuple(model.joint(joint).name for joint in own)), confidence, reason
            )
    return _on_body(plan, body, home, centre_w, confidence, f"{reason}, at the limb's middle")


def _on_body(
    plan: Plan, body: int, home: Posed, place_w: np.ndarray, confidence: float, reason: str
) -> Guess:
    """Return a point of the zero pose fixed to a body."""
    local = home.local(body, home.moved(body, place_w))
    return Guess(LandmarkSpec(body=_name(plan, body), point=_vector(local)), confidence, reason)


def _centre(plan: Plan, joints: tuple[int, ...]) -> np.ndarray:
    return nearest_point_to_axes(plan.tree.anchor_w[list(joints)], plan.tree.axis_w[list(joints)])


def _confidence(limb: Limb) -> float:
    """Return how sure the joints of a limb are: fully where axes meet, half where they miss by a tenth."""
    return float(np.clip(0.98 - 5.0 * limb.misfit / max(limb.length, 1e-9), 0.4, 0.98))


def _name(plan: Plan, body: int) -> str:
    return plan.tree.model.body(body).name


def _vector(point: np.ndarray) -> Vector:
    x, y, z = (round(float(value), 4) + 0.0 for value in point)
    return x, y, z
