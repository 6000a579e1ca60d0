"""The compiled loop over frames, each solved from what the last one left in the state."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.branches import (
    FINALISTS,
    LEAD_WEIGHT,
    LED,
    NEARLY,
    PROBES,
    better_than,
    is_doubtful,
    is_within,
    lead_to,
    note_finalist,
    note_lead,
    note_search,
    predict,
    with_root_of,
)
from understudy.kinematics.costs import Costs
from understudy.kinematics.forward import Pose
from understudy.kinematics.levenberg_marquardt import minimise
from understudy.kinematics.limits import Bounds, Effort, keep_distance, keep_to_guide, limits_of_frame
from understudy.kinematics.sparsity import Pattern
from understudy.kinematics.state import State
from understudy.kinematics.tree import Tree
from understudy.kinematics.work import Asked, Work

CONVERGED, ITERATION_LIMIT, INFEASIBLE, NOT_SEEN = 0, 1, 2, 3
"""Codes of :class:`understudy.motion.ending.Ending`, as kernels take them."""

IN_PLACE, CARRIED = 1, 2
"""Of ``Effort.from_given``: a frame starts from where it is; from there, moved as the frame before it was."""

SAME_BRANCH = 0.2
"""Distance [rad or m] beyond which a joint may have changed its IK branch, which is not carried on."""


class Outcome(NamedTuple):
    """What became of T frames."""

    q: np.ndarray  # (T, Q) coordinates
    cost: np.ndarray  # (T,)
    iterations: np.ndarray  # (T,)
    ending: np.ndarray  # (T,)
    excess: np.ndarray  # (T,) [rad or m] by which limits contradict each other


@fused_inner_kernel
def _copy(source: np.ndarray, target: np.ndarray) -> None:
    for i in range(source.shape[0]):
        target[i] = source[i]


@fused_inner_kernel
def _count_seen(weight: np.ndarray) -> int:
    seen = 0
    for i in range(weight.shape[0]):
        seen += 1 if weight[i, 0] > 0.0 else 0
    return seen


@fused_inner_kernel
def _ask(
    velocity_weight: np.ndarray,
    acceleration_weight: np.ndarray,
    state: State,
    history: int,
    follows: bool,
    predicted: np.ndarray,
    asked: Asked,
) -> None:
    """Write what the last frames ask of this one, as far as there were any."""
    _copy(state.last, asked.last)
    _copy(state.goal if follows else predicted, asked.expected)
    for v in range(asked.lower.shape[0]):
        asked.velocity_weight[v] = velocity_weight[v] if history > 0 else 0.0
        lead = LEAD_WEIGHT if follows else acceleration_weight[v]
        asked.acceleration_weight[v] = lead if history > 1 else 0.0


@fused_inner_kernel
def _note_frame(state: State, q: np.ndarray) -> None:
    """Make a pose (Q,) the last one of the state."""
    for i in range(q.shape[0]):
        state.before[i] = state.last[i] if state.done[0] > 0 else q[i]
        state.last[i] = q[i]
    state.done[0] += 1


@fused_inner_kernel
def _start_from(tree: Tree, given: np.ndarray, carries: bool, state: State, predicted: np.ndarray) -> None:
    """Write where a frame that was solved before starts from: there (Q,), or moved as the frame before was.

    ``State.last`` is what became of the frame before, and ``State.before`` what that was; the latter
    receives this frame's.
    """
    farthest = 0.0
    for v in range(tree.dof_q.shape[0]):
        if tree.dof_q[v] >= 0:
            farthest = max(farthest, abs(state.last[tree.dof_q[v]] - state.before[tree.dof_q[v]]))
    if carries and farthest < SAME_BRANCH:
        predict(tree.joint_type, tree.joint_q, state.last, state.before, given, predicted)
    else:
        _copy(given, predicted)
    _copy(given, state.before)


@fused_kernel
def advance(
    tree: Tree,
    costs: Costs,
    pattern: Pattern,
    bounds: Bounds,
    effort: Effort,
    starts: np.ndarray,
    state: State,
    asked: Asked,
    pose: Pose,
    work: Work,
    first: int,
    stop: int,
    stride: int,
    out: Outcome,
) -> int:
    """Solve frames from ``first`` on towards ``stop`` (left out): frame t uses nothing after t.

    Args:
        tree: The tree.
        costs: What is asked of it; targets of these frames.
        pattern: Sparsity of the normal equations.
        bounds: Hard limits.
        effort: When to be content, and when to doubt.
        starts: (S, Q) poses from which the first frame is solved; the best result is taken.
        state: What the frames before left; receives what these leave.
        asked: Buffers.
        pose: Buffer.
        work: Buffers.
        first: The first frame to solve.
        stop: The frame after the last one, in the direction of ``stride``.
        stride: 1 forwards in time, -1 backwards.
        out: Receives poses and how each frame ended.

    Returns:
        The frame at which it ended: ``stop``, or one that agreed with what was there.
    """
    attempt, best, last = work.attempt, work.best, state.last
    iterations_of_best, converged_of_best, excess = 0, False, 0.0
    frame, guided = first, costs.guide.target.shape[0] > 0
    while frame != stop:
        history = state.done[0]
        if _count_seen(costs.point.weight[frame]) < effort.fewest_points:
            if effort.from_given == 0:
                _copy(last if history > 0 else starts[0], out.q[frame])
                _note_frame(state, out.q[frame])
            out.cost[frame], out.iterations[frame], out.ending[frame] = 0.0, 0, NOT_SEEN
            out.excess[frame] = 0.0
            frame += stride
            continue
        if effort.from_given > 0:
            carries = effort.from_given == CARRIED and history > 0
            _start_from(tree, out.q[frame], carries, state, work.predicted)
            history = 0
        else:
            predict(tree.joint_type, tree.joint_q, last, state.before, last, work.predicted)
        # Rounds: search from all starts (first frame, or in doubt), follow a goal, then the frame itself.
        search, jumps = history == 0 and effort.from_given == 0, False
        while True:
            least = np.inf
            # Where no attempt costs a finite amount, the last pose is kept.
            iterations_of_best, converged_of_best = 0, False
            _copy(last if history > 0 else starts[0], best)
            follows = state.lead[LED] > 0 and not search
            # Of many starts, the best after a few iterations are solved to their end.
            number = starts.shape[0]
            may_probe = effort.doubtful_cost < np.inf and number > FINALISTS
            probes = number if search and may_probe else 0
            for place in range(FINALISTS):
                work.finalist_cost[place] = np.inf
                _copy(last if history > 0 else starts[0], work.finalists[place])
            again = guided and history > 0 and not search and not follows
            for s in range(
                probes + FINALISTS if probes > 0 else number if search else 2 if follows or again else 1
            ):
                # A guide may lead through parts of the body, and out on the wrong side of them.
                if again and s == 1 and not least > out.cost[frame] + effort.lost_cost:
                    break
                free = search or (follows and s == 0)
                if search and probes > 0 and s >= probes:
                    _copy(work.finalists[s - probes], attempt)
                elif search:
                    placed = last if history > 0 else starts[s]
                    with_root_of(tree.joint_type, tree.joint_q, starts[s], placed, attempt)
                elif guided and history > 0 and not free:
                    predict(
                        tree.joint_type, tree.joint_q, last, costs.guide.target[frame - stride],
                        costs.guide.target[frame], attempt,
                    )  # fmt: skip
                else:
                    _copy(state.goal if free else work.predicted, attempt)
                known = 0 if free else history
                excess = limits_of_frame(
                    tree.dof_q, bounds, last, state.before, known, asked.lower, asked.upper
                )
                if guided:
                    keep_to_guide(
                        tree.dof_q, costs.guide, frame, stride, last, known, asked.lower, asked.upper
                    )
                _ask(
                    costs.velocity.weight, costs.acceleration.weight, state, known, follows, work.predicted,
                    asked,
                )  # fmt: skip
                if guided and known > 0:
                    keep_distance(costs.guide, frame, attempt, asked.last, asked.velocity_weight)
                if again and s == 1:
                    _copy(last, attempt)
                most = effort.first_iterations if free else effort.iterations
                most = min(PROBES, most) if s < probes else most
                work.contact.ignored[0] = 1 if s < probes else 0
                beaten = better_than(out.cost[frame], effort) if search and history > 0 else np.inf
                beaten = min(beaten, work.finalist_cost[FINALISTS - 1]) if s < probes else beaten
                nearly = NEARLY if s < probes else 0.0
                cost, iterations, converged = minimise(
                    tree, costs, pattern, frame, asked, effort, most, beaten, nearly, pose, work,
                    attempt,
                )  # fmt: skip
                if s < probes:
                    note_finalist(work.finalists, work.finalist_cost, attempt, cost)
                elif follows and free:
                    _copy(attempt, state.goal)
                elif cost < least:
                    least = cost
                    _copy(attempt, best)
                    iterations_of_best, converged_of_best = iterations, converged
            if search and history > 0:
                if note_search(state, least, out.cost[frame], effort):
                    limits_of_frame(tree.dof_q, bounds, last, state.before, history, asked.lower, asked.upper)
                    if is_within(tree.dof_q, best, asked.lower, asked.upper):
                        _copy(best, out.q[frame])
                        out.cost[frame], out.iterations[frame] = least, iterations_of_best
                        out.ending[frame] = CONVERGED if converged_of_best else ITERATION_LIMIT
                        jumps = True
                    else:
                        lead_to(state, best)
                break
            if effort.agreement >= 0.0:
                off = 0.0
                for i in range(best.shape[0]):
                    off = max(off, abs(out.q[frame, i] - best[i]))
                if off <= effort.agreement or least > out.cost[frame]:
                    return frame
            _copy(best, out.q[frame])
            out.cost[frame], out.iterations[frame], out.excess[frame] = least, iterations_of_best, excess
            out.ending[frame] = (
                INFEASIBLE if excess > 0.0 else CONVERGED if converged_of_best else ITERATION_LIMIT
            )
            note_lead(state, tree.dof_q, best, effort.longest_lead)
            search = is_doubtful(state, least, effort)
            if not search:
                break
        if effort.from_given == CARRIED:
            _copy(out.q[frame], last)
            state.done[0] += 1
        if effort.from_given == 0:
            _note_frame(state, out.q[frame])
            if jumps:
                _copy(out.q[frame], state.before)
        frame += stride
    return frame
