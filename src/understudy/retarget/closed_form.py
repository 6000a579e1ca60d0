"""What methods in closed form share: wanted courses of joints become a motion within limits.

The root of a free robot is turned as the person's pelvis, its hips where ``track`` wants them.
"""

from __future__ import annotations

import numpy as np

from understudy.anatomy.body_vectors import body_vectors, chest_axes, pelvis_axes
from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion, RobotMotion
from understudy.motion.terrain import LEVEL
from understudy.retarget.limits.joints import tell_speeds
from understudy.retarget.limits.near_course import Kept, near_course
from understudy.retarget.method import Say
from understudy.retarget.method_options import ClosedFormOptions
from understudy.retarget.placement import HIPS, place, tell_fixed
from understudy.retarget.robot_angles import SPINE_END
from understudy.robots.assumed_speeds import with_speed
from understudy.robots.chain import relative_pose
from understudy.robots.parts import has_waist, home_data, point_in_world
from understudy.robots.robot import Robot
from understudy.robots.source import leg_scale
from understudy.spatial import rotations as rot

_FIRST = 1
"""The body that carries the root's coordinates."""


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


def root_poses(human: HumanMotion, robot: Robot, joints: np.ndarray) -> np.ndarray:
    """Return root position [m] and orientation wxyz, (T, 7).

    Robots without a waist turn as the chest does. Frames that do not show the pelvis keep the last
    orientation, and those that do not show the hips the last place.

    Args:
        human: The person's motion.
        robot: A robot with a free base.
        joints: (T, J) coordinates of the joints, which move the root against the pelvis where the model is
            rooted in another body.
    """
    data = home_data(robot.model, robot.home)
    body = robot.frames["pelvis"].body if "pelvis" in robot.frames else _FIRST
    orientation = rot.multiply(_trunk_orientations(human, robot), np.array(data.xquat[body]))
    spots = place(human, robot, partial_stance=0.0)
    position = np.tile(data.xpos[body], (human.frame_count, 1))
    hips = robot.middles.get(HIPS)
    if hips is not None and HIPS in spots.names and spots.known[:, spots.names.index(HIPS)].any():
        column = spots.names.index(HIPS)
        away = point_in_world(data, hips) - data.xpos[body]
        lever = rot.rotate(rot.conjugate(np.array(data.xquat[body])), away)
        where = _held(spots.places[:, column], spots.known[:, column])
        position = where - rot.rotate(orientation, lever)
    if body != _FIRST:
        moved = dict(zip(robot.joints, joints.T, strict=True))
        shift, turn = relative_pose(robot, body, _FIRST, moved)
        position = position + rot.rotate(orientation, shift)
        orientation = rot.multiply(orientation, turn)
    return np.concatenate([position, orientation], axis=1)


def _trunk_orientations(human: HumanMotion, robot: Robot) -> np.ndarray:
    """Return (T, 4) wxyz how the part of the person is turned that the robot's root stands for."""
    vectors = body_vectors(human, SPINE_END)
    choices = [chest_axes(vectors, exact_is_left=True)]
    if has_waist(robot.frames):
        choices.insert(0, pelvis_axes(vectors))
    axes = next((axes for axes in choices if axes.known.any()), None)
    if axes is None:
        raise InvalidMotionError(
            f"{human.provenance.source}: neither pelvis nor chest is seen, expected hips and shoulders"
        )
    part_to_world = np.stack([axes.forward.T, axes.left.T, axes.up.T], axis=-1)
    return rot.continuous(rot.from_matrix(_held(part_to_world, axes.known)))


def _held(values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return values (T, ...) with unknown frames filled by the last known one, at the start by the first."""
    last = np.maximum.accumulate(np.where(known, np.arange(len(known)), -1))
    return values[np.where(last < 0, int(np.argmax(known)), last)]
