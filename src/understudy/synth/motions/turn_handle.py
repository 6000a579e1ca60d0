"""Turning a handle in front of and above the head with both hands (motion 3 of Ayusawa and Yoshida 2017)."""

from __future__ import annotations

import random

import numpy as np

from understudy.synth.body.angles import Angles
from understudy.synth.body.pose import Joints
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.motions.gestures import AT_EASE, perform_gesture
from understudy.synth.motions.hands import HandGoal, bring_hand
from understudy.synth.motions.score import Move
from understudy.synth.motions.standing import Arms
from understudy.synth.synthetic_motion import SyntheticMotion

_GRIP, _TURN = "share_grip", "share_turn"
_FURTHEST = np.radians(55.0)
"""How far the handle is turned to either side."""

_ELBOW = (0.1, 0.8, -0.6)
_HAND = {"forearm_pronation": np.radians(5.0), "finger_flexion": np.radians(80.0)}
"""Palms almost face each other, fingers round the rim."""


def make_turn_handle(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who takes hold of a handle overhead and turns it to the left and to the right."""

    def arms(angles: Angles) -> Arms:
        def at_rim(joints: Joints) -> Angles:
            found: dict[str, np.ndarray] = {}
            for side, _, sign in SIDES:
                rim = _rim(body, angles[_TURN], sign)
                goal = HandGoal(side, rim, _ELBOW, angles[_GRIP], hand=_HAND)
                found |= bring_hand(body, joints, goal, angles)
            return found

        return at_rim

    return perform_gesture("turn_handle", _cycle, body, seconds, fps, seed, arms)


def _cycle(generator: random.Random) -> list[Move]:
    turns: list[Move] = []
    for _ in range(2):
        there, back = generator.uniform(0.8, 1.0), generator.uniform(-1.0, -0.8)
        turns += [(0.95, _turned(there)), (1.1, _turned(back))]
    up = {"neck_flexion": -20.0, "trunk_flexion": -8.0, _GRIP: 1.0, _TURN: 0.0}
    down = AT_EASE | {_GRIP: 0.0, _TURN: 0.0, "trunk_bending": 0.0}
    return [(0.3, down), (1.1, up), *turns, (0.7, _turned(0.0)), (1.1, down), (0.2, {})]


def _turned(turn: float) -> dict[str, float]:
    """Return the handle turned by a share of the furthest, and the trunk that helps a little."""
    return {_TURN: turn, "trunk_bending": 8.0 * turn, "pelvis_obliquity": -1.5 * turn}


def _rim(body: Body, turn: np.ndarray, sign: float) -> np.ndarray:
    """Return where a hand holds the rim (T, 3) [m]; a turn to the left carries the left hand down.

    The handle stands upright before the face's upper edge, a wheel about as wide as the shoulders.
    """
    sizes = body.sizes
    arm = sizes.upper_arm + sizes.forearm + sizes.palm
    radius = 0.42 * sizes.shoulder_width
    angle = _FURTHEST * turn
    height = sizes.stature + 0.10 * arm
    forward = np.full(len(turn), 0.55 * arm)
    return np.stack([forward, sign * radius * np.cos(angle), height - sign * radius * np.sin(angle)], axis=-1)
