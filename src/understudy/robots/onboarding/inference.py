"""From a bare model to what its parts mean, each guess with how sure it is and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import mujoco

from understudy.robots.card import LandmarkSpec, SoleSpec
from understudy.robots.onboarding.axes import find_up
from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.doubts import find_doubts, find_missing
from understudy.robots.onboarding.feet import sole_direction
from understudy.robots.onboarding.forward import Forward, find_forward
from understudy.robots.onboarding.limbs import Limbs
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.placement import Guess, place_landmarks, place_soles
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.refusals import refuse_backward_knees
from understudy.robots.onboarding.search import find_readings
from understudy.robots.onboarding.standing import hang_arm, rounded, straighten_leg
from understudy.robots.onboarding.zero_pose import Posed


@dataclass(frozen=True, eq=False)
class Inference:
    """What was found out about a model.

    Attributes:
        axes: Forward, left and up in the model's world, its root where the model has it.
        home: Joint → angle [rad or m] where the robot stands as a person does.
        landmarks: Landmark → where it is, how sure, and why.
        frames: Body part → body.
        soles: Side → sole.
        forward: Which way it faces, with the evidence.
        up_reason: Why up is up.
        missing: What a whole humanoid has and this one does not, in sentences.
        joints: All scalar joints of the robot.
        leg_joints: Joints of both legs.
        fingers: Joints of fingers, toes and grippers.
        doubts: What a human should look at, in sentences.
    """

    axes: BodyAxes
    home: Mapping[str, float]
    landmarks: Mapping[str, Guess]
    frames: Mapping[str, str]
    soles: Mapping[str, SoleSpec]
    forward: Forward
    up_reason: str
    missing: tuple[str, ...] = ()
    joints: tuple[str, ...] = ()
    leg_joints: tuple[str, ...] = ()
    fingers: tuple[str, ...] = ()
    doubts: tuple[str, ...] = field(default_factory=tuple)

    @property
    def specs(self) -> dict[str, LandmarkSpec]:
        """The landmarks as a card holds them."""
        return {name: guess.spec for name, guess in self.landmarks.items()}


def infer(model: mujoco.MjModel) -> Inference:
    """Find out what the parts of a humanoid's model mean.

    Topology and symmetry give the limbs, joint axes their joints, shapes and masses the surface; names are
    asked only which side is left, and only where nothing else tells.

    Raises:
        RobotError: The model is no humanoid; one sentence says why.
    """
    tree = LinkTree(model)
    readings = find_readings(tree)
    plan, limbs = readings[0].plan, readings[0].limbs
    tree = plan.tree
    up, up_reason = find_up(plan)
    forward = find_forward(plan, up, limbs.legs, limbs.arms)
    refuse_backward_knees(forward)
    axes = BodyAxes.from_forward_up(forward.direction_w, up)
    limbs = limbs.sorted_by_side(axes)
    angles = _stand(plan, axes, limbs)
    home = Posed(tree, angles)
    soles, feet = place_soles(plan, axes, limbs, home)
    landmarks = place_landmarks(plan, axes, limbs, home, feet)
    names = {model.joint(joint).name: angle for joint, angle in angles.items()}
    return Inference(
        axes=axes,
        home=names,
        landmarks=landmarks,
        frames=_frames(plan, limbs),
        soles=soles,
        forward=forward,
        up_reason=up_reason,
        missing=find_missing(plan, limbs),
        joints=_names(model, list(tree.joints)),
        leg_joints=_names(model, [joint for leg in limbs.legs for joint in leg.stem.joints]),
        fingers=_names(model, _finger_joints(plan, limbs)),
        doubts=find_doubts(plan, axes, limbs, home, forward, landmarks),
    )


def _stand(plan: Plan, axes: BodyAxes, limbs: Limbs) -> dict[int, float]:
    """Return the angles of the home pose by joint."""
    angles: dict[int, float] = {}
    for arm, outward in zip(limbs.arms, (1.0, -1.0), strict=False):
        angles |= hang_arm(plan.tree, arm, axes, outward)
    for leg in limbs.legs:
        angles |= straighten_leg(plan.tree, leg, axes, sole_direction(plan.tree, leg, axes))
    return rounded(plan.tree, angles)


def _frames(plan: Plan, limbs: Limbs) -> dict[str, str]:
    """Return the bodies that turn with the canonical parts."""
    frames = {"pelvis": plan.pelvis.body, "chest": plan.chest.body}
    if plan.head:
        frames["head"] = plan.head[-1].body
    for part, pair in (("hand", limbs.arms), ("foot", limbs.legs)):
        for side, limb in zip("lr", pair, strict=False):
            if limb.end:
                frames[f"{part}_{side}"] = limb.stem.link_of_joint(limb.end[-1]).body
    return {part: plan.tree.model.body(body).name for part, body in frames.items()}


def _names(model: mujoco.MjModel, joints: list[int]) -> tuple[str, ...]:
    return tuple(model.joint(joint).name for joint in joints)


def _finger_joints(plan: Plan, limbs: Limbs) -> list[int]:
    """Return the joints beyond wrists and ankles."""
    found = []
    for limb in (*limbs.arms, *limbs.legs):
        found += list(limb.spare)
        found += [j for digit in limb.stem.digits for part in plan.tree.subtree(digit) for j in part.joints]
    return found
