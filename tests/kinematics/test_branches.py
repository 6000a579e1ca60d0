"""An elbow bent the wrong way is caught, is found out, and is led back as fast as it may move."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.kinematics.conftest import ALL_JOINT_TYPES
from tests.kinematics.small_problems import ARM, arm_problem, bent_arm
from understudy.kernels.compilation import kernel
from understudy.kinematics import branches
from understudy.kinematics.branches import (
    ARRIVED,
    GROWN,
    LED,
    LOOK_AT,
    MUCH_BETTER,
    PAUSE,
)
from understudy.kinematics.limits import Effort, typed
from understudy.kinematics.solver import Solver, frame_of, solve_clip
from understudy.kinematics.state import State, new_state
from understudy.kinematics.tree import Tree, compile_tree

BEND = 1.0
TURNED_AT, FRAMES = 5, 80
BOTH_WAYS = np.array([bent_arm(0.1, 0.5), bent_arm(0.1, -0.5)])
WRONG_WAY = BOTH_WAYS[1:]
DOUBTFUL = 0.05
SLOW = 0.1
SAME = 1e-6


@kernel
def _is_within(dof_q, q, lower, upper):
    return branches.is_within(dof_q, q, lower, upper)


@kernel
def _predict(joint_type, joint_q, last, before, out):
    branches.predict(joint_type, joint_q, last, before, last, out)


@kernel
def _with_root_of(joint_type, joint_q, joints, placed, out):
    branches.with_root_of(joint_type, joint_q, joints, placed, out)


@kernel
def _note_search(state, found, here, effort):
    return branches.note_search(state, found, here, effort)


@kernel
def _is_doubtful(state, cost, effort):
    return branches.is_doubtful(state, cost, effort)


@kernel
def _note_lead(state, dof_q, q, longest):
    branches.note_lead(state, dof_q, q, longest)


def _person(frames: int = FRAMES) -> np.ndarray:
    """Return (T, 2) angles of somebody whose elbow, after some frames, is bent the other way."""
    angles = np.tile(bent_arm(0.0, -BEND), (frames, 1))
    angles[TURNED_AT:] = bent_arm(0.0, BEND)
    return angles


def test_without_doubt_an_elbow_stays_caught_in_the_wrong_branch() -> None:
    solution = solve_clip(arm_problem(_person(), BOTH_WAYS, Effort()), FRAMES)
    np.testing.assert_allclose(solution.q[:TURNED_AT], _person()[:TURNED_AT], atol=SAME)
    assert (solution.q[:, 1] < 0.0).all()
    assert solution.costs[-1] > DOUBTFUL
    assert solution.summary() == {"converged": FRAMES}


def test_in_doubt_the_elbow_is_bent_as_the_persons_is() -> None:
    effort = Effort(doubtful_cost=DOUBTFUL)
    solution = solve_clip(arm_problem(_person(), BOTH_WAYS, effort), FRAMES)
    np.testing.assert_allclose(solution.q, _person(), atol=SAME)
    assert solution.costs[-1] < SAME


def test_leading_keeps_to_the_velocity_limits_and_takes_no_longer_than_they_do() -> None:
    effort = Effort(doubtful_cost=DOUBTFUL, longest_lead=FRAMES)
    q = solve_clip(arm_problem(_person(), BOTH_WAYS, effort, SLOW), FRAMES).q
    assert np.abs(np.diff(q, axis=0)).max() <= SLOW + 1e-12
    arrived = int(np.argmax(np.abs(q[:, 1] - BEND) < ARRIVED))
    assert arrived - TURNED_AT == pytest.approx((2.0 * BEND - ARRIVED) / SLOW, abs=2.0)
    np.testing.assert_allclose(q[-1], bent_arm(0.0, BEND), atol=SAME)


def test_a_doubt_that_comes_to_nothing_is_looked_into_ever_more_rarely() -> None:
    frames, longest = 500, 100
    effort = Effort(doubtful_cost=DOUBTFUL, doubt_pause=3, longest_pause=longest)
    problem = arm_problem(_person(frames), WRONG_WAY, effort)
    solver, looks = Solver(problem), []
    for frame in range(frames):
        solver.step(frame_of(problem.costs, frame))
        if not looks or solver.state.lead[LOOK_AT] != looks[-1]:
            looks.append(int(solver.state.lead[LOOK_AT]))
    # Nobody looks in the first frame, which is solved from all starts, and then at any time.
    assert looks[:2] == [1, 0]
    # Every look, in the first frame that is in doubt and then whenever it is due, names the next one.
    pauses = [6, 12, 24, 48, 96, *[longest] * 4]
    assert np.diff([TURNED_AT, *looks[2:]]).tolist() == pauses
    assert solver.state.lead[LED] == 0


def test_nobody_looks_while_the_cost_is_beyond_doubt() -> None:
    effort = Effort(doubtful_cost=DOUBTFUL)
    problem = arm_problem(np.tile(bent_arm(0.0, -BEND), (20, 1)), BOTH_WAYS, effort)
    solver = Solver(problem)
    for frame in range(20):
        solver.step(frame_of(problem.costs, frame))
    assert solver.state.lead.tolist() == [0, 1, 0]


def _state(**values: float) -> tuple[Tree, State]:
    tree = compile_tree(mujoco.MjModel.from_xml_string(ARM))
    state = new_state(tree)
    for name, value in values.items():
        getattr(state, name)[:] = value
    return tree, state


SOMETIMES = Effort(doubtful_cost=DOUBTFUL, doubt_pause=5, longest_pause=100)


def test_a_much_better_pose_is_worth_the_way_and_the_pause_starts_anew() -> None:
    _, state = _state(done=40)
    state.lead[PAUSE] = 64
    assert _note_search(state, 0.99 * (1.0 - MUCH_BETTER), 1.0, typed(SOMETIMES))
    assert state.lead.tolist() == [0, 5, 45]


def test_a_pose_that_is_hardly_better_only_doubles_the_pause_up_to_the_longest() -> None:
    _, state = _state(done=40)
    state.lead[PAUSE] = 40
    for pause in (80, 100, 100):
        assert not _note_search(state, 1.01 * (1.0 - MUCH_BETTER), 1.0, typed(SOMETIMES))
        assert state.lead.tolist() == [0, pause, 40 + pause]


def test_a_pose_must_save_as_much_as_is_doubtful_however_cheap_both_are() -> None:
    _, state = _state(done=40)
    assert not _note_search(state, 0.0, 0.99 * DOUBTFUL, typed(SOMETIMES))
    assert _note_search(state, 0.0, 1.01 * DOUBTFUL, typed(SOMETIMES))


def test_a_doubt_that_grows_is_looked_into_before_its_time() -> None:
    _, state = _state(done=40)
    effort = typed(SOMETIMES)
    assert not _note_search(state, 1.0, 1.0, effort)
    grown = min(GROWN, DOUBTFUL)
    assert not _is_doubtful(state, 1.0 + 0.99 * grown, effort)
    assert _is_doubtful(state, 1.0 + 1.01 * grown, effort)


def test_a_doubt_that_has_ended_when_it_is_time_to_look_again_is_forgotten() -> None:
    _, state = _state(done=40)
    effort = typed(SOMETIMES)
    assert not _note_search(state, 1.0, 1.0, effort)
    state.done[0] = state.lead[LOOK_AT]
    assert not _is_doubtful(state, 0.9 * DOUBTFUL, effort)
    assert state.lead[PAUSE] == SOMETIMES.doubt_pause
    assert _is_doubtful(state, 1.1 * DOUBTFUL, effort)


def test_a_doubt_that_comes_and_goes_until_it_is_time_to_look_again_has_been_looked_into() -> None:
    _, state = _state(done=40)
    effort = typed(SOMETIMES)
    assert not _note_search(state, 1.0, 1.0, effort)
    state.done[0] = state.lead[LOOK_AT] - 1
    assert not _is_doubtful(state, 0.9 * DOUBTFUL, effort)
    assert not _is_doubtful(state, 1.0, effort)
    assert _is_doubtful(state, 1.0 + 1.01 * min(GROWN, DOUBTFUL), effort)
    state.done[0] += 1
    assert _is_doubtful(state, 1.1 * DOUBTFUL, effort)


@pytest.mark.parametrize(("off", "led"), [(0.5, 4), (1.01 * ARRIVED, 4), (0.99 * ARRIVED, 0)])
def test_leading_ends_where_every_joint_has_arrived(off: float, led: int) -> None:
    tree, state = _state(goal=1.0)
    state.lead[LED] = 3
    _note_lead(state, tree.dof_q, np.array([1.0, 1.0 - off]), 100)
    assert state.lead[LED] == led


def test_leading_is_given_up_after_a_time() -> None:
    tree, state = _state(goal=1.0)
    state.lead[LED] = 1
    frames = 0
    while state.lead[LED] > 0:
        _note_lead(state, tree.dof_q, np.zeros(2), 37)
        frames += 1
    assert frames == 37


def test_frames_that_are_not_led_are_not_counted() -> None:
    tree, state = _state(goal=1.0)
    _note_lead(state, tree.dof_q, np.zeros(2), 100)
    assert state.lead[LED] == 0


@pytest.fixture(scope="module")
def moving() -> tuple[Tree, np.ndarray, np.ndarray]:
    """Return a tree of all joint types and two poses with small steps between them."""
    model = mujoco.MjModel.from_xml_string(ALL_JOINT_TYPES)
    generator, before = np.random.default_rng(5), np.array(model.qpos0)
    mujoco.mj_integratePos(model, before, generator.normal(size=model.nv), 1.0)
    last = before.copy()
    mujoco.mj_integratePos(model, last, 0.01 * generator.normal(size=model.nv), 1.0)
    return compile_tree(model), before, last


def _quaternions(tree: Tree) -> list[slice]:
    starts = [
        at + 3 if kind == 0 else at
        for kind, at in zip(tree.joint_type, tree.joint_q, strict=True)
        if kind < 2
    ]
    return [slice(start, start + 4) for start in starts]


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_body_is_expected_to_go_on_as_it_did_whichever_sign_its_quaternions_had(
    moving, sign: float
) -> None:
    tree, before, last = moving
    before, out = before.copy(), np.zeros_like(last)
    turns = _quaternions(tree)
    for turn in turns:
        before[turn] *= sign
    _predict(tree.joint_type, tree.joint_q, last, before, out)
    scalar = np.ones(len(last), bool)
    for turn in turns:
        scalar[turn] = False
        first, second, third = (Rotation.from_quat(q[turn], scalar_first=True) for q in (before, last, out))
        expected = second * (first.inv() * second)
        assert (expected.inv() * third).magnitude() < 1e-4
        assert np.linalg.norm(out[turn]) == pytest.approx(1.0)
        assert out[turn] @ last[turn] > 0.0
    np.testing.assert_allclose(out[scalar], (2.0 * last - before)[scalar])


def test_a_start_keeps_its_own_scalar_joints_and_takes_over_the_turns_and_the_place(moving) -> None:
    tree, joints, placed = moving
    out = np.zeros_like(joints)
    _with_root_of(tree.joint_type, tree.joint_q, joints, placed, out)
    scalar = np.isin(np.arange(len(out)), tree.dof_q)
    np.testing.assert_array_equal(out, np.where(scalar, joints, placed))


@pytest.mark.parametrize(("beyond", "is_in"), [(-1e-3, True), (3e-16, True), (1e-6, False)])
def test_a_pose_at_a_limit_that_was_rounded_is_within_it(beyond: float, is_in: bool) -> None:
    limit = np.array([0.5])
    for q, lower, upper in (
        (limit + beyond, -limit, limit),
        (-limit - beyond, -limit, limit),
    ):
        assert _is_within(np.array([0]), q, lower, upper) == is_in
