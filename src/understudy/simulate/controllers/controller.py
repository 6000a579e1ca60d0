"""What every controller is: a rule that says which torques to add to a joint's servo."""

from __future__ import annotations

from abc import ABC, abstractmethod

import mujoco
import numpy as np

from understudy.simulate.controllers.dynamics import BodyDynamics
from understudy.simulate.plant import Plant
from understudy.simulate.reference import Reference, Wanted


class Controller(ABC):
    """A rule of control, asked anew some hundred times a second.

    Each joint's servo, which runs in every step of the simulation, gives k (q* − q) + d (q̇* − q̇). A
    controller adds torques to that, and may send servos elsewhere than the motion is; the sum is cut off at
    the joint's largest torque.
    """

    every_step = False
    """Whether it is asked in every step of the simulation."""

    def __init__(self, plant: Plant, tick: float, reference: Reference) -> None:
        """Take what is to be controlled.

        Args:
            plant: The robot in its scene.
            tick: Time [s] from one question to the next.
            reference: The whole motion, for those that plan ahead.
        """
        self.plant, self.tick, self.reference = plant, tick, reference
        self.dynamics = BodyDynamics(plant)

    def sent(self, data: mujoco.MjData, wanted: Wanted) -> tuple[np.ndarray, np.ndarray]:
        """Return where servos are sent (J,) [rad or m], and how fast (J,): as the motion, by default."""
        return wanted.joints, wanted.rates

    @abstractmethod
    def torques(self, data: mujoco.MjData, wanted: Wanted) -> np.ndarray:
        """Return torques (J,) [N m or N] to add to the servos'.

        Args:
            data: The state, its positions and velocities worked out (``mj_step1``).
            wanted: One moment of the motion.
        """
