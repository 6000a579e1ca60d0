"""Servos and the torques that the motion was found to need: open loop, without a look at the root."""

from __future__ import annotations

from functools import cached_property

import mujoco
import numpy as np

from understudy.simulate.controllers.controller import Controller
from understudy.simulate.planned import planned_torques
from understudy.simulate.reference import Wanted


class Feedforward(Controller):
    """k (q* − q) + d (q̇* − q̇) + τ*, with τ* of the whole clip's inverse dynamics and ground forces.

    Nothing but the servos' own angles is measured, so that a motion which ground and motors cannot give ends
    in a fall: how long it lasts tells how well it was made.
    """

    def torques(self, data: mujoco.MjData, wanted: Wanted) -> np.ndarray:
        """Return the torques planned for the moment, between frames in proportion."""
        planned = self._moving if wanted.pace else self._still
        frame = int(wanted.frame)
        following = min(frame + 1, len(planned) - 1)
        share = float(wanted.frame) - frame
        return (1.0 - share) * planned[frame] + share * planned[following]

    @cached_property
    def _moving(self) -> np.ndarray:
        return planned_torques(self.plant, self.reference)

    @cached_property
    def _still(self) -> np.ndarray:
        return planned_torques(self.plant, self.reference, pace=0.0)
