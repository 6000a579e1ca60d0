"""Limits of a robot's joints at a frame rate: position, velocity, acceleration; for any method's motion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds, variable_bounds
from understudy.kinematics.tree import Tree, compile_tree
from understudy.robots.assumed_speeds import told_speeds
from understudy.robots.chain import follow_couplings
from understudy.robots.robot import Robot


def joint_bounds(
    tree: Tree,
    robot: Robot,
    fps: float,
    position: bool = True,
    velocity: bool = True,
    acceleration: bool = True,
) -> Bounds:
    """Return hard limits of a robot's variables, those that are asked for.

    Args:
        tree: The robot's tree.
        robot: The robot.
        fps: Frames a second [1/s].
        position: Whether ranges hold.
        velocity: Whether the largest speeds hold.
        acceleration: Whether the largest accelerations hold.
    """
    size = len(tree.variable)
    lower, upper = np.full(size, -np.inf), np.full(size, np.inf)
    largest_step, largest_change = np.full(size, np.inf), np.full(size, np.inf)
    scalar = np.flatnonzero(tree.dof_q >= 0)
    if position:
        lower[scalar], upper[scalar] = robot.lower, robot.upper
    if velocity:
        largest_step[scalar] = robot.velocity / fps
    if acceleration:
        largest_change[scalar] = robot.acceleration / fps**2
    return variable_bounds(tree, lower, upper, largest_step, largest_change)


def joints_within_limits(
    wish: np.ndarray, robot: Robot, fps: float, position: bool, velocity: bool, acceleration: bool
) -> np.ndarray:
    """Return joint coordinates (T, J) within limits, nearest to those wished for; coupled ones follow.

    Args:
        wish: (T, J) [rad or m].
        robot: The robot.
        fps: Frames a second [1/s].
        position: Whether ranges hold.
        velocity: Whether the largest speeds hold.
        acceleration: Whether the largest accelerations hold.
    """
    tree = compile_tree(robot.model)
    own = free_scalars(tree)
    bounds = joint_bounds(tree, robot, fps, position, velocity, acceleration)
    joints, columns = np.array(wish), tree.dof_q[own] - (robot.model.nq - len(robot.joints))
    joints[:, columns] = limited(joints[:, columns], Bounds(*(array[own] for array in bounds)))
    return follow_couplings(robot, joints)


def tell_speeds(robot: Robot, say: Callable[[str], None] | None) -> None:
    """Say which speeds of a robot are assumed, where some are."""
    sentence = told_speeds(robot)
    if say is not None and sentence is not None:
        say(sentence)
