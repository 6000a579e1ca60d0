"""Joint speeds of robots whose makers state none, from the size of what each joint moves.

A limb that swings by itself is a pendulum. With the masses m of all that a joint moves, at distances d from
it, its length is l = Σ m d² / Σ m d and it swings at ω = √(g / l). People walk at about that pace and run at
twice of it, and a robot that is built to move as they do has motors for it: 2 ω is assumed, at least the
speed of the servos of small robots and at most that of a human limb.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import mujoco
import numpy as np

if TYPE_CHECKING:
    from understudy.motion import RobotMotion
    from understudy.robots.robot import Robot

PACE = 2.0
"""Assumed speed in multiples of ω."""

LEAST, MOST = 6.0, 20.0
"""Slowest and fastest speed [rad/s] that is assumed of a hinge."""

ROUNDED = 0.5
"""Step [rad/s] of assumed speeds."""

SLIDE_SPEED = 1.0
"""Speed [m/s] that is assumed of a slide."""

OPTION = "assumed_speed"
"""Option of methods that states another speed [rad/s]."""

_RETARGET = "retarget"
_GRAVITY = 9.81


def assumed_speeds(model: mujoco.MjModel, home: mujoco.MjData, joints: Sequence[int]) -> np.ndarray:
    """Return the speeds (J,) [rad/s or m/s] that are assumed of joints where nobody states any.

    Args:
        model: The robot's model.
        home: Forward kinematics of the home pose.
        joints: MuJoCo's indices of scalar joints.
    """
    below = np.eye(model.nbody, dtype=bool)
    for body in range(model.nbody - 1, 0, -1):
        below[model.body_parentid[body]] |= below[body]
    speeds = []
    for joint in joints:
        if int(model.jnt_type[joint]) == int(mujoco.mjtJoint.mjJNT_SLIDE):
            speeds.append(SLIDE_SPEED)
            continue
        moved = below[model.jnt_bodyid[joint]]
        distance = np.linalg.norm(home.xipos[moved] - home.xanchor[joint], axis=1)
        first, second = (float(model.body_mass[moved] @ distance**power) for power in (1, 2))
        length = second / first if first > 0.0 else 0.0
        pace = np.sqrt(_GRAVITY / length) if length > 0.0 else np.inf
        # Rounded, since it is a guess, and so that small differences between left and right do not count.
        speeds.append(float(np.clip(np.round(PACE * pace / ROUNDED) * ROUNDED, LEAST, MOST)))
    return np.array(speeds)


def with_speed(robot: Robot, speed: float | None) -> Robot:
    """Return a robot with another speed [rad/s] of all hinges whose own nobody states; None leaves it."""
    if speed is None or not robot.assumed.any():
        return robot
    hinges = robot.assumed & np.array(
        [robot.model.joint(name).type[0] == mujoco.mjtJoint.mjJNT_HINGE for name in robot.joints]
    )
    velocity = np.where(hinges, speed, robot.velocity)
    return replace(robot, velocity=velocity, acceleration=robot.accelerations(velocity))


def as_retargeted(robot: Robot, motion: RobotMotion) -> Robot:
    """Return a motion's robot with the speed that was assumed when the motion was made."""
    for stage, options in reversed(motion.provenance.steps):
        if stage == _RETARGET:
            speed = options.get(OPTION)
            return with_speed(robot, float(speed) if isinstance(speed, int | float) else None)
    return robot


def told_speeds(robot: Robot) -> str | None:
    """Return a sentence about the speeds that are assumed of a robot, None where all are stated."""
    count = int(robot.assumed.sum())
    if not count:
        return None
    speeds = robot.velocity[robot.assumed]
    low, high = float(speeds.min()), float(speeds.max())
    span = f"{low:.1f}" if high - low < 0.05 else f"{low:.1f} to {high:.1f}"
    return (
        f"robot '{robot.name}': the speed of {count} of {len(robot.joints)} joints is stated nowhere; {span} "
        f"rad/s are assumed from its size, --set {OPTION}=... or [velocity] of a card states another"
    )
