"""A robot that stands on both feet and moves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.kinematics.clip.state import stepped
from understudy.kinematics.tree import Tree, compile_tree
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.physics.forces import Forces
from understudy.retarget.physics.robot_forces import robot_forces
from understudy.robots import Robot, load_robot

FRAMES, FPS = 9, 50.0

Shaken = Callable[[float, float], np.ndarray]


@pytest.fixture(scope="session")
def robot() -> Robot:
    """Return a robot whose torques are stated."""
    return load_robot("g1")


@pytest.fixture(scope="session")
def tree(robot: Robot) -> Tree:
    return compile_tree(robot.model)


@pytest.fixture(scope="session")
def shaken(robot: Robot, tree: Tree) -> Shaken:
    """Return what gives poses (T, Q) of a robot that sways all over, so far [rad] and so fast [rad/frame]."""

    def poses(far: float, fast: float) -> np.ndarray:
        random, size = np.random.default_rng(3), len(tree.variable)
        wave = np.sin(fast * np.arange(FRAMES)[:, None] + random.uniform(0.0, 6.0, size=size))
        change = far * wave * random.uniform(-1.0, 1.0, size=size)
        return stepped(tree, np.tile(np.array(robot.home), (FRAMES, 1)), change)

    return poses


def standing(tree: Tree, robot: Robot, contacts: np.ndarray | None = None, **more: object) -> Forces:
    """Return the forces of who stands on both feet, or as contacts (T, 4) say."""
    touches = np.ones((FRAMES, len(CONTACTS)), dtype=bool) if contacts is None else contacts
    stands = touches.reshape(len(touches), 2, 2).any(axis=2)
    found = robot_forces(tree, robot, touches, stands, FPS, **more)  # type: ignore[arg-type]
    assert found is not None
    return found
