"""Markers as they sit on people: beside the place that was meant, and carried by skin that slides on bone.

Skin slides as the joints next to it bend, which repeats with every stride, and wobbles after each landing.
Sizes are those that are reported of runners (Leardini et al. 2005; Reinschmidt et al. 1997): 1 to 2 cm on the
thigh, half of that on the shin, a few millimetres on pelvis and foot.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

import numpy as np

from understudy.spatial import rotations as rot
from understudy.synth.body.points import Place, positions_of
from understudy.synth.synthetic_motion import SyntheticMotion

_SLIDING = {"UpLeg": 0.012, "Leg": 0.006, "Foot": 0.002, "Hips": 0.004, "Arm": 0.006, "ForeArm": 0.003}
"""Part of a joint's name → how far [m] skin on its segment slides at large bends, root mean square."""

_USUAL_SLIDING = 0.004
_BONY = 0.6
"""Skin over bony points slides by this share of what it does between them."""

_TOGETHER = 0.6
"""Share of the sliding that all markers of a segment have in common."""

_WOBBLE, _WOBBLE_HERTZ, _WOBBLE_SECONDS = 0.25, 11.0, 0.06
"""Share of the sliding by which skin swings after a landing, how fast [1/s], and how long [s]."""

_DRIVERS = {
    "Hips": ("hip_flexion",),
    "UpLeg": ("hip_flexion", "knee_flexion"),
    "Leg": ("knee_flexion", "ankle_dorsiflexion"),
    "Foot": ("ankle_dorsiflexion",),
    "Arm": ("shoulder_flexion", "elbow_flexion"),
    "ForeArm": ("elbow_flexion",),
}
"""Part of a joint's name → the bends that slide the skin of its segment."""


@dataclass(frozen=True)
class Skin:
    """How markers sit.

    Attributes:
        misplacing: Standard deviation [m] in each direction of a marker from the place that was meant.
        sliding: Factor on how far skin slides; 1 is a runner's, 0 a marker on the bone.
        noise: Standard deviation [m] of the cameras in each direction.
        seed: Seed of all of it; the same person has the same in every trial.
    """

    misplacing: float = 0.005
    sliding: float = 1.0
    noise: float = 0.0005
    seed: int = 0


def marked_skin(
    motion: SyntheticMotion, places: Mapping[str, Place], skin: Skin, bony: Set[str]
) -> np.ndarray:
    """Return where markers are seen, (T, K, 3) [m].

    Args:
        motion: What is performed.
        places: K labels → where they were meant to be.
        skin: How they sit.
        bony: Labels over bony points.
    """
    generator = np.random.default_rng(skin.seed)
    names = tuple(places)
    points = positions_of(motion, names, places)
    joints = dict.fromkeys(joint for joint, _ in places.values())
    common = {joint: generator.standard_normal((3, 4)) for joint in joints}
    wobble = _landings(motion)
    for column, name in enumerate(names):
        joint = places[name][0]
        fixed, own = skin.misplacing * generator.standard_normal(3), generator.standard_normal((3, 4))
        weights = _TOGETHER**0.5 * common[joint] + (1.0 - _TOGETHER) ** 0.5 * own
        size = skin.sliding * _size(joint) * (_BONY if name in bony else 1.0)
        slid = size * _bends(motion, joint) @ weights[:, :2].T / 2.0**0.5
        slid += size * _WOBBLE * wobble[:, None] * weights[:, 2]
        orientation = motion.joint_orientations[:, motion.body.index(joint)]
        points[:, column] += rot.rotate(orientation, fixed + slid)
    noise = np.random.default_rng([skin.seed, motion.frame_count]).standard_normal(points.shape)
    return points + skin.noise * noise


def _size(joint: str) -> float:
    part = joint.removeprefix("Left").removeprefix("Right")
    return _SLIDING.get(part, _USUAL_SLIDING)


def _bends(motion: SyntheticMotion, joint: str) -> np.ndarray:
    """Return (T, 2) how far the joints beside a segment are bent, 1 at 45°."""
    side = "_l" if joint.startswith("Left") else "_r"
    part = joint.removeprefix("Left").removeprefix("Right")
    values = [motion.angles.get(f"{name}{side}") for name in _DRIVERS.get(part, ())]
    known = [value / np.radians(45.0) for value in values if value is not None][:2]
    known += [np.zeros(motion.frame_count)] * (2 - len(known))
    return np.stack(known, axis=1)


def _landings(motion: SyntheticMotion) -> np.ndarray:
    """Return (T,) a swing that begins with every landing and dies away."""
    stands = np.logical_or.reduce(motion.contacts, axis=1)
    starts = np.flatnonzero(stands[1:] & ~stands[:-1]) + 1
    times = np.arange(motion.frame_count) / motion.fps
    total = np.zeros(motion.frame_count)
    for start in starts:
        since = np.maximum(times - times[start], 0.0)
        total += np.sin(2.0 * np.pi * _WOBBLE_HERTZ * since) * np.exp(-since / _WOBBLE_SECONDS)
    return total
