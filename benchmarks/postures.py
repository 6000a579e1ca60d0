"""Postures of captured people, made by program for ``which_way_up``.

Each is a motion of anatomical angles on a pelvis that is turned and carried as a whole. Nothing holds them up
but what is said: who swims is in water, who sits is on a chair that nobody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth import SyntheticMotion, make, performer_body
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import Body

FPS, SECONDS = 60.0, 4.0
Angles = dict[str, np.ndarray]
_LEFT = np.array([0.0, 1.0, 0.0])
_SPINE = ("LowerBack", "Spine", "Spine1")
_FLOOR = 0.03
"""Height [m] of the lowest joint of who touches the floor."""


def _pitched(degrees: float) -> np.ndarray:
    return rot.from_axis_angle(_LEFT, np.radians(degrees))


UPRIGHT, PRONE, SUPINE, INVERTED = (_pitched(angle) for angle in (0.0, 90.0, -90.0, 180.0))


def _times() -> np.ndarray:
    return np.arange(round(SECONDS * FPS)) / FPS


def _wave(middle: float, swing: float, hertz: float, phase: float = 0.0) -> np.ndarray:
    """Return angles (T,) [rad] that swing about a middle [deg]."""
    return np.radians(middle + swing * np.sin(2.0 * np.pi * hertz * _times() + phase))


def _pair(name: str, middle: float, swing: float, hertz: float, phase: float = np.pi) -> Angles:
    """Return the angle of both sides, the right one later by a phase."""
    return {f"{name}_l": _wave(middle, swing, hertz), f"{name}_r": _wave(middle, swing, hertz, phase)}


def _posed(
    name: str,
    body: Body,
    base: np.ndarray,
    angles: Mapping[str, np.ndarray],
    planted: str = "Hips",
    floats_along: np.ndarray | None = None,
) -> SyntheticMotion:
    """Return a motion with one joint planted and the lowest on the floor, or along a path (T, 3) [m]."""
    times = _times()
    rotations = local_rotations(body.skeleton, dict(angles), base)
    root = np.zeros((len(times), 3)) if floats_along is None else floats_along
    if floats_along is None:
        joints = forward_kinematics(body.skeleton, root, rotations)[0]
        root = -joints[:, body.index(planted)]
        root[:, 2] = _FLOOR - joints[..., 2].min(axis=1)
    return SyntheticMotion(name, body, root, rotations, FPS, np.zeros((len(times), 4), dtype=bool), angles)


def _walking(body: Body) -> SyntheticMotion:
    return make("walk", SECONDS, FPS, body=body)


def _standing(body: Body) -> SyntheticMotion:
    return make("wave", SECONDS, FPS, body=body)


def _squatting(body: Body) -> SyntheticMotion:
    return make("squat", SECONDS, FPS, body=body)


def _lying(body: Body) -> SyntheticMotion:
    """On the back, arms gesture and knees are drawn up by turns."""
    angles = _pair("hip_flexion", 30.0, 30.0, 0.4) | _pair("knee_flexion", 45.0, 45.0, 0.4)
    return _posed("lying", body, SUPINE, angles | _pair("shoulder_flexion", 40.0, 40.0, 0.7))


def _sitting(body: Body) -> SyntheticMotion:
    """On a chair, arms gesture and the trunk sways."""
    legs = _pair("hip_flexion", 88.0, 1.0, 0.2) | _pair("knee_flexion", 88.0, 2.0, 0.2)
    arms = _pair("shoulder_flexion", 30.0, 30.0, 0.6) | _pair("elbow_flexion", 60.0, 30.0, 0.8)
    return _posed("sitting", body, UPRIGHT, legs | arms | {"trunk_flexion": _wave(5.0, 8.0, 0.3)})


def _swimming(body: Body) -> SyntheticMotion:
    """Crawl: on the front in water, a flutter kick, arms around by turns."""
    turn = 2.0 * np.pi * 0.5 * _times()
    arms = {"shoulder_flexion_l": turn, "shoulder_flexion_r": turn + np.pi}
    legs = _pair("hip_flexion", 5.0, 18.0, 1.6) | _pair("knee_flexion", 15.0, 15.0, 1.6)
    roll = {"trunk_rotation": _wave(0.0, 20.0, 0.5)}
    return _posed(
        "swimming",
        body,
        PRONE,
        arms | legs | roll | {"neck_flexion": _wave(-25.0, 5.0, 0.5)},
        floats_along=np.outer(_times(), [1.3, 0.0, 0.0]),
    )


def _bent_over(body: Body) -> SyntheticMotion:
    """Stands with the trunk level all the time, hands at work below."""
    angles = {"pelvis_tilt": _wave(50.0, 3.0, 0.3), "trunk_flexion": _wave(40.0, 4.0, 0.25)}
    # Hips give back what the pelvis tilts, so that legs stay upright.
    angles |= {f"hip_flexion_{side}": angles["pelvis_tilt"] + np.radians(8.0) for side in "lr"}
    angles |= _pair("knee_flexion", 10.0, 2.0, 0.3, 0.0)
    return _posed("bent over", body, UPRIGHT, angles | _pair("shoulder_flexion", 85.0, 15.0, 0.8), "LeftFoot")


def _handstand(body: Body) -> SyntheticMotion:
    """On the hands, legs balance."""
    arms = _pair("shoulder_flexion", 178.0, 1.0, 0.5, 0.0) | _pair("wrist_flexion", -80.0, 1.0, 0.5, 0.0)
    legs = _pair("hip_flexion", 5.0, 12.0, 0.6) | _pair("knee_flexion", 15.0, 12.0, 0.5)
    return _posed(
        "handstand", body, INVERTED, arms | legs | {"trunk_flexion": _wave(0.0, 4.0, 0.4)}, "LeftHand"
    )


def _on_all_fours(body: Body) -> SyntheticMotion:
    """On hands and knees, rocking to and fro over them: arms of two segments reach where the hands stay."""
    lengths = {
        name: float(np.linalg.norm(body.skeleton.offsets[body.index(name)]))
        for name in ("LeftLeg", "LeftForeArm", "LeftHand")
    }
    thigh, upper, lower = lengths.values()
    rock = _wave(0.0, 12.0, 0.5)
    hips = np.stack([thigh * np.sin(rock), thigh * np.cos(rock)], axis=-1)
    spine = float(np.linalg.norm(body.skeleton.offsets[[body.index(name) for name in _SPINE]].sum(axis=0)))
    way = np.array([spine, 0.02]) - hips - np.array([spine, 0.0])
    reach = np.linalg.norm(way, axis=1)
    elbow = np.arccos(np.clip((reach**2 - upper**2 - lower**2) / (2.0 * upper * lower), -1.0, 1.0))
    ahead = np.arctan2(-way[:, 1], -way[:, 0]) - np.arctan2(
        lower * np.sin(elbow), upper + lower * np.cos(elbow)
    )
    angles: Angles = {"neck_flexion": _wave(-30.0, 4.0, 0.3)}
    for side in "lr":
        angles |= {f"hip_flexion_{side}": np.pi / 2.0 - rock, f"knee_flexion_{side}": np.pi / 2.0 - rock}
        angles |= {f"shoulder_flexion_{side}": ahead, f"elbow_flexion_{side}": elbow}
        # The back of the foot is on the floor.
        angles |= {
            f"ankle_dorsiflexion_{side}": _wave(-75.0, 0.0, 1.0),
            f"wrist_flexion_{side}": _wave(0.0, 0.0, 1.0),
        }
    return _posed("on all fours", body, PRONE, angles, "LeftLeg")


def _floor_sitting(body: Body) -> SyntheticMotion:
    """On the floor with straight legs, arms at play."""
    legs = _pair("hip_flexion", 82.0, 3.0, 0.3) | _pair("knee_flexion", 10.0, 5.0, 0.3)
    arms = _pair("shoulder_flexion", 50.0, 30.0, 0.7) | _pair("elbow_flexion", 40.0, 30.0, 0.9)
    return _posed("floor sitting", body, UPRIGHT, legs | arms | {"trunk_flexion": _wave(12.0, 10.0, 0.35)})


Posture = Callable[[Body], SyntheticMotion]

SEEN: dict[str, Posture] = {
    "walking": _walking,
    "standing": _standing,
    "lying": _lying,
    "sitting": _sitting,
    "squatting": _squatting,
}
"""Those that were looked at while evidence was chosen."""

HELD_OUT: dict[str, Posture] = {
    "swimming": _swimming,
    "bent over": _bent_over,
    "handstand": _handstand,
    "on all fours": _on_all_fours,
    "floor sitting": _floor_sitting,
}
"""Those that were not."""

BODIES = {"tall": performer_body(height=1.85), "small": performer_body(height=1.45)}
