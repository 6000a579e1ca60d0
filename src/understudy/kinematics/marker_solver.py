"""Kernels that pose a tree so that points fixed to its bodies meet measured points, frame after frame."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kinematics.box import GUESSES, box_around, keep_within, minimise_in_box
from understudy.kinematics.compilation import inner_kernel, kernel
from understudy.kinematics.composite import add_bodies
from understudy.kinematics.costs import add_points, add_posture
from understudy.kinematics.forward import Pose, couple, forward, step
from understudy.kinematics.marquardt import next_damping, promise_of
from understudy.kinematics.tasks import Tasks
from understudy.kinematics.tree import Tree

FEWEST_POINTS = 3
"""A frame that shows fewer points keeps the pose of its neighbour."""


class Measurement(NamedTuple):
    """What was measured of P points in T frames, and what is asked beside it."""

    place: np.ndarray  # (T, P, 3) [m]
    weight: np.ndarray  # (T, P) 0 where a point was not seen, 1 as a rule
    tolerance: float  # [m] distance from which on a point counts less and less; infinite: never
    home: np.ndarray  # (Q,) posture for what the points leave open
    home_weight: np.ndarray  # (V,) [m/rad] of that posture
    lower: np.ndarray  # (V,) limits [rad or m]
    upper: np.ndarray  # (V,)


class Buffers(NamedTuple):
    """Memory of one thread."""

    q: np.ndarray
    slope: np.ndarray
    twist: np.ndarray
    weight: np.ndarray
    stiffness: np.ndarray
    wrench: np.ndarray
    gradient: np.ndarray
    hessian: np.ndarray
    spare_gradient: np.ndarray
    spare_hessian: np.ndarray
    damping: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    held: np.ndarray
    factor: np.ndarray
    change: np.ndarray


def new_buffers(tree: Tree, points: int) -> Buffers:
    """Return buffers for a tree and a number of points."""
    size, bodies = len(tree.variable), len(tree.body_parent)
    return Buffers(
        q=np.zeros(len(tree.q_zero)),
        slope=np.ones(size),
        twist=np.zeros((size, 6)),
        weight=np.zeros((points, 3)),
        stiffness=np.zeros((bodies, 6, 6)),
        wrench=np.zeros((bodies, 6)),
        gradient=np.zeros(size),
        hessian=np.zeros((size, size)),
        spare_gradient=np.zeros(size),
        spare_hessian=np.zeros((size, size)),
        damping=np.zeros(size),
        lower=np.zeros(size),
        upper=np.zeros(size),
        held=np.zeros(size, dtype=np.int64),
        factor=np.zeros((size, size)),
        change=np.zeros(size),
    )


@inner_kernel
def _weigh_points(
    pose: Pose,
    tasks: Tasks,
    place: np.ndarray,
    weight: np.ndarray,
    tolerance: float,
    out: np.ndarray,
) -> float:
    """Write weights (P, 3) with which least squares act like a robust cost; return that cost.

    With s the tolerance the cost is Huber's: ½ w² d² up to a distance d = s, w² s (d − ½ s) beyond.
    """
    cost = 0.0
    pos, mat = pose.body_pos, pose.body_mat
    for i in range(weight.shape[0]):
        w = weight[i]
        if w > 0.0 and tolerance < np.inf:
            body = tasks.point_body[i]
            square = 0.0
            for k in range(3):
                reached = pos[body, k] - place[i, k]
                for j in range(3):
                    reached += mat[body, k, j] * tasks.point_local[i, j]
                square += reached * reached
            distance = math.sqrt(square)
            if distance > tolerance:
                # What add_points will miss of the cost, as it only knows the reduced weight.
                cost += 0.5 * w * w * tolerance * (distance - tolerance)
                w *= math.sqrt(tolerance / distance)
        for k in range(3):
            out[i, k] = w
    return cost


@inner_kernel
def _evaluate(
    tree: Tree, tasks: Tasks, measured: Measurement, frame: int, pose: Pose, work: Buffers,
    gradient: np.ndarray, hessian: np.ndarray,
) -> float:  # fmt: skip
    """Write gradient (V,) and Gauss–Newton's matrix (V, V) at ``work.q``; return the cost [m²]."""
    dof_q, variable = tree.dof_q, tree.variable
    keep_within(dof_q, variable, work.q, measured.lower, measured.upper)
    for v in range(variable.shape[0]):
        gradient[v] = 0.0
        for u in range(v + 1):
            hessian[v, u] = 0.0
    couple(tree, work.q, work.slope)
    forward(tree, work.q, pose)
    for body in range(work.wrench.shape[0]):
        for i in range(6):
            work.wrench[body, i] = 0.0
            for j in range(i + 1):
                work.stiffness[body, i, j] = 0.0
    place, reference = measured.place[frame], pose.body_pos[1]
    cost = _weigh_points(pose, tasks, place, measured.weight[frame], measured.tolerance, work.weight)
    cost += add_points(pose, tasks, place, work.weight, reference, work.stiffness, work.wrench)
    add_bodies(tree, pose, reference, work.stiffness, work.wrench, work.slope, work.twist, gradient, hessian)
    return cost + add_posture(dof_q, variable, work.q, measured.home, measured.home_weight, gradient, hessian)


@inner_kernel
def _solve_pose(
    tree: Tree, tasks: Tasks, measured: Measurement, frame: int, iterations: int, smallest_step: float,
    pose: Pose, work: Buffers, q: np.ndarray,
) -> tuple[float, int]:  # fmt: skip
    """Improve ``q`` (Q,) in place; return the cost [m²] and the iterations, negative if not converged.

    Levenberg–Marquardt with a gain ratio within the joint limits, as in ``frame_solver``.
    """
    dof_q, variable = tree.dof_q, tree.variable
    size = variable.shape[0]
    damp, cost, promised, gain = 1e-6, np.inf, 1.0, 1.0
    gradient, hessian = work.gradient, work.hessian
    spare_gradient, spare_hessian = work.spare_gradient, work.spare_hessian
    _copy(q, work.q)
    for v in range(size):
        work.held[v] = 0
    for iteration in range(iterations):
        trial = _evaluate(tree, tasks, measured, frame, pose, work, spare_gradient, spare_hessian)
        if trial < cost:
            gain = (cost - trial) / promised if iteration > 0 else 1.0
            cost = trial
            gradient, spare_gradient = spare_gradient, gradient
            hessian, spare_hessian = spare_hessian, hessian
            _copy(work.q, q)
        else:
            gain = -1.0
        damp = next_damping(damp, gain, 1e-12)
        for v in range(size):
            work.damping[v] = damp * hessian[v, v] + 1e-15
        box_around(dof_q, variable, q, measured.lower, measured.upper, work.lower, work.upper)
        minimise_in_box(
            hessian, gradient, work.damping, work.lower, work.upper, work.held,
            tasks.fill, tasks.fill_count, work.factor, work.change, GUESSES,
        )  # fmt: skip
        largest, promised = promise_of(work.change, gradient, work.damping)
        step(tree, q, work.change, work.q)
        if largest < smallest_step:
            keep_within(dof_q, variable, work.q, measured.lower, measured.upper)
            couple(tree, work.q, work.slope)
            _copy(work.q, q)
            return cost, iteration + 1
    return cost, -iterations


@kernel
def solve_starts(
    tree: Tree, tasks: Tasks, measured: Measurement, frame: int, iterations: int, smallest_step: float,
    starts: np.ndarray, pose: Pose, work: Buffers, best: np.ndarray,
) -> float:  # fmt: skip
    """Solve one frame from every start (S, Q); write the best pose (Q,) and return its cost [m²]."""
    least = np.inf
    for s in range(starts.shape[0]):
        cost, _ = _solve_pose(tree, tasks, measured, frame, iterations, smallest_step, pose, work, starts[s])
        if cost < least:
            least = cost
            _copy(starts[s], best)
    return least


@kernel
def solve_each(
    tree: Tree, tasks: Tasks, measured: Measurement, first: int, stop: int, iterations: int,
    smallest_step: float, pose: Pose, work: Buffers, q: np.ndarray, costs: np.ndarray, status: np.ndarray,
) -> None:  # fmt: skip
    """Solve frames ``first`` to ``stop`` (left out), each from the pose that ``q`` (T, Q) holds for it."""
    for frame in range(first, stop):
        if _count_seen(measured.weight[frame]) >= FEWEST_POINTS:
            costs[frame], status[frame] = _solve_pose(
                tree, tasks, measured, frame, iterations, smallest_step, pose, work, q[frame]
            )


@inner_kernel
def _count_seen(weight: np.ndarray) -> int:
    seen = 0
    for i in range(weight.shape[0]):
        seen += 1 if weight[i] > 0.0 else 0
    return seen


@kernel
def solve_span(
    tree: Tree, tasks: Tasks, measured: Measurement, first: int, stop: int, stride: int,
    iterations: int, smallest_step: float, agreement: float, start: np.ndarray, pose: Pose, work: Buffers,
    q: np.ndarray, costs: np.ndarray, status: np.ndarray,
) -> int:  # fmt: skip
    """Solve frames from ``first`` on towards ``stop`` (left out), each from the one before.

    Args:
        tree: The tree.
        tasks: The points on it.
        measured: What was measured.
        first: The first frame to solve.
        stop: The frame after the last one, in the direction of ``stride``.
        stride: 1 forwards in time, -1 backwards.
        iterations: At most so many for a frame.
        smallest_step: Converged once no variable moves by more [rad or m].
        agreement: Ends early at a frame that had this pose within so much, or a better one; negative: never.
        start: (Q,) the pose from which the first frame is solved.
        pose: Buffer.
        work: Buffers.
        q: (T, Q) receives the poses.
        costs: (T,) receives their costs [m²].
        status: (T,) receives iterations, negative where not converged, 0 where too few points were seen.

    Returns:
        The frame at which it ended: ``stop`` or one that agreed.
    """
    attempt, last = np.empty(q.shape[1]), np.empty(q.shape[1])
    _copy(start, attempt)
    _copy(start, last)
    frame = first
    while frame != stop:
        seen = _count_seen(measured.weight[frame])
        if seen < FEWEST_POINTS:
            cost, done = 0.0, 0
            _copy(last, attempt)
        else:
            cost, done = _solve_pose(
                tree, tasks, measured, frame, iterations, smallest_step, pose, work, attempt
            )
        if agreement >= 0.0:
            off = 0.0
            for i in range(q.shape[1]):
                off = max(off, abs(q[frame, i] - attempt[i]))
            if off <= agreement or cost > costs[frame]:
                return frame
        _copy(attempt, q[frame])
        costs[frame], status[frame] = cost, done
        # The next frame starts where the body would be if it went on like this; limits hold anyway.
        for i in range(q.shape[1]):
            value = attempt[i]
            attempt[i] = 2.0 * value - last[i] if frame != first and seen >= FEWEST_POINTS else value
            last[i] = value
        frame += stride
    return frame


@kernel
def place_points(tree: Tree, tasks: Tasks, q: np.ndarray, pose: Pose, out: np.ndarray) -> None:
    """Write where the points are (T, P, 3) [m] in poses ``q`` (T, Q)."""
    for frame in range(q.shape[0]):
        forward(tree, q[frame], pose)
        for i in range(tasks.point_body.shape[0]):
            body = tasks.point_body[i]
            for k in range(3):
                value = pose.body_pos[body, k]
                for j in range(3):
                    value += pose.body_mat[body, k, j] * tasks.point_local[i, j]
                out[frame, i, k] = value


@inner_kernel
def _copy(source: np.ndarray, target: np.ndarray) -> None:
    for i in range(source.shape[0]):
        target[i] = source[i]
