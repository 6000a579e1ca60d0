"""Balance of a robot that stands: where root and joints are off, the ground is asked to push them back.

Accelerations of the whole body are

    v̇ = v̇* + ω² (q* − q) + 2 ω (v* − v)

which asks the ground for a force on the centre of mass and for a moment, both within what the soles can give;
mostly the ankles turn them into a centre of pressure. Servos alone cannot do this: they hold the joints of a
robot that tips over as a whole.
"""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.motion.validation import ROOT_SIZE
from understudy.simulate.controllers.controller import Controller
from understudy.simulate.reference import Wanted
from understudy.spatial import rotations as rot

OMEGA = 2.0 * np.pi * 1.6
"""ω [rad/s] of the feedback; a pendulum as tall as a person falls with 3 rad/s."""

_ROOT_DOFS = 6


class Balance(Controller):
    """PD around inverse dynamics with feedback on the whole body, root and all."""

    def torques(self, data: mujoco.MjData, wanted: Wanted) -> np.ndarray:
        """Return what brings the whole body back to the motion."""
        plant = self.plant
        joints = wanted.accelerations + _feedback(
            wanted.joints - data.qpos[plant.positions], wanted.rates - data.qvel[plant.dofs]
        )
        root = np.zeros(_ROOT_DOFS)
        if plant.is_afloat:
            off = np.concatenate([wanted.root[:3] - data.qpos[:3], _turn(data.qpos, wanted.root)])
            root = wanted.root_accelerations + _feedback(off, wanted.root_rates - data.qvel[:_ROOT_DOFS])
        return self.dynamics.torques(data, wanted.stands, joints, root)


def _feedback(error: np.ndarray, rate_error: np.ndarray) -> np.ndarray:
    return OMEGA**2 * error + 2.0 * OMEGA * rate_error


def _turn(qpos: np.ndarray, root: np.ndarray) -> np.ndarray:
    """Return the rotation vector (3,) [rad] from where the root is to where it should be, in its frame."""
    there = rot.multiply(rot.conjugate(qpos[3:ROOT_SIZE]), root[3:])
    return rot.as_rotation_vector(rot.with_positive_w(there))
