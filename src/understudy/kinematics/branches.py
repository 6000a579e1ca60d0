"""Leaving poor IK branches: when to look for a better one, and how joints are led there.

Limbs can be caught, such as an elbow bent backwards when the person's bends forwards again. A frame of
doubtful cost is therefore solved from all starts, too, without velocity limits; where that finds a much
better pose, the joints are led there as fast as their limits allow.
"""

from __future__ import annotations

import numpy as np

from understudy.kinematics.compilation import lean_inner_kernel
from understudy.kinematics.state import State
from understudy.kinematics.tree import FREE, SLIDE

LEAD_WEIGHT = 3.0
"""Weight [1/rad] with which joints are led to a better IK branch."""

MUCH_BETTER = 0.5
"""Share of a frame's cost that another IK branch must save to be worth the way."""

ARRIVED = 0.1
"""Distance [rad or m] at which a joint that is led has arrived."""

LONGEST_LEAD, LONGEST_PAUSE = 120, 500
"""Frames after which leading is given up, and after which a doubt is looked into again at the latest."""

LED, PAUSE, LOOK_AT = 0, 1, 2
"""Places in ``State.lead``."""


@lean_inner_kernel
def predict(
    joint_type: np.ndarray, joint_q: np.ndarray, last: np.ndarray, before: np.ndarray, out: np.ndarray
) -> None:
    """Write where the body would be if it went on as between the last two frames."""
    for i in range(out.shape[0]):
        out[i] = 2.0 * last[i] - before[i]
    for joint in range(joint_type.shape[0]):
        kind, at = joint_type[joint], joint_q[joint]
        if kind > 1:
            continue
        at = at + 3 if kind == FREE else at
        dot, norm = 0.0, 0.0
        for i in range(4):
            dot += last[at + i] * before[at + i]
        sign = 1.0 if dot >= 0.0 else -1.0
        for i in range(4):
            out[at + i] = 2.0 * last[at + i] - sign * before[at + i]
            norm += out[at + i] ** 2
        for i in range(4):
            out[at + i] /= np.sqrt(norm)


@lean_inner_kernel
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


@lean_inner_kernel
def note_search(state: State, found: float, here: float, pose: np.ndarray, pause: int) -> None:
    """Decide what a look for a better IK branch comes to: lead joints to it, or look again later.

    Args:
        state: What is remembered; what is done are the frames before this one.
        found: Cost of the best pose found from all starts.
        here: Cost of the frame as it is.
        pose: (Q,) that best pose.
        pause: Frames from one look to the next at first; doubled as long as looks find nothing.
    """
    if found < MUCH_BETTER * here:
        for i in range(pose.shape[0]):
            state.goal[i] = pose[i]
        state.lead[LED], state.lead[PAUSE] = 1, pause
    else:
        state.lead[PAUSE] = min(2 * state.lead[PAUSE], LONGEST_PAUSE)
    state.lead[LOOK_AT] = state.done[0] + state.lead[PAUSE]


@lean_inner_kernel
def note_lead(state: State, dof_q: np.ndarray, q: np.ndarray) -> None:
    """Count a frame (Q,) in which joints were led; stop where they have arrived or it takes too long."""
    if state.lead[LED] == 0:
        return
    state.lead[LED] += 1
    farthest = 0.0
    for v in range(dof_q.shape[0]):
        if dof_q[v] >= 0:
            farthest = max(farthest, abs(q[dof_q[v]] - state.goal[dof_q[v]]))
    if state.lead[LED] > LONGEST_LEAD or farthest < ARRIVED:
        state.lead[LED] = 0
