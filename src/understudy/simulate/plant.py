"""A robot in its scene: the simulated model, and where the robot's parts are in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np

from understudy.motion.validation import ROOT_SIZE
from understudy.robots.compiling_here import Change
from understudy.robots.gains import Gains
from understudy.robots.robot import Robot
from understudy.robots.servos import simulation_model

_ROOT_DOFS = 6


@dataclass(frozen=True, eq=False)
class Plant:
    """What is simulated.

    Attributes:
        robot: The robot.
        model: The simulated model: the robot first, then what else is in the scene.
        gains: Servos of its joints.
        base: ``free``, ``fixed`` or ``lying``.
        positions: (J,) where joints are in ``qpos``.
        dofs: (J,) where they are in ``qvel``.
        motors: Where their actuators are in ``ctrl``.
        is_afloat: Whether the root is free, at the start of ``qpos`` and ``qvel``.
        fixed_root: (7,) where a root is bolted down that motions have as a free one; else no numbers.
    """

    robot: Robot
    model: mujoco.MjModel
    gains: Gains
    base: str
    positions: np.ndarray
    dofs: np.ndarray
    motors: slice
    is_afloat: bool
    fixed_root: np.ndarray

    def coordinates(self, data: mujoco.MjData) -> np.ndarray:
        """Return the robot's coordinates (nq,), laid out as in ``RobotMotion``."""
        root = data.qpos[:ROOT_SIZE] if self.is_afloat else self.fixed_root
        return np.concatenate([root, data.qpos[self.positions]])

    def put(
        self,
        data: mujoco.MjData,
        q: np.ndarray,
        rates: np.ndarray | float = 0.0,
        root_rates: np.ndarray | float = 0.0,
    ) -> None:
        """Put the robot into a pose, at rest unless rates are given.

        Args:
            data: The state.
            q: (nq,) the pose, laid out as in ``RobotMotion``.
            rates: (J,) velocities of joints [rad/s or m/s].
            root_rates: (6,) of a free root [m/s, rad/s], as MuJoCo has them.
        """
        count = len(self.positions)
        data.qpos[self.positions] = q[len(q) - count :]
        if self.is_afloat:
            data.qpos[:ROOT_SIZE] = q[:ROOT_SIZE]
            data.qvel[:_ROOT_DOFS] = root_rates
        data.qvel[self.dofs] = rates

    @cached_property
    def own(self) -> np.ndarray:
        """(B,) which bodies are the robot's."""
        model = self.model
        first = int(model.jnt_bodyid[model.joint(self.robot.joints[0]).id])
        return model.body_rootid == model.body_rootid[first]


def build_plant(
    robot: Robot,
    gains: Gains,
    base: str,
    time_step: float,
    additions: Sequence[Change] = (),
    fixed_root: np.ndarray | None = None,
) -> Plant:
    """Compile a robot in its scene, in memory: its model file stays as it is.

    Args:
        robot: The robot.
        gains: Servos of its joints.
        base: ``free``, ``fixed`` or ``lying``.
        time_step: Of the simulation [s].
        additions: Each adds something to the specification.
        fixed_root: (7,) where a free root is bolted down.
    """

    def add(spec: mujoco.MjSpec) -> None:
        for addition in additions:
            addition(spec)

    bolted = base == "fixed"
    model = simulation_model(
        robot, floor=False, gains=gains, time_step=time_step, base="fixed" if bolted else None, add=add
    )
    # What diverges is to be seen as it is, not set back to the start.
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    root = np.zeros(0)
    if bolted and robot.has_free_base:
        root = robot.home[:ROOT_SIZE].copy() if fixed_root is None else np.array(fixed_root)
        body = model.body(robot.model.body(int(robot.model.jnt_bodyid[0])).name).id
        model.body_pos[body], model.body_quat[body] = root[:3], root[3:]
    joints = [model.joint(name) for name in robot.joints]
    return Plant(
        robot=robot,
        model=model,
        gains=gains,
        base=base,
        positions=np.array([int(joint.qposadr[0]) for joint in joints]),
        dofs=np.array([int(joint.dofadr[0]) for joint in joints]),
        motors=slice(model.nu - len(joints), model.nu),
        is_afloat=robot.has_free_base and not bolted,
        fixed_root=root,
    )
