"""The bounded Levenberg–Marquardt solver for one frame."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.box import GUESSES, box_around, keep_within, minimise_in_box
from understudy.kinematics.compilation import inlined_kernel
from understudy.kinematics.composite import add_bodies
from understudy.kinematics.costs import add_floor, add_frames, add_points, add_posture
from understudy.kinematics.directions import add_directions
from understudy.kinematics.forward import Pose, couple, forward, step
from understudy.kinematics.marquardt import next_damping, promise_of
from understudy.kinematics.tasks import Tasks
from understudy.kinematics.tree import Tree
from understudy.kinematics.wishes import Wishes, Work


@inlined_kernel
def solve_frame(
    tree: Tree,
    tasks: Tasks,
    wishes: Wishes,
    frame: int,
    target: np.ndarray,
    weight: np.ndarray,
    lower: np.ndarray,
    upper: np.ndarray,
    last: np.ndarray,
    expected: np.ndarray,
    expected_weight: np.ndarray,
    history: int,
    iterations: int,
    smallest_step: float,
    pose: Pose,
    work: Work,
    q: np.ndarray,
) -> tuple[float, int]:
    """Improve ``q`` in place; return the cost and the iterations, negative where it did not converge.

    ``last`` is the last frame's pose, ``expected`` where it should go on to and ``expected_weight`` how
    much so, ``history`` how many frames came before.

    Levenberg–Marquardt with a gain ratio: damping grows when a step gains less than its model
    promised and shrinks when the model was right. Limits are never crossed, also not on the way.
    """
    dof_q, variable = tree.dof_q, tree.variable
    size = variable.shape[0]
    damp, cost, promised, gain = 1e-6, np.inf, 1.0, 1.0
    gradient, hessian = work.gradient, work.hessian
    spare_gradient, spare_hessian = work.spare_gradient, work.spare_hessian
    reference = np.empty(3)
    for i in range(q.shape[0]):
        work.q[i] = q[i]
    for v in range(size):
        work.held[v] = 0
    for iteration in range(iterations + 1):
        keep_within(dof_q, variable, work.q, lower, upper)
        couple(tree, work.q, work.slope)
        forward(tree, work.q, pose)
        for v in range(size):
            spare_gradient[v] = 0.0
            for u in range(v + 1):
                spare_hessian[v, u] = 0.0
        for i in range(3):
            reference[i] = pose.body_pos[1, i]
        for body in range(work.wrench.shape[0]):
            for i in range(6):
                work.wrench[body, i] = 0.0
                for j in range(i + 1):
                    work.stiffness[body, i, j] = 0.0
        trial = add_points(pose, tasks, target, weight, reference, work.stiffness, work.wrench)
        trial += add_frames(
            pose, tasks, wishes.frame[frame], wishes.frame_weight[frame], work.stiffness, work.wrench
        )
        trial += add_floor(pose, tasks, wishes.floor_weight, reference, work.stiffness, work.wrench)
        add_bodies(
            tree, pose, reference, work.stiffness, work.wrench, work.slope, work.twist,
            spare_gradient, spare_hessian,
        )  # fmt: skip
        trial += add_directions(
            tree, pose, tasks, wishes.direction[frame], wishes.direction_weight[frame],
            wishes.direction_reach, work.slope, work.columns, spare_gradient, spare_hessian,
        )  # fmt: skip
        trial += add_posture(
            dof_q, variable, work.q, wishes.home, wishes.home_weight, spare_gradient, spare_hessian
        )
        if history > 0:
            trial += add_posture(
                dof_q, variable, work.q, last, wishes.still_weight, spare_gradient, spare_hessian
            )
        if history > 1:
            trial += add_posture(
                dof_q, variable, work.q, expected, expected_weight, spare_gradient, spare_hessian
            )
        if trial < cost:
            gain = (cost - trial) / promised if iteration > 0 else 1.0
            cost = trial
            gradient, spare_gradient = spare_gradient, gradient
            hessian, spare_hessian = spare_hessian, hessian
            for i in range(q.shape[0]):
                q[i] = work.q[i]
        else:
            gain = -1.0
        damp = next_damping(damp, gain, 1e-9)
        for v in range(size):
            work.damping[v] = damp * hessian[v, v] + 1e-10
        box_around(dof_q, variable, q, lower, upper, work.lower, work.upper)
        minimise_in_box(
            hessian, gradient, work.damping, work.lower, work.upper, work.held,
            tasks.fill, tasks.fill_count, work.factor, work.change, GUESSES,
        )  # fmt: skip
        largest, promised = promise_of(work.change, gradient, work.damping)
        step(tree, q, work.change, work.q)
        if largest < smallest_step:
            keep_within(dof_q, variable, work.q, lower, upper)
            couple(tree, work.q, work.slope)
            for i in range(q.shape[0]):
                q[i] = work.q[i]
            return cost, iteration + 1
    return cost, -iterations
