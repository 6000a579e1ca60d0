"""The floor around each figure: tiles that stay where they are while it walks over them, as in films.

Figures side by side have a floor each, since a small robot's steps are shorter than the source's. What is far
from a figure is not drawn, so that floors of neighbours never overlap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.motion.terrain import Terrain
from understudy.spatial import rotations as rot
from understudy.view.terrain import block
from understudy.view.web.wire import Wire

if TYPE_CHECKING:
    from viser import ViserServer

_LIGHT, _DARK = (222, 227, 236), (150, 162, 182)
_STONES = ((178, 184, 194), (158, 166, 178))

_TILE = 0.085
"""Width of a tile relative to the figure's height: alike strides then cross as many tiles."""

_ROUND = 48
_INSIDE = 2.2
"""Tiles' width from the floor's rim within which none lies, so that none sticks out when it moves on."""

_GAP = 0.006
"""Height [m] of the tiles over the ground, and of the floor over that: none is seen through the other."""


class Carpet:
    """A round floor that goes along with a figure, with tiles that do not."""

    def __init__(
        self, server: ViserServer, name: str, height: float, radius: float, terrain: Terrain
    ) -> None:
        """Add floor, tiles, and what stands on the floor.

        Args:
            server: viser's.
            name: Of the node under which they are.
            height: Of the figure [m].
            radius: Of the floor [m].
            terrain: Steps and ramps.
        """
        self._wire, self._name, self._radius = Wire(server), name, radius
        self._tile = _TILE * height
        self._root = server.scene.add_frame(name, show_axes=False)
        server.scene.add_mesh_simple(f"{name}/ground", *_disc(radius), color=_LIGHT, cast_shadow=False)
        server.scene.add_mesh_simple(
            f"{name}/tiles",
            *_checkers(radius, self._tile),
            color=_DARK,
            side="double",
            flat_shading=True,
            cast_shadow=False,
        )
        _add_blocks(server, name, terrain)

    def go(self, place_w: np.ndarray) -> None:
        """Lie around a place (3,) [m]."""
        x, y, _ = place_w.tolist()
        self._wire.move(f"{self._name}/ground", (x, y, -_GAP))
        # Two tiles make a period: moved by whole ones, the pattern stays where it is.
        period = 2.0 * self._tile
        column, row = (round(part / period) * period for part in (x, y))
        self._wire.move(f"{self._name}/tiles", (column, row, -0.5 * _GAP))

    def set_visible(self, visible: bool) -> None:
        """Show it or not."""
        self._root.visible = visible


def _disc(radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a round floor of a radius [m] around the origin, seen from above."""
    turn = np.linspace(0.0, 2.0 * np.pi, _ROUND, endpoint=False)
    rim = radius * np.column_stack([np.cos(turn), np.sin(turn), np.zeros(_ROUND)])
    around = np.arange(1, _ROUND + 1)
    return np.vstack([np.zeros(3), rim]), np.column_stack(
        [np.zeros(_ROUND, dtype=np.int64), around, np.roll(around, -1)]
    )


def _checkers(radius: float, tile: float) -> tuple[np.ndarray, np.ndarray]:
    """Return every other tile of a width [m] on a round floor of a radius [m] as triangles."""
    reach = int(np.ceil(radius / tile))
    cells = np.stack(np.meshgrid(*(np.arange(-reach, reach),) * 2), axis=-1).reshape(-1, 2)
    away = np.linalg.norm((cells + 0.5) * tile, axis=1)
    cells = cells[(cells.sum(axis=1) % 2 == 0) & (away < radius - _INSIDE * tile)]
    around = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    corners = tile * (cells[:, None] + around).reshape(-1, 2)
    first = 4 * np.arange(len(cells))[:, None]
    return np.column_stack([corners, np.zeros(len(corners))]), np.concatenate(
        [first + [0, 1, 2], first + [0, 2, 3]]
    )


def _add_blocks(server: ViserServer, name: str, terrain: Terrain) -> None:
    for number, patch in enumerate(terrain.patches):
        size, centre_w, axes_w = block(patch)
        length, breadth, depth = (2.0 * float(part) for part in size)
        server.scene.add_box(
            f"{name}/ground_{number}",
            color=_STONES[number % 2],
            dimensions=(length, breadth, depth),
            position=centre_w,
            wxyz=rot.from_matrix(axes_w),
        )
