"""Reaching for things: high up, out to the side, and across the body down low."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.synth.body.angles import Angles
from understudy.synth.body.pose import Joints
from understudy.synth.body.skeleton import Body
from understudy.synth.motions.gaze import look_at
from understudy.synth.motions.gestures import AT_EASE, perform_gesture
from understudy.synth.motions.hands import HandGoal, bring_hand
from understudy.synth.motions.score import SHARE, Move, Pose
from understudy.synth.motions.standing import Arms, Stance
from understudy.synth.synthetic_motion import SyntheticMotion


@dataclass(frozen=True)
class _Thing:
    """Something to reach for.

    Attributes:
        name: What the share of the way to it is called after.
        side: The hand that reaches.
        place: From the middle of the shoulders of a standing person, in lengths of the arm.
        elbow: Where the elbow points.
        helping: What pelvis, trunk and knees add [deg].
    """

    name: str
    side: str
    place: tuple[float, float, float]
    elbow: tuple[float, float, float]
    helping: Pose

    @property
    def share(self) -> str:
        """Name of the share of the way to it."""
        return SHARE + self.name

    @property
    def look(self) -> str:
        """Name of the share by which the head looks at it."""
        return f"{SHARE}look_{self.name}"


_THINGS: tuple[_Thing, ...] = (
    _Thing(
        "high",
        "r",
        (0.55, -0.28, 0.80),
        (0.1, 0.7, -0.7),
        {"trunk_flexion": -2.0, "trunk_bending": 8.0, "pelvis_obliquity": -3.0, "trunk_rotation": 10.0},
    ),
    _Thing(
        "aside",
        "l",
        (0.45, 1.05, 0.05),
        (-0.4, 0.2, -0.9),
        {"trunk_rotation": 22.0, "pelvis_rotation": 8.0, "trunk_bending": 12.0, "trunk_flexion": 8.0},
    ),
    _Thing(
        "low",
        "r",
        (0.70, 0.30, -1.28),
        (-0.2, 0.8, -0.3),
        {
            "trunk_rotation": 20.0,
            "pelvis_rotation": 10.0,
            "trunk_flexion": 38.0,
            "pelvis_tilt": 36.0,
            "knee_flexion": 48.0,
            "shoulder_flexion_l": 38.0,
        },
    ),
)
_HAND = {"forearm_pronation": np.radians(30.0), "finger_flexion": np.radians(20.0)}


def make_reach(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who reaches for one thing after the other, looking at each."""
    score: list[Move] = []
    away: Pose = {name: 0.0 for thing in _THINGS for name in (thing.share, thing.look)}
    for thing in _THINGS:
        score += [
            (0.35, {thing.look: 1.0}),
            (0.9, {**thing.helping, thing.share: 1.0}),
            (0.3, {}),
            (0.9, {**AT_EASE, thing.share: 0.0, thing.look: 0.0}),
        ]

    def arms(angles: Angles) -> Arms:
        def reaching(joints: Joints) -> Angles:
            found = dict(angles)
            for thing in _THINGS:
                point = np.tile(_place(body, thing), (len(angles[thing.share]), 1))
                for name, to in look_at(body, joints, point).items():
                    found[name] = found[name] + angles[thing.look] * (to - found[name])
                goal = HandGoal(thing.side, point, thing.elbow, angles[thing.share], hand=_HAND)
                found |= bring_hand(body, joints, goal, found)
            return {name: values for name, values in found.items() if values is not angles.get(name)}

        return reaching

    first: list[Move] = [(0.3, {**AT_EASE, **away})]
    stance = Stance.of(body.sizes, hips=1.4)
    return perform_gesture("reach", lambda _: [*first, *score], body, seconds, fps, seed, arms, stance)


def _place(body: Body, thing: _Thing) -> np.ndarray:
    """Return where a thing is (3,) [m]."""
    sizes = body.sizes
    arm = sizes.upper_arm + sizes.forearm + sizes.palm
    shoulders = sizes.stature - sizes.head - sizes.neck - sizes.shoulder_drop
    return arm * np.array(thing.place) + np.array([0.0, 0.0, shoulders])
