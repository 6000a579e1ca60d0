"""A robot seen from the front and from behind without OpenGL: rays tell what is at each pixel."""

from __future__ import annotations

from typing import NamedTuple

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots import Robot
from understudy.robots.parts import home_data
from understudy.robots.shown_shapes import LAST_SHOWN_GROUP
from understudy.view.framing import framed_points, framed_shapes
from understudy.view.robot_figure import without_hidden_shapes

_FAR = 50.0
"""Distance of the viewer in heights of the robot, from which rays are as good as parallel."""

_MARGIN = 0.05
"""Share of the picture that stays free on each side."""

_GROUPS = np.array([group <= LAST_SHOWN_GROUP for group in range(6)], dtype=np.uint8)


class BodyView(NamedTuple):
    """What is at each pixel of a view of a robot in its home pose.

    Attributes:
        bodies: (H, W) body, 0 where there is none.
        points_w: (H, W, 3) where its surface is [m].
        shade: (H, W) how much light it sends back, 0 to 1.
    """

    bodies: np.ndarray
    points_w: np.ndarray
    shade: np.ndarray


def body_view(robot: Robot, size: tuple[int, int], front: bool) -> BodyView:
    """Return a view of a robot.

    Args:
        robot: The robot.
        size: Width and height [pixels].
        front: Whether it is seen from the front, else from behind.

    Raises:
        RobotError: Where it has no shape that could be seen.
    """
    model = without_hidden_shapes(robot.model)
    data = home_data(model, robot.home)
    low, high = _extent(robot, model, data)
    width, height = size
    metres = max(float(high[1] - low[1]) / width, float(high[2] - low[2]) / height) / (1.0 - 2.0 * _MARGIN)
    middle, ahead = 0.5 * (low + high), 1.0 if front else -1.0
    distance = _FAR * float(high[2] - low[2])
    eye = middle + np.array([ahead * distance, 0.0, 0.0])
    across = metres * (np.arange(width) + 0.5 - 0.5 * width)
    down = metres * (np.arange(height) + 0.5 - 0.5 * height)
    # From the front the picture's right is the robot's left.
    targets = np.empty((height, width, 3))
    targets[..., 0], targets[..., 1] = middle[0], middle[1] + ahead * across
    targets[..., 2] = middle[2] - down[:, None]
    rays = (targets - eye).reshape(-1, 3)
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    geoms, distances = _cast(model, data, eye, rays)
    seen = (geoms >= 0).reshape(height, width)
    points_w = (eye + np.where(geoms >= 0, distances, distance)[:, None] * rays).reshape(height, width, 3)
    bodies = np.where(geoms >= 0, model.geom_bodyid[np.maximum(geoms, 0)], 0).reshape(height, width)
    return BodyView(np.where(seen, bodies, 0), points_w, _shade(points_w, seen, metres))


def _extent(robot: Robot, model: mujoco.MjModel, data: mujoco.MjData) -> tuple[np.ndarray, np.ndarray]:
    """Return the lowest and highest corner (3,) [m] of what is to be seen."""
    shown = np.flatnonzero((model.geom_group <= LAST_SHOWN_GROUP) & (model.geom_bodyid > 0))
    if not len(shown):
        raise RobotError(f"robot '{robot.name}' has no shape that could be drawn")
    points = framed_points(model, data, framed_shapes(model, data))
    return points.min(axis=0), points.max(axis=0)


def _cast(
    model: mujoco.MjModel, data: mujoco.MjData, eye: np.ndarray, rays: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the geoms (N,) that rays (N, 3) from a point meet first, −1 for none, and how far [m]."""
    geoms, distances = np.zeros(len(rays), dtype=np.int32), np.zeros(len(rays))
    # Releases of MuJoCo differ in whether normals may be asked for.
    normals = (None,) if "normal:" in (mujoco.mj_multiRay.__doc__ or "") else ()
    mujoco.mj_multiRay(
        model,
        data,
        eye,
        rays.ravel(),
        _GROUPS,
        True,
        -1,
        geoms,
        distances,
        *normals,
        len(rays),
        mujoco.mjMAXVAL,
    )
    return geoms, distances


def _shade(points_w: np.ndarray, seen: np.ndarray, metres: float) -> np.ndarray:
    """Return light (H, W) from the viewer's side: what faces away from it is darker."""
    slope = np.gradient(np.where(seen, points_w[..., 0], np.nan), metres)
    steep = np.sqrt(sum(np.nan_to_num(part, nan=2.0, posinf=2.0, neginf=2.0) ** 2 for part in slope))
    return np.where(seen, 0.62 + 0.38 / np.sqrt(1.0 + steep**2), 1.0)
