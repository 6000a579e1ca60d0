"""A robot's model made ready for simulation: position servos at its joints, and a floor under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import mujoco

from understudy.robots.compiling_here import Change
from understudy.robots.gains import Gains
from understudy.robots.hollow_joints import hollow_joints
from understudy.robots.model_file import read_model
from understudy.robots.robot import Robot

TIME_STEP = 0.001
"""Step of the simulation [s]."""

FLOOR_FRICTION = 0.9
_FLOOR_SIZE = (0.0, 0.0, 0.1)
"""A plane without end, and the spacing of the grid that is drawn on it [m]."""

_SERVO = "servo:{joint}"


def servo_name(joint: str) -> str:
    """Return the name of the position actuator that moves a joint."""
    return _SERVO.format(joint=joint)


def simulation_model(
    robot: Robot,
    floor: bool = True,
    gains: Gains | None = None,
    time_step: float = TIME_STEP,
    base: str | None = None,
    add: Change | None = None,
) -> mujoco.MjModel:
    """Return a model in which each joint has a position servo.

    The control of the actuator ``servo_name(joint)`` is the joint's wanted position [rad or m]. These
    actuators come in the order of ``robot.joints`` and are the last ones of the model; others that it has
    give no force. Pairs of bodies that overlap in the home pose do not collide, nor those around one joint
    whose hulls fill the hollow that it lies in.

    Args:
        robot: The robot.
        floor: Whether a floor lies at z = 0.
        gains: Servos of the joints, in place of the robot's own.
        time_step: Step of the simulation [s].
        base: ``free`` or ``fixed``, in place of the card's.
        add: Called with the specification last, to add what else is there.
    """
    servos = robot.gains if gains is None else gains

    def change(spec: mujoco.MjSpec) -> None:
        spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
        spec.option.timestep = time_step
        for first, second in sorted(robot.overlapping | hollow_joints(robot).pairs):
            names = [robot.model.body(body).name for body in (first, second)]
            spec.add_exclude(bodyname1=names[0], bodyname2=names[1])
        if floor:
            spec.worldbody.add_geom(
                name="servos:floor",
                type=mujoco.mjtGeom.mjGEOM_PLANE,
                size=_FLOOR_SIZE,
                friction=(FLOOR_FRICTION, 0.005, 0.0001),
            )
        _add_servos(spec, robot.joints, servos, time_step)
        if add is not None:
            add(spec)

    card = robot.card if base is None else replace(robot.card, base=base)
    model = read_model(card, change).model
    _silence(model, keep=len(robot.joints))
    return model


def _add_servos(spec: mujoco.MjSpec, joints: Sequence[str], gains: Gains, time_step: float) -> None:
    for index, joint in enumerate(joints):
        stiffness, torque = float(gains.stiffness[index]), float(gains.torque[index])
        # MuJoCo integrates damping implicitly, but its contacts see only inertia: a foot that weighs nothing
        # against the damping of its ankle would chatter. The motor's share keeps both of one size.
        spec.joint(joint).armature += time_step * float(gains.damping[index])
        servo = spec.add_actuator(name=servo_name(joint), target=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        servo.gaintype = mujoco.mjtGain.mjGAIN_FIXED
        servo.biastype = mujoco.mjtBias.mjBIAS_AFFINE
        servo.gainprm[0] = stiffness
        servo.biasprm[:3] = (0.0, -stiffness, -float(gains.damping[index]))
        servo.forcelimited = mujoco.mjtLimited.mjLIMITED_TRUE
        servo.forcerange = (-torque, torque)


def _silence(model: mujoco.MjModel, keep: int) -> None:
    """Take the force from all actuators but the last ones, whatever they are."""
    others = slice(0, model.nu - keep)
    model.actuator_gaintype[others] = int(mujoco.mjtGain.mjGAIN_FIXED)
    model.actuator_biastype[others] = int(mujoco.mjtBias.mjBIAS_NONE)
    model.actuator_gainprm[others] = 0.0
