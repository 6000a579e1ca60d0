"""An infant that rolls from its back to its side, rests there, and rolls back."""

from __future__ import annotations

import random

import numpy as np

from understudy.synth.body.skeleton import Body
from understudy.synth.curves import wander
from understudy.synth.motions.lying import QUICK, lie
from understudy.synth.motions.score import Move, Pose, both, left, play, repeated, right
from understudy.synth.synthetic_motion import SyntheticMotion

_ON_BACK: Pose = both(
    hip_flexion=78.0,
    hip_abduction=24.0,
    hip_rotation=24.0,
    knee_flexion=80.0,
    ankle_dorsiflexion=4.0,
    ankle_eversion=-8.0,
    shoulder_flexion=28.0,
    shoulder_abduction=52.0,
    shoulder_rotation=40.0,
    elbow_flexion=80.0,
    forearm_pronation=20.0,
    wrist_flexion=10.0,
    finger_flexion=45.0,
) | {
    "pelvis_rotation": 0.0,
    "pelvis_tilt": -5.0,
    "trunk_rotation": 0.0,
    "trunk_bending": 0.0,
    "trunk_flexion": 7.0,
    "neck_rotation": 0.0,
    "neck_bending": 0.0,
    "neck_flexion": 3.0,
}
_REACHING_OVER: Pose = (
    {"neck_rotation": 35.0, "neck_flexion": 16.0, "trunk_rotation": 10.0, "trunk_flexion": 14.0}
    | both(hip_flexion=104.0, hip_abduction=12.0, hip_rotation=8.0, knee_flexion=98.0)
    | left(shoulder_flexion=82.0, shoulder_abduction=4.0, shoulder_rotation=-20.0, elbow_flexion=62.0)
    | right(shoulder_flexion=88.0, shoulder_abduction=-18.0, shoulder_rotation=-25.0, elbow_flexion=30.0)
)
"""The head turns, legs are drawn up, and the arm of the upper side comes across the chest."""

_ON_SIDE: Pose = (
    {"pelvis_rotation": 84.0, "trunk_rotation": 0.0, "trunk_flexion": 18.0}
    | {"neck_rotation": 8.0, "neck_bending": 32.0, "neck_flexion": 18.0}
    | left(hip_flexion=92.0, hip_abduction=0.0, hip_rotation=4.0, knee_flexion=88.0)
    | right(hip_flexion=98.0, hip_abduction=-4.0, hip_rotation=0.0, knee_flexion=92.0)
    | left(shoulder_flexion=88.0, shoulder_abduction=-2.0, shoulder_rotation=-10.0, elbow_flexion=75.0)
    | right(shoulder_flexion=74.0, shoulder_abduction=2.0, shoulder_rotation=-20.0, elbow_flexion=70.0)
)
_STRAY = 4.0
"""How far every angle wanders [deg]."""

_SPREAD = 1.3
"""The radius on which the body rolls, in radii of its trunk: it is wider than it is deep."""


def make_infant_roll(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return an infant, feet towards +x, that rolls to its left side and back, again and again.

    Args:
        body: The infant.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of tempo, extent and wandering.
    """
    times = np.arange(round(seconds * fps)) / fps
    generator = random.Random(seed)
    score: list[Move] = [(0.5, _ON_BACK), (0.9, _REACHING_OVER), (1.3, _ON_SIDE), (1.0, {}), (1.5, _ON_BACK)]
    angles = play([(0.0, _ON_BACK), *repeated(lambda _: score, seconds, generator)], times)
    for name, values in angles.items():
        stray = _STRAY if not name.startswith(("pelvis", "trunk")) else 0.3 * _STRAY
        angles[name] = values + np.radians(stray) * wander(generator, times, *QUICK)
    across = _SPREAD * body.sizes.trunk_radius * angles["pelvis_rotation"]
    return lie("infant_roll", body, fps, angles, across)
