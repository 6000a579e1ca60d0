"""What all gestures of a standing person share: an easy stance, hanging arms, and a little life."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from understudy.synth.body.angles import Angles
from understudy.synth.body.skeleton import Body
from understudy.synth.curves import wander
from understudy.synth.motions.score import SHARE, Move, both, enlivened, play, repeated
from understudy.synth.motions.standing import Arms, Stance, stand
from understudy.synth.synthetic_motion import SyntheticMotion

Cycle = Callable[[random.Random], Sequence[Move]]
"""One go of a gesture, from hanging arms to hanging arms."""

AT_EASE = both(
    shoulder_flexion=2.0,
    shoulder_abduction=8.0,
    shoulder_rotation=-12.0,
    elbow_flexion=14.0,
    forearm_pronation=25.0,
    wrist_flexion=6.0,
    finger_flexion=25.0,
) | {
    "knee_flexion": 8.0,
    "pelvis_rotation": 0.0,
    "pelvis_tilt": 6.0,
    "pelvis_obliquity": 0.0,
    "trunk_rotation": 0.0,
    "trunk_bending": 0.0,
    "trunk_flexion": -4.0,
    "neck_rotation": 0.0,
    "neck_bending": 0.0,
    "neck_flexion": 2.0,
}
"""Angles [deg] of a person who stands with hanging arms and looks ahead."""

_LAGS = {"elbow_flexion": 0.03, "forearm_pronation": 0.04, "wrist_flexion": 0.06, "neck_rotation": -0.05}
"""Hands follow and eyes lead [s]."""

_SWAY = 0.004
_SWAY_PERIODS = (6.0, 1.5)
"""How far a quietly standing adult's centre of mass wanders, as a share of the leg, and its periods [s]."""


def upper_body(cycle: Cycle, seconds: float, times: np.ndarray, generator: random.Random) -> Angles:
    """Return the angles of a gesture that is repeated for a duration [s], name → (T,) [rad]."""
    moves = [(0.0, AT_EASE), *repeated(cycle, seconds, generator)]
    angles = enlivened(play(moves, times, _LAGS), times, generator)
    # Wandering must not stretch a knee or an elbow beyond straight.
    for name in ("knee_flexion", "elbow_flexion_l", "elbow_flexion_r"):
        angles[name] = np.maximum(angles[name], np.radians(2.0))
    return angles


def perform_gesture(
    name: str,
    cycle: Cycle,
    body: Body,
    seconds: float,
    fps: float,
    seed: int,
    arms: Callable[[Angles], Arms] | None = None,
    stance: Stance | None = None,
) -> SyntheticMotion:
    """Return a gesture of a standing person.

    Args:
        name: What is performed.
        cycle: One go of it.
        body: Who performs it.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of tempo, extent and wandering.
        arms: From the gesture's angles and shares, what the arms do where that depends on where the trunk is.
        stance: Where the feet are, by default a little wider than the hips.
    """
    times = np.arange(round(seconds * fps)) / fps
    generator = random.Random(seed)
    angles = upper_body(cycle, seconds, times, generator)
    sway = body.sizes.leg * _SWAY * np.stack([wander(generator, times, *_SWAY_PERIODS) for _ in "xy"], axis=1)
    moved = None if arms is None else arms(angles)
    upper = {angle: values for angle, values in angles.items() if not angle.startswith(SHARE)}
    return stand(name, body, fps, upper, stance or Stance.of(body.sizes, hips=1.15), moved, sway)
