"""The robot's torso as near to the person's as it can be, whatever its limbs do then.

The directions of trunk, hips and shoulders count above all. They leave open how far a robot with a waist
tilts its pelvis and bends back again above it, which the orientations of pelvis and chest settle, and where
the person's are not known, the home pose.
"""

from __future__ import annotations

import numpy as np

from understudy.evaluate.reach_problem import ReachProblem
from understudy.evaluate.torso import PARTS, Torso
from understudy.motion import HumanMotion
from understudy.robots.parts import has_waist
from understudy.robots.robot import Robot
from understudy.spatial import rotations as rot

DIRECTION_WEIGHT, PART_WEIGHT, HOME_WEIGHT = 10.0, 0.3, 0.1
"""Weights [1/rad] of the torso's directions, the orientations of its parts, and the home pose."""


def place_torso(
    problem: ReachProblem, human: HumanMotion, torso: Torso, own: np.ndarray, frames: np.ndarray
) -> np.ndarray | None:
    """Return poses (K, Q) with the torso in place, everything else near home.

    Args:
        problem: The robot prepared.
        human: The person.
        torso: The torso of both.
        own: (T, Q) poses of a motion, from which the torso is looked for as well.
        frames: (K,) frames to look for it in.

    Returns:
        None for a robot on a fixed base where the person has no frame that the base could stand for.
    """
    robot, count = problem.robot, len(frames)
    base = _base_part(human, robot)
    if not robot.has_free_base and base not in human.frames:
        return None
    # A free base turns with the person; seen from a fixed one it is the person who turns the other way.
    turn = None if robot.has_free_base else rot.conjugate(human.frames[base][frames])
    directions = np.zeros((count, len(problem.segments), 3))
    weights = np.zeros((count, len(problem.segments)))
    for index, segment in enumerate(problem.segments[: problem.torso_count]):
        wanted, known = (each[frames] for each in human.direction(segment))
        directions[:, index] = wanted if turn is None else rot.rotate(turn, wanted)
        weights[:, index] = DIRECTION_WEIGHT * known
    bodies = len(problem.parts) + len(problem.hung)
    orientations, part_weights = np.empty((count, bodies, 3, 3)), np.zeros((count, bodies))
    orientations[:] = np.eye(3)
    for index, part in enumerate(problem.parts):
        if part in human.frames:
            own_turn = human.frames[part][frames]
            orientations[:, index] = rot.as_matrix(own_turn if turn is None else rot.multiply(turn, own_turn))
            part_weights[:, index] = DIRECTION_WEIGHT if torso.kind == part else PART_WEIGHT
    home = np.empty((count, len(robot.home)))
    home[:] = robot.home
    if robot.has_free_base:
        home[:, 3:7] = rot.multiply(_facing(torso, frames), np.array(robot.home[3:7]))
    asked = (directions, weights), (orientations, part_weights)
    first, second = problem.solve((home, own[frames]), *asked, HOME_WEIGHT)
    return np.where((first.cost <= second.cost)[:, None], first.q, second.q)


def _base_part(human: HumanMotion, robot: Robot) -> str:
    """Return what a fixed base stands for: the pelvis where the robot has a waist, else the chest."""
    return "pelvis" if has_waist(robot.frames) and "pelvis" in human.frames else "chest"


def _facing(torso: Torso, frames: np.ndarray) -> np.ndarray:
    """Return rotations (K, 4) that turn somebody who stands facing x as the person's torso is turned."""
    turned = torso.human[frames]
    # By shoulders and hips, x is to the left, y up and z ahead.
    return rot.from_matrix(turned if torso.kind in PARTS else turned[:, :, [2, 0, 1]])
