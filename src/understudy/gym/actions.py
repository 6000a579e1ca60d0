"""What a learner's numbers do to the motors: positions, offsets from the motion, or torques."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import mujoco
import numpy as np

from understudy.simulate.playing import Answer
from understudy.simulate.reference import Wanted
from understudy.simulate.simulation import Simulation
from understudy.simulate.staging import Stage

OFFSET = 0.5
"""Largest offset [rad or m] from what the motion wants; no joint leaves its range by it."""

Act = Callable[[np.ndarray], Answer]
"""Takes an action (J,) from −1 to 1, and returns what is done in each tick of its frame."""


def _positions(stage: Stage) -> Act:
    """Return positions over each joint's range, a turn where it has none; servos hold them."""
    lower, upper = _range(stage)

    def act(action: np.ndarray) -> Answer:
        joints = lower + 0.5 * (action + 1.0) * (upper - lower)
        rest = np.zeros(len(joints))

        def answer(simulation: Simulation, wanted: Wanted) -> None:
            simulation.tick(replace(wanted, joints=joints, rates=rest, accelerations=rest))

        return answer

    return act


def _offsets(stage: Stage) -> Act:
    """Return offsets from where the motion wants the joints: 0 is to follow it."""
    lower, upper = _range(stage)

    def act(action: np.ndarray) -> Answer:
        def answer(simulation: Simulation, wanted: Wanted) -> None:
            # A motion may be out of range already; it is not pulled in by an action that asks for nothing.
            joints = np.clip(
                wanted.joints + OFFSET * action,
                np.minimum(lower, wanted.joints),
                np.maximum(upper, wanted.joints),
            )
            simulation.tick(replace(wanted, joints=joints))

        return answer

    return act


def _torques(stage: Stage) -> Act:
    """Return shares of each joint's largest torque; there is nothing between them and the joints."""
    plant = stage.plant
    motors, model = plant.motors, plant.model
    model.actuator_biastype[motors] = int(mujoco.mjtBias.mjBIAS_NONE)
    model.actuator_gainprm[motors, 0] = 1.0

    def act(action: np.ndarray) -> Answer:
        torques = action * plant.gains.torque

        def answer(simulation: Simulation, _wanted: Wanted) -> None:
            simulation.tick_with(torques)

        return answer

    return act


def _range(stage: Stage) -> tuple[np.ndarray, np.ndarray]:
    """Return the least and largest positions (J,) of joints [rad or m]."""
    robot = stage.plant.robot
    return np.maximum(robot.lower, -np.pi), np.minimum(robot.upper, np.pi)


ACTIONS: dict[str, Callable[[Stage], Act]] = {
    "position": _positions,
    "offset": _offsets,
    "torque": _torques,
}
"""Name → what makes actions of a stage."""
