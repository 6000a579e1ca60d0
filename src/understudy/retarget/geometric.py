"""Anatomical angles in closed form, sent to the joints that play them (Fiala 2023, chapters 3 and 5).

Every angle is read off the person (``anatomy``), filtered over time, and becomes the coordinate of the joint
that the robot's card names for it, with its sign and offset. Nothing is searched for, so nothing makes up for
joints whose axes are not those of a person: that is the method's error, and its speed.
"""

from __future__ import annotations

import numpy as np

from understudy.anatomy.head import THESIS_REFERENCE
from understudy.errors import RobotError
from understudy.kernels.compilation import telling
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget.closed_form import performed, prepared
from understudy.retarget.fingers import with_fingers
from understudy.retarget.method import Say
from understudy.retarget.method_options import GeometricOptions
from understudy.retarget.robot_angles import played_joints, robot_angles
from understudy.robots.derive_anatomical import anatomical_table
from understudy.robots.robot import Robot


def thesis_options() -> GeometricOptions:
    """Return the options of the study itself: no limits, no levers, filtered angles, 81°."""
    return GeometricOptions(limits=False, levers=False, smooth=True, neck_reference=THESIS_REFERENCE)


def geometric(
    human: HumanMotion, robot: Robot, options: GeometricOptions | None = None, say: Say | None = None
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
    angles = robot_angles(human, robot, table, options)
    return with_fingers(played_joints(angles, robot, table), human, robot)
