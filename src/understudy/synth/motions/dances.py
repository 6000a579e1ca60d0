"""Upper-body dance moves in the manner of those that people showed a robot for therapy.

Quiroga (2022) names two of its twelve: the *teapot*, a hand on the hip and the other raised to the side to
just above the head, and the *salt shaker*, a periodic one of the elbows. Hands up, hands to the side and
flying are the moves of the imitation game of the same project.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import Angles
from understudy.synth.body.pose import Joints
from understudy.synth.body.skeleton import Body
from understudy.synth.motions.gestures import AT_EASE, perform_gesture
from understudy.synth.motions.hands import HandGoal, bring_hand
from understudy.synth.motions.score import Move, both, left, right
from understudy.synth.motions.standing import Arms
from understudy.synth.synthetic_motion import SyntheticMotion

_PAUSE: Move = (0.4, AT_EASE)

_SPOUT = left(
    shoulder_flexion=10.0,
    shoulder_abduction=106.0,
    shoulder_rotation=60.0,
    elbow_flexion=42.0,
    forearm_pronation=-20.0,
    wrist_flexion=-30.0,
    finger_flexion=12.0,
)
_ON_HIP = "share_on_hip"
_POURING = {"trunk_bending": 20.0, "pelvis_obliquity": -4.0, "neck_bending": 8.0}
_UPRIGHT = {"trunk_bending": 0.0, "pelvis_obliquity": 0.0, "neck_bending": 0.0}

_SHAKER_READY = both(
    shoulder_flexion=38.0,
    shoulder_abduction=14.0,
    shoulder_rotation=-22.0,
    elbow_flexion=95.0,
    forearm_pronation=10.0,
    wrist_flexion=0.0,
    finger_flexion=75.0,
)
_SHAKE = 0.22
"""Half a shake [s]."""

_UP = both(
    shoulder_flexion=168.0,
    shoulder_abduction=8.0,
    shoulder_rotation=0.0,
    elbow_flexion=10.0,
    forearm_pronation=0.0,
    wrist_flexion=-5.0,
    finger_flexion=5.0,
) | {"trunk_flexion": -8.0, "neck_flexion": -8.0}

_SIDE = both(
    shoulder_flexion=0.0,
    shoulder_abduction=88.0,
    shoulder_rotation=8.0,
    elbow_flexion=7.0,
    forearm_pronation=75.0,
    wrist_flexion=0.0,
    finger_flexion=5.0,
)
_WINGS_UP = both(shoulder_abduction=112.0, elbow_flexion=14.0, wrist_flexion=28.0) | {"knee_flexion": 8.0}
_WINGS_DOWN = both(shoulder_abduction=38.0, elbow_flexion=24.0, wrist_flexion=-32.0) | {"knee_flexion": 24.0}
_FLAP = 0.55
"""Half a flap [s]."""


def make_teapot(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return the teapot: the right hand on the hip is its handle, the left arm its spout; it pours."""

    def handle(angles: Angles) -> Arms:
        return lambda joints: bring_hand(body, joints, _on_hip(body, joints, angles[_ON_HIP]), angles)

    score: list[Move] = [
        (0.4, AT_EASE | {_ON_HIP: 0.0}),
        (0.9, _SPOUT | {"neck_rotation": 12.0, _ON_HIP: 1.0}),
        (0.35, {}),
        (0.75, _POURING),
        (0.25, {}),
        (0.75, _UPRIGHT),
        (0.95, AT_EASE | {_ON_HIP: 0.0}),
        (0.4, {}),
    ]
    return perform_gesture("teapot", lambda _: score, body, seconds, fps, seed, handle)


def make_salt_shaker(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return the salt shaker: fists before the chest shake up and down in turns."""

    def cycle(generator: random.Random) -> Sequence[Move]:
        first = left(elbow_flexion=118.0) | right(elbow_flexion=70.0) | {"trunk_rotation": 7.0}
        second = left(elbow_flexion=70.0) | right(elbow_flexion=118.0) | {"trunk_rotation": -7.0}
        shakes = [(_SHAKE, pose) for _ in range(generator.choice((5, 6))) for pose in (first, second)]
        ready = _SHAKER_READY | {"trunk_rotation": 0.0}
        return [(0.3, AT_EASE), (0.7, ready), *shakes, (0.25, ready), (0.8, AT_EASE), (0.3, AT_EASE)]

    return perform_gesture("salt_shaker", cycle, body, seconds, fps, seed)


def make_hands_up(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return both hands raised over the head, forward and up, and lowered the same way."""
    score: list[Move] = [(0.4, AT_EASE), (1.2, _UP), (0.7, {}), (1.2, AT_EASE), (0.3, {})]
    return perform_gesture("hands_up", lambda _: score, body, seconds, fps, seed)


def make_hands_side(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return both arms stretched out to the sides, and lowered again."""
    score: list[Move] = [(0.4, AT_EASE), (1.0, _SIDE), (0.8, {}), (1.0, AT_EASE), (0.4, {})]
    return perform_gesture("hands_side", lambda _: score, body, seconds, fps, seed)


def make_fly(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return arms that flap at the sides like wings, with a spring in the knees."""
    flaps: list[Move] = [(_FLAP, pose) for _ in range(4) for pose in (_WINGS_UP, _WINGS_DOWN)]
    score: list[Move] = [(0.3, AT_EASE), (0.7, _SIDE), *flaps, (0.4, _SIDE), (0.9, AT_EASE), (0.3, {})]
    return perform_gesture("fly", lambda _: score, body, seconds, fps, seed)


def _on_hip(body: Body, joints: Joints, share: np.ndarray) -> HandGoal:
    """Return the goal of a right wrist that rests on the hip, its elbow out to the side."""
    sizes = body.sizes
    outside = 0.5 * sizes.hip_width + 1.1 * sizes.thigh_radius
    place = np.array([0.1 * sizes.trunk_radius, -outside, 0.55 * sizes.lumbar])
    positions, orientations = joints
    hips = body.index("Hips")
    point = positions[:, hips] + rot.rotate(orientations[:, hips], place)
    hand = {"forearm_pronation": np.radians(40.0), "wrist_flexion": np.radians(55.0)}
    return HandGoal("r", point, (-0.35, 1.0, 0.0), share, at_wrist=True, hand=hand)
