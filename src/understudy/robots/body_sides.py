"""Which side of a part of the body a place is on, in words: front, back, inner, outer, top, bottom."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.body_part_names import body_part_names
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.robots.surface import geom_in_body_frame

_WORDS = (("back", "front"), ("right", "left"), ("bottom", "top"))
"""Words for the two ends of a part along x, y and z, as the robot stands."""


class BodySides:
    """Tells sides of a robot's parts, in the home pose, where it stands as a person does."""

    def __init__(self, robot: Robot) -> None:
        """Measure every part."""
        self._model, self._data = robot.model, home_data(robot.model, robot.home)
        self._boxes: dict[str, np.ndarray] = {}
        touches = (robot.model.geom_contype | robot.model.geom_conaffinity) != 0
        for body, part in body_part_names(robot).items():
            first, count = int(robot.model.body_geomadr[body]), int(robot.model.body_geomnum[body])
            for geom in filter(touches.item, range(first, first + count)):
                self._grow(part, body, geom)

    def _grow(self, part: str, body: int, geom: int) -> None:
        points, radius = geom_in_body_frame(self._model, geom)
        if len(points):
            points_w = self._in_world(body, points)
            box = np.array([points_w.min(axis=0) - radius, points_w.max(axis=0) + radius])
            known = self._boxes.get(part, box)
            self._boxes[part] = np.array([np.minimum(known[0], box[0]), np.maximum(known[1], box[1])])

    def side(self, part: str, body: str, point: np.ndarray) -> str:
        """Return the side that a place is on; empty of a part without shapes.

        Args:
            part: The part.
            body: Name of the body in whose frame the place is.
            point: (3,) the place [m].
        """
        if part not in self._boxes:
            return ""
        low, high = self._boxes[part]
        place = self._in_world(int(self._model.body(body).id), point[None])[0]
        off = (place - 0.5 * (low + high)) / np.maximum(0.5 * (high - low), 1e-9)
        axis = int(np.abs(off).argmax())
        ahead = bool(off[axis] > 0.0)
        if axis == 1 and part.endswith(("_l", "_r")):
            return "outer" if ahead == part.endswith("_l") else "inner"
        return _WORDS[axis][ahead]

    def _in_world(self, body: int, points: np.ndarray) -> np.ndarray:
        data: mujoco.MjData = self._data
        return data.xpos[body] + points @ data.xmat[body].reshape(3, 3).T
