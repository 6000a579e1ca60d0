"""Leaving poor IK branches: when to look for a better one, and how joints are led there.

Limbs can be caught, such as an elbow bent backwards when the person's bends forwards again. A frame of
doubtful cost is therefore solved from all starts, too, without velocity limits; where that finds a much
better pose, the frame takes it where its limits let it, and else the joints are led there as fast as they do.
"""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.limits import Effort
from understudy.kinematics.state import State
from understudy.kinematics.tree import FREE, SLIDE

LEAD_WEIGHT = 3.0
"""Weight [1/rad] with which joints are led to a better IK branch."""

MUCH_BETTER = 0.2
"""Share of a frame's cost that another IK branch must save to be worth the way."""

GROWN = 0.5
"""Growth of the cost since a look that found nothing, as a share of it, at which it is worth looking again;
growth by as much as is doubtful will do, too."""

ROUNDING = 1e-9
"""By how much [rad or m] a pose at a limit may be beyond it: those of a frame are rounded."""

ARRIVED = 0.1
"""Distance [rad or m] at which a joint that is led has arrived."""

PROBES, FINALISTS = 6, 2
"""Iterations that every start is given in a search, and how many of them are then solved to their end."""

NEARLY = 0.01
"""Share of its cost that a start may still have to gain when it is left to be judged among the others."""

LED, PAUSE, LOOK_AT = 0, 1, 2
"""Places in ``State.lead``."""


@fused_inner_kernel
def predict(
    joint_type: np.ndarray, joint_q: np.ndarray, last: np.ndarray, here: np.ndarray, there: np.ndarray,
    out: np.ndarray,
) -> None:  # fmt: skip
    """Write where the body would be if it went on from its last pose as between two others, all (Q,)."""
    for i in range(out.shape[0]):
        out[i] = last[i] + there[i] - here[i]
    for joint in range(joint_type.shape[0]):
        kind, at = joint_type[joint], joint_q[joint]
        if kind > 1:
            continue
        at = at + 3 if kind == FREE else at
        dot, norm = 0.0, 0.0
        for i in range(4):
            dot += last[at + i] * here[at + i]
        sign = 1.0 if dot >= 0.0 else -1.0
        dot = 0.0
        for i in range(4):
            dot += there[at + i] * here[at + i]
        other = sign if dot >= 0.0 else -sign
        for i in range(4):
            out[at + i] = last[at + i] + other * there[at + i] - sign * here[at + i]
            norm += out[at + i] ** 2
        for i in range(4):
            out[at + i] /= np.sqrt(norm)


@fused_inner_kernel
def note_finalist(finalists: np.ndarray, costs: np.ndarray, pose: np.ndarray, cost: float) -> None:
    """Keep a pose (Q,) in ``finalists`` (2, Q), ordered by their costs (2,), where it is among the best."""
    for place in range(FINALISTS):
        if cost < costs[place]:
            for later in range(FINALISTS - 1, place, -1):
                costs[later] = costs[later - 1]
                for i in range(pose.shape[0]):
                    finalists[later, i] = finalists[later - 1, i]
            costs[place] = cost
            for i in range(pose.shape[0]):
                finalists[place, i] = pose[i]
            return


@fused_inner_kernel
def with_root_of(
    joint_type: np.ndarray, joint_q: np.ndarray, joints: np.ndarray, placed: np.ndarray, out: np.ndarray
) -> None:
    """Write the scalar joints of one pose with the free and ball joints of another."""
    for i in range(out.shape[0]):
        out[i] = joints[i]
    for joint in range(joint_type.shape[0]):
        if joint_type[joint] < SLIDE:
            at = joint_q[joint]
            for i in range(at, at + (7 if joint_type[joint] == FREE else 4)):
                out[i] = placed[i]


@fused_inner_kernel
def is_doubtful(state: State, cost: float, effort: Effort) -> bool:
    """Tell whether to look for a better IK branch: the frame costs much, and it is time or costs far more.

    A cost that is no longer doubtful when it is time to look again ends the doubt, so that the next one is
    looked into at once. One that comes and goes meanwhile, as in every step of a walk, has been looked into.
    """
    if cost <= effort.doubtful_cost:
        if state.done[0] >= state.lead[LOOK_AT]:
            state.doubt[0], state.lead[PAUSE], state.lead[LOOK_AT] = 0.0, effort.doubt_pause, 0
        return False
    if state.lead[LED] > 0 or state.done[0] == 0:
        return False
    grown = min(GROWN * state.doubt[0], effort.doubtful_cost)
    return state.done[0] >= state.lead[LOOK_AT] or cost > state.doubt[0] + grown


@fused_inner_kernel
def better_than(here: float, effort: Effort) -> float:
    """Return what another IK branch costs at the most to be much better than a frame that costs ``here``."""
    return here - max(MUCH_BETTER * here, effort.doubtful_cost)


@fused_inner_kernel
def note_search(state: State, found: float, here: float, effort: Effort) -> bool:
    """Tell whether a look found a much better IK branch; else the next look is put off.

    Args:
        state: What is remembered; what is done are the frames before this one.
        found: Cost of the best pose found from all starts.
        here: Cost of the frame as it is.
        effort: What counts as doubtful, and the pauses between looks, which double while nothing is found.
    """
    is_better = found < better_than(here, effort)
    state.lead[PAUSE] = effort.doubt_pause if is_better else min(2 * state.lead[PAUSE], effort.longest_pause)
    state.lead[LOOK_AT] = state.done[0] + state.lead[PAUSE]
    state.doubt[0] = found if is_better else here
    return is_better


@fused_inner_kernel
def lead_to(state: State, pose: np.ndarray) -> None:
    """Begin to lead joints to a pose (Q,)."""
    for i in range(pose.shape[0]):
        state.goal[i] = pose[i]
    state.lead[LED] = 1


@fused_inner_kernel
def note_lead(state: State, dof_q: np.ndarray, q: np.ndarray, longest: int) -> None:
    """Count a frame (Q,) in which joints were led; stop where they have arrived or it takes too long."""
    if state.lead[LED] == 0:
        return
    state.lead[LED] += 1
    farthest = 0.0
    for v in range(dof_q.shape[0]):
        if dof_q[v] >= 0:
            farthest = max(farthest, abs(q[dof_q[v]] - state.goal[dof_q[v]]))
    if state.lead[LED] > longest or farthest < ARRIVED:
        state.lead[LED] = 0


@fused_inner_kernel
def is_within(dof_q: np.ndarray, q: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> bool:
    """Tell whether all scalar joints of a pose (Q,) lie within limits (V,), but for rounding."""
    outside = 0
    for v in range(dof_q.shape[0]):
        if dof_q[v] >= 0 and not lower[v] - ROUNDING <= q[dof_q[v]] <= upper[v] + ROUNDING:
            outside += 1
    return outside == 0
