"""From wanted positions, velocities and torques to the controls of servos, within what motors can do."""

from __future__ import annotations

import numpy as np

from understudy.simulate.plant import Plant

RISE = 0.02
"""Time [s] in which an added torque may come up from none to a joint's largest one."""


class Drive:
    """Turns what a controller wants into controls; a command never outruns its motor.

    A servo gives k (u − q) − d q̇, cut off at the largest torque. With u = q* + (d q̇* + τ) / k that is
    k (q* − q) + d (q̇* − q̇) + τ, in every step of the simulation.
    """

    def __init__(self, plant: Plant, tick: float) -> None:
        """Take the robot, and the time [s] from one command to the next."""
        gains = plant.gains
        self._stiffness, self._damping, self._torque = gains.stiffness, gains.damping, gains.torque
        self._velocity = plant.robot.velocity
        self._step, self._climb = plant.robot.velocity * tick, gains.torque * tick / RISE
        self._position, self._added = np.zeros((2, len(gains.torque)))
        self._has_begun = False

    def begin_at(self, position: np.ndarray) -> None:
        """Take a position (J,) for what was commanded last; added torques stay as they are."""
        self._position[:], self._has_begun = position, True

    def controls(self, position: np.ndarray, velocity: np.ndarray, torque: np.ndarray) -> np.ndarray:
        """Return the controls (J,) of the servos.

        Args:
            position: (J,) wanted [rad or m]; followed at the joint's largest velocity at most.
            velocity: (J,) wanted [rad/s or m/s].
            torque: (J,) to be added [N m or N]; it changes no faster than its motor lets it.
        """
        aim = _within(torque, self._torque)
        if self._has_begun:
            self._position += _within(position - self._position, self._step)
            self._added += _within(aim - self._added, self._climb)
        else:
            self._position[:], self._added[:], self._has_begun = position, aim, True
        rate = _within(velocity, self._velocity)
        return self._position + (self._damping * rate + self._added) / self._stiffness


def _within(values: np.ndarray, most: np.ndarray) -> np.ndarray:
    """Return values cut off at a size; in half the time that np.clip takes for as few."""
    return np.minimum(np.maximum(values, -most), most)
