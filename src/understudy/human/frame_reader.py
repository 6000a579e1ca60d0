"""Orientations of body parts of one frame after the other, by a calibration that is kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from understudy.human.frames import reference_pose, standing_offsets, turning_points
from understudy.human.geometric_frames import PARTS, geometric_frames
from understudy.human.head_direction import is_infant
from understudy.motion import HumanMotion, Recording
from understudy.spatial import rotations as rot


class FrameReader:
    """Reads frames as :func:`understudy.human.frames.body_frames` does; unseen parts keep their last one.

    Args:
        recording: Gives the reference pose, where it has one; of the same points as the frames.
        human: The recording's landmarks and sizes.
        heights: Landmarks of the feet → their heights [m] when the foot stands flat on the floor.
        parts: Which parts are asked for; others may be left out.
    """

    def __init__(
        self, recording: Recording, human: HumanMotion, heights: Mapping[str, float], parts: Collection[str]
    ) -> None:
        """Find out what turns each part."""
        reference = reference_pose(recording, human)
        turning = {
            part: found for part, found in turning_points(recording, reference).items() if part in parts
        }
        self._turned = tuple(turning)
        self._columns = np.array([column for column, _ in turning.values()], dtype=np.int64)
        self._offsets = np.array([offset for _, offset in turning.values()]).reshape(-1, 4)
        self._others = tuple(part for part in PARTS if part in parts and part not in turning)
        self._standing = standing_offsets(self._others, reference, heights)
        self._heights, self._infant = dict(heights), is_infant(human, recording.subject.age)
        self._last: dict[str, np.ndarray] = {}

    def read(
        self, rotations: np.ndarray | None, seen: np.ndarray, human: HumanMotion
    ) -> dict[str, np.ndarray]:
        """Return body part → (4,) of every part that was seen at least once.

        Args:
            rotations: (K, 4) of the points, or None where there are none.
            seen: (K,) which points were.
            human: The landmarks of this frame.
        """
        if rotations is not None and len(self._columns):
            turned = rot.multiply(rotations[self._columns], self._offsets)
            for part, value, known in zip(self._turned, turned, seen[self._columns], strict=True):
                if known:
                    self._keep(part, value)
        if self._others:
            found = geometric_frames(human, self._heights, self._infant, self._others)
            for part, (value, _) in found.items():
                own = value[0]
                if part in self._standing:
                    own = rot.multiply(own, self._standing[part])
                self._keep(part, own)
        return self._last

    def _keep(self, part: str, value: np.ndarray) -> None:
        last = self._last.get(part)
        self._last[part] = -value if last is not None and value @ last < 0.0 else value
