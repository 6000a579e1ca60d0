"""Stiffness and damping at every joint, with gravity compensated."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.simulate.controllers.controller import Controller
from understudy.simulate.reference import Wanted


class Pd(Controller):
    """k (q* − q) + d (q̇* − q̇) + h(q, q̇), with h what gravity and the motion itself pull."""

    def torques(self, data: mujoco.MjData, wanted: Wanted) -> np.ndarray:
        """Return what holds the robot where it is."""
        return self.dynamics.torques(data, wanted.stands)
