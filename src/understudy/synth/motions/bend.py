"""Bending forward from the waist with dumbbells in the hands (motion 1 of Ayusawa and Yoshida 2017)."""

from __future__ import annotations

from understudy.synth.body.skeleton import Body
from understudy.synth.motions.gestures import AT_EASE, perform_gesture
from understudy.synth.motions.score import Move, both
from understudy.synth.synthetic_motion import SyntheticMotion

_HOLDING = both(
    shoulder_flexion=4.0,
    shoulder_abduction=9.0,
    shoulder_rotation=-8.0,
    elbow_flexion=10.0,
    forearm_pronation=35.0,
    wrist_flexion=0.0,
    finger_flexion=85.0,
)
_PELVIS, _TRUNK = 44.0, 46.0
_BENT = both(shoulder_flexion=_PELVIS + _TRUNK - 4.0, shoulder_abduction=6.0, elbow_flexion=10.0) | {
    "pelvis_tilt": _PELVIS,
    "trunk_flexion": _TRUNK,
    "neck_flexion": 6.0,
    "knee_flexion": 14.0,
}
"""The arms hang with their load, so the shoulders are bent by as much as the trunk is tilted."""


def make_bend(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who bends forward with a load in either hand, and gets upright again."""
    upright = AT_EASE | _HOLDING
    score: list[Move] = [(0.6, upright), (2.4, _BENT), (0.5, {}), (2.3, upright), (0.2, {})]
    return perform_gesture("bend", lambda _: score, body, seconds, fps, seed)
