"""What a robot feels of its own joints: angles, velocities, torques, and limits that were reached."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.simulate.plant import Plant
from understudy.simulate.senses.sense import Read, Sense

AT_LIMIT = np.radians(0.5)
"""How near [rad or m] to its stop a joint is at its limit."""

FULL = 1.0 - 1e-6
"""Share of its largest torque from which on a motor gives all that it has."""


def _bind(plant: Plant) -> Read:
    robot, torque = plant.robot, plant.gains.torque

    def read(data: mujoco.MjData) -> Mapping[str, np.ndarray]:
        angles, force = data.qpos[plant.positions], data.actuator_force[plant.motors]
        below, above = angles <= robot.lower + AT_LIMIT, angles >= robot.upper - AT_LIMIT
        return {
            "angles": angles,
            "velocities": data.qvel[plant.dofs],
            "torques": force.copy(),
            "at_limit": above.astype(np.int8) - below.astype(np.int8),
            "saturated": np.abs(force) >= FULL * torque,
        }

    return read


PROPRIOCEPTION = Sense(
    name="proprioception",
    aliases=("joints", "encoders"),
    summary="angles, velocities and torques of joints, stops and largest torques that were reached",
    units={"angles": "rad", "velocities": "rad/s", "torques": "N m", "at_limit": "1", "saturated": "1"},
    bind=_bind,
)
"""``at_limit`` is 1 at the upper stop and −1 at the lower; sliding joints are in m, m/s and N."""
