"""Lengths that landmarks show by themselves: a segment between joint centres is as long as they are apart.

A fit alone leaves such a length open where a limb is held straight: whether the thigh is longer, or what the
capture calls hip is higher on the pelvis than the joint, puts every point at the same place. But a landmark
is called hip because its capture has the joint there, and of a skeleton's joints that is true by definition.
How far it is true shows in the distance of two neighbours: joints keep it, while points that are beside the
joint, as a depth camera's, change it from pose to pose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from understudy.human.fit.targets import Targets
from understudy.motion.landmarks import DERIVED_LANDMARKS, SIDES

JOINT_DEVIATION = 0.002
"""Standard deviation [m] of a segment whose length never changes: to so much its ends are the joints."""

TRUNK_DEVIATION = 0.01
"""That of the trunk where it is longest: shoulders are lifted, and spines are never quite straight."""

BIAS = 2.0
"""What changes a length from pose to pose is also off on average: by so many of its standard deviations."""

FEWEST_FRAMES = 24
"""In fewer frames there is no telling whether a length changes."""

_MISHAPS = (2.0, 98.0)
"""Percentiles beyond which a distance counts as a mishap of the capture."""

_LONGEST = (90.0, 98.0)
"""Percentiles between which a distance is among the longest."""

_LIMBS = {
    "upper_arm": ("shoulder", "elbow"),
    "forearm": ("elbow", "wrist"),
    "thigh": ("hip", "knee"),
    "shin": ("knee", "ankle"),
}
"""Length → the joint centres that it joins."""

_HIPS = {"hip_half_width_l": 1.0, "hip_half_width_r": 1.0}
_TRUNK = {"pelvis": 1.0, "abdomen": 1.0, "clavicle_height_l": 0.5, "clavicle_height_r": 0.5}

Estimate = Callable[[np.ndarray], tuple[float, float]]
"""A length and its standard deviation [m] from distances (T,) [m]."""


@dataclass(frozen=True)
class SeenLength:
    """A sum of lengths as landmarks show it.

    Attributes:
        parts: Length, of one side where there are two → how often it is in the sum.
        value: [m].
        deviation: Its standard deviation [m].
    """

    parts: Mapping[str, float]
    value: float
    deviation: float


def seen_lengths(targets: Targets) -> list[SeenLength]:
    """Return what a capture's landmarks show of lengths; markers show nothing, as they are on the skin."""
    if targets.kind != "landmarks":
        return []
    asked: list[tuple[Mapping[str, float], str, str, Estimate]] = [
        ({f"{name}_{side}": 1.0}, f"{start}_{side}", f"{end}_{side}", _between_joints)
        for name, (start, end) in _LIMBS.items()
        for side in SIDES
    ]
    asked.append((_HIPS, "hip_l", "hip_r", _between_joints))
    asked.append((_TRUNK, "mid_hips", "mid_shoulders", _along_spine))
    found = []
    for parts, start, end, estimate in asked:
        distances = _distances(targets, start, end)
        if len(distances) >= FEWEST_FRAMES:
            found.append(SeenLength(parts, *estimate(distances)))
    return found


def _between_joints(distances: np.ndarray) -> tuple[float, float]:
    """Return the length of a segment that does not bend."""
    usual = np.clip(distances, *np.percentile(distances, _MISHAPS))
    return float(usual.mean()), float(np.hypot(JOINT_DEVIATION, BIAS * usual.std()))


def _along_spine(distances: np.ndarray) -> tuple[float, float]:
    """Return the length of what bends: it is as long as its parts where its ends are farthest apart."""
    long, longest = np.percentile(distances, _LONGEST)
    return float(long), float(np.hypot(TRUNK_DEVIATION, BIAS * (longest - long)))


def _distances(targets: Targets, start: str, end: str) -> np.ndarray:
    """Return (N,) [m] how far two landmarks are apart in frames that show both, none without one."""
    names = [DERIVED_LANDMARKS.get(name, (name,)) for name in (start, end)]
    if not {name for those in names for name in those} <= set(targets.names):
        return np.zeros(0)
    columns = [[targets.names.index(name) for name in those] for those in names]
    shown = targets.seen[:, columns[0] + columns[1]].all(axis=1)
    first, second = (targets.places[shown][:, those].mean(axis=1) for those in columns)
    return np.linalg.norm(second - first, axis=1)
