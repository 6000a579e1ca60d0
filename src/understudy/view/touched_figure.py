"""A robot in three dimensions with the skin that is touched coloured on its body; needs OpenGL."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np

from understudy.motion.archive import write_bytes
from understudy.motion.rollout import Rollout
from understudy.motion.touch_maps import peak_pressures, pressures_at, skin_of
from understudy.robots import Robot
from understudy.view.body_map import heat
from understudy.view.robot_figure import RobotFigure
from understudy.view.scene import FINE_SAMPLES, Stage
from understudy.view.shapes import new_shape
from understudy.view.stills import encode_png
from understudy.view.viewpoint import Viewpoint

SIZE = (640, 640)
"""Width and height of a picture [pixels]."""

_GLASS = (0.56, 0.61, 0.69, 0.3)
"""Red, green, blue of the body, and how much it covers: what is touched is seen through what lies over it."""

_GLOW = 0.35
"""How much of their own light spots of colour have, which shine through the body."""

_NEARER = 0.72
"""Distance of the camera from a standing robot, as a share of that in a film, where limbs need more room."""

_THIN = 0.002
"""Half of the thickness [m] of the spots that taxels are drawn as."""


class TouchedFigure(RobotFigure):
    """A robot that performs a rollout; each taxel that is pressed is a coloured spot on its skin."""

    def __init__(self, robot: Robot, rollout: Rollout, label: str) -> None:
        """Prepare the model."""
        super().__init__(robot, rollout.as_motion(), label)
        # Spots of colour are seen on a body that has none, and between parts that touch.
        self.model.geom_matid[:] = -1
        self.model.geom_rgba[:] = _GLASS
        self._rollout, self._skin = rollout, skin_of(rollout)
        bodies = np.array([robot.model.body(name).id for name in self._skin.bodies], dtype=np.int64)
        self._bodies = bodies[self._skin.body]
        felt = peak_pressures(rollout)
        self._most = float(np.percentile(felt[felt > 0.0], 90.0)) if (felt > 0.0).any() else 1.0

    def draw(self, scene: mujoco.MjvScene, frame: int) -> None:
        """Add a spot for every taxel that is pressed at a frame."""
        pressures, data = pressures_at(self._rollout, float(self._rollout.time[frame])), self._data
        pressed = np.flatnonzero(pressures > 0.0)
        colours = heat(np.sqrt(np.minimum(1.0, pressures[pressed] / self._most)))
        for taxel, colour in zip(pressed, colours, strict=True):
            turn = data.xmat[self._bodies[taxel]].reshape(3, 3)
            centre = data.xpos[self._bodies[taxel]] + turn @ self._skin.points[taxel]
            radius = float(np.sqrt(self._skin.areas[taxel] / np.pi))
            red, green, blue = (float(part) for part in colour)
            spot = new_shape(
                scene,
                mujoco.mjtGeom.mjGEOM_ELLIPSOID,
                np.array([radius, radius, max(_THIN, 0.3 * radius)]),
                centre,
                _axes_along(turn @ self._skin.normals[taxel]),
                (red, green, blue),
            )
            spot.emission = _GLOW


def _axes_along(normal: np.ndarray) -> np.ndarray:
    """Return axes (3, 3) as columns of which the third is along a direction (3,)."""
    quaternion, axes = np.zeros(4), np.zeros(9)
    mujoco.mju_quatZ2Vec(quaternion, np.ascontiguousarray(normal))
    mujoco.mju_quat2Mat(axes, quaternion)
    return axes.reshape(3, 3)


def draw_touched_body(
    rollout: Rollout, robot: Robot, frame: int, size: tuple[int, int] = SIZE, samples: int = FINE_SAMPLES
) -> np.ndarray:
    """Return a picture (H, W, 3) uint8 of a robot at a frame, its touched skin coloured.

    Args:
        rollout: The rollout, with the readings of its skin.
        robot: Its robot.
        frame: The frame.
        size: Width and height [pixels].
        samples: Samples a pixel that smooth the edges.

    Raises:
        RenderError: Where nothing can be drawn here.
    """
    figure = TouchedFigure(robot, rollout, robot.name)
    viewpoint = Viewpoint.on_robot(robot, rollout.as_motion())
    camera = viewpoint.cameras(figure, size)[frame]
    if not viewpoint.lying:
        camera = replace(camera, distance=_NEARER * camera.distance)
    stage = Stage(figure, camera.distance, size, samples)
    try:
        return stage.picture(frame, camera)
    finally:
        stage.close()


def save_touched_body(path: str | Path, rollout: Rollout, robot: Robot, frame: int) -> Path:
    """Write the picture of a frame as a PNG file and return its path."""
    path = Path(path)
    write_bytes(path, encode_png(draw_touched_body(rollout, robot, frame)))
    return path
