"""How an onboarding of a rewritten or made-up robot is marked.

The rule was fixed before any result was seen. A landmark is right within 3 cm, or 3 % of the robot's
height, of the true one, both in the same pose and at the size of the original; one that is missing is
wrong, and a refused robot has all of them wrong. Counted are the landmarks of the true card whose bodies and
joints the variant still has (the hips of a robot without legs go with its waist), and in variants without
shapes only those that are centres of joints. A plan is wrong where a hip, knee, ankle, shoulder, elbow or
wrist is; it is a silent loss where no warning speaks of limbs, joints or the landmarks that are wrong.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots import Robot
from understudy.robots.model_file import read_model
from understudy.robots.onboarding.onboard import Onboarding, onboard
from understudy.robots.parts import Attachment, home_data, point_in_world
from understudy.robots.placing import Placing
from understudy.synth.robots.random_humanoid import RandomHumanoid
from understudy.synth.robots.random_others import RandomOther
from understudy.synth.robots.rewriting import rewrite
from understudy.synth.robots.variants import Variant

NEAR = 0.03
_LIMB_WORDS = ("leg", "arm", "limb", "joint", "plan")
_ARM_POINTS = ("clavicle", "shoulder", "elbow", "wrist", "knuckle", "fingertip", "thumb_tip")
LIMB_POINTS = ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")


@dataclass(frozen=True, eq=False)
class Marks:
    """What an onboarding got right.

    Attributes:
        distances: Counted landmark → distance [m] from the true one, infinite where it is missing.
        tolerance: Distance [m] up to which it is right.
        swapped: Landmarks that are nearer to the other side's true place.
        warnings: What onboarding asked to look at.
        refusal: Why the robot was refused, empty where it was not.
        base_right: Whether the base is free where the true one is.
    """

    distances: Mapping[str, float]
    tolerance: float
    swapped: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    refusal: str = ""
    base_right: bool = True
    card_home: Mapping[str, float] = field(default_factory=dict)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Landmarks that are missing or too far away."""
        return tuple(name for name, distance in self.distances.items() if not distance <= self.tolerance)

    @property
    def plan_wrong(self) -> bool:
        """Whether a joint of a limb is wrong."""
        return any(name.rsplit("_", 1)[0] in LIMB_POINTS for name in self.wrong)

    @property
    def silent_loss(self) -> bool:
        """Whether a joint of a limb is wrong and nobody was warned."""
        told = any(word in warning for warning in self.warnings for word in (*_LIMB_WORDS, *self.wrong))
        return self.plan_wrong and not told and not self.refusal


def mark_variant(robot: Robot, variant: Variant) -> Marks:
    """Onboard a variant of a robot from its file, and mark the result against the robot's card."""
    written = rewrite(variant.model, variant.how)
    truth = home_data(robot.model, robot.home)
    names = counted(robot, variant, written.bodies)
    true_places = {name: point_in_world(truth, robot.landmarks[name]) for name in names}
    tolerance = max(NEAR, NEAR * stature(robot, truth))
    try:
        result = onboard_spec(written.spec, variant.name)
    except RobotError as error:
        return Marks(dict.fromkeys(true_places, np.inf), tolerance, refusal=str(error))
    old = {name: body for body, name in written.bodies.items()}
    guesses = {}
    for name, (body, point) in attachments(result).items():
        guesses[name] = point_in_world(truth, Attachment(old[body], point / variant.how.scale))
    return Marks(
        distances(true_places, guesses),
        tolerance,
        swapped_sides(true_places, guesses),
        tuple(result.inference.doubts),
        base_right=(result.card.base == "free") == robot.has_free_base,
    )


def onboard_spec(spec: mujoco.MjSpec, name: str) -> Onboarding:
    """Write a specification to a file and onboard that file; the model stays readable for ``attachments``."""
    with warnings.catch_warnings():
        # A robot of a tenth of its size has inertias that MuJoCo would rather not simulate.
        warnings.simplefilter("ignore", UserWarning)
        spec.compile()
        text = spec.to_xml()
    # The folder has to outlive the card that points into it; it is emptied when the process ends.
    folder = Path(_FOLDER.name)
    path = folder / f"{''.join(c if c.isalnum() else '_' for c in name)}.xml"
    path.write_text(text, encoding="utf-8")
    return onboard(path, is_ours=True)


_FOLDER = tempfile.TemporaryDirectory(prefix="understudy-exam-")


def attachments(result: Onboarding) -> dict[str, tuple[str, np.ndarray]]:
    """Return landmark → its body's name and the point (3,) [m] in that body's frame."""
    model = read_model(result.card).model
    placed = Placing(result.card, model).landmarks()
    return {name: (model.body(own.body).name, own.point) for name, own in placed.items()}


def counted(robot: Robot, variant: Variant, kept: Mapping[int, str]) -> list[str]:
    """Return the landmarks of a card that count for a variant."""
    names = []
    welded = {variant.model.joint(joint).name for joint in variant.how.welded}
    for name, spec in robot.card.landmarks.items():
        is_there = robot.landmarks[name].body in kept and not welded.intersection(spec.joints)
        if spec.joints:
            # What was left out of the model has no joints, though the body before it is still there.
            is_there &= all(int(robot.model.joint(j).bodyid[0]) in kept for j in spec.joints)
        if name.startswith("hip_") and not spec.joints and welded:
            continue
        if variant.how.omitted and name.rsplit("_", 1)[0] in _ARM_POINTS:
            continue
        if is_there and (variant.how.shapes or spec.joints):
            names.append(name)
    return names


def distances(truth: Mapping[str, np.ndarray], guesses: Mapping[str, np.ndarray]) -> dict[str, float]:
    """Return landmark → distance [m] of the guess from the truth, infinite where there is no guess."""
    return {
        name: float(np.linalg.norm(guesses[name] - place)) if name in guesses else float("inf")
        for name, place in truth.items()
    }


def swapped_sides(truth: Mapping[str, np.ndarray], guesses: Mapping[str, np.ndarray]) -> tuple[str, ...]:
    """Return the guesses that are nearer to the other side's true place than to their own."""
    found = []
    for name, place in guesses.items():
        stem, _, side = name.rpartition("_")
        other = f"{stem}_{'r' if side == 'l' else 'l'}"
        if side in ("l", "r") and name in truth and other in truth:
            own = np.linalg.norm(place - truth[name])
            if np.linalg.norm(place - truth[other]) < own:
                found.append(name)
    return tuple(found)


def stature(robot: Robot, data: mujoco.MjData) -> float:
    """Return how tall a robot is in a pose [m], by its shapes."""
    heights = [
        (data.xpos[s.body] + s.centres @ data.xmat[s.body].reshape(3, 3).T)[:, 2] for s in robot.surface
    ]
    return float(np.ptp(np.concatenate(heights)))


def mark_humanoid(made_up: RandomHumanoid, name: str = "humanoid") -> Marks:
    """Onboard a made-up humanoid, and mark the joints of its limbs in its zero pose."""
    zero = home_data(made_up.model, np.array(made_up.model.qpos0))
    truth = {landmark: place for landmark, (_, place) in made_up.truth.items()}
    tolerance = NEAR * made_up.height
    try:
        result = onboard_spec(made_up.written.spec, name)
    except RobotError as error:
        return Marks(dict.fromkeys(truth, np.inf), tolerance, refusal=str(error))
    old = {new: body for body, new in made_up.written.bodies.items()}
    guesses = {
        landmark: point_in_world(zero, Attachment(old[body], point))
        for landmark, (body, point) in attachments(result).items()
    }
    return Marks(
        distances(truth, guesses),
        tolerance,
        swapped_sides(truth, guesses),
        tuple(result.inference.doubts),
        base_right=result.card.base == "free",
    )


def mark_other(made_up: RandomOther) -> tuple[bool, bool, str]:
    """Onboard what is no humanoid; return whether it was refused, whether for the right reason, and why."""
    try:
        onboard_spec(made_up.spec, made_up.kind)
    except RobotError as error:
        reason = str(error).split(": ", 1)[1]
        return True, any(word in reason for word in made_up.reasons), reason
    return False, False, ""
