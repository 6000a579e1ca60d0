"""Push-ups: a straight body on hands and tucked toes, which do not move; arms bend and stretch."""

from __future__ import annotations

import random

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.leg import leg_to_foot
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import wander
from understudy.synth.motions.floor_limbs import (
    TUCKED,
    along_floor,
    ankle_over_tucked_toes,
    arm_to_wrist,
    hand_along,
    hand_height,
    tucked_foot,
)
from understudy.synth.motions.score import Move, play, repeated
from understudy.synth.synthetic_motion import SyntheticMotion

_DOWN = "share_down"
_SCORE: tuple[Move, ...] = ((0.4, {}), (1.1, {_DOWN: 1.0}), (0.2, {}), (0.9, {_DOWN: 0.0}))

_STRETCHED, _BENT = np.radians(20.0), np.radians(92.0)
"""Bend of the elbows."""

_KNEE = np.radians(4.0)
_WIDE = 0.35
"""How far outside the shoulders the hands are, in lengths of the upper arm."""

_ELBOW = np.array([0.0, 1.0, -1.0])
"""Where elbows point in the chest's frame, y outward: aside and towards the feet."""

_LOOKING_AHEAD, _NODDING = np.radians(-24.0), np.radians(4.0)
_FINGERS = np.radians(4.0)
_X = np.array([1.0, 0.0, 0.0])


def make_push_up(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who does push-ups, head towards +x.

    Args:
        body: The person.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of tempo, extent and wandering.
    """
    times = np.arange(round(seconds * fps)) / fps
    generator = random.Random(seed)
    deepest = generator.uniform(0.92, 1.0)
    moves = [(0.0, {_DOWN: 0.0}), *repeated(lambda _: _SCORE, seconds, generator)]
    elbow = _STRETCHED + deepest * (_BENT - _STRETCHED) * np.clip(play(moves, times)[_DOWN], 0.0, 1.0)
    sizes, frames = body.sizes, len(times)
    ankle, leg = ankle_over_tucked_toes(sizes), _span(sizes.thigh, sizes.shin, np.array([_KNEE]))[0]
    pitch, hand = _pitch_and_hand(body, leg, elbow)
    line = np.stack([np.cos(pitch), np.zeros(frames), np.sin(pitch)], axis=1)
    root = ankle + (leg + sizes.hip_drop) * line
    angles = {
        "pelvis_tilt": 0.5 * np.pi - pitch,
        "neck_flexion": _LOOKING_AHEAD + _NODDING * wander(generator, times, 6.0, 2.0),
    }
    rotations = local_rotations(body.skeleton, angles)
    joints = forward_kinematics(body.skeleton, root, rotations)
    ahead = along_floor(body, np.tile(_X, (frames, 1)))
    for limb in SIDES:
        side, prefix, sign = limb
        foot = ankle + np.array([0.0, sign * 0.5 * sizes.hip_width, 0.0])
        pole = rot.rotate(rotations[:, 0], _X)
        angles |= leg_to_foot(sizes, foot, tucked_foot(frames), root, rotations[:, 0], pole, *limb)
        wrist = np.tile(hand + [0.0, sign * _hand_aside(body), 0.0], (frames, 1))
        bent, forearm = arm_to_wrist(body, joints, wrist, _ELBOW * np.array([1.0, sign, 1.0]), limb)
        angles |= bent | hand_along(forearm, ahead, side, sign)
        angles[f"toe_extension_{side}"] = np.full(frames, TUCKED)
        angles[f"finger_flexion_{side}"] = np.full(frames, _FINGERS)
    return SyntheticMotion(
        name="push_up",
        body=body,
        root_positions=root,
        local_rotations=local_rotations(body.skeleton, angles),
        fps=fps,
        contacts=np.tile([False, True, False, True], (frames, 1)),
        angles=angles,
        part_contacts={f"hand_{side}": np.ones(frames, dtype=bool) for side, *_ in SIDES},
    )


def _hand_aside(body: Body) -> float:
    return 0.5 * body.sizes.shoulder_width + _WIDE * body.sizes.upper_arm


def _pitch_and_hand(body: Body, leg: float, elbow: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how far the body's line rises from the ankles on (T,) [rad], and a wrist in its middle (3,) [m].

    A shoulder is R along the line and as far from its hand as the elbow has it. With stretched arms the
    shoulders are over the hands, but for what these are farther apart.
    """
    sizes = body.sizes
    ankle, up = ankle_over_tucked_toes(sizes), hand_height(body)
    line = leg + sizes.hip_drop + sizes.lumbar + sizes.thorax - sizes.shoulder_drop
    aside = _WIDE * sizes.upper_arm
    span = np.sqrt(_span(sizes.upper_arm, sizes.forearm, np.array([_STRETCHED]))[0] ** 2 - aside**2)
    high = up - ankle[2]
    ahead = line * np.cos(np.arcsin((high + span) / line))
    reach = _span(sizes.upper_arm, sizes.forearm, elbow) ** 2 - aside**2
    # (R cos φ − a)² + (R sin φ − b)² = c², a and b from the ankle to the hand.
    cosine = (line**2 + ahead**2 + high**2 - reach) / (2.0 * line * np.hypot(ahead, high))
    return np.arctan2(high, ahead) + np.arccos(cosine), ankle * [1.0, 0.0, 0.0] + [ahead, 0.0, up]


def _span(upper: float, lower: float, bend: np.ndarray) -> np.ndarray:
    """Return how far apart (T,) [m] the ends of a bent limb are."""
    return np.sqrt(upper**2 + lower**2 + 2.0 * upper * lower * np.cos(bend))
