"""What a motion asks of the ground, against MuJoCo and against differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.retarget.physics.conftest import Shaken
from understudy.dynamics.derivatives import smooth_motion
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.dynamics.wrench import root_wrench
from understudy.kinematics.clip.state import stepped
from understudy.kinematics.clip.stencil import moved_values
from understudy.kinematics.tree import Tree
from understudy.retarget.physics.ground import CENTRE, FORCE, TIPPING, YAW
from understudy.retarget.physics.standing import Standing
from understudy.robots import Robot

FPS = 400.0
FAR, FAST = 0.3, 0.05
"""How far [rad] joints sway, and how fast [rad a frame]."""

CLOSE = 2e-3
"""How close figures per body weight are to those of a polynomial through the poses."""


def test_quantities_are_those_of_inverse_dynamics(standing: Standing, robot: Robot, shaken: Shaken) -> None:
    """Force, tipping and yaw of the wrench that MuJoCo says the root needs, at frames between others."""
    q = shaken(FAR, FAST)
    motion = smooth_motion(q, FPS, np.inf)
    # Rotors in the joints and dampers push between the body's own parts, and cancel in the wrench.
    wrench = root_wrench(motion, inverse_forces(robot.model, motion).forces)
    weight = float(robot.model.body_mass[1:].sum() * 9.81)
    about = wrench.about(np.zeros((len(q), 3)))
    values, _ = replace(standing.ground, fps=FPS).look(q, 2, len(q))
    inner = slice(1, -1)
    assert values[:, FORCE] == pytest.approx(wrench.force_w[inner] / weight, abs=CLOSE)
    moment = about.moment_w[inner] / weight
    assert values[:, TIPPING] == pytest.approx(np.stack([-moment[:, 1], moment[:, 0]], axis=1), abs=CLOSE)
    assert values[:, YAW] == pytest.approx(moment[:, 2:], abs=CLOSE)


def test_derivatives_are_those_of_differences(standing: Standing, tree: Tree, shaken: Shaken) -> None:
    """Along a random direction, up to what neighbours in time differ by."""
    ground, q, step = replace(standing.ground, fps=FPS), shaken(FAR, FAST), 1e-6
    free = tree.variable == np.arange(len(tree.variable))
    by = free * np.random.default_rng(1).normal(size=(len(q), len(free)))
    ahead, behind = (ground.look(stepped(tree, q, sign * step * by), 2, len(q))[0] for sign in (1.0, -1.0))
    values, slopes = ground.look(q, 2, len(q))
    beside = np.zeros((2, values.shape[1])), np.zeros((2, *slopes.shape[1:]))
    values, slopes = np.concatenate([beside[0], values]), np.concatenate([beside[1], slopes])
    found = (moved_values(values, slopes, by) - values)[2:]
    expected = (ahead - behind) / (2.0 * step)
    for part in (FORCE, TIPPING, YAW, CENTRE):
        off = np.abs(found[:, part] - expected[:, part]).max()
        assert off < 0.02 * np.abs(expected[:, part]).max()


def test_a_part_of_a_clip_asks_what_it_does_in_the_clip(standing: Standing, shaken: Shaken) -> None:
    """By itself, and frames on end of it by their own derivatives."""
    q = shaken(FAR, FAST)
    values, slopes = standing.look(q, 2, len(q))
    for found, whole in zip(standing.part(slice(2, 8)).look(q[2:8], 2, 6), (values, slopes), strict=True):
        assert found == pytest.approx(whole[2:6])


def test_height_counts_from_what_is_stood_on(standing: Standing, shaken: Shaken) -> None:
    """Raised together with the ground nothing changes."""
    q, up = shaken(FAR, FAST), 0.7
    raised = q.copy()
    raised[:, 2] += up
    ground = replace(standing.ground, heights=np.full(len(q), up))
    found, _ = ground.look(raised, 2, len(q))
    assert found == pytest.approx(standing.ground.look(q, 2, len(q))[0])
