"""From a bare model to what its parts mean, each guess with how sure it is and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import mujoco

from understudy.robots.card import LandmarkSpec, SoleSpec
from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.choice import choose
from understudy.robots.onboarding.claims import unclaimed_joints
from understudy.robots.onboarding.deeds import Deed
from understudy.robots.onboarding.doubts import find_doubts, find_missing, plan_doubts
from understudy.robots.onboarding.forward import Forward
from understudy.robots.onboarding.limbs import Limbs
from understudy.robots.onboarding.links import LinkTree
from understudy.robots.onboarding.placement import Guess, place_landmarks, place_soles
from understudy.robots.onboarding.plan import Plan
from understudy.robots.onboarding.search import find_readings
from understudy.robots.onboarding.zero_pose import Posed

Say = Callable[[str], None]


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
        plan_confidence: How sure the body plan is, 0 to 1, by how far behind the second best one is.
        plan_reason: What speaks for the plan.
        deeds: What the robot was tried with.
        unclaimed: Joints that play no part.
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
    plan_confidence: float = 1.0
    plan_reason: str = ""
    deeds: tuple[Deed, ...] = ()
    unclaimed: tuple[str, ...] = ()

    @property
    def specs(self) -> dict[str, LandmarkSpec]:
        """The landmarks as a card holds them."""
        return {name: guess.spec for name, guess in self.landmarks.items()}


def infer(model: mujoco.MjModel, say: Say | None = None) -> Inference:
    """Find out what the parts of a humanoid's model mean.

    Topology and symmetry give the limbs, joint axes their joints, shapes and masses the surface. Names are
    asked which side is left where nothing else tells, and may speak against a plan.

    Args:
        model: The compiled model.
        say: Told in a sentence what is being done.

    Raises:
        RobotError: The model is no humanoid; one sentence says why.
    """
    tell = say or (lambda sentence: None)
    tell("looking for arms and legs from every possible pelvis")
    readings = find_readings(LinkTree(model))
    tell(f"trying the best of {len(readings)} body plans: stand, squat, step, raise the arms")
    best, sure, rival = choose(readings)
    reading, axes, forward, angles = best.reading, best.axes, best.forward, best.home
    plan, limbs = reading.plan, best.limbs
    home = Posed(plan.tree, angles)
    tell("placing landmarks")
    soles, feet = place_soles(plan, axes, limbs, home)
    landmarks = {
        name: replace(guess, confidence=min(guess.confidence, sure))
        for name, guess in place_landmarks(plan, axes, limbs, home, feet).items()
    }
    unclaimed = unclaimed_joints(plan, best.claims)
    return Inference(
        axes=axes,
        home={model.joint(joint).name: angle for joint, angle in angles.items()},
        landmarks=landmarks,
        frames=_frames(plan, limbs),
        soles=soles,
        forward=forward,
        up_reason=best.up_reason,
        missing=find_missing(plan, limbs),
        joints=_names(model, list(plan.tree.joints)),
        leg_joints=_names(model, [joint for leg in limbs.legs for joint in leg.stem.joints]),
        fingers=_names(model, _finger_joints(plan, limbs)),
        doubts=(*plan_doubts(best, sure, rival), *find_doubts(plan, axes, limbs, home, forward, landmarks)),
        plan_confidence=sure,
        plan_reason=plan.reasons.get("limbs", ""),
        deeds=best.deeds,
        unclaimed=_names(model, list(unclaimed)),
    )


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
