"""The setting of a simulation: what was asked for, the rest chosen for robot and motion, and why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.errors import OptionError
from understudy.motion import RobotMotion
from understudy.motion.landmarks import CONTACTS
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.parts import home_data
from understudy.robots.robot import Robot
from understudy.simulate.options import SimulationOptions
from understudy.spatial import rotations as rot

LYING = np.radians(45.0)
"""Median angle [rad] from upright over which a robot lies."""

ON_FEET = 0.95
"""Share of frames in which both feet have to stand so that a robot is left to balance."""

ON_FEET_ONLY = ("balance", "whole-body")
"""Controllers of robots on a free base."""

NEAR_FLOOR = 0.03
"""Height [m] under which a sole stands of which the motion does not say whether it does."""


@dataclass(frozen=True, eq=False)
class Setting:
    """How a motion will be simulated.

    Attributes:
        mode, base, controller: As in ``SimulationOptions``, each chosen.
        stands: (T, 4) which points of ``CONTACTS`` carry weight.
        sentence: What was chosen and why, for people.
    """

    mode: str
    base: str
    controller: str
    stands: np.ndarray
    sentence: str


def choose_setting(motion: RobotMotion, robot: Robot, options: SimulationOptions) -> Setting:
    """Choose what the user left open.

    Raises:
        OptionError: Where the robot has no root that could be free, or no soles to stand on.
    """
    stands = standing_points(motion, robot)
    base, why = _base(motion, robot, stands)
    if options.base is not None and options.base != base:
        base, why = options.base, "as asked for"
    if base == "free" and not feet_touch(robot):
        raise OptionError(
            f"base 'free': no shape of the feet of robot '{robot.name}' can touch a floor, expected 'fixed'"
        )
    if base != "fixed" and not robot.has_free_base:
        raise OptionError(f"base '{base}': robot '{robot.name}' is bolted down by its card, expected 'fixed'")
    mode = options.mode or "dynamic"
    controller = ""
    if mode == "dynamic":
        controller = options.controller or ("balance" if base == "free" else "torque")
        if controller in ON_FEET_ONLY and base != "free":
            raise OptionError(
                f"controller '{controller}' stands on feet, expected base 'free', found '{base}'"
            )
        if controller == "whole-body" and not robot.soles:
            raise OptionError(
                f"controller '{controller}': robot '{robot.name}' has no soles, expected another"
            )
    by = f" by the controller '{controller}'" if controller else ""
    sentence = f"{mode} simulation of {robot.name} on a {base} base{by}: {why}"
    return Setting(mode, base, controller, stands, sentence)


def _base(motion: RobotMotion, robot: Robot, stands: np.ndarray) -> tuple[str, str]:
    """Return the base that fits a motion, and why."""
    if not robot.has_free_base:
        return "fixed", "the robot is bolted down"
    if float(np.median(tilts(robot, motion.q))) > LYING:
        return "lying", "it lies, on a mattress"
    if not robot.soles:
        return "fixed", "it has no soles to stand on, so its root is held"
    if not feet_touch(robot):
        return "fixed", "no shape of its feet can touch a floor, so its root is held"
    feet = [stands[:, [CONTACTS.index(f"{part}_{side}") for part in ("heel", "toe")]] for side in robot.soles]
    if min(float(each.any(axis=1).mean()) for each in feet) < ON_FEET:
        return "fixed", "its feet leave the floor, and no controller here steps, so its root is held"
    return "free", "both feet stay on the floor"


def feet_touch(robot: Robot) -> bool:
    """Return whether every foot has a shape that collides; some models have only such that are drawn."""
    collides = ((robot.model.geom_contype | robot.model.geom_conaffinity) & 1).astype(bool)
    bodies = robot.model.geom_bodyid[collides]
    return all(bool((bodies == sole.body).any()) for sole in robot.soles.values())


def tilts(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Return by how much (T,) [rad] the root is turned away from upright, as it is in the home pose."""
    up = rot.rotate(rot.conjugate(robot.home[3:ROOT_SIZE]), np.array([0.0, 0.0, 1.0]))
    height = rot.rotate(q[:, 3:ROOT_SIZE], np.broadcast_to(up, (len(q), 3)))[:, 2]
    return np.arccos(np.clip(height, -1.0, 1.0))


def standing_points(motion: RobotMotion, robot: Robot) -> np.ndarray:
    """Return which points (T, 4) of ``CONTACTS`` carry weight, as the motion says.

    A motion that says it of no frame at all, such as one of an upper body, stands on what is on the floor in
    its first frame.
    """
    stands = np.array(motion.contact_mask)
    if stands.any() or not robot.has_free_base:
        return stands
    data = home_data(robot.model, motion.q[0])
    for side, sole in robot.soles.items():
        corners = data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        for part, rows in (("heel", slice(0, 2)), ("toe", slice(2, 4))):
            stands[:, CONTACTS.index(f"{part}_{side}")] = corners[rows, 2].max() < NEAR_FLOOR
    return stands
