"""Walks along +x that start in mid-walk, of an adult of 1.75 m at a comfortable 1.25 or a slow 0.65 m/s."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from understudy.synth.body.angles import local_rotations
from understudy.synth.body.skeleton import SIDES, Body
from understudy.synth.curves import wander
from understudy.synth.motions import gait_norms as norms
from understudy.synth.motions.gait_legs import Leg
from understudy.synth.motions.gait_pelvis import REFERENCE, fit_pelvis_path, pelvis_angles, pelvis_position
from understudy.synth.synthetic_motion import SyntheticMotion

STRIDE_LENGTH = 1.42
"""Two steps [m] of an adult of 1.75 m, 0.81 of the stature."""

STRIDE_TIME = 1.136
"""[s] of the same adult, 106 steps a minute."""

SLOW_STRIDE_LENGTH = 1.10
SLOW_STRIDE_TIME = 1.70
"""The same adult who takes her time: as one slows down, steps become both shorter and rarer."""

_FIRST_PHASE = 0.20
"""The first frame stands on the left leg while the right one swings through."""

_LEAN = np.radians(3.0)
"""Forward lean of the thorax."""

_COUNTER_ROTATION = 0.8
"""Turn of the thorax against that of the pelvis."""

_WAVERING = np.radians(1.5)
"""How far arms and head may stray from a perfect rhythm."""

_WAVERING_PERIODS = (4.0, 1.5)
"""Slowest and fastest of it [s]."""

_STEADY_ARM = {
    "shoulder_abduction": np.radians(7.0),
    "shoulder_rotation": np.radians(-12.0),
    "forearm_pronation": np.radians(25.0),
    "wrist_flexion": np.radians(6.0),
    "finger_flexion": np.radians(25.0),
}


@dataclass(frozen=True)
class _Pace:
    """Two steps of an adult of 1.75 m: how long they are [m], and how long they take [s]."""

    stride_length: float
    stride_time: float


def make_walk(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a walk at a comfortable speed; see :func:`_walk`."""
    return _walk("walk", _Pace(STRIDE_LENGTH, STRIDE_TIME), body, seconds, fps, seed)


def make_slow_walk(body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a slow walk, of the same courses of angles as far as shorter steps leave them."""
    return _walk("slow_walk", _Pace(SLOW_STRIDE_LENGTH, SLOW_STRIDE_TIME), body, seconds, fps, seed)


def _walk(name: str, pace: _Pace, body: Body, seconds: float, fps: float, seed: int) -> SyntheticMotion:
    """Return a walk along +x whose feet roll over the floor without slipping.

    People of all sizes walk alike, in strides that go with the length of their legs and take times that
    go with its root (equal Froude numbers, Alexander 1989). Children who only learn to walk do not.

    Args:
        name: What it is called.
        pace: How an adult of 1.75 m steps.
        body: The walker.
        seconds: Duration [s].
        fps: Frames a second [1/s].
        seed: Seed of the small variation of arms, trunk and head; the legs are the same for all seeds.
    """
    times = np.arange(round(seconds * fps)) / fps
    growth = body.sizes.leg / REFERENCE.leg
    stride_length = pace.stride_length * growth
    phase = _FIRST_PHASE + times / (pace.stride_time * math.sqrt(growth))
    path = fit_pelvis_path(body.sizes, stride_length)
    legs = [
        Leg(side, sign, lag, body.sizes, stride_length, path)
        for (side, _, sign), lag in zip(SIDES, (0.0, 0.5), strict=True)
    ]
    generator = random.Random(seed)
    angles = pelvis_angles(phase)
    for leg in legs:
        angles |= leg.angles(phase)
        angles |= _arm_angles(leg, phase, times, generator)
    angles |= _trunk_angles(angles, times, generator)
    positions = pelvis_position(body.sizes, path, stride_length, phase)
    positions[:, 0] -= positions[0, 0]
    return SyntheticMotion(
        name=name,
        body=body,
        root_positions=positions,
        local_rotations=local_rotations(body.skeleton, angles),
        fps=fps,
        contacts=np.concatenate([leg.contacts(phase) for leg in legs], axis=1),
        angles=angles,
    )


def _arm_angles(
    leg: Leg, phase: np.ndarray, times: np.ndarray, generator: random.Random
) -> dict[str, np.ndarray]:
    """Return the arm of the leg's side, which swings back as the leg swings forward."""
    swing = {
        "shoulder_flexion": norms.course(norms.SHOULDER_FLEXION)(phase - leg.lag),
        "elbow_flexion": norms.course(norms.ELBOW_FLEXION)(phase - leg.lag),
    }
    swing |= {name: np.full(len(phase), value) for name, value in _STEADY_ARM.items()}
    return {
        f"{name}_{leg.side}": values + _WAVERING * wander(generator, times, *_WAVERING_PERIODS)
        for name, values in swing.items()
    }


def _trunk_angles(
    pelvis: dict[str, np.ndarray], times: np.ndarray, generator: random.Random
) -> dict[str, np.ndarray]:
    """Return a thorax upright and turned against the pelvis, under a head that looks ahead."""
    thorax_turn = -_COUNTER_ROTATION * pelvis["pelvis_rotation"]
    return {
        "trunk_rotation": thorax_turn - pelvis["pelvis_rotation"],
        "trunk_bending": pelvis["pelvis_obliquity"],
        "trunk_flexion": _LEAN - pelvis["pelvis_tilt"],
        "neck_rotation": _WAVERING * wander(generator, times, *_WAVERING_PERIODS) - thorax_turn,
        "neck_bending": 0.5 * _WAVERING * wander(generator, times, *_WAVERING_PERIODS),
        "neck_flexion": _WAVERING * wander(generator, times, *_WAVERING_PERIODS) - 0.5 * _LEAN,
    }
