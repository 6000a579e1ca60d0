"""All frames at once: against SciPy and dense algebra, with lengths that all share, with two bodies."""

from __future__ import annotations

from dataclasses import replace

import mujoco
import numpy as np
import pytest
from scipy.optimize import least_squares

from tests.kinematics.small_problems import LIMB
from understudy.errors import InvalidMotionError
from understudy.kinematics.batch import BatchOptions, Shared, solve_batch
from understudy.kinematics.batch_system import BatchSystem, Kinds
from understudy.kinematics.blocks.acceleration import acceleration_block
from understudy.kinematics.blocks.point import point_block
from understudy.kinematics.blocks.posture import posture_block
from understudy.kinematics.blocks.relative_point import relative_point_block
from understudy.kinematics.blocks.velocity import velocity_block
from understudy.kinematics.body_parts import BodyDirection, BodyPoint
from understudy.kinematics.costs import no_costs
from understudy.kinematics.joined_tree import join_trees
from understudy.kinematics.limits import open_bounds
from understudy.kinematics.point_places import point_places
from understudy.kinematics.problem import Problem
from understudy.kinematics.shape import Shape
from understudy.kinematics.shaped_tree import with_lengths_as_joints
from understudy.kinematics.solver import solve_clip
from understudy.kinematics.time_coupling import TimeCoupling
from understudy.kinematics.tree import Tree, compile_tree
from understudy.motion.ending import Ending

ARM = """
<mujoco>
  <compiler angle="radian"/>
  <worldbody>
    <body name="upper"><joint axis="0 0 1"/><joint axis="0 1 0"/><geom size="0.1" mass="1"/>
      <body name="lower" pos="0.3 0 0"><joint axis="0 1 0"/><geom size="0.1" mass="1"/>
        <body name="hand" pos="0.25 0 0"><joint axis="0.3 0.2 1"/><geom size="0.1" mass="1"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
FRAMES = 12
SAME_COST = 1e-8
FOUND_LENGTH = 1e-7


def arm() -> Tree:
    return compile_tree(mujoco.MjModel.from_xml_string(ARM))


def reaching(tree: Tree, velocity: float = 0.0, acceleration: float = 0.0) -> Problem:
    """Return an arm whose hand follows a path that its narrow third joint cannot follow all the way."""
    times = np.linspace(0.0, 1.0, FRAMES)
    target = np.stack(
        [0.4 * np.cos(3.0 * times), 0.4 * np.sin(3.0 * times), 0.3 * np.sin(9.0 * times)], axis=1
    )
    size = len(tree.variable)
    costs = no_costs(tree)._replace(
        point=point_block(
            [BodyPoint(3, np.array([0.1, 0.02, 0.0]))], target[:, None], np.full((FRAMES, 1, 3), 3.0)
        ),
        posture=posture_block(tree, weight=np.full(size, 0.1)),
        velocity=velocity_block(tree, np.array([velocity, velocity, velocity, 0.0])),
        acceleration=acceleration_block(tree, np.array([acceleration, 0.0, acceleration, acceleration])),
    )
    lower, upper = np.full(size, -np.inf), np.full(size, np.inf)
    lower[2], upper[2] = -0.4, 0.9
    return Problem(tree, costs, open_bounds(tree)._replace(lower=lower, upper=upper), tree.q_zero)


def all_residuals(problem: Problem, q: np.ndarray) -> np.ndarray:
    """Return every residual of a clip (T, Q) of the arm, from MuJoCo's kinematics and plain differences."""
    model = mujoco.MjModel.from_xml_string(ARM)
    data, costs, found = mujoco.MjData(model), problem.costs, []
    for frame, pose in enumerate(q):
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        place = data.xpos[3] + data.xmat[3].reshape(3, 3) @ costs.point.local[0]
        found.append(costs.point.weight[frame, 0] * (place - costs.point.target[frame, 0]))
        found.append(costs.posture.weight * (pose - costs.posture.target))
    found.append((costs.velocity.weight * np.diff(q, axis=0)).ravel())
    found.append((costs.acceleration.weight * np.diff(q, n=2, axis=0)).ravel())
    return np.concatenate(found)


@pytest.mark.parametrize(("velocity", "acceleration"), [(0.0, 0.0), (0.5, 0.0), (0.0, 2.0), (0.3, 1.0)])
def test_a_clip_costs_as_much_as_scipy_finds(velocity: float, acceleration: float):
    tree = arm()
    problem = reaching(tree, velocity, acceleration)
    start = solve_clip(problem, FRAMES).q
    found = solve_batch(problem, start)
    lower, upper = (np.tile(each, FRAMES) for each in (problem.bounds.lower, problem.bounds.upper))
    peer = least_squares(
        lambda x: all_residuals(problem, x.reshape(FRAMES, -1)),
        found.q.ravel() + 1e-3 * np.sign(0.2 - found.q.ravel()),
        bounds=(lower, upper),
        xtol=1e-14,
        ftol=1e-14,
        gtol=1e-12,
    )
    assert found.ending == Ending.CONVERGED
    assert found.cost == pytest.approx(0.5 * float((all_residuals(problem, found.q) ** 2).sum()), rel=1e-12)
    assert found.cost == pytest.approx(peer.cost, rel=SAME_COST)
    at_limit = np.isclose(found.q[:, 2], -0.4) | np.isclose(found.q[:, 2], 0.9)
    assert at_limit.any()
    assert ((found.q >= problem.bounds.lower - 1e-12) & (found.q <= problem.bounds.upper + 1e-12)).all()


def test_costs_never_rise_and_the_limit_of_iterations_is_told():
    problem = reaching(arm(), 0.3, 1.0)
    start = np.tile(problem.tree.q_zero, (FRAMES, 1))
    found = solve_batch(problem, start)
    assert (np.diff(found.costs) <= 0.0).all()
    short = solve_batch(problem, start, options=BatchOptions(iterations=1))
    assert short.ending == Ending.ITERATION_LIMIT
    assert short.iterations == 1


def test_without_costs_between_frames_a_clip_equals_its_frames():
    problem = reaching(arm())
    problem = replace(problem, effort=problem.effort._replace(smallest_step=1e-5))
    one_by_one = solve_clip(problem, FRAMES)
    found = solve_batch(problem, one_by_one.q)
    assert np.abs(found.q - one_by_one.q).max() < 1e-5
    assert found.cost == pytest.approx(one_by_one.costs.sum(), rel=1e-9)


def test_gradient_and_matrix_of_time_coupling_are_those_of_its_cost():
    tree = arm()
    costs = reaching(tree, 0.3, 1.0).costs
    coupling = TimeCoupling(tree, [costs.velocity, costs.acceleration])
    q = np.random.default_rng(5).normal(size=(7, 4))
    columns, nudge = coupling.columns, 1e-6
    matrix = dense(coupling.diagonals(7))
    flat = coupling.gradient(q).ravel()
    assert flat == pytest.approx(matrix @ q[:, columns].ravel(), abs=1e-12)
    for index in range(len(flat)):
        ahead, behind = q.copy(), q.copy()
        ahead[index // len(columns), columns[index % len(columns)]] += nudge
        behind[index // len(columns), columns[index % len(columns)]] -= nudge
        slope = (coupling.cost(ahead) - coupling.cost(behind)) / (2.0 * nudge)
        assert flat[index] == pytest.approx(slope, abs=1e-7)


def dense(diagonals: np.ndarray) -> np.ndarray:
    """Return (T·D, T·D) the matrix of which (T, A + 1, D) are the diagonals."""
    frames, _, size = diagonals.shape
    matrix = np.zeros((frames * size, frames * size))
    for frame in range(frames):
        for apart in range(min(diagonals.shape[1], frames - frame)):
            rows = np.arange(size) + (frame + apart) * size
            columns = np.arange(size) + frame * size
            matrix[rows, columns] = matrix[columns, rows] = diagonals[frame, apart]
    return matrix


@pytest.mark.parametrize(
    ("local", "timed", "shared"), [(2, 3, 2), (0, 4, 0), (5, 0, 0), (4, 0, 3), (0, 3, 2), (1, 2, 0)]
)
def test_a_step_by_structure_equals_the_dense_one(local: int, timed: int, shared: int):
    generator = np.random.default_rng(local + 10 * timed + 100 * shared)
    frames, size = 6, local + timed + shared
    order = generator.permutation(size)
    kinds = Kinds(order[:local], order[local : local + timed], order[local + timed :])
    rows = generator.normal(size=(frames, size, size + 2))
    hessian = rows @ rows.transpose(0, 2, 1)
    gradient = generator.normal(size=(frames, size))
    diagonals = np.zeros((frames, 3, timed))
    stencil = np.array([1.0, -2.0, 1.0])
    for frame in range(2, frames):
        for a in range(3):
            for b in range(a, 3):
                diagonals[frame - b, b - a] += 3.0 * stencil[a] * stencil[b]
    own = np.eye(shared) * 2.0
    system = BatchSystem(kinds, gradient, hessian, diagonals, generator.normal(size=shared), own)
    change = system.step()
    # The same problem as one dense matrix: every frame's own variables, then those that all frames share.
    spread = np.zeros((frames * size, frames * (local + timed) + shared))
    mine = np.concatenate([kinds.local, kinds.timed])
    for frame in range(frames):
        for place, variable in enumerate(mine):
            spread[frame * size + variable, frame * len(mine) + place] = 1.0
        for place, variable in enumerate(kinds.shared):
            spread[frame * size + variable, frames * len(mine) + place] = 1.0
    whole = np.zeros((frames * size, frames * size))
    for frame in range(frames):
        block = slice(frame * size, (frame + 1) * size)
        whole[block, block] = hessian[frame]
    at = (np.arange(frames)[:, None] * size + kinds.timed).ravel()
    whole[np.ix_(at, at)] += dense(diagonals)
    matrix = spread.T @ whole @ spread
    slope = spread.T @ gradient.ravel()
    matrix[frames * len(mine) :, frames * len(mine) :] += own
    slope[frames * len(mine) :] += system.shared_gradient
    expected = (spread @ -np.linalg.solve(matrix, slope)).reshape(frames, size)
    assert change == pytest.approx(expected, abs=1e-9)
    moved = -np.linalg.solve(matrix, slope)
    assert system.promise(change) == pytest.approx(-(moved @ slope + 0.5 * moved @ matrix @ moved), rel=1e-9)


def limb() -> Shape:
    """Return a limb with two lengths, one of which also moves a point on its body."""
    model = mujoco.MjModel.from_xml_string(LIMB)
    generator = np.random.default_rng(1)
    names = ("root", "root", "root", "thigh", "thigh", "thigh", "shin", "shin", "shin")
    points = tuple(BodyPoint(model.body(name).id, 0.2 * generator.standard_normal(3)) for name in names)
    body_slope, point_slope = np.zeros((2, model.nbody, 3)), np.zeros((2, len(points), 3))
    body_slope[0, model.body("thigh").id] = (0.0, 1.0, 0.0)
    body_slope[1, model.body("shin").id] = (0.0, 0.0, -1.0)
    point_slope[1, 4] = (0.0, 0.0, -0.5)
    values = np.array([0.1, 0.4])
    return Shape(compile_tree(model), points, ("width", "thigh"), values, body_slope, point_slope)


def limb_poses(count: int) -> np.ndarray:
    generator = np.random.default_rng(2)
    q = 0.5 * generator.standard_normal((count, 10))
    q[:, 3:7] += np.array([2.0, 0.0, 0.0, 0.0])
    q[:, 3:7] /= np.linalg.norm(q[:, 3:7], axis=1, keepdims=True)
    return q


def test_lengths_as_joints_move_points_as_lengths_do():
    shape, q = limb(), limb_poses(4)
    free = np.zeros(len(shape.points), dtype=bool)
    free[[2, 7]] = True
    shaped = with_lengths_as_joints(shape, free)
    longer, offsets = np.array([0.15, 0.33]), np.zeros((len(shape.points), 3))
    offsets[2], offsets[7] = (0.01, -0.02, 0.03), (0.02, 0.01, 0.0)
    poses = shaped.poses(q)
    poses[:, shaped.tree.dof_q[shaped.lengths]] = longer - shape.values
    poses[:, shaped.tree.dof_q[shaped.offsets.ravel()]] = offsets[free].ravel()
    follow = np.flatnonzero(shaped.tree.variable != np.arange(len(shaped.tree.variable)))
    for dof in follow:
        driver = shaped.tree.variable[dof]
        share = shaped.tree.coupling[dof, 1]
        poses[:, shaped.tree.dof_q[dof]] = share * poses[:, shaped.tree.dof_q[driver]]
    moved = shape.at(longer, offsets)
    expected = point_places(moved.tree, point_block(moved.points), q)
    found = point_places(shaped.tree, point_block(shaped.points), poses)
    assert found == pytest.approx(expected, abs=1e-12)


def test_lengths_that_all_frames_share_are_found_with_the_poses():
    shape, q = limb(), limb_poses(20)
    true = shape.at(np.array([0.13, 0.37]))
    places = point_places(true.tree, point_block(true.points), q)
    shaped = with_lengths_as_joints(shape)
    tree = shaped.tree
    costs = no_costs(tree)._replace(point=point_block(shaped.points, places, np.full(places.shape, 100.0)))
    problem = Problem(tree, costs, open_bounds(tree), tree.q_zero)
    shared = Shared(shaped.lengths, np.zeros(2), 1e-6 * np.eye(2))
    near = q + 0.02 * np.random.default_rng(3).standard_normal(q.shape)
    near[:, 3:7] /= np.linalg.norm(near[:, 3:7], axis=1, keepdims=True)
    found = solve_batch(problem, shaped.poses(near), shared)
    lengths = found.q[:, tree.dof_q[shaped.lengths]] + shape.values
    assert found.ending == Ending.CONVERGED
    assert np.abs(lengths - np.array([0.13, 0.37])).max() < FOUND_LENGTH
    assert np.ptp(lengths, axis=0).max() == 0.0
    assert np.abs(found.q[:, shaped.coordinates][:, 7:] - q[:, 7:]).max() < 1e-5


def test_two_trees_in_one_move_as_they_do_alone():
    first, second = compile_tree(mujoco.MjModel.from_xml_string(LIMB)), arm()
    both = join_trees(first, second)
    q, angles = limb_poses(3), np.random.default_rng(4).normal(size=(3, 4))
    own = [BodyPoint(body, np.array([0.1, 0.2, 0.3])) for body in (1, 2, 3)]
    shifted = [replace(point, body=point.body + len(first.body_parent) - 1) for point in own]
    found = point_places(both, point_block([*own, *shifted]), np.hstack([q, angles]))
    assert found[:, :3] == pytest.approx(point_places(first, point_block(own), q), abs=1e-12)
    assert found[:, 3:] == pytest.approx(point_places(second, point_block(own), angles), abs=1e-12)


def test_a_person_and_a_robot_are_solved_together():
    """A larger arm follows a smaller one that is itself only known by where its hand was seen."""
    person, robot = arm(), arm()
    robot = robot._replace(body_pos=1.2 * robot.body_pos)
    both = join_trees(person, robot)
    hand = np.array([0.1, 0.02, 0.0])
    q = np.cumsum(0.05 * np.random.default_rng(6).normal(size=(FRAMES, 4)), axis=0) + 0.3
    seen = point_places(person, point_block([BodyPoint(3, hand)]), q)
    way = BodyDirection(BodyPoint(3, hand), BodyPoint(6, 1.2 * hand))
    size = len(both.variable)
    costs = no_costs(both)._replace(
        point=point_block([BodyPoint(3, hand)], seen, np.full(seen.shape, 10.0)),
        relative_point=relative_point_block(
            both, [way], np.zeros((FRAMES, 1, 3)), np.full((FRAMES, 1, 3), 5.0)
        ),
        posture=posture_block(both, weight=np.full(size, 0.1)),
        acceleration=acceleration_block(both, np.full(size, 0.01)),
    )
    problem = Problem(both, costs, open_bounds(both), both.q_zero)
    found = solve_batch(problem, np.full((FRAMES, 8), 0.2), options=BatchOptions(iterations=200))
    hands = point_places(both, point_block([BodyPoint(3, hand), BodyPoint(6, 1.2 * hand)]), found.q)
    assert found.ending == Ending.CONVERGED
    assert np.abs(hands[:, 0] - seen[:, 0]).max() < 0.01
    assert np.abs(hands[:, 1] - hands[:, 0]).max() < 0.01


def test_shared_variables_that_change_in_time_are_refused():
    tree = arm()
    problem = reaching(tree, velocity=0.5)
    with pytest.raises(InvalidMotionError, match="share"):
        solve_batch(problem, np.tile(tree.q_zero, (FRAMES, 1)), Shared(np.array([0]), np.zeros(1), np.eye(1)))
