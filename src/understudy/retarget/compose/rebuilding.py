"""A motion rebuilt from its weights, within a robot's limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from understudy.motion import RobotMotion
from understudy.retarget.compose.composing import compose, composed_motion
from understudy.retarget.compose.options import ComposeOptions
from understudy.retarget.limits.near_course import Kept, near_course
from understudy.retarget.method import Say
from understudy.robots.robot import Robot


def rebuilt(
    motion: RobotMotion, robot: Robot, options: ComposeOptions | None = None, say: Say | None = None
) -> RobotMotion:
    """Return a robot's motion as its weights describe it, brought within limits.

    The share of its energy that the primitives leave out, and the worst condition of Ψ, are in the history
    under ``compose``.

    Args:
        motion: Any method's result.
        robot: Its robot.
        options: Library, windows, smoothing and limits.
        say: Told in a sentence which primitives cannot be told apart.
    """
    options = options or ComposeOptions()
    composed = composed_motion(compose(motion, options, say), motion.contacts)
    kept = Kept(options.limits, options.velocity_limits, options.acceleration_limits, options.self_collision)
    joints, endings = near_course(np.array(composed.joint_positions), robot, motion.fps, kept, say)
    root = composed.q[:, : composed.q.shape[1] - len(robot.joints)]
    return replace(composed, q=np.hstack([root, joints]), status=endings, terrain=motion.terrain)
