"""Torques that move a robot as wanted: inverse dynamics, with the ground's forces under standing soles."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.simulate.controllers.ground import Ground
from understudy.simulate.plant import Plant

_ROOT_DOFS = 6


class BodyDynamics:
    """Inverse dynamics of a robot in its present state."""

    def __init__(self, plant: Plant) -> None:
        """Take the robot; on a free base the ground carries it where its soles stand."""
        self._plant = plant
        self._ground = Ground(plant) if plant.base == "free" else None
        self._needed, self._wanted = np.zeros(plant.model.nv), np.zeros(plant.model.nv)

    def torques(
        self,
        data: mujoco.MjData,
        stands: np.ndarray,
        joints: np.ndarray | float = 0.0,
        root: np.ndarray | float = 0.0,
    ) -> np.ndarray:
        """Return the torques (J,) [N m or N] that give accelerations, against gravity and what else pulls.

            M v̇ + h = Sᵀ τ + Jᵀ f

        The first six rows, of a free root, have no motor: they say what the ground has to bear. Lying robots
        are carried at their root, which is right for whatever does not touch the ground itself.

        Args:
            data: The state, its positions and velocities worked out.
            stands: (4,) which points of ``CONTACTS`` carry weight.
            joints: (J,) accelerations [rad/s² or m/s²].
            root: (6,) accelerations of a free root [m/s², rad/s²].
        """
        plant, needed, wanted = self._plant, self._needed, self._wanted
        wanted[plant.dofs] = joints
        if plant.is_afloat:
            wanted[:_ROOT_DOFS] = root
        mujoco.mj_mulM(plant.model, data, needed, wanted)
        needed += data.qfrc_bias
        needed -= data.qfrc_passive
        if self._ground is not None:
            needed -= self._ground.generalised(data, needed[:_ROOT_DOFS], stands)
        return needed[plant.dofs]
