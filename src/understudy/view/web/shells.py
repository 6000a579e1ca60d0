"""A robot's outside as a browser draws it: for each body a few meshes, one a colour."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.robots import Robot
from understudy.robots.shown_shapes import shown_shapes
from understudy.view.web.simplify import simplified
from understudy.view.web.triangles import Triangles, geom_triangles

LIVE_TRIANGLES = 100_000
"""Most triangles of a robot in a scene that a server feeds."""

PAGE_TRIANGLES = 90_000
"""Most triangles of a robot in a page that is one file."""

_KEPT = 8
_kept: OrderedDict[tuple[str, int], tuple[Shell, ...]] = OrderedDict()


@dataclass(frozen=True, eq=False)
class Shell:
    """What of a body has one colour.

    Attributes:
        body: MuJoCo's index of the body.
        colour: Red, green, blue from 0 to 255.
        corners: (V, 3) float32 [m] in the body's frame.
        faces: (F, 3) uint32.
    """

    body: int
    colour: tuple[int, int, int]
    corners: np.ndarray
    faces: np.ndarray


def robot_shells(robot: Robot, most: int = LIVE_TRIANGLES) -> tuple[Shell, ...]:
    """Return what of a robot is seen, with at most so many triangles; robots seen lately are remembered."""
    key = (robot.fingerprint, most)
    if key not in _kept:
        _kept[key] = model_shells(robot.model, most)
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]


def model_shells(model: mujoco.MjModel, most: int = LIVE_TRIANGLES) -> tuple[Shell, ...]:
    """Return what of a model is seen, with at most so many triangles."""
    parts: dict[tuple[int, tuple[int, int, int]], list[Triangles]] = {}
    for geom in shown_shapes(model).tolist():
        found = geom_triangles(model, geom)
        if found is not None:
            parts.setdefault((int(model.geom_bodyid[geom]), _colour(model, geom)), []).append(found)
    joined = simplified([_joined(pieces) for pieces in parts.values()], most)
    return tuple(
        Shell(body, colour, corners.astype(np.float32), faces.astype(np.uint32))
        for (body, colour), (corners, faces) in zip(parts, joined, strict=True)
        if len(faces)
    )


def _joined(pieces: list[Triangles]) -> Triangles:
    starts = np.cumsum([0, *(len(corners) for corners, _ in pieces[:-1])])
    corners = np.concatenate([corners for corners, _ in pieces])
    return corners, np.concatenate([faces + start for (_, faces), start in zip(pieces, starts, strict=True)])


def _colour(model: mujoco.MjModel, geom: int) -> tuple[int, int, int]:
    material = int(model.geom_matid[geom])
    rgba = model.mat_rgba[material] if material >= 0 else model.geom_rgba[geom]
    red, green, blue = (round(255 * float(part)) for part in np.clip(rgba[:3], 0.0, 1.0))
    return red, green, blue
