"""Human ranges onto robot ranges, joint by joint (Quiroga et al. 2022, Eqs. 5 and 6, Tables I to III).

The angle of a person's joint within that joint's range becomes the same place within the range of the robot's
joint that plays it, by the card. Where the robot's joint counts the other way, its limits are reversed, as
printed in Table III. Nothing is solved for, so a therapist sees at once what every joint will do, and a joint
never asks for more than it has; directions of limbs, however, are only as faithful as the ranges are alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from understudy.anatomy import AnatomicalAngles
from understudy.anatomy.link_angles import LINK_ANGLES, link_angles
from understudy.anthropometry.angle_ranges import angle_range
from understudy.errors import InvalidMotionError, RobotError
from understudy.kernels.compilation import telling
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget.closed_form import performed, prepared
from understudy.retarget.fingers import with_fingers
from understudy.retarget.method import Say
from understudy.retarget.method_options import GeometricOptions, RangeOptions
from understudy.retarget.robot_angles import joint_column, nearest_turn, played_angle, robot_angles
from understudy.robots.card import AngleSpec
from understudy.robots.chain import follow_couplings
from understudy.robots.derive_anatomical import anatomical_table
from understudy.robots.robot import Robot

_NARROW = np.radians(1.0)
"""Part of a range [rad] under which the side of home has no scale of its own."""


@dataclass(frozen=True)
class JointMap:
    """From a person's angle to a robot's joint: straight lines between corners.

    Attributes:
        joint: The robot's joint.
        angles: Rising angles [rad] of the person: the ends of the range, and home between them.
        coordinates: The joint's coordinates [rad] there.
    """

    joint: str
    angles: tuple[float, ...]
    coordinates: tuple[float, ...]

    def __call__(self, angle: np.ndarray) -> np.ndarray:
        """Return coordinates (T,) [rad]; Eq. 6 between two corners, and on beyond the first and last."""
        x, y = np.array(self.angles), np.array(self.coordinates)
        part = np.clip(np.searchsorted(x, angle) - 1, 0, len(x) - 2)
        slope = np.diff(y) / np.diff(x)
        return y[part] + slope[part] * (angle - x[part])


def paper_options() -> RangeOptions:
    """Return the options of the paper itself: angles between links, ends onto ends, no limits of motion."""
    return RangeOptions(
        reading="links",
        mapping="ends",
        velocity_limits=False,
        acceleration_limits=False,
        self_collision=0.0,
    )


def ranges(
    human: HumanMotion, robot: Robot, options: RangeOptions | None = None, say: Say | None = None
) -> RobotMotion:
    """Make every joint of a robot be where in its range the person's joint is in its own.

    Args:
        human: The person's motion.
        robot: A robot with a card; where the card names no joints for angles, they are derived.
        options: How it works.
        say: Told in a sentence when kernels have to be compiled first.

    Raises:
        RobotError: Where no joint of the robot plays an anatomical angle.
        InvalidMotionError: Where the capture shows none that the robot has.
    """
    options = options or RangeOptions()
    robot = prepared(human, robot, options, say)
    with telling(say):
        wanted = wanted_by_ranges(human, robot, options)
    return performed(wanted, human, robot, "range", options, say)


def wanted_by_ranges(human: HumanMotion, robot: Robot, options: RangeOptions | None = None) -> np.ndarray:
    """Return joint coordinates (T, J) [rad or m] before limits; joints that play no angle stay at home."""
    options = options or RangeOptions()
    table = anatomical_table(robot)
    if not table:
        raise RobotError(f"robot '{robot.name}' has no joint that plays an anatomical angle")
    angles = _read(human, robot, table, options)
    joints = np.tile(robot.home[-len(robot.joints) :], (human.frame_count, 1))
    for name, course in joint_maps(robot, options).items():
        if name in angles.names:
            middle = 0.5 * (course.angles[0] + course.angles[-1])
            value = nearest_turn(played_angle(angles, name, table[name]), middle)
            joints[:, robot.joints.index(course.joint)] = course(value)
    return with_fingers(follow_couplings(robot, joints), human, robot)


def joint_maps(robot: Robot, options: RangeOptions | None = None) -> dict[str, JointMap]:
    """Return anatomical angle → how it becomes a joint's coordinate, for all that the robot plays.

    Raises:
        RobotError: Where the card names a joint that is not there.
    """
    options = options or RangeOptions()
    found = {}
    for name, spec in anatomical_table(robot).items():
        if options.reading == "anatomical" or name in LINK_ANGLES:
            found[name] = _joint_map(robot, name, spec, options)
    return found


def _joint_map(robot: Robot, name: str, spec: AngleSpec, options: RangeOptions) -> JointMap:
    column = joint_column(robot, name, spec)
    lower, upper = float(robot.lower[column]), float(robot.upper[column])
    factor = spec.sign * spec.share
    if not (np.isfinite(lower) and np.isfinite(upper)):
        # A joint that turns without end has no range to fill, and takes the angle as it is.
        first, last = angle_range(name)
        return JointMap(
            spec.joint, (first, last), (factor * first + spec.offset, factor * last + spec.offset)
        )
    published = options.reading == "links"
    first, last = sorted(LINK_ANGLES[name].anatomical_range) if published else angle_range(name)
    at_first, at_last = (lower, upper) if spec.sign > 0.0 else (upper, lower)
    if options.mapping == "ends":
        return JointMap(spec.joint, (first, last), (at_first, at_last))
    home = float(robot.home[-len(robot.joints) :][column])
    rest = float(np.clip((home - spec.offset) / factor, first, last))
    corners = [(first, at_first), (rest, home), (last, at_last)]
    # A home near an end of the person's range moves that end.
    if rest - first < _NARROW:
        corners.pop(0)
    elif last - rest < _NARROW:
        corners.pop()
    angles, coordinates = zip(*corners, strict=True)
    return JointMap(spec.joint, angles, coordinates)


def _read(
    human: HumanMotion, robot: Robot, table: Mapping[str, AngleSpec], options: RangeOptions
) -> AnatomicalAngles:
    if options.reading == "anatomical":
        return robot_angles(human, robot, table, GeometricOptions())
    angles = link_angles(human)
    if not set(angles.names) & set(table):
        raise InvalidMotionError(
            f"the capture shows no angle between links that robot '{robot.name}' has a joint for, "
            f"expected some of: {', '.join(name for name in table if name in LINK_ANGLES)}"
        )
    return angles
