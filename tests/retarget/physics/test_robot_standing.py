"""What standing asks of a motion: derivatives by differences, the ZMP of MuJoCo, and what frames cost."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from understudy.data import built_in_motion
from understudy.dynamics.derivatives import SmoothMotion
from understudy.dynamics.inverse_dynamics import inverse_forces
from understudy.dynamics.wrench import root_wrench
from understudy.dynamics.zmp import zero_moment_point
from understudy.kinematics.clip.problem import ClipProblem
from understudy.kinematics.clip.state import Evaluator, State, stepped
from understudy.retarget import TrackOptions, track
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.whole_clip import clip_of
from understudy.retarget.physics.ground import FORCE, TIPPING
from understudy.retarget.physics.standing import Standing
from understudy.retarget.track import clip_problem
from understudy.robots import load_robot
from understudy.robots.standing import body_weight
from understudy.takes import read_human

ROBOT, FRAMES = "nao", 60
STEP = 1e-5
"""Difference [rad or m] of poses."""

EXACT = 0.05
"""Share by which derivatives may be off: those of momentum leave out how it turns within a frame."""

AGREEMENT = 1e-3
"""[m] of the ZMP by second differences of mass and momentum, and by accelerations of all joints."""

FIRM = 10.0
"""A firmness of limits at which the walk exceeds some of them and others not."""


@pytest.fixture(scope="module")
def walk() -> tuple[ClipProblem, np.ndarray]:
    """Return a walk's problem with balance, and poses that were found without it."""
    human = read_human(built_in_motion("walk")).section(0, FRAMES)
    robot, options = load_robot(ROBOT), TrackOptions(physics="contact")
    problem, asked = clip_problem(human, robot, options)
    clip = clip_of(problem, human.fps, joint_bounds(problem.tree, robot, human.fps), asked)
    return clip, np.array(track(human, robot).q)


def standing_of(clip: ClipProblem) -> Standing:
    assert isinstance(clip.stencil, Standing)
    return clip.stencil


def change_of(clip: ClipProblem, frames: int, size: float) -> np.ndarray:
    """Return a random change (T, V) of what is free to move."""
    free = clip.tree.variable == np.arange(len(clip.tree.variable))
    return size * free * np.random.default_rng(5).normal(size=(frames, len(free)))


def test_derivatives_of_quantities_are_their_differences(walk: tuple[ClipProblem, np.ndarray]) -> None:
    clip, q = walk
    standing, change = standing_of(clip), change_of(clip, len(q), 1.0)
    by = standing.look(q, 2, len(q))[1]
    expected = sum(np.einsum("tnv,tv->tn", by[:, a], change[a : len(q) - 2 + a]) for a in range(by.shape[1]))
    ahead, behind = (
        standing.look(stepped(clip.tree, q, sign * STEP * change), 2, len(q))[0] for sign in (1.0, -1.0)
    )
    found = (ahead - behind) / (2.0 * STEP)
    np.testing.assert_allclose(found, expected, atol=EXACT * np.abs(expected).max())


def test_derivatives_of_what_frames_cost_are_its_differences(walk: tuple[ClipProblem, np.ndarray]) -> None:
    clip, q = walk
    point = clip.costs.point
    clip = replace(clip, costs=clip.costs._replace(point=point._replace(target=np.array(point.target))))
    change = change_of(clip, len(q), STEP)

    def nearby(poses: np.ndarray):
        evaluator = Evaluator(clip)
        feet = np.zeros((len(clip.footholds.pivot), 3))
        state = State(clip, poses, feet, np.zeros((len(q), 0)), np.zeros(0), False)
        evaluator.look(state, [(0, len(q))])
        return evaluator.nearby(state, np.full(len(q), FIRM), 0, len(q))

    ahead, behind = (nearby(stepped(clip.tree, q, sign * change)).costs() for sign in (1.0, -1.0))
    difference = 0.5 * sum(float((a - b).sum()) for a, b in zip(ahead, behind, strict=True))
    found = nearby(q).look()
    assert found.limits.sum() > 0.0
    assert float((found.slopes * change).sum()) == pytest.approx(difference, rel=EXACT)


def test_the_zmp_is_that_of_inverse_dynamics(walk: tuple[ClipProblem, np.ndarray]) -> None:
    clip, q = walk
    robot, fps = load_robot(ROBOT), standing_of(clip).ground.fps
    speeds = np.zeros((len(q) - 1, robot.model.nv))
    for frame in range(len(speeds)):
        mujoco.mj_differentiatePos(robot.model, speeds[frame], 1.0 / fps, q[frame], q[frame + 1])
    motion = SmoothMotion(q[1:-1], 0.5 * (speeds[1:] + speeds[:-1]), np.diff(speeds, axis=0) * fps)
    wrench = root_wrench(motion, inverse_forces(robot.model, motion).forces)
    expected = zero_moment_point(wrench, body_weight(robot))
    values = standing_of(clip).ground.look(q, 2, len(q))[0]
    found = values[:, TIPPING] / values[:, [FORCE.stop - 1]]
    assert np.median(np.abs(found - expected)) < AGREEMENT
    assert np.ptp(expected, axis=0).min() > 20.0 * AGREEMENT
