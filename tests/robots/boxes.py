"""Meshes of boxes, and a robot of them whose hip lies in a hollow or does not."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from understudy.robots import Robot
from understudy.robots.card_reader import load_card

_CORNERS = np.array(list(np.ndindex(2, 2, 2)), dtype=float)
_FACES = np.array(
    [
        *([0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1]),
        *([2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]),
    ]
)

Box = tuple[tuple[float, float, float], tuple[float, float, float]]
"""Least and largest coordinates [m]."""

ROOM, WALL = 0.085, 0.03
"""Distance [m] of a channel's walls from its middle, and how thick they are."""

CHANNEL: tuple[Box, ...] = (
    ((-0.15, -0.115, 0.1), (0.15, 0.115, 0.14)),
    ((-0.15, -0.115, -0.05), (0.15, -0.085, 0.14)),
    ((-0.15, 0.085, -0.05), (0.15, 0.115, 0.14)),
)
"""A pelvis with a wall on either side, between which a thigh swings; its hull fills all that is between."""

BLOCK: tuple[Box, ...] = (((-0.15, -0.115, -0.05), (0.15, 0.115, 0.14)),)
"""The channel's hull."""

THIGH: tuple[Box, ...] = (((-0.04, -0.04, -0.46), (0.04, 0.04, -0.06)),)

_CARD = """
name = "channel"
title = "Channel"
source = "made for the tests"
[model]
file = "model.xml"
base = "free"
[landmarks]
hip_l = { joints = ["pitch", "roll", "yaw"] }
knee_l = { body = "thigh", point = [0.0, 0.0, -0.4] }
"""


def boxes(*parts: Box) -> tuple[np.ndarray, np.ndarray]:
    """Return the corners (N, 3) [m] and faces (M, 3) of one mesh of several boxes."""
    corners = [np.array(low) + _CORNERS * (np.array(high) - low) for low, high in parts]
    return np.concatenate(corners), np.concatenate([_FACES + 8 * index for index in range(len(parts))])


def triangles(*parts: Box) -> np.ndarray:
    """Return the triangles (M, 3, 3) [m] of several boxes."""
    corners, faces = boxes(*parts)
    return corners[faces]


def hip_robot(folder: Path, pelvis: tuple[Box, ...]) -> Robot:
    """Return a pelvis, a hip of three joints with small bodies in between, and a thigh, all of boxes."""
    meshes = "".join(_mesh(name, parts) for name, parts in (("pelvis", pelvis), ("thigh", THIGH)))
    small = '<geom size="0.01" contype="0" conaffinity="0"/>'
    (folder / "model.xml").write_text(
        f"""<mujoco><compiler angle="radian"/><asset>{meshes}</asset><worldbody>
        <body name="pelvis" pos="0 0 1"><freejoint/><geom type="mesh" mesh="pelvis"/>
          <body name="first"><joint name="pitch" axis="0 1 0" range="-2 0.5"/>{small}
            <body name="second"><joint name="roll" axis="1 0 0" range="-0.5 0.5"/>{small}
              <body name="thigh"><joint name="yaw" axis="0 0 1" range="-0.1 0.1"/>
                <geom type="mesh" mesh="thigh"/></body></body></body></body>
        </worldbody></mujoco>""",
        encoding="utf-8",
    )
    (folder / "card.toml").write_text(_CARD, encoding="utf-8")
    return Robot.from_card(load_card(folder / "card.toml"))


def _mesh(name: str, parts: tuple[Box, ...]) -> str:
    corners, faces = boxes(*parts)
    vertex, face = (" ".join(map(str, array.ravel())) for array in (corners, faces))
    return f'<mesh name="{name}" vertex="{vertex}" face="{face}" inertia="shell"/>'
