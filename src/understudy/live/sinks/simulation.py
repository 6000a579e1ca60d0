"""Commands performed by a simulated robot, whose base is held, with the servos of its card."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.live.engine import Command
from understudy.motion import RobotMotion
from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot
from understudy.simulate.options import SimulationOptions
from understudy.simulate.reference import Wanted
from understudy.simulate.setting import choose_setting
from understudy.simulate.simulation import Simulation, no_log_file
from understudy.simulate.staging import set_stage

_KEPT = 4096
"""Errors of the last commands that are kept for the summary."""


class SimulationSink:
    """Follows commands in physics, and says how well."""

    name, takes_all = "sim", True

    def __init__(self) -> None:
        """Be closed."""
        self._errors = np.full(_KEPT, np.nan)
        self._count = 0
        self._last: np.ndarray | None = None
        self.diverged = False

    def prepare(self, robot: Robot) -> None:
        """Know the robot."""
        self._robot = robot

    def begin(self, fps: float) -> None:
        """Build the simulation and put the robot at home."""
        robot, home = self._robot, np.array(self._robot.home)
        poses = np.stack([home, home])
        motion = RobotMotion(robot.name, "live", robot.joints, poses, fps, np.zeros(2, dtype=np.int64))
        options = SimulationOptions(mode="dynamic", base="fixed", controller="pd")
        setting = choose_setting(motion, robot, options)
        stage = set_stage(motion, robot, options, setting)
        self._simulation = Simulation(stage.plant, setting.controller, stage.steps, stage.reference)
        self._stage = stage
        stage.plant.put(self._simulation.data, home)
        mujoco.mj_forward(stage.plant.model, self._simulation.data)
        self._simulation.hold()
        self._root = ROOT_SIZE if robot.has_free_base else 0
        self._fps = fps

    @no_log_file()
    def send(self, command: Command) -> None:
        """Go on to a command, evenly from the last one."""
        stage, simulation = self._stage, self._simulation
        joints = command.q[self._root :]
        last = joints if self._last is None else self._last
        rates, none = (joints - last) * self._fps, np.zeros(len(joints))
        empty = np.zeros(0)
        for tick in range(stage.ticks):
            share = (tick + 0.5) / stage.ticks
            place, at = last + share * (joints - last), np.zeros(())
            wanted = Wanted(place, rates, none, empty, empty, empty, np.zeros(4, dtype=bool), at)
            simulation.tick(wanted)
        self.diverged = self.diverged or simulation.has_diverged
        reached = simulation.data.qpos[stage.plant.positions]
        self._errors[self._count % _KEPT] = np.abs(reached - joints).mean()
        self._count, self._last = self._count + 1, joints

    @property
    def joints(self) -> np.ndarray:
        """(J,) where the simulated joints are [rad or m]."""
        return self._simulation.data.qpos[self._stage.plant.positions].copy()

    def close(self) -> dict[str, object]:
        """Return the mean error of the joints [degrees]."""
        known = self._errors[np.isfinite(self._errors)]
        error = round(float(np.degrees(known.mean())), 3) if len(known) else None
        return {"mean_error_deg": error, "diverged": self.diverged}
