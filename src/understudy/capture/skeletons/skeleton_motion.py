"""A captured skeleton before anyone knows its unit, its axes, or what its joints are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from understudy.capture.placing.posture import Landmarks


@dataclass(frozen=True, eq=False)
class Poses:
    """Every point of a skeleton over time, in the file's unit and axes.

    Attributes:
        points: (T, K, 3) positions.
        rotations: (T, K, 4) orientations, unit quaternions wxyz.
    """

    points: np.ndarray
    rotations: np.ndarray

    def in_axes(self, order: Sequence[int], signs: Sequence[float] = (1.0, 1.0, 1.0)) -> Poses:
        """Return the poses in other axes of the same handedness.

        Args:
            order: Which of the axes here is each of the new ones.
            signs: Whether it points the same way, 1 or -1.
        """
        rotations = self.rotations[..., [0, *(1 + axis for axis in order)]] * np.array([1.0, *signs])
        return Poses(self.points[..., list(order)] * np.array(signs), rotations)


@dataclass(frozen=True, eq=False)
class SkeletonMotion:
    """What a reader of skeletons finds in a file.

    Attributes:
        names: K point names.
        poses: The frames.
        rest: The one pose (T = 1) in which no joint is turned.
        parents: K indices of the points' parents, -1 for the root, parents before their children; empty
            where the format does not say.
        joint_count: How many of the points are joints, which come first; the others are tips of segments.
    """

    names: tuple[str, ...]
    poses: Poses
    rest: Poses
    parents: tuple[int, ...] = ()
    joint_count: int = 0

    def landmarks(
        self, poses: Poses, landmark_points: Mapping[str, tuple[str, ...]]
    ) -> dict[str, np.ndarray]:
        """Return canonical landmark → (T, 3) of poses of this skeleton, each the mean of its points."""
        index = {name: k for k, name in enumerate(self.names)}
        columns = {landmark: [index[name] for name in points] for landmark, points in landmark_points.items()}
        return {
            # Most landmarks are one point, of which there is no need of a copy.
            landmark: poses.points[:, chosen].mean(axis=1) if len(chosen) > 1 else poses.points[:, chosen[0]]
            for landmark, chosen in columns.items()
        }


def at_frame(landmarks: Landmarks, frame: int) -> dict[str, np.ndarray]:
    """Return landmarks (3,) of one frame of landmarks (T, 3)."""
    return {name: points[frame] for name, points in landmarks.items()}
