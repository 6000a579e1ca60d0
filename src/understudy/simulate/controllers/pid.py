"""PD with an integral of the error, which takes away what gravity compensation leaves."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.simulate.controllers.pd import Pd
from understudy.simulate.plant import Plant
from understudy.simulate.reference import Reference, Wanted

INTEGRAL_TIME = 0.5
"""Time [s] in which a lasting error doubles the servo's answer to it."""

MOST = 0.3
"""Share of a joint's largest torque that the integral may come to: it does not wind up at a stop."""


class Pid(Pd):
    """PD with (k / T) ∫ (q* − q) dt."""

    def __init__(self, plant: Plant, tick: float, reference: Reference) -> None:
        """Begin with no integral."""
        super().__init__(plant, tick, reference)
        self._rate = plant.gains.stiffness * tick / INTEGRAL_TIME
        self._most = MOST * plant.gains.torque
        self._integral = np.zeros(len(plant.dofs))

    def torques(self, data: mujoco.MjData, wanted: Wanted) -> np.ndarray:
        """Return what holds the robot, and what the errors so far add up to."""
        self._integral += self._rate * (wanted.joints - data.qpos[self.plant.positions])
        np.clip(self._integral, -self._most, self._most, out=self._integral)
        return super().torques(data, wanted) + self._integral
