"""The whole comparison of a person's motion with a robot's, one family of metrics after the other."""

from __future__ import annotations

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.evaluate.added import added_metrics
from understudy.evaluate.captured import capture_metrics
from understudy.evaluate.direction import direction_metrics
from understudy.evaluate.feasibility import CUTOFF, feasibility_metrics
from understudy.evaluate.feet import feet_metrics
from understudy.evaluate.ground import judged_ground
from understudy.evaluate.limits import limit_metrics
from understudy.evaluate.orientation import orientation_metrics
from understudy.evaluate.penetration import SelfContactFinder, floor_metrics, self_metrics
from understudy.evaluate.regret import regret_metrics
from understudy.evaluate.smoothness import smoothness_metrics
from understudy.evaluate.solving import solving_metrics
from understudy.evaluate.survey import survey
from understudy.evaluate.torso import find_torso
from understudy.evaluate.touch import touch_metrics
from understudy.evaluate.whereabouts import whereabouts_metrics
from understudy.motion import Evaluation, HumanMotion, RobotMotion
from understudy.motion.pace import as_performed
from understudy.robots.assumed_speeds import as_retargeted
from understudy.robots.robot import Robot


def evaluate(
    human: HumanMotion,
    motion: RobotMotion,
    robot: Robot,
    wanted: np.ndarray | None = None,
    cutoff: float = CUTOFF,
) -> Evaluation:
    """Say with numbers how faithful a robot's motion is to a person's, and whether the robot can do it.

    Args:
        human: What the person did; slowed down here as the motion's history says.
        motion: What the robot does, frame by frame at the same rate.
        robot: The robot of the motion.
        wanted: (T, J) joint coordinates [rad or m] before the method cropped them to their limits, NaN
            where it states none; gives the true share of cropped frames.
        cutoff: Frequency [Hz] up to which movements count for forces, see ``evaluate.feasibility``.

    Raises:
        InvalidMotionError: When the three do not belong together.
    """
    human = as_performed(human, motion)
    require_same_clip(human, motion)
    require_same_joints(motion, robot)
    robot = as_retargeted(robot, motion)
    if wanted is not None and wanted.shape != motion.joint_positions.shape:
        raise InvalidMotionError(
            f"wanted has shape {wanted.shape}, expected {motion.joint_positions.shape}, a column a joint"
        )
    ground = judged_ground(human, motion, robot)
    contacts = SelfContactFinder(robot, motion.frame_count)
    surveyed = survey(robot, motion, ground, contacts.poses)
    poses = surveyed.poses
    torso = find_torso(human, robot, poses)
    contact = contacts.found
    directions = direction_metrics(human, robot, poses, torso)
    by_pose = (
        *orientation_metrics(human, robot, poses),
        *limit_metrics(robot, motion, wanted),
        *whereabouts_metrics(human, robot, surveyed),
        *feet_metrics(human, robot, poses, ground),
        *floor_metrics(robot, surveyed),
    )
    # Poses of long clips take the most memory; what is within reach is found from others.
    del poses, surveyed
    metrics = (
        *directions,
        *regret_metrics(human, motion, robot, torso, directions),
        *by_pose,
        *self_metrics(contact),
        *touch_metrics(human, motion, robot),
        *feasibility_metrics(robot, motion, human.contact_mask, cutoff, human.part_contacts),
        *smoothness_metrics(robot, motion),
        *solving_metrics(motion),
        *capture_metrics(human, robot),
        *added_metrics(human, motion, robot),
    )
    pairs = [[robot.model.body(body).name for body in pair] for pair in sorted(contact.ignored)]
    history = motion.provenance.then("evaluate", torso=torso.kind, touching_at_home=pairs, cutoff=cutoff)
    return Evaluation(motion.robot, motion.method, motion.fps, metrics, history)


def require_same_clip(human: HumanMotion, motion: RobotMotion) -> None:
    """Require equal frame counts and frame rates."""
    if human.frame_count != motion.frame_count:
        raise InvalidMotionError(
            f"the robot's motion has {motion.frame_count} frames and the person's {human.frame_count}, "
            "expected the same count"
        )
    if not np.isclose(human.fps, motion.fps, rtol=1e-6, atol=0.0):
        raise InvalidMotionError(
            f"the robot's motion runs at {motion.fps:g} frames a second and the person's at {human.fps:g}, "
            "expected the same rate"
        )


def require_same_joints(motion: RobotMotion, robot: Robot) -> None:
    """Require the motion's coordinates to be laid out as the robot's model has them."""
    for index, (found, expected) in enumerate(zip(motion.joints, robot.joints, strict=False)):
        if found != expected:
            raise InvalidMotionError(
                f"joint {index} of the motion is '{found}', expected '{expected}' of robot '{robot.name}'"
            )
    if len(motion.joints) != len(robot.joints):
        raise InvalidMotionError(
            f"the motion has {len(motion.joints)} joints, expected {len(robot.joints)} as '{robot.name}' has"
        )
    if motion.q.shape[1] != robot.model.nq:
        raise InvalidMotionError(
            f"the motion has {motion.q.shape[1]} coordinates a frame, expected {robot.model.nq}: "
            f"robot '{robot.name}' has a {robot.card.base} base and {len(robot.joints)} joints"
        )
