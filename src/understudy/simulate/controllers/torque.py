"""PD around the torques that the motion itself needs: computed by inverse dynamics, not waited for."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.simulate.controllers.controller import Controller
from understudy.simulate.reference import Wanted


class Torque(Controller):
    """k (q* − q) + d (q̇* − q̇) + M q̈* + h(q, q̇)."""

    def torques(self, data: mujoco.MjData, wanted: Wanted) -> np.ndarray:
        """Return what gives the wanted accelerations."""
        return self.dynamics.torques(data, wanted.stands, wanted.accelerations, wanted.root_accelerations)
