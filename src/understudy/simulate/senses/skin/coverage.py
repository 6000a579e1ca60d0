"""Which geoms of a robot have skin, and how fine it is there."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.errors import RobotError
from understudy.robots.robot import Robot
from understudy.robots.self_collision import own_bodies
from understudy.simulate.senses.skin.settings import EVEN_SPACING, SkinSettings

ICUB = "icub"
"""Name of the robot that has a layout of its own."""


@dataclass(frozen=True)
class Cover:
    """Skin on one body: its geoms that are covered, and the distance [m] between taxels."""

    geoms: tuple[int, ...]
    spacing: float


def chosen_layout(robot: Robot, settings: SkinSettings) -> str:
    """Return the layout that is asked for, or that fits the robot."""
    if settings.layout is not None:
        return settings.layout
    if settings.spacing is not None:
        return "even"
    if robot.name == ICUB:
        return "icub"
    return "card" if robot.skin else "even"


def covers(robot: Robot, settings: SkinSettings) -> dict[int, Cover]:
    """Return body → its skin.

    Raises:
        RobotError: Where the card's patches are asked for and there are none, and where no geom can touch.
    """
    layout = chosen_layout(robot, settings)
    if layout == "card":
        if not robot.skin:
            raise RobotError(f"robot '{robot.name}': its card has no [skin], expected the layout 'even'")
        return _of_card(robot)
    found = {
        body: Cover(tuple(geoms), settings.spacing or EVEN_SPACING)
        for body, geoms in touching_geoms(robot).items()
    }
    if not found:
        raise RobotError(f"robot '{robot.name}': none of its shapes can touch anything, so none has skin")
    return found


def touching_geoms(robot: Robot) -> dict[int, list[int]]:
    """Return body → its geoms that can touch anything, of the robot's own bodies."""
    model, own = robot.model, own_bodies(robot.model)
    touches = (model.geom_contype | model.geom_conaffinity) != 0
    found: dict[int, list[int]] = {}
    for geom in np.flatnonzero(touches & own[model.geom_bodyid]):
        if model.geom_type[geom] != int(mujoco.mjtGeom.mjGEOM_PLANE):
            found.setdefault(int(model.geom_bodyid[geom]), []).append(int(geom))
    return found


def _of_card(robot: Robot) -> dict[int, Cover]:
    """Return the card's patches; several on one body are one, as fine as the finest."""
    found: dict[int, Cover] = {}
    for patch in robot.skin.values():
        before = found.get(patch.body, Cover((), patch.spacing))
        geoms = tuple(dict.fromkeys((*before.geoms, *patch.geoms)))
        found[patch.body] = Cover(geoms, min(before.spacing, patch.spacing))
    return dict(sorted(found.items()))


def covered_geoms(robot: Robot, settings: SkinSettings, body: int) -> tuple[int, ...]:
    """Return the geoms of a body through which its skin is felt."""
    if chosen_layout(robot, settings) == "card":
        return _of_card(robot)[body].geoms
    first, count = int(robot.model.body_geomadr[body]), int(robot.model.body_geomnum[body])
    return tuple(range(first, first + count))
