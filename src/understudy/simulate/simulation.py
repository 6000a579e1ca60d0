"""The simulation itself: a robot in its scene, driven tick by tick."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import mujoco
import numpy as np

from understudy.simulate.controllers import CONTROLLERS
from understudy.simulate.controllers.drive import Drive
from understudy.simulate.plant import Plant
from understudy.simulate.reference import Reference, Wanted

_TROUBLE = (
    mujoco.mjtWarning.mjWARN_BADQPOS,
    mujoco.mjtWarning.mjWARN_BADQVEL,
    mujoco.mjtWarning.mjWARN_BADQACC,
)


class Simulation:
    """State of a simulation. Each tick is some steps of physics with one answer of the controller.

    Attributes:
        plant: The robot in its scene.
        data: MuJoCo's state.
        energy: Work [J] that the motors did or absorbed since it was last asked for.
        depth: Deepest penetration [m] since it was last asked for.
    """

    def __init__(self, plant: Plant, controller: str, steps: int, reference: Reference) -> None:
        """Begin.

        Args:
            plant: The robot in its scene.
            controller: Name of the controller.
            steps: Steps of physics a tick.
            reference: The whole motion, for controllers that plan ahead.
        """
        self.plant, self.data = plant, mujoco.MjData(plant.model)
        self.tick_time = steps * float(plant.model.opt.timestep)
        self.energy = self.depth = 0.0
        self._steps = steps
        self._controller = CONTROLLERS[controller](plant, self.tick_time, reference)
        self._drive = Drive(plant, self.tick_time)

    def tick(self, wanted: Wanted) -> None:
        """Go on by one tick towards one moment of a motion."""
        mujoco.mj_step1(self.plant.model, self.data)
        torques = self._controller.torques(self.data, wanted)
        self._finish(self._drive.controls(*self._controller.sent(self.data, wanted), torques))

    def tick_towards(self, position: np.ndarray, still: Wanted) -> None:
        """Go on by one tick with servos sent to a place (J,), held there as in a pose at rest."""
        mujoco.mj_step1(self.plant.model, self.data)
        torques = self._controller.torques(self.data, still)
        self._finish(self._drive.controls(position, np.zeros_like(position), torques))

    def tick_with(self, controls: np.ndarray) -> None:
        """Go on by one tick with controls (J,) of the actuators, whoever found them."""
        mujoco.mj_step1(self.plant.model, self.data)
        self._finish(controls)

    def hold(self) -> None:
        """Take the joints as they are for what was commanded last, so that the next command is no jump."""
        self._drive.begin_at(self.data.qpos[self.plant.positions])

    def _finish(self, controls: np.ndarray) -> None:
        plant, model, data = self.plant, self.plant.model, self.data
        data.ctrl[plant.motors] = controls
        mujoco.mj_step2(model, data)
        if self._steps > 1:
            mujoco.mj_step(model, data, self._steps - 1)
        power = float(np.abs(data.actuator_force[plant.motors] * data.qvel[plant.dofs]).sum())
        self.energy += power * self.tick_time
        self.depth = max(self.depth, deepest(data))

    @property
    def has_diverged(self) -> bool:
        """Whether numbers have run away."""
        return has_diverged(self.data)


def has_diverged(data: mujoco.MjData) -> bool:
    """Return whether MuJoCo warned that coordinates, velocities or accelerations have run away."""
    return any(data.warning[trouble].number for trouble in _TROUBLE)


def deepest(data: mujoco.MjData) -> float:
    """Return the depth [m] of the deepest contact, 0 where there is none."""
    return max(0.0, -float(data.contact.dist.min())) if data.ncon else 0.0


def normal_forces(model: mujoco.MjModel, data: mujoco.MjData, own: np.ndarray) -> float:
    """Return the sum [N] of the normal forces of all contacts of the robot.

    Args:
        model: The model.
        data: The state, with its constraint forces.
        own: (B,) which bodies are the robot's.
    """
    total, wrench = 0.0, np.zeros(6)
    for index in range(data.ncon):
        contact = data.contact[index]
        if own[model.geom_bodyid[contact.geom]].any():
            mujoco.mj_contactForce(model, data, index, wrench)
            total += float(wrench[0])
    return total


@contextmanager
def no_log_file() -> Iterator[None]:
    """Keep MuJoCo from writing a log file into the current folder when a simulation explodes."""
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(lambda _message: None)
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(before)
