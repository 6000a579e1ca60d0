"""Squats to level thighs, arms forward for balance."""

from __future__ import annotations

import numpy as np

from understudy.synth.body.skeleton import Body
from understudy.synth.motions.gestures import AT_EASE, perform_gesture
from understudy.synth.motions.score import Move, both
from understudy.synth.motions.standing import Stance
from understudy.synth.synthetic_motion import SyntheticMotion

_DEEP = both(
    shoulder_flexion=100.0,
    shoulder_abduction=4.0,
    shoulder_rotation=-5.0,
    elbow_flexion=8.0,
    forearm_pronation=60.0,
    wrist_flexion=0.0,
    finger_flexion=10.0,
) | {"knee_flexion": 100.0, "pelvis_tilt": 32.0, "trunk_flexion": 10.0, "neck_flexion": -24.0}

_WIDTH = 1.9
"""The stance in hip widths."""

_TOE_OUT = np.radians(16.0)


def make_squat(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who squats down and gets up, heels on the floor, again and again."""
    score: list[Move] = [(0.4, AT_EASE), (1.4, _DEEP), (0.25, {}), (1.25, AT_EASE), (0.3, {})]
    stance = Stance.of(body.sizes, _WIDTH, _TOE_OUT)
    return perform_gesture("squat", lambda _: score, body, seconds, fps, seed, stance=stance)
