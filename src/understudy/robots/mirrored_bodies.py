"""Bodies that are mirror images, so that what is made of one side can be made of the other alike."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.robots.surface import geom_in_body_frame

ALIKE = 0.003
"""Distance [m] up to which the extents of two bodies are the same."""


def mirrored_bodies(model: mujoco.MjModel, geoms: Mapping[int, list[int]]) -> tuple[int, dict[int, int]]:
    """Return the axis across which a model is symmetric in its reference pose, and its pairs of bodies.

    Args:
        model: The model.
        geoms: Body → its geoms that count.

    Returns:
        0 or 1 for the world's x or y, and of each pair the later body → the earlier one; a body in the middle
        → itself.
    """
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    boxes = {body: _box(model, data, body, own) for body, own in geoms.items() if own}
    middle = data.xpos[1] if model.nbody > 1 else np.zeros(3)
    found = {axis: _pairs(boxes, axis, float(middle[axis])) for axis in (1, 0)}
    axis = max(found, key=lambda axis: sum(body != other for body, other in found[axis].items()))
    return axis, found[axis]


def mirrored(model: mujoco.MjModel, points: np.ndarray, body: int, other: int, axis: int) -> np.ndarray:
    """Return points (N, 3) [m] of one body, mirrored in the reference pose, in another body's frame."""
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    world = data.xpos[body] + points @ data.xmat[body].reshape(3, 3).T
    world[:, axis] = 2.0 * data.xpos[1, axis] - world[:, axis]
    return (world - data.xpos[other]) @ data.xmat[other].reshape(3, 3)


def on_first_side(model: mujoco.MjModel, points: np.ndarray, body: int, axis: int) -> np.ndarray:
    """Return which points (N, 3) [m] of a body in the middle (N,) are no farther right, or back, than it."""
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    world = data.xpos[body] + points @ data.xmat[body].reshape(3, 3).T
    return world[:, axis] >= data.xpos[1, axis] - ALIKE


def _box(model: mujoco.MjModel, data: mujoco.MjData, body: int, geoms: list[int]) -> np.ndarray:
    """Return the least and the largest coordinates (2, 3) [m] of a body's geoms in the world."""
    low, high = [], []
    for geom in geoms:
        points, radius = geom_in_body_frame(model, geom)
        world = data.xpos[body] + points @ data.xmat[body].reshape(3, 3).T
        low.append(world.min(axis=0, initial=np.inf) - radius)
        high.append(world.max(axis=0, initial=-np.inf) + radius)
    return np.array([np.min(low, axis=0), np.max(high, axis=0)])


def _pairs(boxes: Mapping[int, np.ndarray], axis: int, middle: float) -> dict[int, int]:
    pairs: dict[int, int] = {}
    for body, box in boxes.items():
        image = np.array(box)
        image[:, axis] = 2.0 * middle - box[::-1, axis]
        for other, its in boxes.items():
            if other >= body and other not in pairs and np.abs(image - its).max() < ALIKE:
                pairs[other] = body
                break
    return pairs
