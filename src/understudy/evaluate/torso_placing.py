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
    turn = _turn_into_base(human, robot)
    if turn is None:
        return None
    directions = np.zeros((count, len(problem.segments), 3))
    weights = np.zeros((count, len(problem.segments)))
    for index, segment in enumerate(problem.segments[: problem.torso_count]):
        wanted, known = human.direction(segment)
        directions[:, index] = rot.rotate(turn, wanted)[frames]
        weights[:, index] = DIRECTION_WEIGHT * known[frames]
    bodies = len(problem.parts) + len(problem.hung)
    orientations, part_weights = np.tile(np.eye(3), (count, bodies, 1, 1)), np.zeros((count, bodies))
    for index, part in enumerate(problem.parts):
        if part in human.frames:
            orientations[:, index] = rot.as_matrix(rot.multiply(turn, human.frames[part])[frames])
            part_weights[:, index] = DIRECTION_WEIGHT if torso.kind == part else PART_WEIGHT
    home = np.tile(robot.home, (count, 1))
    if robot.has_free_base:
        home[:, 3:7] = rot.multiply(_facing(torso)[frames], np.array(robot.home[3:7]))
    first, second = (
        problem.solve(start, (directions, weights), (orientations, part_weights), HOME_WEIGHT)
        for start in (home, own[frames])
    )
    return np.where((first.cost <= second.cost)[:, None], first.q, second.q)


def _turn_into_base(human: HumanMotion, robot: Robot) -> np.ndarray | None:
    """Return rotations (T, 4) from the world onto a fixed base, none for a free one.

    A fixed base stands for the pelvis where the robot has a waist of its own, else for the chest.
    """
    if robot.has_free_base:
        return np.tile(rot.IDENTITY, (human.frame_count, 1))
    part = "pelvis" if has_waist(robot.frames) and "pelvis" in human.frames else "chest"
    return rot.conjugate(human.frames[part]) if part in human.frames else None


def _facing(torso: Torso) -> np.ndarray:
    """Return rotations (T, 4) that turn somebody who stands facing x as the person's torso is turned."""
    if torso.kind in PARTS:
        return rot.from_matrix(torso.human)
    # By shoulders and hips, x is to the left, y up and z ahead.
    return rot.from_matrix(torso.human[:, :, [2, 0, 1]])
