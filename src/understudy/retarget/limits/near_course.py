"""A course of joints that was found in closed form, brought within all limits and its parts apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.costs import no_costs
from understudy.kinematics.problem import Problem
from understudy.kinematics.tree import compile_tree
from understudy.retarget.limits.joints import joint_bounds, joints_within_limits
from understudy.retarget.limits.self_collision import self_collision, with_weight
from understudy.retarget.limits.whole_clip import solve_within_limits
from understudy.robots.robot import Robot

NEAR = 1.0
"""Weight [1/rad] by which joints stay near where they were wanted."""


class Kept(NamedTuple):
    """Which limits a course keeps.

    Attributes:
        position: Whether ranges hold.
        velocity: Whether the largest speeds hold.
        acceleration: Whether the largest accelerations hold.
        self_collision: Weight [1/m] of parts that do not sink into each other; 0 lets them.
    """

    position: bool = True
    velocity: bool = True
    acceleration: bool = True
    self_collision: float = 50.0


def near_course(
    wish: np.ndarray, robot: Robot, fps: float, kept: Kept, say: Callable[[str], None] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return joint coordinates (T, J) within limits near those wished for, and how frames ended (T,).

    Where parts would touch, the joints around give way together, as little as that takes. How a free base
    stands does not matter to that.

    Args:
        wish: (T, J) [rad or m].
        robot: The robot.
        fps: Frames a second [1/s].
        kept: Which limits.
        say: Told in a sentence when kernels have to be compiled first.
    """
    done = np.zeros(len(wish), dtype=np.int64)
    if kept.self_collision <= 0.0:
        if kept.velocity or kept.acceleration:
            return joints_within_limits(wish, robot, fps, *kept[:3]), done
        return (np.clip(wish, robot.lower, robot.upper) if kept.position else wish), done
    tree = compile_tree(robot.model)
    pose = np.tile(robot.home, (len(wish), 1))
    pose[:, -len(robot.joints) :] = np.clip(wish, robot.lower, robot.upper) if kept.position else wish
    weight = np.zeros((len(wish), len(tree.variable)))
    weight[:, free_scalars(tree)] = NEAR
    costs = no_costs(tree)._replace(
        guide=guide_block(tree, pose, weight),
        distance=with_weight(self_collision(robot, tree), kept.self_collision, len(wish)),
    )
    still = joint_bounds(tree, robot, fps, kept.position, velocity=False, acceleration=False)
    problem = Problem(tree=tree, costs=costs, bounds=still, starts=pose[:1])
    bounds = joint_bounds(tree, robot, fps, *kept[:3])
    solution = solve_within_limits(problem, len(wish), fps, bounds, say)
    return np.array(solution.q[:, -len(robot.joints) :]), np.array(solution.endings)
