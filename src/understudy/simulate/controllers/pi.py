"""The thesis's smoothing controller in front of the servos (Bartholomew 2014, 4.4.1)."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.signals.pi_controller import PiController
from understudy.simulate.controllers.pd import Pd
from understudy.simulate.plant import Plant
from understudy.simulate.reference import Reference, Wanted


class Pi(Pd):
    """Servos that are sent where a PI controller has got to on its way to the motion, at rest there."""

    def __init__(self, plant: Plant, tick: float, reference: Reference) -> None:
        """Begin where the robot is."""
        super().__init__(plant, tick, reference)
        self._smoothed = PiController(1.0 / tick)
        self._has_begun = False

    def sent(self, data: mujoco.MjData, wanted: Wanted) -> tuple[np.ndarray, np.ndarray]:
        """Return where the controller has got to, at rest."""
        if not self._has_begun:
            self._smoothed.begin_at(data.qpos[self.plant.positions])
            self._has_begun = True
        return self._smoothed.step(wanted.joints), np.zeros_like(wanted.rates)
