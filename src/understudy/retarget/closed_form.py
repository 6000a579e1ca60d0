"""What methods in closed form share: wanted courses of joints become a motion within limits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.terrain import LEVEL
from understudy.retarget.closed_root import root_poses
from understudy.retarget.limits.joints import tell_speeds
from understudy.retarget.limits.near_course import Kept, near_course
from understudy.retarget.method_options import ClosedFormOptions
from understudy.retarget.placement import tell_fixed
from understudy.robots.assumed_speeds import with_speed
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale

Say = Callable[[str], None]


def prepared(human: HumanMotion, robot: Robot, options: ClosedFormOptions, say: Say | None) -> Robot:
    """Return the robot with the speeds that are assumed, and say what a user should know of it."""
    robot = with_speed(robot, options.assumed_speed)
    tell_fixed(human, robot, say)
    if options.velocity_limits:
        tell_speeds(robot, say)
    return robot


def performed(
    wanted: np.ndarray,
    human: HumanMotion,
    robot: Robot,
    method: str,
    options: ClosedFormOptions,
    say: Say | None,
    **facts: object,
) -> RobotMotion:
    """Return the motion nearest to wanted courses of joints, under the person's root.

    Args:
        wanted: Joint coordinates (T, J) [rad or m].
        human: The person's motion.
        robot: The robot, see :func:`prepared`.
        method: The method's name.
        options: Which limits hold.
        say: Told in a sentence when kernels have to be compiled first.
        facts: What else the motion's provenance keeps.
    """
    kept = Kept(options.limits, options.velocity_limits, options.acceleration_limits, options.self_collision)
    joints, endings = near_course(wanted, robot, human.fps, kept, say)
    return RobotMotion(
        robot=robot.name,
        method=method,
        joints=robot.joints,
        q=np.hstack([root_poses(human, robot, joints), joints]) if robot.has_free_base else joints,
        fps=human.fps,
        status=endings,
        contacts=human.contact_mask,
        terrain=human.terrain.scaled(leg_scale(human, robot)) if robot.has_free_base else LEVEL,
        provenance=human.provenance.then(
            "retarget", method=method, robot=robot.name, **options.as_dictionary(), **facts
        ),
    )
