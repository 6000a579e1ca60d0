"""Anatomical angles in closed form, sent to the joints that play them (Fiala 2023, chapters 3 and 5).

Every angle is read off the person (``anatomy``), filtered over time, and becomes the coordinate of the joint
that the robot's card names for it, with its sign and offset. Nothing is searched for, so nothing makes up for
joints whose axes are not those of a person: that is the method's error, and its speed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from understudy.anatomy import AnatomicalAngles, AngleOptions, anatomical_angles
from understudy.anatomy.head import THESIS_REFERENCE
from understudy.anatomy.names import TORSO
from understudy.errors import InvalidMotionError, RobotError
from understudy.kernels.compilation import telling
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget.angle_filter import filter_angles
from understudy.retarget.closed_form import performed, prepared
from understudy.retarget.fingers import with_fingers
from understudy.retarget.joint_order import in_joint_order
from understudy.retarget.method_options import GeometricOptions
from understudy.retarget.robot_trunk import chest_from_torso, has_torso, torso_shape
from understudy.robots.card import AngleSpec
from understudy.robots.chain import follow_couplings
from understudy.robots.derive_anatomical import anatomical_table
from understudy.robots.robot import Robot


def thesis_options() -> GeometricOptions:
    """Return the options of the study itself: no limits, no levers, filtered angles, 81°."""
    return GeometricOptions(limits=False, levers=False, smooth=True, neck_reference=THESIS_REFERENCE)


def geometric(
    human: HumanMotion,
    robot: Robot,
    options: GeometricOptions | None = None,
    say: Callable[[str], None] | None = None,
) -> RobotMotion:
    """Make a robot take a person's joint angles.

    The share of frames in which a joint's limits cropped it (Fiala, Tables 5.1 and 5.4) is in the
    provenance under ``cropped``, for joints that were.

    Args:
        human: The person's motion.
        robot: A robot with a card; where the card names no joints for angles, they are derived.
        options: How it works.
        say: Told in a sentence when the filter has to be compiled first.

    Raises:
        RobotError: Where no joint of the robot plays an anatomical angle.
        InvalidMotionError: Where the capture shows none that the robot has.
    """
    options = options or GeometricOptions()
    robot = prepared(human, robot, options, say)
    with telling(say):
        wanted = wanted_joints(human, robot, options)
    joints = np.clip(wanted, robot.lower, robot.upper) if options.limits else wanted
    cropped = np.mean(np.abs(joints - wanted) > 1e-9, axis=0)
    pairs = zip(robot.joints, cropped, strict=True)
    shares = {name: round(float(share), 6) for name, share in pairs if share > 0.0}
    return performed(joints, human, robot, "geometric", options, say, cropped=shares)


def wanted_joints(human: HumanMotion, robot: Robot, options: GeometricOptions | None = None) -> np.ndarray:
    """Return joint coordinates (T, J) [rad or m] before they are cropped to limits.

    ``evaluate(..., wanted=...)`` takes them and gives the share of cropped frames for every joint. Joints
    that play no angle stay in their home pose.
    """
    options = options or GeometricOptions()
    table = anatomical_table(robot)
    if not table:
        raise RobotError(f"robot '{robot.name}' has no joint that plays an anatomical angle")
    angles = in_joint_order(robot_angles(human, robot, table, options), robot, table)
    home = np.tile(robot.home[-len(robot.joints) :], (human.frame_count, 1))
    return with_fingers(
        follow_couplings(robot, _with_angles(home, robot, table, angles, table)), human, robot
    )


def robot_angles(
    human: HumanMotion, robot: Robot, table: Mapping[str, AngleSpec], options: GeometricOptions
) -> AnatomicalAngles:
    """Return a person's angles as a robot has to take them: counted from its own trunk, and filtered."""
    how = AngleOptions(neck_reference=options.neck_reference)
    if options.levers:
        shape, is_rigid = torso_shape(robot, table), not has_torso(robot, table)
        how = AngleOptions(options.neck_reference, shape, is_rigid, by_trunk=True)
    angles = _filtered(anatomical_angles(human, how), options)
    if not set(angles.names) & set(table):
        raise InvalidMotionError(
            f"the capture shows no anatomical angle that robot '{robot.name}' has a joint for, "
            f"expected some of: {', '.join(table)}"
        )
    if not options.levers:
        return angles
    home = np.tile(robot.home[-len(robot.joints) :], (human.frame_count, 1))
    bent = follow_couplings(robot, _with_angles(home, robot, table, angles, TORSO))
    turn = chest_from_torso(robot, dict(zip(robot.joints, bent.T, strict=True)))
    if turn is None:
        return angles
    turn = np.broadcast_to(turn, (human.frame_count, 3, 3))
    return _filtered(anatomical_angles(human, how, turn), options)


def _filtered(angles: AnatomicalAngles, options: GeometricOptions) -> AnatomicalAngles:
    return filter_angles(angles).after if options.smooth else angles


def _with_angles(
    joints: np.ndarray,
    robot: Robot,
    table: Mapping[str, AngleSpec],
    angles: AnatomicalAngles,
    which: tuple[str, ...] | Mapping[str, AngleSpec],
) -> np.ndarray:
    """Return joint coordinates (T, J) with some angles sent to the joints that play them."""
    result = np.array(joints)
    for angle in which:
        spec = table.get(angle)
        if spec is None or angle not in angles.names:
            continue
        if spec.joint not in robot.joints:
            raise RobotError(f"robot '{robot.name}': [anatomical] {angle} names no joint, '{spec.joint}'")
        value = angles[angle]
        if spec.add and spec.add in angles.names:
            value = value + angles[spec.add]
        column = robot.joints.index(spec.joint)
        result[:, column] = _nearest_turn(
            spec.sign * spec.share * value + spec.offset, robot.lower[column], robot.upper[column]
        )
    return result


def _nearest_turn(values: np.ndarray, lower: float, upper: float) -> np.ndarray:
    """Return angles [rad] shifted by whole turns to be nearest to the middle of a joint's range."""
    middle = 0.5 * (lower + upper) if np.isfinite(lower) and np.isfinite(upper) else 0.0
    return values - 2.0 * np.pi * np.round((values - middle) / (2.0 * np.pi))
