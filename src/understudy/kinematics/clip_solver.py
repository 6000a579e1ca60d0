"""The loop over the frames of a clip: where points are aimed at, what comes next, which fold is right."""

from __future__ import annotations

import numpy as np

from understudy.kinematics.compilation import inner_kernel, kernel
from understudy.kinematics.forward import Pose, forward
from understudy.kinematics.frame_solver import solve_frame
from understudy.kinematics.tasks import Tasks
from understudy.kinematics.tree import FREE, SLIDE, Tree
from understudy.kinematics.wishes import Bounds, Effort, Wishes, Work

LEAD_WEIGHT = 3.0
"""Weight [1/rad] with which joints are led to a better fold."""

MUCH_BETTER = 0.5
"""Share of a frame's cost that another fold must save to be worth the way."""

ARRIVED = 0.1
"""Distance [rad or m] at which a joint that is led has arrived."""

LONGEST_LEAD, LONGEST_PAUSE = 120, 500
"""Frames after which leading is given up, and after which a doubt is looked into again at the latest."""


@inner_kernel
def _predict(
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


@inner_kernel
def _position(pos: np.ndarray, mat: np.ndarray, local: np.ndarray, out: np.ndarray) -> None:
    """Write the world position (3,) [m] of a point fixed to a body at ``pos`` turned by ``mat``."""
    for i in range(3):
        out[i] = pos[i] + mat[i, 0] * local[0] + mat[i, 1] * local[1] + mat[i, 2] * local[2]


@inner_kernel
def _aim_points(
    tasks: Tasks,
    wishes: Wishes,
    effort: Effort,
    frame: int,
    place: np.ndarray,
    strength: np.ndarray,
    pinned_at: np.ndarray,
    target: np.ndarray,
    weight: np.ndarray,
) -> None:
    """Write this frame's point targets (P, 3) and weights from wishes, pins and where points were.

    Args:
        tasks: The tasks.
        wishes: The wishes.
        effort: How fast pins take hold and let go.
        frame: This frame.
        place: (P, 3) [m] where the points were in the last frame.
        strength: (P,) how firmly each point is pinned, 0 to 1.
        pinned_at: (P, 3) [m] where.
        target: (P, 3) receives targets.
        weight: (P, 3) receives weights.
    """
    for i in range(target.shape[0]):
        leak = wishes.point_leak[i] if frame > 0 else 1.0
        for k in range(3):
            target[i, k] = wishes.point[frame, i, k]
            if leak < 1.0:
                target[i, k] += (1.0 - leak) * (place[i, k] - wishes.point[frame - 1, i, k])
            weight[i, k] = wishes.point_weight[frame, i, k]
        if wishes.pin_weight[i] == 0.0:
            continue
        wanted = wishes.pin[frame, i]
        if frame == 0:
            strength[i] = wanted
        else:
            rate = effort.pin_rise if wanted > strength[i] else effort.pin_fall
            strength[i] += rate * (wanted - strength[i])
        firm = wishes.pin_weight[i] * strength[i] if strength[i] > 1e-3 else 0.0
        # A pin that begins in this frame has yet to find its place; it only brings the point to the floor.
        begins = wanted > 0.0 and (frame == 0 or wishes.pin[frame - 1, i] == 0.0)
        for k in range(3):
            if firm == 0.0 or (k < 2 and begins):
                continue
            square = firm * firm + weight[i, k] * weight[i, k]
            share = firm * firm / square
            goal = pinned_at[i, k] if k < 2 else 0.0
            target[i, k] = share * goal + (1.0 - share) * target[i, k]
            weight[i, k] = np.sqrt(square)


@inner_kernel
def _limits_of_frame(
    dof_q: np.ndarray,
    bounds: Bounds,
    last: np.ndarray,
    history: int,
    lower: np.ndarray,
    upper: np.ndarray,
) -> None:
    """Write position limits, after a first frame narrowed to what the velocity limits leave."""
    for v in range(lower.shape[0]):
        lower[v], upper[v] = bounds.lower[v], bounds.upper[v]
        if history > 0 and dof_q[v] >= 0:
            lower[v] = max(lower[v], last[dof_q[v]] - bounds.largest_step[v])
            upper[v] = min(upper[v], last[dof_q[v]] + bounds.largest_step[v])


@inner_kernel
def _farthest(dof_q: np.ndarray, q: np.ndarray, goal: np.ndarray) -> float:
    """Return the largest distance of a scalar joint from its goal [rad or m]."""
    largest = 0.0
    for v in range(dof_q.shape[0]):
        if dof_q[v] >= 0:
            largest = max(largest, float(abs(q[dof_q[v]] - goal[dof_q[v]])))
    return largest


@inner_kernel
def _with_root_of(
    joint_type: np.ndarray, joint_q: np.ndarray, joints: np.ndarray, placed: np.ndarray, out: np.ndarray
) -> None:
    """Write the scalar joints of one pose with the free and ball joints of another."""
    _copy(joints, out)
    for joint in range(joint_type.shape[0]):
        if joint_type[joint] < SLIDE:
            at = joint_q[joint]
            for i in range(at, at + (7 if joint_type[joint] == FREE else 4)):
                out[i] = placed[i]


@kernel
def solve_clip(
    tree: Tree,
    tasks: Tasks,
    wishes: Wishes,
    bounds: Bounds,
    effort: Effort,
    starts: np.ndarray,
    pose: Pose,
    work: Work,
    q: np.ndarray,
    costs: np.ndarray,
    status: np.ndarray,
) -> None:
    """Solve a clip frame after frame, each from the last: frame t uses nothing after t.

    Limbs can be caught in a poor fold, such as an elbow bent backwards when the person's bends forwards
    again. A frame of doubtful cost is therefore solved from all starts, too, without velocity limits;
    where that finds a much better pose, the joints are led there as fast as their limits allow.

    Args:
        tree: The tree.
        tasks: Its tasks.
        wishes: What is wanted of them.
        bounds: Hard limits.
        effort: When to be content, and when to doubt.
        starts: (S, Q) poses from which the first frame is solved; the best result is taken.
        pose: Buffer.
        work: Buffers.
        q: (T, Q) receives the coordinates.
        costs: (T,) receives each frame's final cost.
        status: (T,) receives each frame's iterations, negative where it did not converge.
    """
    frames, points, size = q.shape[0], tasks.point_body.shape[0], q.shape[1]
    place, pinned_at = np.zeros((points, 3)), np.zeros((points, 3))
    strength = np.zeros(points)
    target, weight = np.zeros((points, 3)), np.zeros((points, 3))
    lower, upper = np.empty_like(bounds.lower), np.empty_like(bounds.upper)
    attempt, expected, goal, best = np.empty(size), np.empty(size), np.empty(size), np.empty(size)
    lead = np.full(bounds.lower.shape[0], LEAD_WEIGHT)
    led, pause, look_at, status_of_best = 0, effort.doubt_pause, 1, 0
    for frame in range(frames):
        _aim_points(tasks, wishes, effort, frame, place, strength, pinned_at, target, weight)
        last = q[max(frame - 1, 0)]
        _predict(tree.joint_type, tree.joint_q, last, q[max(frame - 2, 0)], expected)
        # Rounds: search from all starts (first frame, or in doubt), follow a goal, then the frame itself.
        search = frame == 0
        while True:
            least = np.inf
            follows = led > 0 and not search
            for s in range(starts.shape[0] if search else 2 if follows else 1):
                free = search or (follows and s == 0)
                if search:
                    _with_root_of(
                        tree.joint_type, tree.joint_q, starts[s], last if frame > 0 else starts[s], attempt
                    )
                else:
                    _copy(goal if free else expected, attempt)
                history = 0 if free else frame
                _limits_of_frame(tree.dof_q, bounds, last, history, lower, upper)
                cost, iterations = solve_frame(
                    tree, tasks, wishes, frame, target, weight, lower, upper, last,
                    goal if follows else expected, lead if follows else wishes.steady_weight, history,
                    effort.first_iterations if free else effort.iterations, effort.smallest_step,
                    pose, work, attempt,
                )  # fmt: skip
                if follows and free:
                    _copy(attempt, goal)
                elif cost < least:
                    least = cost
                    _copy(attempt, best)
                    status_of_best = iterations
            if search and frame > 0:
                if least < MUCH_BETTER * costs[frame]:
                    _copy(best, goal)
                    led, pause = 1, effort.doubt_pause
                else:
                    pause = min(2 * pause, LONGEST_PAUSE)
                look_at = frame + pause
                break
            costs[frame], status[frame] = least, status_of_best
            _copy(best, q[frame])
            if led > 0:
                led += 1
                if led > LONGEST_LEAD or _farthest(tree.dof_q, q[frame], goal) < ARRIVED:
                    led = 0
            search = led == 0 and frame >= look_at and costs[frame] > effort.doubtful_cost
            if not search:
                break
        forward(tree, q[frame], pose)
        for i in range(points):
            body = tasks.point_body[i]
            _position(pose.body_pos[body], pose.body_mat[body], tasks.point_local[i], place[i])
            if wishes.pin[frame, i] > 0.0 and (frame == 0 or wishes.pin[frame - 1, i] == 0.0):
                _copy(place[i], pinned_at[i])


@inner_kernel
def _copy(source: np.ndarray, target: np.ndarray) -> None:
    for i in range(source.shape[0]):
        target[i] = source[i]
