"""A wave of the right hand, as in greeting."""

from __future__ import annotations

import random

from understudy.synth.body.skeleton import Body
from understudy.synth.motions.gestures import AT_EASE, perform_gesture
from understudy.synth.motions.score import Move, right
from understudy.synth.synthetic_motion import SyntheticMotion

_RAISED = right(
    shoulder_flexion=12.0,
    shoulder_abduction=68.0,
    shoulder_rotation=78.0,
    elbow_flexion=108.0,
    forearm_pronation=15.0,
    wrist_flexion=-4.0,
    finger_flexion=8.0,
) | {"trunk_bending": 3.0, "neck_bending": -3.0}

_IN = right(elbow_flexion=130.0, wrist_flexion=8.0)
_OUT = right(elbow_flexion=84.0, wrist_flexion=-12.0)
"""The forearm at either end of a swing; it turns about the elbow, which points sideways."""

_SWING = 0.30
"""Half a swing [s]."""


def make_wave(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who raises the right hand and waves, again and again."""
    return perform_gesture("wave", _cycle, body, seconds, fps, seed)


def _cycle(generator: random.Random) -> list[Move]:
    swings = [(_SWING, pose) for _ in range(generator.choice((3, 4))) for pose in (_OUT, _IN)]
    return [(0.4, AT_EASE), (0.75, _RAISED), *swings, (0.25, _RAISED), (0.9, AT_EASE), (0.5, AT_EASE)]
