"""A robot in its home pose, limbs coloured and landmarks labelled, seen from the front and from its left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

from understudy.drawing.extras import require
from understudy.motion.archive import write_bytes
from understudy.motion.robot_motion import RobotMotion
from understudy.robots import Robot
from understudy.robots.parts import home_data, point_in_world
from understudy.robots.roles import Roles, find_roles
from understudy.view.camera import Camera
from understudy.view.robot_figure import RobotFigure
from understudy.view.scene import FINE_SAMPLES, Stage
from understudy.view.stills import encode_png

_SIZE = (760, 900)
"""Width and height of one view [pixels]."""

_FILL = 0.8
"""Share of the picture's height that the robot takes."""

_FRONT, _SIDE = np.pi, -0.5 * np.pi
"""Directions of view [rad]: against the robot's x axis, and against its y axis."""

_INK, _LINE = (38, 44, 56), (120, 128, 142)
_COLOURS = {"l": (214, 69, 65), "r": (41, 98, 196), "": (34, 139, 84)}
"""Colours of the left side, of the right side and of the midline."""

PAINT = {
    "leg_l": (0.80, 0.33, 0.31),
    "arm_l": (0.94, 0.60, 0.56),
    "leg_r": (0.25, 0.42, 0.78),
    "arm_r": (0.56, 0.69, 0.93),
    "head": (0.55, 0.76, 0.60),
    "trunk": (0.74, 0.76, 0.79),
    "": (0.97, 0.78, 0.10),
}
"""Colours of the parts, and of what plays none."""

_NAMED = 10
"""Joints without a part that are named under the picture."""

_FONT_SIZE, _ROW, _MARGIN, _DOT = 15, 19, 10, 4


def draw_robot(robot: Robot) -> np.ndarray:
    """Return the picture (H, 2 W, 3) uint8 of a robot with its landmarks, front view and side view."""
    motion = RobotMotion(robot.name, "home", robot.joints, robot.home[None], 1.0, np.zeros(1, dtype=int))
    figure = RobotFigure(robot, motion, robot.name)
    roles = find_roles(robot)
    _paint(figure.model, roles)
    data = home_data(robot.model, robot.home)
    places = {name: point_in_world(data, own) for name, own in robot.landmarks.items()}
    height = figure.stature.height
    distance = 0.5 * height / _FILL / np.tan(0.5 * np.deg2rad(Camera.FIELD_OF_VIEW)) + 0.3 * height
    target = np.array([figure.path_w[0, 0], figure.path_w[0, 1], figure.stature.middle])
    stage = Stage(figure, distance, _SIZE, FINE_SAMPLES)
    try:
        views = [
            _view(stage, Camera(target, distance, azimuth, 0.0), places, shown)
            for azimuth, shown in ((_FRONT, lambda name: True), (_SIDE, lambda name: side_of(name) != "r"))
        ]
    finally:
        stage.close()
    return _with_caption(np.concatenate(views, axis=1), roles)


def _paint(model: mujoco.MjModel, roles: Roles) -> None:
    """Give every shape of a model the colour of the part that its body plays, in place."""
    for geom in range(model.ngeom):
        part = roles.bodies.get(int(model.geom_bodyid[geom]))
        if part is not None:
            model.geom_matid[geom] = -1
            model.geom_rgba[geom, :3] = PAINT[part]


def _with_caption(picture: np.ndarray, roles: Roles) -> np.ndarray:
    """Return a picture (H, W, 3) uint8 with a line under it that says which joints play no part."""
    image, drawing, fonts = (require(f"PIL.{part}") for part in ("Image", "ImageDraw", "ImageFont"))
    below = image.fromarray(np.ascontiguousarray(picture))
    pen, font = drawing.Draw(below), fonts.load_default(_FONT_SIZE)
    text = "left limbs red, right limbs blue, head green, trunk grey; every joint plays a part"
    if roles.idle:
        names = ", ".join(roles.idle[:_NAMED]) + (" ..." if len(roles.idle) > _NAMED else "")
        text = f"yellow plays no part: {len(roles.idle)} of {len(roles.joints)} joints: {names}"
    pen.text((_MARGIN, picture.shape[0] - _MARGIN), text, fill=_INK, font=font, anchor="lb")
    return np.asarray(below)


def save_robot_picture(path: str | Path, robot: Robot) -> Path:
    """Write the picture of a robot with its landmarks as a PNG file and return its path."""
    path = Path(path)
    write_bytes(path, encode_png(draw_robot(robot)))
    return path


def side_of(landmark: str) -> str:
    """Return ``"l"``, ``"r"`` or nothing for a landmark on the midline."""
    return landmark[-1] if landmark.endswith(("_l", "_r")) else ""


def to_pixels(camera: Camera, places_w: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Return where points (N, 3) of the world [m] are in a picture (N, 2) [pixels], from its top left."""
    ahead = camera.forward_w()
    right, _ = camera.horizontal_axes_w()
    up = np.cross(right, ahead)
    offset = places_w - camera.position_w()
    scale = 0.5 * size[1] / np.tan(0.5 * np.deg2rad(Camera.FIELD_OF_VIEW)) / (offset @ ahead)
    return np.stack([0.5 * size[0] + scale * (offset @ right), 0.5 * size[1] - scale * (offset @ up)], axis=1)


def _view(
    stage: Stage, camera: Camera, places: dict[str, np.ndarray], shown: Callable[[str], bool]
) -> np.ndarray:
    """Return one view (H, W, 3) uint8 with the landmarks that are to be shown."""
    image, drawing, fonts = (require(f"PIL.{part}") for part in ("Image", "ImageDraw", "ImageFont"))
    picture = image.fromarray(np.ascontiguousarray(stage.picture(0, camera)))
    pen, font = drawing.Draw(picture), fonts.load_default(_FONT_SIZE)
    names = [name for name in places if shown(name)]
    if names:
        pixels = to_pixels(camera, np.array([places[name] for name in names]), _SIZE)
        middle = float(np.median(pixels[:, 0]))
        for is_right in (False, True):
            column = [i for i in range(len(names)) if (pixels[i, 0] >= middle) == is_right]
            _label_column(pen, font, [(names[i], pixels[i]) for i in column], is_right)
    return np.asarray(picture)


def _label_column(pen: Any, font: Any, points: list[tuple[str, np.ndarray]], is_right: bool) -> None:
    """Write the names of points down one margin, each with a line to its dot."""
    points = sorted(points, key=lambda point: float(point[1][1]))
    rows = spread([float(place[1]) for _, place in points], _ROW, _SIZE[1] - 2 * _MARGIN)
    for (name, place), row in zip(points, rows, strict=True):
        x = _SIZE[0] - _MARGIN if is_right else _MARGIN
        width = float(pen.textlength(name, font=font)) + 4
        start = x - width if is_right else x + width
        pen.line([(start, row), tuple(place)], fill=_LINE, width=1)
        corners = (place[0] - _DOT, place[1] - _DOT, place[0] + _DOT, place[1] + _DOT)
        pen.ellipse(corners, fill=_COLOURS[side_of(name)], outline=(255, 255, 255))
        pen.text((x, row), name, fill=_INK, font=font, anchor="rm" if is_right else "lm")


def spread(wanted: list[float], gap: float, highest: float) -> list[float]:
    """Return rising positions at least ``gap`` apart, as near to the wanted rising ones as a sweep gets."""
    rows: list[float] = []
    for place in wanted:
        rows.append(max(place, rows[-1] + gap) if rows else max(place, gap))
    limit = highest
    for index in range(len(rows) - 1, -1, -1):
        rows[index] = min(rows[index], limit)
        limit = rows[index] - gap
    return rows
