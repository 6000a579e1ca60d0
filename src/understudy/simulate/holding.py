"""Whether a robot's servos hold it: its home pose simulated, standing, lying or bolted down."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np

from understudy.motion.validation import ROOT_SIZE
from understudy.robots.robot import Robot
from understudy.robots.servos import simulation_model
from understudy.simulate.extent import lowest_point
from understudy.simulate.simulation import has_diverged, no_log_file
from understudy.spatial import rotations as rot

MOST_BEND = {"standing": np.radians(3.0), "lying": np.radians(5.0)}
"""How far [rad] a joint may be from home on a robot that is held; a floor presses on limbs that lie on it."""

MOST_TRAVEL = 0.015
"""How far [m] a sliding joint may be pushed."""

MOST_TURN = np.radians(15.0)
"""How far [rad] the root may turn; lying down from a standing shape may take some degrees."""

MOST_DRIFT = 0.1
"""How far [m] the root may move, which covers settling on the floor, but not sliding or falling."""

_ON_ITS_BACK = rot.from_axis_angle(np.array([0.0, 1.0, 0.0]), -0.5 * np.pi)
"""What turns a standing robot onto its back, head towards −x (wxyz)."""


@dataclass(frozen=True, eq=False)
class Holding:
    """How far a robot was moved from its home pose while its servos held it.

    Attributes:
        joint_error: (J,) largest distance of each joint from home [rad or m]; infinite where it exploded.
        root_drift: Largest distance of the root from where it started [m].
        root_turn: Largest angle by which the root turned [rad].
        is_stable: Whether the simulation stayed finite.
        is_held: Whether joints and root stayed where they belong.
    """

    joint_error: np.ndarray
    root_drift: float
    root_turn: float
    is_stable: bool
    is_held: bool


def rest_pose(robot: Robot) -> np.ndarray:
    """Return the home pose (nq,) as the card has the robot rest: standing, or lying on its back."""
    pose = robot.home.copy()
    if robot.has_free_base and robot.card.rest == "lying":
        pose[3:ROOT_SIZE] = rot.multiply(_ON_ITS_BACK, pose[3:ROOT_SIZE])
        pose[2] -= lowest_point(robot, pose)
    return pose


@no_log_file()
def hold(robot: Robot, seconds: float = 5.0) -> Holding:
    """Simulate a robot whose servos hold the home pose against gravity.

    Args:
        robot: The robot; where its base is free, it rests on a floor at z = 0 as its card says.
        seconds: How long [s].
    """
    model = simulation_model(robot, floor=robot.has_free_base)
    data = mujoco.MjData(model)
    data.qpos[:] = start = rest_pose(robot)
    addresses = np.array([int(model.joint(name).qposadr[0]) for name in robot.joints], dtype=int)
    data.ctrl[model.nu - len(robot.joints) :] = start[addresses]
    joint_error = np.zeros(len(robot.joints))
    drift = turn = 0.0
    for _ in range(max(1, round(seconds / model.opt.timestep))):
        mujoco.mj_step(model, data)
        if has_diverged(data):
            endless = np.full(len(robot.joints), np.inf)
            return Holding(endless, float("inf"), float("inf"), is_stable=False, is_held=False)
        joint_error = np.maximum(joint_error, np.abs(data.qpos[addresses] - start[addresses]))
        if robot.has_free_base:
            drift = max(drift, float(np.linalg.norm(data.qpos[:3] - start[:3])))
            turned = rot.multiply(rot.conjugate(start[3:ROOT_SIZE]), data.qpos[3:ROOT_SIZE])
            turn = max(turn, float(np.linalg.norm(rot.as_rotation_vector(turned))))
    bent = bool((joint_error > _most_error(robot)).any())
    is_held = not bent and drift <= MOST_DRIFT and turn <= MOST_TURN
    return Holding(joint_error, drift, turn, is_stable=True, is_held=is_held)


def _most_error(robot: Robot) -> np.ndarray:
    """Return how far (J,) [rad or m] joints may be from home."""
    slide = int(mujoco.mjtJoint.mjJNT_SLIDE)
    slides = np.array([int(robot.model.joint(name).type[0]) == slide for name in robot.joints], dtype=bool)
    return np.where(slides, MOST_TRAVEL, MOST_BEND[robot.card.rest])
