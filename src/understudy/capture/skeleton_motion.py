"""A captured skeleton before anyone knows its unit, its axes, or what its joints are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.capture.posture import Landmarks


@dataclass(frozen=True, eq=False)
class Poses:
    """Every point of a skeleton over time, in the file's unit and axes.

    Attributes:
        points: (T, K, 3) positions.
        rotations: (T, K, 4) orientations, unit quaternions wxyz.
    """

    points: np.ndarray
    rotations: np.ndarray


@dataclass(frozen=True, eq=False)
class SkeletonMotion:
    """What a reader of skeletons finds in a file.

    Attributes:
        names: K point names.
        poses: The frames.
        rest: The one pose (T = 1) in which no joint is turned.
        fps: Frames a second [1/s].
    """

    names: tuple[str, ...]
    poses: Poses
    rest: Poses
    fps: float

    def landmarks(
        self, poses: Poses, landmark_points: Mapping[str, tuple[str, ...]]
    ) -> dict[str, np.ndarray]:
        """Return canonical landmark → (T, 3) of poses of this skeleton, each the mean of its points."""
        index = {name: k for k, name in enumerate(self.names)}
        return {
            landmark: np.mean([poses.points[:, index[name]] for name in points], axis=0)
            for landmark, points in landmark_points.items()
        }


def at_frame(landmarks: Landmarks, frame: int) -> dict[str, np.ndarray]:
    """Return landmarks (3,) of one frame of landmarks (T, 3)."""
    return {name: points[frame] for name, points in landmarks.items()}
