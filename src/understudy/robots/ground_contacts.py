"""Where and when a robot can lean on the ground: with its soles, and with other parts of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.dynamics.force_needs import LOWEST
from understudy.dynamics.sole_points import SolePoints, load_shares
from understudy.kinematics.point_places import PointsOfBodies, point_places
from understudy.kinematics.tree import compile_tree
from understudy.motion.part_contacts import NO_PART_CONTACTS, PartContacts
from understudy.robots.part_points import PartPoints, part_points
from understudy.robots.robot import Robot
from understudy.robots.standing import robot_sole_points

_AT_A_TIME = 1024
"""Poses whose points are in memory at a time."""


@dataclass(frozen=True, eq=False)
class GroundContacts:
    """P points of a robot over T frames.

    Attributes:
        points: The points, those of soles first, each by itself.
        shares: (T, P) in 0 … 1, how readily each carries load.
        parts: (P,) which part each is on, -1 for soles: of a part the lowest points carry.
    """

    points: SolePoints
    shares: np.ndarray
    parts: np.ndarray

    @property
    def soles(self) -> int:
        """How many points are on soles."""
        return int((self.parts < 0).sum())

    def at(self, frames: np.ndarray) -> GroundContacts:
        """Return those of some frames."""
        return replace(self, shares=self.shares[frames])


def ground_contacts(
    robot: Robot,
    q: np.ndarray,
    contacts: np.ndarray,
    fps: float,
    part_contacts: PartContacts = NO_PART_CONTACTS,
) -> GroundContacts:
    """Return where a robot can lean on the ground.

    Args:
        robot: The robot.
        q: (T, nq) its motion, of which only points count that come to the ground in it.
        contacts: (T, 4) which of ``CONTACTS`` carry weight.
        fps: Frames a second [1/s].
        part_contacts: Further parts that do.
    """
    soles = robot_sole_points(robot)
    shares, parts = [load_shares(contacts, fps)[:, soles.contacts]], [np.full(len(soles.bodies), -1)]
    bodies, places = [soles.bodies], [soles.places]
    surface = part_points(robot) if part_contacts else None
    for part, (name, carries) in enumerate(part_contacts.items()):
        if surface is None or not len(surface.of(name)):
            continue
        own = _lowest(robot, surface, surface.of(name), q[carries])
        bodies.append(surface.bodies[own])
        places.append(surface.places[own])
        shares.append(np.repeat(load_shares(carries[:, None], fps), len(own), axis=1))
        parts.append(np.full(len(own), part))
    every = np.concatenate(bodies)
    points = SolePoints(
        bodies=every,
        places=np.concatenate(places),
        contacts=np.arange(len(every)),
        sides=np.concatenate([soles.sides, np.zeros(len(every) - len(soles.sides), dtype=np.int64)]),
        length=soles.length,
    )
    return GroundContacts(points, np.concatenate(shares, axis=1), np.concatenate(parts))


def _lowest(robot: Robot, surface: PartPoints, own: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return those of some points that are among the lowest few of them in any of some poses (T, nq)."""
    points = PointsOfBodies(surface.bodies[own], surface.places[own])
    found = np.zeros(len(own), dtype=bool)
    for begin in range(0, len(q), _AT_A_TIME):
        heights = point_places(compile_tree(robot.model), points, q[begin : begin + _AT_A_TIME])[..., 2]
        few = min(LOWEST, len(own))
        found[np.argpartition(heights, few - 1, axis=1)[:, :few]] = True
    return own[found]
