"""Lifting an object from before the right foot and setting it down at the left by a twist of the waist.

This is motion 2 of Ayusawa and Yoshida (2017).
"""

from __future__ import annotations

import numpy as np

from understudy.synth.body.angles import Angles
from understudy.synth.body.pose import Joints
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.motions.gaze import look_at
from understudy.synth.motions.gestures import AT_EASE, perform_gesture
from understudy.synth.motions.hands import HandGoal, bring_hand
from understudy.synth.motions.score import Move, Pose
from understudy.synth.motions.standing import Arms, Stance, stand
from understudy.synth.synthetic_motion import SyntheticMotion

_GRIP, _LIFTED, _SET_DOWN = "share_grip", "share_lifted", "share_set_down"
_LOOK = "share_look"

_DOWN_RIGHT = {
    "knee_flexion": 78.0,
    "pelvis_rotation": -10.0,
    "pelvis_tilt": 46.0,
    "trunk_rotation": -8.0,
    "trunk_flexion": 48.0,
}
_UPRIGHT = {
    "knee_flexion": 12.0,
    "pelvis_rotation": 0.0,
    "pelvis_tilt": 8.0,
    "trunk_rotation": 2.0,
    "trunk_flexion": 2.0,
    "trunk_bending": 0.0,
}
_DOWN_LEFT = {
    "knee_flexion": 60.0,
    "pelvis_rotation": 24.0,
    "pelvis_tilt": 42.0,
    "pelvis_obliquity": -4.0,
    "trunk_rotation": 38.0,
    "trunk_flexion": 44.0,
    "trunk_bending": 6.0,
}
_SCORE: tuple[Move, ...] = (
    (0.3, AT_EASE | {_GRIP: 0.0, _LIFTED: 0.0, _SET_DOWN: 0.0, _LOOK: 0.0}),
    (1.25, _DOWN_RIGHT | {_GRIP: 1.0, _LOOK: 1.0}),
    (0.2, {}),
    (1.1, _UPRIGHT | {_LIFTED: 1.0}),
    (1.3, _DOWN_LEFT | {_SET_DOWN: 1.0}),
    (0.2, {}),
    (1.3, AT_EASE | {_GRIP: 0.0, _LOOK: 0.0}),
    (0.2, {}),
)
_WIDTH = 1.8
"""The stance in hip widths."""

_TURN = np.radians(55.0)
"""How far the object has turned with the person when it is set down."""

_WAYS: tuple[tuple[Pose, tuple[float, float, float]], ...] = (
    (_DOWN_RIGHT, (0.22, -0.30, -0.82)),
    (_UPRIGHT, (0.50, 0.0, -0.62)),
    (_DOWN_LEFT, (0.12, 0.38, -0.80)),
)
"""Where the object is in three poses, from between the shoulders, in lengths of the arm: within reach."""

_ELBOW = (-0.3, 0.8, -0.4)
_HAND = {"forearm_pronation": np.radians(15.0), "finger_flexion": np.radians(25.0)}


def make_twist_lift(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a person who lifts something with both hands, twists, and sets it down."""
    stance = Stance.of(body.sizes, _WIDTH)

    start, lifted, end = _places(body, stance)

    def arms(angles: Angles) -> Arms:
        lifting, setting_down = angles[_LIFTED][:, None], angles[_SET_DOWN][:, None]
        centre = start + lifting * (lifted - start) + setting_down * (end - lifted)
        turn = _TURN * angles[_SET_DOWN]
        across = np.stack([-np.sin(turn), np.cos(turn), np.zeros_like(turn)], axis=-1)

        def holding(joints: Joints) -> Angles:
            share = angles[_LOOK]
            looking = look_at(body, joints, centre)
            found = {name: angles[name] + share * (to - angles[name]) for name, to in looking.items()}
            for side, _, sign in SIDES:
                point = centre + 0.3 * sign * body.sizes.shoulder_width * across
                goal = HandGoal(side, point, _ELBOW, angles[_GRIP], hand=_HAND)
                found |= bring_hand(body, joints, goal, angles)
            return found

        return holding

    return perform_gesture("twist_lift", lambda _: _SCORE, body, seconds, fps, seed, arms, stance)


def _places(body: Body, stance: Stance) -> np.ndarray:
    """Return where the object is (3, 3) [m] in each of the poses in which the person has it."""
    poses = [{**AT_EASE, **pose} for pose, _ in _WAYS]
    angles = {name: np.radians([pose.get(name, 0.0) for pose in poses]) for pose in poses for name in pose}
    joints = stand("posing", body, 1.0, angles, stance).joint_positions
    shoulders = 0.5 * (joints[:, body.index("LeftArm")] + joints[:, body.index("RightArm")])
    arm = body.sizes.upper_arm + body.sizes.forearm + body.sizes.palm
    return shoulders + arm * np.array([way for _, way in _WAYS])
