"""The bounded Levenberg–Marquardt solver for one frame, and the loop over the frames of a clip."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kinematics.box import GUESSES, minimise_in_box
from understudy.kinematics.compilation import inner_kernel, kernel
from understudy.kinematics.composite import add_bodies
from understudy.kinematics.costs import add_floor, add_frames, add_points, add_posture
from understudy.kinematics.directions import add_directions
from understudy.kinematics.forward import Pose, couple, forward, step
from understudy.kinematics.tasks import Tasks
from understudy.kinematics.tree import FREE, SLIDE, Tree

LEAD_WEIGHT = 3.0
"""Weight [1/rad] with which joints are led to a better fold."""

MUCH_BETTER = 0.5
"""Share of a frame's cost that another fold must save to be worth the way."""

ARRIVED = 0.1
"""Distance [rad or m] at which a joint that is led has arrived."""

LONGEST_LEAD, LONGEST_PAUSE = 120, 500
"""Frames after which leading is given up, and after which a doubt is looked into again at the latest."""


class Wishes(NamedTuple):
    """What is wanted of one tree's tasks over a clip of T frames."""

    point: np.ndarray  # (T, P, 3) [m]
    point_weight: np.ndarray  # (T, P, 3) [1/m] per world axis
    point_leak: np.ndarray  # (P,) 1: reach the point; less: repeat its steps, closing this share a frame
    pin: np.ndarray  # (T, P) 0 to 1, how firmly to stay where the point was when this began
    pin_weight: np.ndarray  # (P,) [1/m] of a pinned point
    direction: np.ndarray  # (T, D, 3) unit vectors
    direction_weight: np.ndarray  # (T, D) [1/rad]
    frame: np.ndarray  # (T, F, 3, 3)
    frame_weight: np.ndarray  # (T, F) [1/rad]
    floor_weight: float  # [1/m]
    home: np.ndarray  # (Q,) posture to prefer
    home_weight: np.ndarray  # (V,) [1/rad or 1/m]
    still_weight: np.ndarray  # (V,) [1/rad or 1/m] of staying where the last frame was
    steady_weight: np.ndarray  # (V,) [1/rad or 1/m] of going on as between the last two frames


class Bounds(NamedTuple):
    """Hard limits of the variables; infinite where there is none."""

    lower: np.ndarray  # (V,) [rad or m]
    upper: np.ndarray  # (V,)
    largest_step: np.ndarray  # (V,) between two frames [rad or m]


class Effort(NamedTuple):
    """When to be content."""

    first_iterations: int  # for the first frame, from every start
    iterations: int  # for every later frame
    smallest_step: float  # converged once no variable moves by more [rad or m]
    pin_rise: float  # share of the way to a firmer pin closed in a frame
    pin_fall: float  # share of the way to a looser pin, or none, closed in a frame
    doubtful_cost: float  # a frame that costs more may be caught in a poor fold of the joints
    doubt_pause: int  # frames between two looks for a better one


class Work(NamedTuple):
    """Buffers, allocated once a clip."""

    q: np.ndarray
    slope: np.ndarray
    columns: np.ndarray
    twist: np.ndarray
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


@inner_kernel
def _box_around(
    tree: Tree, q: np.ndarray, lower: np.ndarray, upper: np.ndarray, least: np.ndarray, most: np.ndarray
) -> None:
    """Write how far every variable may still move from ``q``, down to ``least`` and up to ``most``."""
    for v in range(tree.variable.shape[0]):
        at = tree.dof_q[v]
        if tree.variable[v] != v:
            least[v], most[v] = 0.0, 0.0
        elif at < 0:
            least[v], most[v] = -np.inf, np.inf
        else:
            least[v], most[v] = min(0.0, lower[v] - q[at]), max(0.0, upper[v] - q[at])


@inner_kernel
def _keep_within(tree: Tree, q: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> None:
    """Move scalar coordinates that rounding left outside their limits back onto them."""
    for v in range(tree.variable.shape[0]):
        at = tree.dof_q[v]
        if at >= 0 and tree.variable[v] == v:
            q[at] = min(max(q[at], lower[v]), upper[v])


@inner_kernel
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
    size = tree.variable.shape[0]
    damp, cost, promised, gain = 1e-6, np.inf, 1.0, 1.0
    gradient, hessian = work.gradient, work.hessian
    spare_gradient, spare_hessian = work.spare_gradient, work.spare_hessian
    reference = np.empty(3)
    for i in range(q.shape[0]):
        work.q[i] = q[i]
    for v in range(size):
        work.held[v] = 0
    for iteration in range(iterations + 1):
        _keep_within(tree, work.q, lower, upper)
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
            work.slope, work.columns, spare_gradient, spare_hessian,
        )  # fmt: skip
        trial += add_posture(tree, work.q, wishes.home, wishes.home_weight, spare_gradient, spare_hessian)
        if history > 0:
            trial += add_posture(tree, work.q, last, wishes.still_weight, spare_gradient, spare_hessian)
        if history > 1:
            trial += add_posture(tree, work.q, expected, expected_weight, spare_gradient, spare_hessian)
        if trial < cost:
            gain = (cost - trial) / promised if iteration > 0 else 1.0
            cost = trial
            gradient, spare_gradient = spare_gradient, gradient
            hessian, spare_hessian = spare_hessian, hessian
            for i in range(q.shape[0]):
                q[i] = work.q[i]
        else:
            gain = -1.0
        if gain > 0.75:
            damp = max(0.1 * damp, 1e-9)
        elif gain < 0.25:
            damp = min(10.0 * damp, 1e9) if gain > 0.0 else max(10.0 * damp, 1e-4)
        for v in range(size):
            work.damping[v] = damp * hessian[v, v] + 1e-10
        _box_around(tree, q, lower, upper, work.lower, work.upper)
        minimise_in_box(
            hessian, gradient, work.damping, work.lower, work.upper, work.held,
            tasks.fill, tasks.fill_count, work.factor, work.change, GUESSES,
        )  # fmt: skip
        largest, promised = 0.0, 1e-300
        for v in range(size):
            change = work.change[v]
            largest = max(largest, abs(change))
            promised -= 0.5 * change * (gradient[v] - work.damping[v] * change)
        step(tree, q, work.change, work.q)
        if largest < smallest_step:
            _keep_within(tree, work.q, lower, upper)
            couple(tree, work.q, work.slope)
            for i in range(q.shape[0]):
                q[i] = work.q[i]
            return cost, iteration + 1
    return cost, -iterations


@inner_kernel
def _predict(tree: Tree, last: np.ndarray, before: np.ndarray, out: np.ndarray) -> None:
    """Write where the body would be if it went on as between the last two frames."""
    for i in range(out.shape[0]):
        out[i] = 2.0 * last[i] - before[i]
    for joint in range(tree.joint_type.shape[0]):
        kind, at = tree.joint_type[joint], tree.joint_q[joint]
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
def _position(pose: Pose, tasks: Tasks, index: int, out: np.ndarray) -> None:
    body = tasks.point_body[index]
    for i in range(3):
        out[i] = pose.body_pos[body, i] + (
            pose.body_mat[body, i, 0] * tasks.point_local[index, 0]
            + pose.body_mat[body, i, 1] * tasks.point_local[index, 1]
            + pose.body_mat[body, i, 2] * tasks.point_local[index, 2]
        )


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
    tree: Tree, bounds: Bounds, last: np.ndarray, history: int, lower: np.ndarray, upper: np.ndarray
) -> None:
    """Write position limits, after a first frame narrowed to what the velocity limits leave."""
    for v in range(lower.shape[0]):
        lower[v], upper[v] = bounds.lower[v], bounds.upper[v]
        if history > 0 and tree.dof_q[v] >= 0:
            lower[v] = max(lower[v], last[tree.dof_q[v]] - bounds.largest_step[v])
            upper[v] = min(upper[v], last[tree.dof_q[v]] + bounds.largest_step[v])


@inner_kernel
def _farthest(tree: Tree, q: np.ndarray, goal: np.ndarray) -> float:
    """Return the largest distance of a scalar joint from its goal [rad or m]."""
    largest = 0.0
    for v in range(tree.variable.shape[0]):
        if tree.dof_q[v] >= 0:
            largest = max(largest, abs(q[tree.dof_q[v]] - goal[tree.dof_q[v]]))
    return largest


@inner_kernel
def _with_root_of(tree: Tree, pose_of_joints: np.ndarray, placed: np.ndarray, out: np.ndarray) -> None:
    """Write the joints of one pose with the free and ball joints of another."""
    _copy(pose_of_joints, out)
    for joint in range(tree.joint_type.shape[0]):
        if tree.joint_type[joint] < SLIDE:
            at = tree.joint_q[joint]
            for i in range(at, at + (7 if tree.joint_type[joint] == FREE else 4)):
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
    led, pause, look_at = 0, effort.doubt_pause, 1
    for frame in range(frames):
        _aim_points(tasks, wishes, effort, frame, place, strength, pinned_at, target, weight)
        last = q[max(frame - 1, 0)]
        _predict(tree, last, q[max(frame - 2, 0)], expected)
        # Rounds: search from all starts (first frame, or in doubt), follow a goal, then the frame itself.
        search = frame == 0
        while True:
            least = np.inf
            follows = led > 0 and not search
            for s in range(starts.shape[0] if search else 2 if follows else 1):
                free = search or (follows and s == 0)
                if search:
                    _with_root_of(tree, starts[s], last if frame > 0 else starts[s], attempt)
                else:
                    _copy(goal if free else expected, attempt)
                history = 0 if free else frame
                _limits_of_frame(tree, bounds, last, history, lower, upper)
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
                if led > LONGEST_LEAD or _farthest(tree, q[frame], goal) < ARRIVED:
                    led = 0
            search = led == 0 and frame >= look_at and costs[frame] > effort.doubtful_cost
            if not search:
                break
        forward(tree, q[frame], pose)
        for i in range(points):
            _position(pose, tasks, i, place[i])
            if wishes.pin[frame, i] > 0.0 and (frame == 0 or wishes.pin[frame - 1, i] == 0.0):
                _copy(place[i], pinned_at[i])


@inner_kernel
def _copy(source: np.ndarray, target: np.ndarray) -> None:
    for i in range(source.shape[0]):
        target[i] = source[i]
