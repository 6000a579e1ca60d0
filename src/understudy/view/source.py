"""The source person as a performer."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.anthropometry import winter
from understudy.errors import RenderError
from understudy.motion.human_motion import HumanMotion
from understudy.view.performer import Stature
from understudy.view.skeleton import Skeleton

_PROPORTIONS: tuple[tuple[str, str, float], ...] = (
    ("hip_l", "knee_l", winter.THIGH),
    ("hip_r", "knee_r", winter.THIGH),
    ("knee_l", "ankle_l", winter.SHIN),
    ("knee_r", "ankle_r", winter.SHIN),
    ("mid_hips", "mid_shoulders", winter.TRUNK),
    ("mid_shoulders", "head_top", 1.0 - winter.SHOULDER_HEIGHT),
)
"""Distances between landmarks as shares of body height."""

_ROOTS = ("mid_hip", "mid_hips", "mid_shoulders", "neck", "chest", "spine")
"""Landmarks that say where a person is, best first."""


class Source:
    """A person's motion, drawn as a jointed figure.

    Attributes:
        skeleton: The figure's parts.
    """

    fixed_heading = None

    def __init__(self, human: HumanMotion) -> None:
        """Measure the person and prepare the figure."""
        body_height = _body_height(human)
        self.label = f"source: {human.provenance.source}" if human.provenance.source else "source"
        self.model = mujoco.MjModel.from_xml_string("<mujoco/>")
        self.fps = human.fps
        self.terrain = human.terrain
        self.path_w = _path(human)
        self.stature = _stature(human, body_height, self.path_w)
        self._data = mujoco.MjData(self.model)
        self.skeleton = Skeleton(human, body_height)
        self._landmarks_w, self._known = human.landmarks, human.valid_mask

    def pose(self, frame: int) -> mujoco.MjData:
        """Return the pose of an empty model: the figure is drawn by :meth:`draw`."""
        return self._data

    def points_w(self, frame: int) -> np.ndarray:
        """Return the landmarks (P, 3) [m] that are known at a frame."""
        return self._landmarks_w[frame, self._known[frame]]

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add the figure to the scene."""
        self.skeleton.draw(scene, frame)


def _body_height(human: HumanMotion) -> float:
    """Return the body height [m] that the known lengths suggest by the proportions of an average body."""
    length = share = 0.0
    for start, end, proportion in _PROPORTIONS:
        (start_w, start_known), (end_w, end_known) = human.landmark(start), human.landmark(end)
        known = start_known & end_known
        if known.any():
            length += float(np.median(np.linalg.norm(end_w[known] - start_w[known], axis=1)))
            share += proportion
    if length <= 0.0:
        raise RenderError("this person cannot be drawn: neither a thigh, a shin nor the trunk is captured")
    return length / share


def _stature(human: HumanMotion, body_height: float, path_w: np.ndarray) -> Stature:
    """Return the stature of a whole body on the floor, or of what is above the hips without legs."""
    if any(human.landmark(name)[1].any() for name in ("knee_l", "knee_r", "ankle_l", "ankle_r")):
        return Stature(body_height, 0.5 * body_height)
    visible = (1.0 - winter.HIP_HEIGHT) * body_height
    return Stature(visible, float(np.median(path_w[:, 2])) + 0.5 * visible)


def _path(human: HumanMotion) -> np.ndarray:
    """Return where the person is (T, 3) [m], straight across the frames in which that is unknown."""
    for name in _ROOTS:
        points_w, known = human.landmark(name)
        if known.any():
            frames = np.arange(human.frame_count)
            return np.stack(
                [np.interp(frames, frames[known], column[known]) for column in points_w.T], axis=1
            )
    raise RenderError(f"this person cannot be placed: none of {', '.join(_ROOTS)} is captured")
