"""From a problem to a robot's motion: what methods that solve for a whole body have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from understudy.kinematics.blocks.terrain import terrain_block
from understudy.kinematics.costs import Costs
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solution
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.terrain import Terrain
from understudy.motion.touches import STEP
from understudy.retarget.ground import RobotGround, require_level, robot_ground
from understudy.retarget.limits.balance import balanced_share, require_balance
from understudy.retarget.limits.joints import joint_bounds, tell_speeds
from understudy.retarget.limits.task_points import missed, tell_missed
from understudy.retarget.limits.whole_clip import solve_within_limits
from understudy.retarget.method_options import LimitOptions, StandingOptions
from understudy.retarget.over_time import OverTime
from understudy.retarget.part_holds import (
    has_part_contacts,
    held_contacts,
    kept_part_contacts,
    over_floor,
    with_part_holds,
)
from understudy.retarget.physics.given_up import STEP as PHYSICS
from understudy.retarget.physics.given_up import given_up, tell_given_up
from understudy.retarget.placement import tell_fixed
from understudy.retarget.touching import kept_touches, with_touches
from understudy.robots.assumed_speeds import with_speed
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale

Say = Callable[[str], None]


def ready_robot(human: HumanMotion, robot: Robot, options: LimitOptions, say: Say | None) -> Robot:
    """Return a robot with the speeds that options assume; say what a user should know beforehand.

    Raises:
        RobotError: Where it shall balance and stands on no feet of its own.
        OptionError: Where it shall balance and the person never stands.
    """
    if options.physics != "none":
        require_balance(human, robot)
        require_level(human, "physics")
    robot = with_speed(robot, options.assumed_speed)
    tell_fixed(human, robot, say)
    if options.velocity_limits:
        tell_speeds(robot, say)
    return robot


def solved_motion(
    problem: Problem,
    human: HumanMotion,
    robot: Robot,
    method: str,
    options: StandingOptions,
    say: Say | None,
    asked: OverTime | None = None,
) -> RobotMotion:
    """Solve what a method asks of a robot within all limits.

    Args:
        problem: What is asked, of whose limits only those of position count.
        human: The person's motion.
        robot: The robot, see :func:`ready_robot`.
        method: The method's name, for the history.
        options: Its options.
        say: Told in a sentence when something takes long or goes wrong.
        asked: What frames ask of each other, by default nothing.
    """
    if options.touches == "keep":
        problem = with_touches(problem, human, robot)
    terrain = ground_of(human, robot, options).terrain
    part_contacts: dict[str, np.ndarray] = {}
    if has_part_contacts(human, robot):
        problem = over_floor(problem, robot)
    if has_part_contacts(human, robot) and held_contacts(human, robot) and asked is not None:
        solution = _held_solution(problem, human, robot, options, say, asked, terrain)
    else:
        solution = solved(problem, human, robot, options, say, asked)
    if has_part_contacts(human, robot):
        part_contacts = kept_part_contacts(problem.tree, robot, human.part_contacts, solution.q, terrain)
    history = human.provenance.then("retarget", method=method, robot=robot.name, **_said(options, human))
    if options.touches == "keep":
        history = history.then(STEP, **kept_touches(human, robot, solution.q, say))
    if options.physics != "none":
        if asked is not None and asked.forces is not None:
            lost = given_up(asked.forces, solution.q, asked.path)
            history = history.then(PHYSICS, **lost)
            tell_given_up(lost, say)
        history = history.then("balance", share=balanced_share(robot, solution.q, human, say))
    if options.tasks:
        distances = missed(options.tasks, robot, solution.q, human.fps)
        history = history.then("tasks", missed=distances)
        tell_missed(options.tasks, distances, say)
    # Nobody else has them: what cannot be changed is shared with the motion and not copied.
    solution.q.setflags(write=False)
    return RobotMotion(
        robot=robot.name,
        method=method,
        joints=robot.joints,
        q=solution.q,
        fps=human.fps,
        status=solution.endings,
        contacts=human.contact_mask,
        part_contacts=part_contacts,
        terrain=terrain,
        provenance=history,
    )


def _held_solution(
    problem: Problem,
    human: HumanMotion,
    robot: Robot,
    options: StandingOptions,
    say: Say | None,
    asked: OverTime,
    terrain: Terrain,
) -> Solution:
    """Solve a problem with parts held where they carry, as solutions without and with holds show it."""
    # What frames are left in a solution that is not the last is of no concern to anybody.
    found = solved(problem, human, robot, options, None, replace(asked, forces=None))
    held, over_time = with_part_holds(problem, asked, human, robot, found.q, terrain, options, False)
    found = solved(held, human, robot, options, None, replace(over_time, forces=None))
    held, over_time = with_part_holds(problem, asked, human, robot, found.q, terrain, options, True)
    return solved(held, human, robot, options, say, over_time)


def solved(
    problem: Problem,
    human: HumanMotion,
    robot: Robot,
    options: StandingOptions,
    say: Say | None,
    asked: OverTime | None,
) -> Solution:
    """Solve a problem within the limits that options ask for, see :func:`solved_motion`."""
    bounds = joint_bounds(
        problem.tree,
        robot,
        human.fps,
        options.limits,
        options.velocity_limits,
        options.acceleration_limits,
    )
    return solve_within_limits(problem, human.frame_count, human.fps, bounds, say, asked)


def _said(options: LimitOptions, human: HumanMotion) -> dict[str, object]:
    """Return the options for the history; how steps are scaled is said where there are steps."""
    said = options.as_dictionary()
    if human.terrain.is_level:
        del said["real_terrain"]
    return said


def ground_of(human: HumanMotion, robot: Robot, options: LimitOptions) -> RobotGround:
    """Return what the robot stands on."""
    return robot_ground(human, leg_scale(human, robot), options.real_terrain)


def with_terrain(costs: Costs, terrain: Terrain, weight: float) -> Costs:
    """Return costs that also keep the robot out of steps and ramps; level ground leaves them as they are."""
    if terrain.is_level:
        return costs
    planes = np.stack([patch.planes() for patch in terrain.patches])
    return costs._replace(terrain=terrain_block(costs.floor, planes, weight))
