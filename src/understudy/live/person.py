"""From calibrated points of one frame to a person of one frame: landmarks, frames, contacts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from understudy.human.frame_reader import FrameReader
from understudy.live.calibration import Calibration
from understudy.live.contacts import LiveContacts
from understudy.live.live_person import Body, LivePerson


class PersonReader:
    """Reads a person off calibrated points, frame by frame.

    Args:
        calibration: The person.
        parts: Body parts whose orientation is asked for.
    """

    def __init__(self, calibration: Calibration, parts: Collection[str]) -> None:
        """Prepare the map from points to landmarks."""
        recording, human = calibration.recording, calibration.human
        self._body = Body(human.names, calibration.fps, human.sizes)
        self._mean = np.zeros((len(human.names), len(recording.names)))
        for row, name in enumerate(human.names):
            points = recording.landmark_points[name]
            self._mean[row, [recording.names.index(point) for point in points]] = 1.0 / len(points)
        self._needed = self._mean > 0.0
        self._frames = FrameReader(recording, human, calibration.heights, parts)
        self._contacts = LiveContacts(calibration.heights, human.sizes.get("leg", 0.0), calibration.fps)

    def read(self, points: np.ndarray, rotations: np.ndarray | None) -> LivePerson:
        """Return the person of one frame.

        Args:
            points: (K, 3) [m] on the floor and in our axes, NaN where one was not seen.
            rotations: (K, 4) unit quaternions wxyz, or None.
        """
        seen = np.logical_and.reduce(np.isfinite(points), axis=1)
        landmarks = self._mean @ np.where(seen[:, None], points, 0.0)
        landmarks[:, 2] -= self._contacts.ground
        known = ~np.logical_or.reduce(self._needed & ~seen, axis=1)
        human = self._body.person(landmarks, known)
        turns = self._frames.read(rotations, seen, human)
        return replace(
            human,
            frames={part: turn[None] for part, turn in turns.items()},
            contacts=self._contacts.step(human)[None],
        )

    def move(self, shift_w: np.ndarray) -> None:
        """Have the person be elsewhere (3,) [m] all at once."""
        self._contacts.move(shift_w)

    def forget(self) -> None:
        """Know neither speeds nor contacts any more, as after a gap."""
        self._contacts.forget()
