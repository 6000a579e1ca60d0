"""What a motion takes of a robot's motors and of the ground, which pushes so that motors can."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.body_dynamics import BodyDynamics, body_dynamics, floor_levers
from understudy.dynamics.derivatives import SmoothMotion
from understudy.dynamics.torque_sharing import shared_torques
from understudy.dynamics.wrench import ROOT
from understudy.motion.terrain import LEVEL, Terrain
from understudy.robots.chain import driving_torques
from understudy.robots.ground_contacts import GroundContacts
from understudy.robots.robot import Robot
from understudy.robots.standing import body_weight, standing_height

_AT_A_TIME = 256
"""Frames whose levers are in memory at a time."""


@dataclass(frozen=True, eq=False)
class RobotDynamics:
    """What a motion takes.

    Attributes:
        body: Wrenches, and the ground's forces that are smallest.
        torques: (T, J) [N m or N] of the motors. Where one of them would be beyond its limit with these
            forces, they are those with others that give as much and ask less.
    """

    body: BodyDynamics
    torques: np.ndarray


def robot_dynamics(
    robot: Robot, motion: SmoothMotion, contacts: GroundContacts, terrain: Terrain = LEVEL
) -> RobotDynamics:
    """Return what a motion takes of a robot on a free base that has soles.

    Args:
        robot: The robot.
        motion: Its coordinates with derivatives.
        contacts: Where it can lean on the ground.
        terrain: The ground.
    """
    points, height = contacts.points, standing_height(robot)
    found = body_dynamics(
        robot.model, points, motion, contacts.shares, height, terrain=terrain, parts=contacts.parts
    )
    joints = motion.q[:, -len(robot.joints) :]
    torques = driving_torques(robot, joints, found.torques)
    largest = np.where(robot.gains.torque_stated, robot.gains.torque, np.inf)
    over = np.flatnonzero((np.abs(torques) > largest).any(axis=1))
    for begin in range(0, len(over), _AT_A_TIME):
        some = over[begin : begin + _AT_A_TIME]
        ground, inverse = found.ground, found.inverse
        levers = floor_levers(
            robot.model, points, inverse.axes_w[some], inverse.anchors_w[some], ground.points_w[some]
        )
        driven = np.repeat(joints[some], levers[0, :, 0].size, axis=0)
        levers = np.moveaxis(levers, 3, 2)
        levers = driving_torques(robot, driven, levers.reshape(-1, len(robot.joints))).reshape(levers.shape)
        torques[some] = shared_torques(
            ground.able.at(some),
            ground.target[some],
            body_weight(robot),
            driving_torques(robot, joints[some], inverse.forces[some, ROOT:]),
            np.moveaxis(levers, 3, 2),
            largest,
        )
    return RobotDynamics(found, torques)
