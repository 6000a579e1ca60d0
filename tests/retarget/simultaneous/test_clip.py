"""The whole problem's derivatives, against differences of its cost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from understudy.human.human import Human
from understudy.kinematics.batch_frames import FrameBuffers
from understudy.motion import HumanMotion
from understudy.retarget.simultaneous.building import Problem
from understudy.retarget.simultaneous.clip import State, cost_of, evaluate
from understudy.retarget.simultaneous.options import SimultaneousOptions
from understudy.retarget.simultaneous.step import moved_by, take_step

STEP = 1e-6


@pytest.mark.parametrize("sizes", ["constant", "framewise"])
def test_slopes_are_those_of_differences(bending: Problem, sizes: str) -> None:
    """Of the person, of the robot, of sizes and morphing, along random directions."""
    state = bending.start
    if sizes != "constant":
        state = state.with_shared(np.repeat(state.shared, len(state.robot), axis=0))
    clip, rng = replace(bending.clip, limits=()), np.random.default_rng(5)
    at, inside = evaluate(clip, state), len(clip.person.tree.variable)
    by_person, by_robot = rng.normal(size=(len(state.robot), inside)), rng.normal(size=at.sums.gradient.shape)
    by_shared = rng.normal(size=state.shared.shape)

    def cost(step: float) -> float:
        moved = np.zeros((len(state.robot), len(clip.robot.tree.variable)))
        moved[:, clip.robot.free] = step * by_robot
        return cost_of(
            clip,
            State(
                moved_by(clip.person.tree, state.person, step * by_person),
                moved_by(clip.robot.tree, state.robot, moved),
                *state[2:],
            ).with_shared(state.shared + step * by_shared),
        )

    rows = by_shared if len(by_shared) > 1 else np.repeat(by_shared, len(state.robot), axis=0)
    slope = 0.0
    for part, bodies in at.bodies():
        slope += (bodies.inner_slope * np.concatenate([by_person, rows], axis=1)[part]).sum()
        slope += (bodies.gradient * by_robot[part]).sum()
    slope += (at.sums.slope() * by_robot).sum() + (at.prior_slope * by_shared).sum()
    assert slope == pytest.approx((cost(STEP) - cost(-STEP)) / (2.0 * STEP), rel=1e-4)


def test_a_step_lowers_the_cost_by_what_it_promises(bending: Problem) -> None:
    """Where it is damped enough to stay near."""
    at = evaluate(bending.clip, bending.start)
    found = take_step(bending.clip, bending.start, at, 1e3)
    gained = cost_of(bending.clip, bending.start) - cost_of(bending.clip, found.along(1.0))
    assert gained == pytest.approx(found.promise, rel=0.2)


def test_the_person_has_the_joints_that_were_asked_for(bending: Problem) -> None:
    """51 degrees of freedom beside the root's by default."""
    assert SimultaneousOptions().human == "51"
    assert bending.clip.person.human.joints == Human(subset="morphing_51").joints


def test_a_person_who_creeps_does_not_stand(standing: HumanMotion) -> None:
    """See ``stance``: footholds that wander far are left out where they move."""
    from understudy.retarget.simultaneous.stance import stance
    from understudy.robots import load_robot

    assert stance(standing, load_robot("hrp4")).stands.all()


def test_what_frames_remember_of_distances_changes_no_cost(bending: Problem) -> None:
    """Of poses near and far from those before; the model's cost is the state's."""
    state, clip, rng = bending.start, bending.clip, np.random.default_rng(8)
    for step in (0.0, 0.001, 0.3, 0.02):
        moved = step * rng.normal(size=(len(state.robot), len(clip.robot.tree.variable)))
        state = state._replace(robot=moved_by(clip.robot.tree, state.robot, moved))
        forgetful = replace(clip, buffers=FrameBuffers())
        cost = cost_of(forgetful, state)
        assert cost_of(clip, state) == cost
        assert evaluate(clip, state).cost == pytest.approx(cost, rel=1e-12)
