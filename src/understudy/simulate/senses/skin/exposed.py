"""The surface of a body that others can touch, and its half on one side of the robot."""

from __future__ import annotations

from collections.abc import Sequence

import mujoco
import numpy as np

from understudy.robots.mirrored_bodies import mirrored
from understudy.simulate.senses.skin.samples import Pieces, depth_in, geom_pieces, joined
from understudy.simulate.senses.skin.spread import Spread

FINENESS = 24
"""Pieces of surface a taxel."""

BURIED = 0.0005
"""Depth [m] in another geom of its body from which on a piece of surface is buried."""


def exposed_surface(
    model: mujoco.MjModel, geoms: Sequence[int], neighbours: Sequence[int], cell: float
) -> Pieces:
    """Return the surface of geoms of one body, in its frame, without what lies inside its other geoms.

    Args:
        model: The model.
        geoms: Geoms whose surface is wanted.
        neighbours: Geoms of the body that may bury it.
        cell: Area [m²] of a taxel's share.
    """
    found = []
    for geom in geoms:
        pieces = geom_pieces(model, geom, cell / FINENESS)
        free = np.ones(len(pieces.areas), dtype=bool)
        for other in neighbours:
            if other != geom:
                free &= depth_in(model, other, pieces.points) < BURIED
        found.append(pieces.chosen(free))
    return joined(found)


class Mirror:
    """Carries points from a body to its mirror image on the robot's other side, in the reference pose."""

    def __init__(self, model: mujoco.MjModel, axis: int) -> None:
        """Take a model that is symmetric across one of the world's axes."""
        self._model, self._axis = model, axis

    def half(self, surface: Pieces, body: int) -> Pieces:
        """Return the part of a surface that lies on the positive side of the robot's middle."""
        apart = surface.points - mirrored(self._model, surface.points, body, body, self._axis)
        across = self._turned(np.eye(3)[self._axis][None], body)
        return surface.chosen(apart @ across[0] > 0.0)

    def image(self, spread: Spread, body: int, other: int) -> Spread:
        """Return the mirror image of points of one body on another."""
        points = mirrored(self._model, spread.points, body, other, self._axis)
        ends = mirrored(self._model, spread.points + spread.normals, body, other, self._axis)
        return Spread(points, ends - points, spread.areas)

    def _turned(self, directions_w: np.ndarray, body: int) -> np.ndarray:
        """Return directions (N, 3) of the world in a body's frame, in the reference pose."""
        data = mujoco.MjData(self._model)
        mujoco.mj_kinematics(self._model, data)
        return directions_w @ data.xmat[body].reshape(3, 3)
