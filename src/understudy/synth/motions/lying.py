"""A person who lies on the floor: how the body comes to rest on it, and arms that wave above it."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.angles import local_rotations
from understudy.synth.body.flesh import flesh_depths
from understudy.synth.body.pose import Joints, forward_kinematics
from understudy.synth.body.skeleton import Body
from understudy.synth.curves import wander
from understudy.synth.synthetic_motion import SyntheticMotion

_LEFT = np.array([0.0, 1.0, 0.0])

SUPINE = rot.from_axis_angle(_LEFT, -0.5 * np.pi)
"""On the back: the chest looks up, the feet point to +x."""

QUICK = (2.2, 0.8)
SLOW = (6.0, 2.0)
"""Slowest and fastest periods [s] of wandering."""

_ARM: dict[str, tuple[float, float]] = {
    "shoulder_flexion": (28.0, 20.0),
    "shoulder_abduction": (58.0, 12.0),
    "shoulder_rotation": (42.0, 24.0),
    "elbow_flexion": (82.0, 26.0),
    "forearm_pronation": (20.0, 25.0),
    "wrist_flexion": (12.0, 18.0),
    "finger_flexion": (50.0, 22.0),
}
"""Middle [deg] of the bent arms of an infant, and how far they wave about it."""

LOWER_TRUNK = ("Hips", "LeftUpLeg", "RightUpLeg")
UPPER_TRUNK = ("Spine1", "Neck", "LeftArm", "RightArm")

_SOFTNESS = 0.0005
"""Distance [m] over which the lowest of two points passes smoothly into the other."""

_LEVELLING_ROUNDS = 6
_LEVELLING_STEP = 0.01
"""Rounds of a secant search for the pitch of the body, and its first step [rad]."""


def waving_arm(side: str, generator: random.Random, times: np.ndarray) -> dict[str, np.ndarray]:
    """Return the angles, name → (T,) [rad], of an infant's bent arm that waves."""
    return {
        f"{name}_{side}": np.radians(middle + stray * wander(generator, times, *QUICK))
        for name, (middle, stray) in _ARM.items()
    }


def lie(
    name: str, body: Body, fps: float, angles: Mapping[str, np.ndarray], across: np.ndarray
) -> SyntheticMotion:
    """Return the motion of a body that rests on the floor with both ends of its trunk.

    It is pitched so that hips and shoulders are equally low, and as high as its lowest part asks for.

    Args:
        name: What is performed.
        body: Who performs it.
        fps: Frames a second [1/s].
        angles: Anatomical angle → (T,) [rad], the pelvis's from lying on the back.
        across: (T,) [m] where the pelvis is along y.
    """
    angles = dict(angles)
    angles |= levelled(body, angles)
    rotations = local_rotations(body.skeleton, angles, SUPINE)
    heights = -lowest(body, _joints(body, rotations), body.skeleton.names, with_skull=True)
    root = np.stack([np.zeros_like(across), across, heights], axis=-1)
    contacts = np.zeros((len(across), 4), dtype=bool)
    return SyntheticMotion(name, body, root, rotations, fps, contacts, angles)


def levelled(body: Body, angles: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the pelvis's angles, name → (T,) [rad], of a body whose hips and shoulders are equally low."""
    frames = len(angles["pelvis_rotation"])
    lying = _joints(body, local_rotations(body.skeleton, angles, SUPINE))

    def slant(pitch: np.ndarray) -> np.ndarray:
        pitched = rot.rotate(rot.from_axis_angle(_LEFT, pitch)[:, None], lying[0])
        lower, upper = (lowest(body, (pitched, lying[1]), part) for part in (LOWER_TRUNK, UPPER_TRUNK))
        return upper - lower

    before, pitch = np.zeros(frames), np.full(frames, _LEVELLING_STEP)
    slant_before = slant(before)
    for _ in range(_LEVELLING_ROUNDS):
        slant_here = slant(pitch)
        rise = slant_here - slant_before
        step = np.where(np.abs(rise) > 1e-12, -slant_here * (pitch - before) / np.where(rise, rise, 1.0), 0.0)
        before, slant_before, pitch = pitch, slant_here, pitch + step
    return _pelvis_angles(lying[1][:, 0], pitch)


def _joints(body: Body, rotations: np.ndarray) -> Joints:
    """Return all joints, seen from the pelvis's centre."""
    return forward_kinematics(body.skeleton, np.zeros((len(rotations), 3)), rotations)


def _pelvis_angles(pelvis: np.ndarray, pitch: np.ndarray) -> dict[str, np.ndarray]:
    """Return the angles, name → (T,) [rad], of a pelvis (T, 4) pitched about the world's y by (T,) [rad].

    They are read off the matrix of Rz(rotation) Ry(tilt) Rx(obliquity).
    """
    turned = rot.multiply(rot.from_axis_angle(_LEFT, pitch), pelvis)
    matrix = rot.as_matrix(rot.multiply(rot.conjugate(SUPINE), turned))
    return {
        "pelvis_rotation": np.arctan2(matrix[:, 1, 0], matrix[:, 0, 0]),
        "pelvis_tilt": -np.arcsin(matrix[:, 2, 0]),
        "pelvis_obliquity": np.arctan2(matrix[:, 2, 1], matrix[:, 2, 2]),
    }


def lowest(body: Body, joints: Joints, names: tuple[str, ...], with_skull: bool = False) -> np.ndarray:
    """Return how low the flesh around named joints reaches (T,) [m]: a smooth minimum."""
    depths = flesh_depths(body, joints, names, with_skull)
    return -_SOFTNESS * np.logaddexp.reduce(-depths / _SOFTNESS, axis=1)
