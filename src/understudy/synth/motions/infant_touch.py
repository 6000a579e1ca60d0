"""An infant on its back that explores its body: hand to hand, hand to mouth, hands to knees."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import Joints, forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import wander
from understudy.synth.motions.hands import HandGoal, bring_hand
from understudy.synth.motions.lying import QUICK, SLOW, SUPINE, lie, waving_arm
from understudy.synth.motions.score import SHARE, Move, play, repeated
from understudy.synth.synthetic_motion import SyntheticMotion


@dataclass(frozen=True)
class _Place:
    """A place on the body.

    Attributes:
        joint: The joint that it moves with; ``{side}`` stands for Left or Right.
        offset: From the joint, in the part's own measures: forward, outward to the hand's side, up.
        elbow: Where the elbow points meanwhile.
    """

    joint: str
    offset: tuple[float, float, float]
    elbow: tuple[float, float, float]


_PLACES: dict[str, _Place] = {
    "middle": _Place("Spine1", (1.45, 0.16, -0.4), (-0.2, 1.0, -0.5)),
    "mouth": _Place("Head", (1.35, 0.10, 0.15), (0.3, 1.0, -0.6)),
    "belly": _Place("LowerBack", (1.25, 0.3, 0.3), (-0.2, 1.0, -0.2)),
    "knee": _Place("{side}Leg", (1.0, 0.1, 0.1), (-0.1, 1.0, -0.2)),
}
_LEG_UP = {"hip_flexion": 112.0, "knee_flexion": 100.0}
_LEG = {"hip_flexion": 82.0, "knee_flexion": 82.0}
_STEADY_LEG = {
    "hip_abduction": 22.0,
    "hip_rotation": 24.0,
    "ankle_dorsiflexion": 6.0,
    "ankle_eversion": -10.0,
}
_STRAY = 5.0
"""Angles [deg] of the legs with the knees drawn up, at rest, in both, and how far they wander."""

_FINGERS = {"forearm_pronation": np.radians(20.0), "finger_flexion": np.radians(35.0)}
_RESTLESSNESS = 0.05
"""Share of the way by which a hand that is there moves off again."""


def make_infant_self_touch(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return an infant that lies on its back, feet towards +x, and touches itself in several places.

    Args:
        body: The infant.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of tempo, of wandering and of which hand goes to the mouth.
    """
    times = np.arange(round(seconds * fps)) / fps
    generator = random.Random(seed)
    moves = repeated(_cycle, seconds, generator)
    score = play(moves, times)
    angles = {name: values for name, values in score.items() if not name.startswith(SHARE)}
    for name, values in angles.items():
        angles[name] = values + np.radians(_STRAY) * wander(generator, times, *QUICK)
    for side, _, _ in SIDES:
        angles |= {
            f"{name}_{side}": np.radians(degrees + _STRAY * wander(generator, times, *QUICK))
            for name, degrees in _STEADY_LEG.items()
        }
        angles |= waving_arm(side, generator, times)
    angles |= _trunk(generator, times)
    # Places are on trunk, head and legs, none of which the arms move.
    rotations = local_rotations(body.skeleton, angles, SUPINE)
    joints = forward_kinematics(body.skeleton, np.zeros((len(times), 3)), rotations)
    for name, share in score.items():
        if name.startswith(SHARE):
            restless = 0.5 * _RESTLESSNESS * (1.0 + wander(generator, times, *QUICK))
            goal = _goal(body, joints, name, share * (1.0 - restless))
            angles |= bring_hand(body, joints, goal, angles)
    across = body.sizes.trunk_radius * angles["pelvis_rotation"]
    return lie("infant_self_touch", body, fps, angles, across)


def _cycle(generator: random.Random) -> list[Move]:
    """Return the places in turn; shares are named after place and side."""
    hand, other = ("r", "l") if generator.random() < 0.5 else ("l", "r")
    nowhere = {f"{SHARE}{place}_{side}": 0.0 for place in _PLACES for side in "lr"}

    def at(*places: str) -> dict[str, float]:
        return nowhere | {f"{SHARE}{place}": 1.0 for place in places}

    legs, legs_up = (
        {f"{name}_{side}": value for name, value in leg.items() for side in "lr"} for leg in (_LEG, _LEG_UP)
    )
    return [
        (0.4, nowhere | legs),
        (0.9, at("middle_l", "middle_r")),
        (0.8, {}),
        (0.8, at(f"mouth_{hand}", f"belly_{other}")),
        (0.9, {}),
        (1.0, at("knee_l", "knee_r") | legs_up),
        (0.9, {}),
        (0.9, nowhere | legs),
    ]


def _trunk(generator: random.Random, times: np.ndarray) -> dict[str, np.ndarray]:
    def course(middle: float, stray: float) -> np.ndarray:
        return np.radians(middle + stray * wander(generator, times, *SLOW))

    return {
        "pelvis_rotation": course(0.0, 6.0),
        "pelvis_tilt": course(-6.0, 1.0),
        "pelvis_obliquity": course(0.0, 2.0),
        "trunk_rotation": course(0.0, 5.0),
        "trunk_bending": course(0.0, 4.0),
        "trunk_flexion": course(7.0, 1.5),
        "neck_rotation": course(0.0, 18.0),
        "neck_bending": course(0.0, 4.0),
        "neck_flexion": course(5.0, 2.0),
    }


def _goal(body: Body, joints: Joints, name: str, share: np.ndarray) -> HandGoal:
    """Return the goal of a hand on the way to the place that a share is named after."""
    place_name, side = name.removeprefix(SHARE).split("_")
    _, prefix, sign = next(entry for entry in SIDES if entry[0] == side)
    place = _PLACES[place_name]
    joint = body.index(place.joint.format(side=prefix))
    size = body.sizes.head_radius if place.joint == "Head" else body.radii[joint]
    offset = size * np.array(place.offset) * np.array([1.0, sign, 1.0])
    point = joints[0][:, joint] + rot.rotate(joints[1][:, joint], offset)
    return HandGoal(side, point, place.elbow, share, hand=_FINGERS)
