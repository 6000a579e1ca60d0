"""Forces that three poses need, against MuJoCo and against differences, on robots of many kinds."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.dynamics.derivatives import SmoothMotion
from understudy.dynamics.force_needs import Pushed, Units, find_needs
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.dynamics.newton_euler import links_of
from understudy.kinematics.clip.state import stepped
from understudy.kinematics.force_cones import no_needs
from understudy.kinematics.tree import Tree, compile_tree
from understudy.robots import Robot, load_robot
from understudy.robots.chain import driving_torques
from understudy.robots.standing import body_weight

ROBOTS = ("g1", "nao", "hrp4", "mimo")
"""With and without coupled joints, springs and rotors."""


def units_of(robot: Robot, tree: Tree) -> Units:
    """Return units in which everything that moves by itself counts."""
    own = tree.variable == np.arange(len(tree.variable))
    row = np.where(own, np.cumsum(own) - 1, -1)
    return Units(row, np.ones(own.sum()), np.inf, body_weight(robot))


def moving(robot: Robot, tree: Tree, fps: float, frames: int = 3) -> np.ndarray:
    """Return poses (T, Q) of a robot that moves all over, near its home pose."""
    random, size = np.random.default_rng(2), len(tree.variable)
    time = (np.arange(frames) - 0.5 * (frames - 1))[:, None] / fps
    wave = 0.2 * np.sin(random.uniform(3.0, 9.0, size) * time + random.uniform(0.0, 6.0, size))
    return stepped(tree, np.tile(np.array(robot.home), (frames, 1)), wave)


def needed(robot: Robot, tree: Tree, fps: float, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return needs (M, N) where nothing pushes, and their derivatives (M, 3, N, V)."""
    units, frames = units_of(robot, tree), len(q) - 2
    out = no_needs(frames, len(units.scale), 0)
    by = np.zeros((frames, 3, len(units.scale), len(tree.variable)))
    nothing = Pushed(
        np.zeros(0, np.int64), np.zeros((0, 3)), np.zeros((frames, 0)), np.zeros(0, np.int64), 0.8
    )
    find_needs(tree, links_of(robot.model), units, nothing, fps, q, out, by)
    return out.need, by


@pytest.mark.parametrize("name", ROBOTS)
def test_they_are_those_of_inverse_dynamics(name: str) -> None:
    """Of poses that follow fast on each other."""
    robot, fps = load_robot(name), 2000.0
    tree = compile_tree(robot.model)
    q = moving(robot, tree, fps)
    speeds = np.zeros((2, robot.model.nv))
    for frame in range(2):
        mujoco.mj_differentiatePos(robot.model, speeds[frame], 1.0 / fps, q[frame], q[frame + 1])
    motion = SmoothMotion(q[1:2], speeds.mean(axis=0)[None], np.diff(speeds, axis=0) * fps)
    forces = inverse_forces(robot.model, motion).forces
    forces[:, 6:] = driving_torques(robot, q[1:2, 7:], forces[:, 6:])
    found, _ = needed(robot, tree, fps, q)
    expected = forces[0, tree.variable == np.arange(len(tree.variable))]
    assert found[0] == pytest.approx(expected, abs=1e-4 * np.abs(expected).max())


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("pose", [0, 1, 2])
def test_derivatives_are_those_of_differences(name: str, pose: int) -> None:
    robot, fps, step = load_robot(name), 30.0, 1e-6
    tree = compile_tree(robot.model)
    q = moving(robot, tree, fps)
    free = np.flatnonzero(tree.variable == np.arange(len(tree.variable)))
    by = needed(robot, tree, fps, q)[1][0, pose]
    largest = np.abs(by).max()
    for dof in free.tolist():
        change = np.zeros((3, len(tree.variable)))
        change[pose, dof] = step
        ahead, behind = (needed(robot, tree, fps, stepped(tree, q, sign * change))[0] for sign in (1, -1))
        expected = (ahead - behind)[0] / (2.0 * step)
        assert by[:, dof] == pytest.approx(expected, abs=1e-4 * largest), dof
