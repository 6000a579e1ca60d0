"""Two eyes for every robot: those of its card, or where its face suggests them.

A robot whose card names both has them as they are. Others get eyes at the landmarks ``eye_l`` and ``eye_r``,
beside the one camera that they have, or in the face, half-way up the head. They are as far apart, measured by
the head's breadth, as a person's, they look ahead, and they sit before the head's shapes, not inside.
"""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.parts import CAMERA_FROM_EYE, Eye, home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.tree_sides import path_to_world
from understudy.spatial import rotations as rot

FIELD = np.radians(60.0)
"""Vertical field of view [rad] of an eye that nobody describes, as MIMo's."""

APART = 63.0 / 152.0
"""Distance of a person's pupils (Dodgson 2004) by the head's breadth (ANSUR, men)."""

APART_BY_LENGTH = 0.063 / 1.70
"""The same by body height, for robots without a head of their own."""

_HEIGHT = 0.5
"""How high eyes are in a head, as a share of its height."""

_BEFORE = 0.003
"""How far [m] an eye is before the shapes of the head."""

SIDES = {"left": "l", "right": "r"}


def eye_cameras(robot: Robot) -> dict[str, Eye]:
    """Return the eyes of a robot, ``left`` and ``right``.

    Those that the model has no camera for are named ``eyes:left`` and ``eyes:right``.

    Raises:
        RobotError: Where neither eyes nor a head are known.
    """
    if all(side in robot.eyes for side in SIDES.values()):
        return {name: robot.eyes[side] for name, side in SIDES.items()}
    data = home_data(robot.model, robot.home)
    centre = robot.eyes.get("centre")
    if centre is None and "head" not in robot.frames:
        raise RobotError(
            f"robot '{robot.name}': the sense 'eyes' needs [eyes] or a head in [frames] of its card"
        )
    body, turn_w = _carrier(robot, data, centre)
    places_w = _places(robot, data, centre, body, turn_w)
    fov = FIELD if centre is None else centre.fov
    gaze_w = rot.rotate(turn_w, np.array([1.0, 0.0, 0.0]))
    found = {}
    for name, place_w in places_w.items():
        seen_from_w = _before_shapes(robot, data, body, place_w, gaze_w)
        body_turn = np.array(data.xquat[body])
        point = rot.rotate(rot.conjugate(body_turn), seen_from_w - data.xpos[body])
        found[name] = Eye(f"eyes:{name}", body, point, rot.multiply(rot.conjugate(body_turn), turn_w), fov)
    return found


def camera_turn(eye: Eye) -> np.ndarray:
    """Return the orientation (wxyz) of an eye's camera in the frame of its body, as MuJoCo takes it."""
    return rot.multiply(eye.offset, rot.conjugate(CAMERA_FROM_EYE))


def eye_joints(robot: Robot, eye: Eye) -> tuple[str, ...]:
    """Return the joints that turn an eye against the head; none where it is fixed in it."""
    head = robot.frames.get("head")
    path = path_to_world(robot.model, eye.body)
    if head is None or head.body not in path:
        return ()
    found = []
    for body in reversed(path[: path.index(head.body)]):
        first, count = int(robot.model.body_jntadr[body]), int(robot.model.body_jntnum[body])
        found += [robot.model.joint(joint).name for joint in range(first, first + count)]
    return tuple(found)


def _carrier(robot: Robot, data: mujoco.MjData, centre: Eye | None) -> tuple[int, np.ndarray]:
    """Return the body that carries the eyes, and how they are turned (wxyz) in the world at home."""
    if centre is not None:
        return centre.body, rot.multiply(np.array(data.xquat[centre.body]), centre.offset)
    head = robot.frames["head"]
    return head.body, rot.multiply(np.array(data.xquat[head.body]), head.offset)


def _places(
    robot: Robot, data: mujoco.MjData, centre: Eye | None, body: int, turn_w: np.ndarray
) -> dict[str, np.ndarray]:
    """Return where (3,) [m] in the world the eyes are at home."""
    marks = {name: robot.landmarks.get(f"eye_{side}") for name, side in SIDES.items()}
    known = {name: point_in_world(data, mark) for name, mark in marks.items() if mark is not None}
    if len(known) == len(SIDES):
        return known
    axes_w = rot.as_matrix(turn_w)
    low, high = _extent(robot, data, body, axes_w)
    apart = APART * float(high[1] - low[1])
    if centre is not None:
        middle_w = data.xpos[body] + data.xmat[body].reshape(3, 3) @ centre.point
        if "head" not in robot.frames or apart <= 0.0:
            apart = APART_BY_LENGTH * _length(robot, data)
    else:
        share = np.array([1.0, 0.5, _HEIGHT])
        middle_w = axes_w @ (low + share * (high - low))
    aside_w = 0.5 * apart * axes_w[:, 1]
    return {"left": middle_w + aside_w, "right": middle_w - aside_w}


def _extent(
    robot: Robot, data: mujoco.MjData, body: int, axes_w: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the least and largest coordinates (3,) [m] along some axes of the shapes of a head."""
    head = robot.frames["head"].body if "head" in robot.frames else body
    low, high = [], []
    for shape in robot.surface:
        if head in path_to_world(robot.model, shape.body):
            centres_w = data.xpos[shape.body] + shape.centres @ data.xmat[shape.body].reshape(3, 3).T
            low.append((centres_w @ axes_w - shape.radii[:, None]).min(axis=0))
            high.append((centres_w @ axes_w + shape.radii[:, None]).max(axis=0))
    if not low:
        here = data.xpos[head] @ axes_w
        half = 0.5 * APART_BY_LENGTH / APART * _length(robot, data)
        return here - half, here + half
    return np.min(low, axis=0), np.max(high, axis=0)


def _length(robot: Robot, data: mujoco.MjData) -> float:
    """Return how tall [m] a robot is at home."""
    heights = [
        (data.xpos[shape.body] + shape.centres @ data.xmat[shape.body].reshape(3, 3).T)[:, 2]
        for shape in robot.surface
    ]
    joined = np.concatenate(heights)
    return float(np.ptp(joined))


def _before_shapes(
    robot: Robot, data: mujoco.MjData, body: int, place_w: np.ndarray, gaze_w: np.ndarray
) -> np.ndarray:
    """Return a place (3,) [m] moved along the gaze until no shape of the same head is before it."""
    model, geom = robot.model, np.full((1, 1), -1, dtype=np.int32)
    reach = 0.2 * _length(robot, data)
    from_w = place_w + reach * gaze_w
    distance = mujoco.mj_ray(model, data, from_w, -gaze_w, None, 1, -1, geom)
    if distance < 0.0 or distance > reach or not _of_head(robot, body, int(model.geom_bodyid[geom[0, 0]])):
        return place_w
    return from_w - (distance - _BEFORE) * gaze_w


def _of_head(robot: Robot, carrier: int, body: int) -> bool:
    """Return whether a body belongs to the head, or is welded to what carries the eyes."""
    model = robot.model
    if int(model.body_weldid[body]) == int(model.body_weldid[carrier]):
        return True
    return "head" in robot.frames and robot.frames["head"].body in path_to_world(model, body)
