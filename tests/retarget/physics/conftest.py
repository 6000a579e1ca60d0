"""A robot that stands on both feet and moves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from understudy.kinematics.clip.state import stepped
from understudy.kinematics.momentum import body_inertias
from understudy.kinematics.tree import Tree, compile_tree
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.physics.ground import Ground
from understudy.retarget.physics.standing import Standing
from understudy.robots import Robot, load_robot
from understudy.robots.parts import home_data

FRAMES = 9

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


@pytest.fixture(scope="session")
def corners(robot: Robot) -> np.ndarray:
    """Return (T, S, 4, 3) [m] where soles are at home."""
    data = home_data(robot.model, robot.home)
    found = [
        data.xpos[sole.body] + sole.points @ data.xmat[sole.body].reshape(3, 3).T
        for sole in robot.soles.values()
    ]
    return np.tile(np.stack(found), (FRAMES, 1, 1, 1))


@pytest.fixture(scope="session")
def standing(robot: Robot, tree: Tree) -> Standing:
    """Return limits of who stands on both feet; points of a clip are the soles' corners alone."""
    count = len(robot.soles)
    return Standing(
        ground=Ground(tree, body_inertias(robot.model), 50.0, np.zeros(FRAMES)),
        sides=tuple(robot.soles),
        points=np.arange(4 * count).reshape(count, 4),
        contacts=np.ones((FRAMES, len(CONTACTS)), dtype=bool),
        wanted=np.tile([0.0, 0.0, 1.0], (FRAMES, 1)),
        weight=1.0,
        margin=0.01,
        friction=0.6,
    )
