"""What a clip's forces cost, against inverse dynamics and against differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.retarget.physics.conftest import FPS, FRAMES, Shaken, standing
from understudy.dynamics.derivatives import smooth_motion
from understudy.kinematics.clip.state import stepped
from understudy.kinematics.clip.stencil import WIDTH, add_stencil
from understudy.kinematics.force_cones import ROOT, Needs, new_balance, no_needs
from understudy.kinematics.tree import Tree
from understudy.motion.landmarks import CONTACTS
from understudy.retarget.physics.forces import FIRM, Forces
from understudy.robots import Robot
from understudy.robots.ground_contacts import ground_contacts
from understudy.robots.robot_dynamics import robot_dynamics

FAR, FAST = 0.002, 0.3
"""How far [rad] joints sway, and how fast [rad a frame]: soles stay where they are next to exactly."""


def costs(forces: Forces, q: np.ndarray, whole: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return costs (T,), first derivatives (T, V) and second ones (T, 3, V, V)."""
    frames, size = len(q), len(forces.tree.variable)
    needs = no_needs(frames, forces.count, forces.pushes)
    by = np.zeros((frames, WIDTH, forces.count, size))
    forces.look(q, WIDTH - 1, frames, Needs(*(array[WIDTH - 1 :] for array in needs)), by[WIDTH - 1 :])
    found = np.zeros(frames), np.zeros((frames, size)), np.zeros((frames, WIDTH, size, size))
    memory = new_balance(forces.count, forces.pushes), np.zeros(forces.count), np.zeros((forces.count, size))
    add_stencil(forces.prices(), needs, 0, frames, by, whole, *memory, *found)
    return found


@pytest.mark.parametrize("motors", [False, True])
@pytest.mark.parametrize(("far", "fast"), [(FAR, FAST), (0.03, 0.7)])
def test_slopes_are_those_of_differences(
    motors: bool, far: float, fast: float, tree: Tree, robot: Robot, shaken: Shaken
) -> None:
    """In directions that shake and in ones that are smooth, where most of what accelerations cost cancels."""
    forces, q, random = standing(tree, robot, motors=motors), shaken(far, fast), np.random.default_rng(1)
    free, step = tree.variable == np.arange(len(tree.variable)), 1e-6
    slopes = costs(forces, q, True)[1]
    shaking = random.normal(size=(FRAMES, len(free)))
    smooth = np.sin(0.4 * np.arange(FRAMES)[:, None] + random.uniform(0.0, 6.0, len(free)))
    for change in (step * free * shaking, step * free * smooth):
        ahead, behind = (costs(forces, stepped(tree, q, sign * change))[0].sum() for sign in (1.0, -1.0))
        assert (slopes * change).sum() == pytest.approx(0.5 * (ahead - behind), rel=1e-4)


def test_second_derivatives_are_those_of_slopes(tree: Tree, robot: Robot, shaken: Shaken) -> None:
    """Of a body that hardly moves: Gauss and Newton leave out how needs bend."""
    forces, q = standing(tree, robot, np.zeros((FRAMES, 4), bool) | _hop()), shaken(FAR, FAST)
    free, step = tree.variable == np.arange(len(tree.variable)), 1e-6
    change = step * free * np.random.default_rng(1).normal(size=(FRAMES, len(free)))
    ahead, behind = (costs(forces, stepped(tree, q, sign * change), True)[1] for sign in (1.0, -1.0))
    blocks = costs(forces, q, True)[2]
    found = np.einsum("tij,tj->ti", blocks[:, 0], change)
    for apart in (1, 2):
        found[:-apart] += np.einsum("tij,tj->ti", blocks[:-apart, apart], change[apart:])
        found[apart:] += np.einsum("tij,ti->tj", blocks[:-apart, apart], change[:-apart])
    expected = 0.5 * (ahead - behind)
    assert np.abs(found - expected)[:, free].max() < 0.02 * np.abs(expected).max()


def _hop() -> np.ndarray:
    """Return contacts (T, 4) of who is in the air for a while."""
    found = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    found[3:6] = False
    return found


def test_what_is_left_is_what_inverse_dynamics_leaves(tree: Tree, robot: Robot, shaken: Shaken) -> None:
    """Nothing of a robot that stands; all of its weight where it should be in the air, and is not."""
    q = shaken(FAR, FAST)
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    on_ground = ground_contacts(robot, q, contacts, FPS)
    expected = robot_dynamics(robot, smooth_motion(q, FPS, np.inf), on_ground).body.ground
    assert np.abs(expected.residual_forces_w).max() < 1e-2
    forces = standing(tree, robot, motors=True)
    assert np.abs(forces.left(q)).max() < 0.01
    flying = standing(tree, robot, _hop()).left(q)
    load = np.linalg.norm(flying[:, :3], axis=1)
    assert load[2:5] == pytest.approx(1.0, abs=0.05)
    assert load[[0, 1, 5, 6]].max() < 0.05
    said, unit = standing(tree, robot, _hop()).excess(q)["ground force"]
    assert (said, unit) == (pytest.approx(100.0 * np.linalg.norm(flying[:, :ROOT], axis=1).max()), "%")


def test_a_robot_that_falls_needs_nothing(tree: Tree, robot: Robot) -> None:
    contacts = np.ones((FRAMES, len(CONTACTS)), dtype=bool)
    contacts[1:-1] = False
    q = np.tile(np.array(robot.home), (FRAMES, 1))
    q[:, 2] -= 0.5 * 9.81 * (np.arange(FRAMES) / FPS) ** 2
    forces = standing(tree, robot, contacts)
    assert np.abs(forces.left(q)[1:-1]).max() < 1e-3
    assert costs(forces, q)[0].max() < 1e-3 * FIRM**2


def test_weak_motors_are_said(tree: Tree, robot: Robot, shaken: Shaken) -> None:
    forces, q = standing(tree, robot, motors=True), shaken(FAR, FAST)
    assert forces.count > ROOT
    assert forces.excess(q)["torque"][0] < 0.5
    weak = forces.units._replace(limit=0.0)
    said = replace(forces, units=weak).excess(q)["torque"][0]
    assert said > 1.0


def test_some_frames_cost_as_they_do_among_all(tree: Tree, robot: Robot, shaken: Shaken) -> None:
    forces, q = standing(tree, robot), shaken(0.03, 0.7)
    whole = costs(forces, q)[0]
    assert costs(forces.part(slice(2, 7)), q[2:7])[0][2:] == pytest.approx(whole[4:7])


@pytest.mark.parametrize("frames", [1, 2])
def test_clips_of_fewer_frames_than_a_row_need_nothing(
    frames: int, tree: Tree, robot: Robot, shaken: Shaken
) -> None:
    forces, q = standing(tree, robot), shaken(FAR, FAST)
    assert forces.part(slice(0, frames)).excess(q[:frames]) == {"ground force": (0.0, "%")}


def test_no_sole_that_stands_no_forces(tree: Tree, robot: Robot) -> None:
    with pytest.raises(AssertionError):
        standing(tree, robot, np.zeros((FRAMES, len(CONTACTS)), dtype=bool))
