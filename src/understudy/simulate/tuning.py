"""Servos that a robot's own inertia asks for, so that any robot can be driven without gains of its own.

A joint that moves an inertia I is a critically damped oscillator of angular frequency ω with

    stiffness  k = I ω²,   damping  d = 2 I ω

where I is the largest diagonal entry of the joint-space inertia matrix in some poses of the motion, and in it
the motor's share h d that ``robots.servos`` adds for a time step h: I = M_jj + h d = M_jj / (1 − 2 ω h).
"""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.robots.gains import Gains
from understudy.robots.robot import Robot

_POSES = 8
"""Poses of a motion in which inertias are looked at."""


def tuned_gains(robot: Robot, q: np.ndarray, bandwidth: float, time_step: float) -> Gains:
    """Return servos of all joints; largest torques are the robot's own.

    Args:
        robot: The robot.
        q: (T, nq) coordinates of the motion.
        bandwidth: Of the servos [Hz], far under 1 / (4 π ``time_step``).
        time_step: Of the simulation [s].
    """
    omega = 2.0 * np.pi * bandwidth
    largest = np.zeros(len(robot.joints))
    for frame in np.unique(np.linspace(0, len(q) - 1, _POSES).astype(int)):
        largest = np.maximum(largest, joint_inertias(robot, q[frame]))
    inertia = largest / (1.0 - 2.0 * omega * time_step)
    return Gains(inertia * omega**2, 2.0 * inertia * omega, robot.gains.torque, robot.gains.torque_stated)


def joint_inertias(robot: Robot, q: np.ndarray) -> np.ndarray:
    """Return the diagonal (J,) [kg m² or kg] of the joint-space inertia matrix in a pose (nq,)."""
    model = robot.model
    data = mujoco.MjData(model)
    data.qpos[:] = q
    mujoco.mj_forward(model, data)
    found, unit, column = np.empty(len(robot.joints)), np.zeros(model.nv), np.zeros(model.nv)
    for index, name in enumerate(robot.joints):
        dof = int(model.joint(name).dofadr[0])
        unit[:] = 0.0
        unit[dof] = 1.0
        mujoco.mj_mulM(model, data, column, unit)
        found[index] = column[dof]
    return found
