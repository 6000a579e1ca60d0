"""An infant of four months on its back: kicking in turns, waving, looking about, a hand to the mouth."""

from __future__ import annotations

import random

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.pose import forward_kinematics
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import minimum_jerk, rests_and_movements, wander
from understudy.synth.motions.lying import QUICK, SLOW, SUPINE, waving_arm
from understudy.synth.motions.self_touch import MIDLINE, MOUTH, touch
from understudy.synth.synthetic_motion import SyntheticMotion

_Range = tuple[float, float, float]
"""An angle [deg] with the leg stretched, what bending adds, and how far it wanders beyond."""

_LEG: dict[str, _Range] = {
    "hip_flexion": (45.0, 60.0, 4.0),
    "hip_abduction": (16.0, 14.0, 5.0),
    "hip_rotation": (14.0, 18.0, 6.0),
    "knee_flexion": (26.0, 78.0, 5.0),
    "ankle_dorsiflexion": (-14.0, 28.0, 6.0),
    "ankle_eversion": (-6.0, -8.0, 4.0),
    "toe_extension": (4.0, 8.0, 6.0),
}
_LAGS = {"knee_flexion": 0.04, "ankle_dorsiflexion": 0.08, "toe_extension": 0.10}
"""Seconds by which the farther joints follow the hip."""

_KICK_PERIOD = 1.3
"""A kick's usual time [s]; the legs are half of it apart."""

_KICK_PARTS = ((0.10, 0.22), (0.32, 0.42), (0.06, 0.14))
"""Shortest and longest [s] of the rest with the leg bent, of stretching it, and of the rest stretched; what
is left of the period bends it again."""

_TOUCH_START = 0.35
_TOUCH_TRAVEL = 0.12
_TOUCH_STAY = 0.17
"""When the hands set out, how long they travel there and back, and how long they stay; shares of the clip."""

_RESTLESSNESS = 0.06
"""Share of the way by which hands that are there move off again."""


_Kicks = tuple[list[float], list[float]]
"""Times [s] at which a leg rests, and how far it is bent there, 0 stretched to 1 bent."""


def make_infant_kicking(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return an infant that lies on its back, feet towards +x, and moves all it has.

    Args:
        body: The infant.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of the rhythm and size of kicks, of waving and of which hand goes to the mouth.
    """
    times = np.arange(round(seconds * fps)) / fps
    generator = random.Random(seed)
    kicks = [_kicks(generator, seconds, offset) for offset in (0.0, 0.5)]
    angles = _trunk_angles([rests_and_movements(*kick, times) for kick in kicks], generator, times)
    angles |= _head_angles(generator, times, seconds)
    for (side, _, _), kick in zip(SIDES, kicks, strict=True):
        angles |= _leg_angles(side, kick, generator, times)
        angles |= waving_arm(side, generator, times)
    first, second = ("l", "r") if generator.random() < 0.5 else ("r", "l")
    for side, place in ((first, MOUTH), (second, MIDLINE)):
        angles |= touch(body, angles, side, place, _touching(generator, times, seconds))
    rotations = local_rotations(body.skeleton, angles, SUPINE)
    return SyntheticMotion(
        name="infant_kicking",
        body=body,
        root_positions=_lying(body, rotations, angles["pelvis_rotation"]),
        local_rotations=rotations,
        fps=fps,
        contacts=np.zeros((len(times), 4), dtype=bool),
        angles=angles,
    )


def _kicks(generator: random.Random, seconds: float, offset: float) -> _Kicks:
    """Return a leg's kicks, each of its own size and pace; ``offset`` shifts them by a share of one."""
    time = _KICK_PERIOD * (0.15 * generator.random() - 1.0 - offset)
    times: list[float] = []
    bends: list[float] = []
    while time < seconds + _KICK_PERIOD:
        bent, stretched = generator.uniform(0.82, 1.0), generator.uniform(0.0, 0.32)
        pause, stretching, staying = (generator.uniform(*span) for span in _KICK_PARTS)
        times += [time, time + pause, time + pause + stretching, time + pause + stretching + staying]
        # A leg that rests creeps on a little, so that it never stands quite still.
        bends += [bent, bent - 0.04, stretched, stretched + 0.03]
        time += _KICK_PERIOD * generator.uniform(0.85, 1.15)
    return times, bends


def _leg_angles(
    side: str, kicks: _Kicks, generator: random.Random, times: np.ndarray
) -> dict[str, np.ndarray]:
    angles: dict[str, np.ndarray] = {}
    for name, (stretched, bending, stray) in _LEG.items():
        bend = rests_and_movements(*kicks, times - _LAGS.get(name, 0.0))
        degrees = stretched + bending * bend + stray * wander(generator, times, *QUICK)
        angles[f"{name}_{side}"] = np.radians(degrees)
    return angles


def _trunk_angles(
    bends: list[np.ndarray], generator: random.Random, times: np.ndarray
) -> dict[str, np.ndarray]:
    """Return a trunk that rolls a little, and a pelvis that gives way to the legs."""
    left, right = bends
    roll = np.radians(9.0) * wander(generator, times, *SLOW) + np.radians(3.0) * (left - right)
    curl = np.radians(4.0 + 3.0 * 0.5 * (left + right))
    return {
        "pelvis_rotation": roll,
        "pelvis_tilt": -curl,
        "pelvis_obliquity": np.radians(3.0) * (right - left),
        "trunk_rotation": np.radians(6.0) * wander(generator, times, *SLOW) - 0.6 * roll,
        "trunk_bending": np.radians(6.0) * wander(generator, times, *SLOW),
        "trunk_flexion": curl + np.radians(3.0),
    }


def _head_angles(generator: random.Random, times: np.ndarray, seconds: float) -> dict[str, np.ndarray]:
    """Return a head that looks to one side, to the middle while the hands are there, to the other side."""
    side = 1.0 if generator.random() < 0.5 else -1.0
    shares = (0.0, 0.12, 0.32, _TOUCH_START + _TOUCH_TRAVEL + _TOUCH_STAY, 0.85, 0.93, 1.0)
    turns = (side * 38.0, side * 42.0, side * 4.0, side * 2.0, -side * 44.0, -side * 40.0, -side * 38.0)
    turn = rests_and_movements([share * seconds for share in shares], [np.radians(a) for a in turns], times)
    return {
        "neck_rotation": turn + np.radians(4.0) * wander(generator, times, *QUICK),
        "neck_bending": np.radians(5.0) * wander(generator, times, *SLOW),
        "neck_flexion": np.radians(14.0 + 3.0 * wander(generator, times, *SLOW)),
    }


def _touching(generator: random.Random, times: np.ndarray, seconds: float) -> np.ndarray:
    """Return the share (T,) of a hand's way to its place: there, restless a while, and back."""
    away = _TOUCH_START + _TOUCH_TRAVEL + _TOUCH_STAY
    there = minimum_jerk((times / seconds - _TOUCH_START) / _TOUCH_TRAVEL)
    back = minimum_jerk((times / seconds - away) / _TOUCH_TRAVEL)
    restlessness = 0.5 * _RESTLESSNESS * (1.0 + wander(generator, times, *QUICK))
    return (there - back) * (1.0 - restlessness)


def _lying(body: Body, rotations: np.ndarray, roll: np.ndarray) -> np.ndarray:
    """Return root positions (T, 3) [m] of a body that rolls on its back on the floor.

    One height serves all frames: the lowest at which no part of trunk and head is ever under the floor.
    """
    frames = len(rotations)
    positions, orientations = forward_kinematics(body.skeleton, np.zeros((frames, 3)), rotations)
    trunk = [body.index(name) for name in ("Hips", "LowerBack", "Spine", "Spine1", "Neck")]
    lowest = float((positions[:, trunk, 2] - body.radii[trunk]).min())
    head = body.index("Head")
    crown = rot.rotate(orientations[:, head], np.array([0.0, 0.0, body.sizes.head]))
    skull = positions[:, head] + 0.5 * crown
    lowest = min(lowest, float(skull[:, 2].min()) - body.sizes.head_radius)
    return np.stack([np.zeros(frames), body.sizes.trunk_radius * roll, np.full(frames, -lowest)], axis=-1)
