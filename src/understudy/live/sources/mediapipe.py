"""MediaPipe's BlazePose before a camera, or over a video file, where the package is installed.

World landmarks are used: metres from the middle of the hips, which is why the robot stays in its place.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.errors import CaptureError
from understudy.live.sighting import Sighting, StreamFacts
from understudy.live.source import PacketCounts

LEAST_VISIBLE = 0.5
"""Share of certainty from which on a point counts as seen."""


class Pictures(Protocol):
    """A camera or a video, as OpenCV has it."""

    def read(self) -> tuple[bool, Any]:
        """Return whether there is a picture, and the picture."""
        ...

    def get(self, what: int) -> float:
        """Return a property."""
        ...

    def release(self) -> None:
        """End."""
        ...


Detect = Callable[[Any], Any]
"""From a picture to what MediaPipe found in it, with ``pose_world_landmarks``."""


class MediaPipeSource:
    """The person before a camera.

    Args:
        pictures: Number of a camera, or the path of a video file.
        make: Makes the pictures and the detector; MediaPipe's and OpenCV's by default.
    """

    def __init__(
        self,
        pictures: int | str,
        make: Callable[[int | str], tuple[Pictures, Detect]] | None = None,
    ) -> None:
        """Be closed."""
        self._what, self._make = pictures, make or _opened
        self.counts, self.is_over = PacketCounts(), False
        self.facts = StreamFacts(
            format="MediaPipe",
            unit=1.0,
            up="-y",
            is_centred=True,
            is_before_camera=True,
            landmark_points=BLAZEPOSE_33.landmarks,
        )
        self._pictures: Pictures | None = None
        self._rate = 0.0

    def start(self) -> None:
        """Open the camera or the file."""
        self._pictures, self._detect = self._make(self._what)
        self._number = 0
        self._begun = time.monotonic()
        if isinstance(self._what, str):
            # OpenCV's property 5 is a video's rate.
            rate = float(self._pictures.get(5))
            self._rate = rate if 1.0 <= rate <= 1000.0 else 30.0

    def read(self, timeout: float) -> list[Sighting]:
        """Return the person in the next picture; a camera's comes when it comes, a video's when it is due."""
        assert self._pictures is not None
        if self._rate:
            wait = self._begun + self._number / self._rate - time.monotonic()
            if wait > timeout:
                time.sleep(max(0.0, timeout))
                return []
            time.sleep(max(0.0, wait))
        there, picture = self._pictures.read()
        if not there:
            self.is_over = isinstance(self._what, str)
            return []
        now = self._number / self._rate if self._rate else time.monotonic()
        self._number += 1
        self.counts.received += 1
        found = getattr(self._detect(picture), "pose_world_landmarks", None)
        if found is None:
            self.counts.other += 1
            return []
        rows = [(each.x, each.y, each.z, each.visibility) for each in found.landmark]
        if len(rows) != BLAZEPOSE_33.size:
            self.counts.malformed += 1
            return []
        values = np.array(rows, dtype=np.float64)
        points = np.where(values[:, 3:] >= LEAST_VISIBLE, values[:, :3], np.nan)
        return [Sighting(now, BLAZEPOSE_33.names, points)]

    def close(self) -> None:
        """Let go of the camera."""
        if self._pictures is not None:
            self._pictures.release()


def _opened(what: int | str) -> tuple[Pictures, Detect]:
    """Return pictures by OpenCV and the detector of MediaPipe.

    Raises:
        CaptureError: Where they are not installed, or there is no such camera or video.
    """
    try:
        cv2, mediapipe = import_module("cv2"), import_module("mediapipe")
    except ModuleNotFoundError as error:
        raise CaptureError(
            f"camera {what}", "needs packages that are not installed: pip install mediapipe"
        ) from error
    solutions = getattr(mediapipe, "solutions", None)
    if solutions is None:
        raise CaptureError(f"camera {what}", "this MediaPipe has no BlazePose of its own, expected 0.10")
    pictures = cv2.VideoCapture(what)
    if not pictures.isOpened():
        raise CaptureError(f"camera {what}", "cannot be opened, expected a camera's number or a video file")
    pose = solutions.pose.Pose(model_complexity=1, smooth_landmarks=False)

    def detect(picture: Any) -> Any:
        return pose.process(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))

    return pictures, detect
