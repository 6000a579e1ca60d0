"""Infants on their backs that touch themselves once, or nearly, where and when the script knows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion.touches import Pair, Touches, touches_of_masks
from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import Joints, forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import rests_and_movements, wander
from understudy.synth.motions.hands import HandGoal, bring_hand
from understudy.synth.motions.lying import SLOW, SUPINE, lie
from understudy.synth.synthetic_motion import SyntheticMotion

SECONDS = 4.0
_TIMES, _SHARES = (0.0, 0.6, 1.4, 2.6, 3.4), (0.0, 0.0, 1.0, 1.0, 0.0)
"""When [s] limbs set out, arrive, leave and are back, and how far they are on their way then."""

_NEAR_MISS, _PRESS = 0.055, 0.002
"""How far skins stay apart in a near miss, and how deep they are pressed in a touch, in statures."""

_TOUCHING = 0.15
"""Gap at which skins touch, in half thicknesses of an arm."""

_REST: dict[str, float] = {
    "shoulder_flexion": 25.0,
    "shoulder_abduction": 62.0,
    "shoulder_rotation": 45.0,
    "elbow_flexion": 70.0,
    "forearm_pronation": 20.0,
    "finger_flexion": 35.0,
    "hip_flexion": 70.0,
    "hip_abduction": 28.0,
    "hip_rotation": 18.0,
    "knee_flexion": 75.0,
    "ankle_dorsiflexion": 6.0,
}
_STRAY = 2.0
"""Angles [deg] of both sides at rest, and how far they wander."""

_HAND = {"forearm_pronation": np.radians(20.0), "finger_flexion": np.radians(45.0)}
_KNEE_UP = {"hip_flexion": 118.0, "hip_abduction": 20.0, "hip_rotation": 10.0, "knee_flexion": 75.0}
_FOOT_UP = {"hip_flexion": 132.0, "hip_abduction": 15.0, "hip_rotation": 10.0, "knee_flexion": 25.0}
_FROG = {
    "hip_flexion": 65.0,
    "hip_abduction": 30.0,
    "knee_flexion": 100.0,
    "ankle_rotation": -45.0,
    "ankle_eversion": 20.0,
}
_FEET_APART, _FEET_CROSSED = np.radians(0.0), np.radians(60.0)
"""Angles [deg] of legs, and outward rotations of hips between which feet come together."""

_BALLS = 7
"""Of so many balls the skin between two joints is made."""

_ROUNDS = 30
"""How often a span of gaps or angles is halved until the skins are as far apart as wanted."""

Goal = Callable[[Body, Joints, str, float], np.ndarray]
"""Where the knuckles of a side's hand go (T, 3) [m], so far [m] from the skin, or from the middle of it."""


@dataclass(frozen=True)
class Move:
    """One move of the script.

    Attributes:
        pair: The parts that come together, of the left side.
        goal: Where the hand goes; None where feet come together.
        both: Whether both hands go there.
        legs: Angles [deg] that the left leg takes meanwhile.
        is_miss: Whether they stay apart.
        elbow: Where the elbow points, in the chest's frame; y outward.
    """

    pair: Pair
    goal: Goal | None
    both: bool = False
    legs: tuple[tuple[str, float], ...] = ()
    is_miss: bool = False
    elbow: tuple[float, float, float] = (-0.1, 1.0, -0.5)


@dataclass(frozen=True, eq=False)
class ScriptedTouch:
    """An infant's motion, and what it touches: nothing else.

    Attributes:
        motion: The motion.
        touches: Its touches as the script has them.
    """

    motion: SyntheticMotion
    touches: Touches


def _at(body: Body, joints: Joints, joint: str, offset: tuple[float, float, float]) -> np.ndarray:
    index = body.index(joint)
    return joints[0][:, index] + rot.rotate(joints[1][:, index], np.array(offset))


def _mouth(body: Body, joints: Joints, side: str, gap: float) -> np.ndarray:
    radius, crown = body.sizes.head_radius, body.sizes.head
    return _at(body, joints, "Head", (radius + gap, 0.0, crown - 1.75 * radius))


def _chest(body: Body, joints: Joints, side: str, gap: float) -> np.ndarray:
    forward = body.sizes.trunk_radius + gap
    aside = 0.1 * _SIGNS[side] * body.sizes.shoulder_width
    return _at(body, joints, "Spine1", (forward, aside, -0.3 * body.sizes.trunk_radius))


def _middle(body: Body, joints: Joints, side: str, gap: float) -> np.ndarray:
    # Far enough before the chest for arms to be clear of it.
    forward = 2.3 * body.sizes.trunk_radius
    return _at(body, joints, "Spine1", (forward, 0.5 * _SIGNS[side] * gap, -0.3 * forward))


def _knee(body: Body, joints: Joints, side: str, gap: float) -> np.ndarray:
    return _towards(body, joints, f"{_PREFIXES[side]}Leg", f"{_PREFIXES[side]}Arm", gap)


def _toes(body: Body, joints: Joints, side: str, gap: float) -> np.ndarray:
    return _towards(body, joints, f"{_PREFIXES[side]}ToeBase", f"{_PREFIXES[side]}Arm", gap)


def _towards(body: Body, joints: Joints, joint: str, other: str, gap: float) -> np.ndarray:
    """Return points (T, 3) [m] so far [m] from a joint towards another one."""
    centre, end = (joints[0][:, body.index(name)] for name in (joint, other))
    return centre + gap * rot.normalise(end - centre)


_PREFIXES = {side: prefix for side, prefix, _ in SIDES}
_SIGNS = {side: sign for side, _, sign in SIDES}
_HIGH_ELBOW = (0.0, 1.0, -0.9)

MOVES: dict[str, Move] = {
    "hand_to_mouth": Move(("head", "hand_l"), _mouth, elbow=_HIGH_ELBOW),
    "hand_to_chest": Move(("trunk", "hand_l"), _chest),
    "hand_to_hand": Move(("hand_l", "hand_r"), _middle, both=True),
    "hand_to_knee": Move(("hand_l", "leg_l"), _knee, legs=tuple(_KNEE_UP.items())),
    "hand_to_foot": Move(("hand_l", "foot_l"), _toes, legs=tuple(_FOOT_UP.items())),
    "foot_to_foot": Move(("foot_l", "foot_r"), None),
    "near_mouth": Move(("head", "hand_l"), _mouth, is_miss=True, elbow=_HIGH_ELBOW),
    "near_chest": Move(("trunk", "hand_l"), _chest, is_miss=True),
    "near_hand": Move(("hand_l", "hand_r"), _middle, both=True, is_miss=True),
    "near_foot": Move(("foot_l", "foot_r"), None, is_miss=True),
}
"""Every move by name."""


def make_scripted_touch(name: str, body: Body, fps: float = 30.0, seed: int = 0) -> ScriptedTouch:
    """Return an infant on its back that performs one move in four seconds, limbs otherwise apart.

    Args:
        name: One of ``MOVES``.
        body: The infant.
        fps: Frames a second [1/s].
        seed: Seed of small wandering.

    Raises:
        InvalidMotionError: For an unknown move.
    """
    if name not in MOVES:
        raise InvalidMotionError(unknown_name("move", name, MOVES))
    move = MOVES[name]
    times = np.arange(round(SECONDS * fps)) / fps
    share = rests_and_movements(list(_TIMES), list(_SHARES), times)
    generator = random.Random(seed)
    rest = {
        f"{angle}_{side}": np.radians(degrees + _STRAY * wander(generator, times, *SLOW))
        for side in "lr"
        for angle, degrees in _REST.items()
    }
    rest |= {f"pelvis_{kind}": np.zeros(len(times)) for kind in ("rotation", "tilt", "obliquity")}
    wanted = _NEAR_MISS * body.sizes.stature if move.is_miss else -_PRESS * body.sizes.stature
    there = int(share.argmax())

    def gap_of(angles: Mapping[str, np.ndarray]) -> np.ndarray:
        return _gap(body, _posed(body, angles), *move.pair)

    def too_near(amount: float) -> bool:
        at_place = {angle: values[there : there + 1] for angle, values in rest.items()}
        return float(gap_of(_moved(body, move, at_place, np.ones(1), amount))[0]) < wanted

    near, far = (_FEET_CROSSED, _FEET_APART) if move.goal is None else (0.0, 0.4 * body.sizes.stature)
    for _ in range(_ROUNDS):
        middle = 0.5 * (near + far)
        near, far = (middle, far) if too_near(middle) else (near, middle)
    angles = _moved(body, move, rest, share, far)
    touching = gap_of(angles) < _TOUCHING * body.sizes.arm_radius
    motion = lie(name, body, fps, angles, np.zeros(len(times)))
    return ScriptedTouch(motion, touches_of_masks({move.pair: touching}, fps))


def _moved(
    body: Body, move: Move, rest: Mapping[str, np.ndarray], share: np.ndarray, amount: float
) -> dict[str, np.ndarray]:
    """Return angles of limbs on their way; the amount is how far hands stay away, or how hips turn."""
    angles = dict(rest)
    sides, legs = ("l", dict(move.legs)) if move.goal is not None else ("lr", _FROG)
    wanted = {angle: np.radians(degrees) for angle, degrees in legs.items()}
    if move.goal is None:
        wanted["hip_rotation"] = amount
    for side in sides:
        for angle, value in wanted.items():
            before = angles.get(f"{angle}_{side}", np.zeros(len(share)))
            angles[f"{angle}_{side}"] = before + share * (value - before)
    if move.goal is None:
        return angles
    joints = _posed(body, angles)
    for side in "lr" if move.both else "l":
        point = move.goal(body, joints, side, amount)
        angles |= bring_hand(body, joints, HandGoal(side, point, move.elbow, share, hand=_HAND), angles)
    return angles


def _posed(body: Body, angles: Mapping[str, np.ndarray]) -> Joints:
    rotations = local_rotations(body.skeleton, angles, SUPINE)
    return forward_kinematics(body.skeleton, np.zeros((len(rotations), 3)), rotations)


def _gap(body: Body, joints: Joints, part: str, other: str) -> np.ndarray:
    """Return how far apart (T,) [m] the skins of two parts are, each a row of balls."""
    (one, thick), (two, wide) = (_skin(body, joints, name) for name in (part, other))
    apart = np.linalg.norm(one[:, :, None] - two[:, None], axis=3) - thick[:, None] - wide
    return apart.min(axis=(1, 2))


def _skin(body: Body, joints: Joints, part: str) -> tuple[np.ndarray, np.ndarray]:
    """Return balls of a part over time: centres (T, B, 3) and radii (B,) [m]."""
    sizes, kind, prefix = body.sizes, part[:-2], _PREFIXES.get(part[-1], "")
    if part == "head":
        crown, radius = sizes.head, sizes.head_radius
        places = ((0.0, crown - radius, radius), (0.28 * radius, crown - 1.5 * radius, 0.75 * radius))
        centres = [_at(body, joints, "Head", (forward, 0.0, up)) for forward, up, _ in places]
        return np.stack(centres, axis=1), np.array([radius for *_, radius in places])
    tip = np.array([0.0, 0.5 * _SIGNS.get(part[-1], 1.0) * sizes.fingers, 0.0])
    finger = _at(body, joints, f"{prefix}HandIndex1", tuple(tip)) if kind == "hand" else None
    rows = {
        "trunk": ("Hips", "LowerBack", "Spine", "Spine1"),
        "hand": (f"{prefix}Hand", f"{prefix}HandIndex1"),
        "leg": (f"{prefix}UpLeg", f"{prefix}Leg", f"{prefix}Foot"),
        "foot": (f"{prefix}Foot", f"{prefix}ToeBase"),
    }
    names = rows["trunk" if part == "trunk" else kind]
    points = [joints[0][:, body.index(name)] for name in names]
    radii = [float(body.radii[body.index(name)]) for name in names]
    if finger is not None:
        points, radii = [*points, finger], [0.5 * sizes.arm_radius] * 3
    elif kind == "foot":
        radii = [0.8 * sizes.ankle_radius, 0.5 * sizes.ankle_radius]
    shares = np.linspace(0.0, len(points) - 1.0, _BALLS)
    before = np.minimum(shares.astype(int), len(points) - 2)
    rest = shares - before
    path = np.stack(points, axis=1)
    centres = path[:, before] + rest[:, None] * (path[:, before + 1] - path[:, before])
    return centres, np.interp(shares, np.arange(len(radii)), radii)
