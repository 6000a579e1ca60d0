"""A synthetic capture: a performance as a camera or a tracker gives it, with the truth beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from understudy.motion import Provenance, Recording
from understudy.spatial import rotations as rot
from understudy.synth.corruption import CorruptedPoints, Corruption, corrupt
from understudy.synth.point_set import PointSet
from understudy.synth.synthetic_motion import SyntheticMotion

_LYING = np.radians(60.0)


@dataclass(frozen=True, eq=False)
class Take:
    """Points of a performance in the order of a format.

    Attributes:
        motion: What was performed.
        point_set: Which points, and what they are called.
        captured: Where they were seen, and where they are.
        provenance: What was asked for.
    """

    motion: SyntheticMotion
    point_set: PointSet
    captured: CorruptedPoints
    provenance: Provenance

    @property
    def names(self) -> tuple[str, ...]:
        """K names of the points."""
        return self.point_set.names

    @property
    def points(self) -> np.ndarray:
        """(T, K, 3) [m], NaN where missing."""
        return self.captured.points

    @property
    def fps(self) -> float:
        """Frames a second [1/s]."""
        return self.motion.fps

    @cached_property
    def is_lying(self) -> bool:
        """Whether the performer lies, so that a camera would look down."""
        joints, index = self.motion.joint_positions, self.motion.body.index
        trunk = joints[:, index("Neck")] - joints[:, index("Hips")]
        return bool(np.median(rot.angle_between(trunk, np.array([0.0, 0.0, 1.0]))) > _LYING)

    def recording(self) -> Recording:
        """Return the capture in our own noun, as if it had been read from a file."""
        return Recording(
            names=self.names,
            points=self.points,
            fps=self.fps,
            valid=~self.captured.is_missing,
            landmark_points=self.point_set.landmark_points,
            subject=self.motion.body.subject,
            dialect=f"synthetic ({self.point_set.name})",
            provenance=self.provenance,
        )


def record(motion: SyntheticMotion, point_set: PointSet, how: Corruption, seed: int = 0) -> Take:
    """Capture the points of a performance, spoilt as asked; the same arguments give the same numbers."""
    true_points = point_set.positions(motion)
    may_miss = np.array([name not in point_set.never_missing for name in point_set.names])
    captured = corrupt(true_points, point_set.anatomical_names, motion.fps, how, seed, may_miss)
    options = {"points": point_set.name, "seed": seed} | {name: value for name, value in vars(how).items()}
    provenance = Provenance(source=motion.name).then("synth", **options)
    return Take(motion, point_set, captured, provenance)
