"""A robot's skin, laid once: where every taxel is."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from understudy.motion.skin import Skin
from understudy.robots.body_part_names import body_part_names
from understudy.robots.robot import Robot
from understudy.simulate.senses.skin.coverage import chosen_layout, covers
from understudy.simulate.senses.skin.even_layout import even_layout
from understudy.simulate.senses.skin.icub_layout import REACH, icub_layout
from understudy.simulate.senses.skin.settings import SkinSettings
from understudy.simulate.senses.skin.spread import joined_spreads


def lay_skin(robot: Robot, settings: SkinSettings, others: tuple[str, ...] = ()) -> Skin:
    """Return where the taxels of a robot are; the same each time.

    Args:
        robot: The robot.
        settings: Layout and spacing.
        others: Names of what else may touch it.

    Raises:
        RobotError: Where the robot has nothing that the layout could cover.
    """
    # What does not matter for the layout is left out, so that a skin is laid once.
    return replace(_laid(robot, SkinSettings(settings.layout, settings.spacing)), others=others)


@lru_cache(maxsize=8)
def _laid(robot: Robot, settings: SkinSettings) -> Skin:
    is_icub = chosen_layout(robot, settings) == "icub"
    found = icub_layout(robot) if is_icub else even_layout(robot, covers(robot, settings))
    names = body_part_names(robot)
    parts = tuple(dict.fromkeys(names.values()))
    mass = robot.model.body_mass
    heaviest = [max((body for body, name in names.items() if name == part), key=mass.item) for part in parts]
    counts = [len(spread.areas) for spread in found.values()]
    together = joined_spreads(list(found.values()))
    return Skin(
        bodies=tuple(robot.model.body(body).name for body in found),
        parts=parts,
        frames=tuple(robot.model.body(body).name for body in heaviest),
        others=(),
        body=np.repeat(np.arange(len(counts)), counts),
        part=np.repeat([parts.index(names[body]) for body in found], counts),
        points=together.points,
        normals=together.normals,
        areas=together.areas,
        reach=REACH if is_icub else float("inf"),
    )
