"""Torques that a motion needs by itself, found once for the whole clip and never from the simulated state."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.body_dynamics import body_dynamics
from understudy.dynamics.derivatives import SmoothMotion
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.dynamics.sole_points import load_shares
from understudy.robots.chain import driving_torques
from understudy.robots.standing import robot_sole_points, standing_height
from understudy.simulate.plant import Plant
from understudy.simulate.reference import Reference

_ROOT_DOFS = 6


def planned_torques(plant: Plant, reference: Reference, pace: float = 1.0) -> np.ndarray:
    """Return the torques (T, J) [N m or N] that move a robot as a motion does, frame by frame.

    They are those of inverse dynamics. On a free base the ground's forces at the soles that stand are
    found first, within cones of friction, and what they do at the joints is taken off; what the ground
    cannot give is left out, and the robot will miss it. Lying robots are carried at their root.

    Args:
        plant: The robot in its scene; its servos' inertia counts.
        reference: The motion.
        pace: 1 for the motion, 0 for the same poses held.
    """
    robot, model = plant.robot, plant.robot.model
    frames = reference.frames()
    motion = SmoothMotion(frames.q, pace * frames.velocities, pace**2 * frames.accelerations)
    if len(plant.fixed_root):
        motion = _held(motion, plant.fixed_root)
    count = len(robot.joints)
    if plant.base == "free" and robot.soles:
        shares = load_shares(reference.stands, reference.fps)
        soles = robot_sole_points(robot)
        torques = body_dynamics(model, soles, motion, shares, standing_height(robot)).torques
    else:
        torques = inverse_forces(model, motion).forces[:, -count:]
    driven = driving_torques(robot, motion.q[:, -count:], torques)
    motors = plant.model.dof_armature[plant.dofs] - model.dof_armature[-count:]
    return driven + motors * motion.accelerations[:, -count:]


def _held(motion: SmoothMotion, root: np.ndarray) -> SmoothMotion:
    """Return a motion whose root is bolted down at a pose (7,)."""
    q, velocities, accelerations = (np.array(each) for each in vars(motion).values())
    q[:, : len(root)] = root
    velocities[:, :_ROOT_DOFS] = accelerations[:, :_ROOT_DOFS] = 0.0
    return SmoothMotion(q, velocities, accelerations)
