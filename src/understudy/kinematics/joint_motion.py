"""Courses of joints within limits of position, velocity and acceleration, as near as may be to those wished.

The nearest course in the sense of least squares is a quadratic program of one joint. It is solved by
splitting (ADMM) in stretches of time around where the wish is over a limit, a little within the limits, since
its solution is met only nearly. What is then still over is brought within them by a pair of followers, which
chase a course as fast as limits let them and brake in time: one forwards in time, which is late, and one
backwards, which is early by as much. Limits are the same both ways, and the mean of two courses that keep
them keeps them.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel, fused_kernel
from understudy.kinematics.limits import Bounds, step_limits, stoppable_step
from understudy.motion.stretches import stretches_around

ARRIVED = 1e-13
"""Distance [rad or m] at which a follower has caught up with the wish."""

WITHIN = 0.97
"""Share of the limits that the quadratic program is given, for what its solution is off."""

ITERATIONS, PENALTY, RELAXATION = 60, 2.0, 1.6
"""Of the splitting: how often, how stiff beside the distance from the wish, by how much it overshoots."""

MARGIN = 4
"""Frames beyond the time to brake from full speed that a stretch reaches beyond what is over a limit."""

HELD = 1e6
"""Weight of the ends of a stretch, which stay on the wish."""

_BUFFERS = 12


def limited(wish: np.ndarray, bounds: Bounds) -> np.ndarray:
    """Return courses (T, N) of joints within limits (N,) that are nearest to those wished for (T, N).

    A wish that keeps the limits is returned as it is.
    """
    if len(wish) < 2:
        return np.clip(wish, bounds.lower, bounds.upper)
    moved = np.flatnonzero(_is_over(wish, bounds))
    near = np.array(wish)
    if not len(moved):
        return near
    kept = Bounds(*(array[moved] for array in bounds))
    first_guess = _followed(wish[:, moved], kept)
    for joint, followed in zip(moved.tolist(), first_guess.T, strict=True):
        over = followed != wish[:, joint]
        for first, stop in stretches_around(over, MARGIN + _braking_time(bounds, joint)):
            buffers = np.zeros((_BUFFERS, stop - first))
            buffers[0], buffers[1] = wish[first:stop, joint], followed[first:stop]
            limits = (
                bounds.lower[joint],
                bounds.upper[joint],
                WITHIN * bounds.largest_step[joint],
                WITHIN * bounds.largest_change[joint],
            )
            nearest_course(*limits, first > 0, stop < len(wish), buffers)
            near[first:stop, joint] = buffers[1]
    # Followers of a course that keeps its limits never leave it.
    over = moved[_is_over(near[:, moved], kept)]
    if len(over):
        near[:, over] = _followed(near[:, over], Bounds(*(array[over] for array in bounds)))
    return near


def _is_over(wish: np.ndarray, bounds: Bounds) -> np.ndarray:
    """Return (N,) which courses (T, N) are over a limit anywhere; one that keeps all brakes in time, too."""
    over = np.zeros(wish.shape[1], dtype=bool)
    find_over(np.ascontiguousarray(wish), bounds, over)
    return over


@fused_kernel
def find_over(wish: np.ndarray, bounds: Bounds, over: np.ndarray) -> None:
    """Write (N,) which courses (T, N) are over a limit anywhere."""
    for frame in range(wish.shape[0]):
        for j in range(wish.shape[1]):
            at, step = wish[frame, j], 0.0
            beyond = at < bounds.lower[j] or at > bounds.upper[j]
            if frame > 0:
                step = at - wish[frame - 1, j]
                beyond = beyond or abs(step) > bounds.largest_step[j]
            if frame > 1:
                last = wish[frame - 1, j] - wish[frame - 2, j]
                beyond = beyond or abs(step - last) > bounds.largest_change[j]
            over[j] = over[j] or beyond


def _followed(wish: np.ndarray, bounds: Bounds) -> np.ndarray:
    ahead, back = np.empty(wish.shape), np.empty(wish.shape)
    follow(np.ascontiguousarray(wish), bounds, ahead)
    follow(np.ascontiguousarray(wish[::-1]), bounds, back)
    return 0.5 * (ahead + back[::-1])


def _braking_time(bounds: Bounds, joint: int) -> int:
    """Return the frames in which a joint brakes from full speed, 0 where nothing limits that."""
    step, change = bounds.largest_step[joint], bounds.largest_change[joint]
    return math.ceil(step / change) if math.isfinite(step) and change > 0.0 else 0


@fused_kernel
def nearest_course(
    lower: float,
    upper: float,
    largest: float,
    change: float,
    starts_held: bool,
    ends_held: bool,
    buffers: np.ndarray,
) -> None:
    """Bring one joint's course nearly within limits, as near to the wish as may be.

    Minimises ½ Σ (x − wish)² over x, x's first differences and its second ones within their limits, by the
    alternating direction method of multipliers; its matrix has five diagonals. The penalties of differences
    are scaled by the pace at which both limits matter alike.

    Args:
        lower: Its range.
        upper: Its range.
        largest: The largest step from frame to frame.
        change: By how much that may change.
        starts_held: Whether the first two frames stay on the wish.
        ends_held: Whether the last two do.
        buffers: (12, T); the first row is the wish, the second one a first guess that receives the course.
    """
    wish, x, inverse, beside, behind = buffers[0], buffers[1], buffers[2], buffers[3], buffers[4]
    right = buffers[5]
    place, speed, bend = buffers[6], buffers[7], buffers[8]
    place_dual, speed_dual, bend_dual = buffers[9], buffers[10], buffers[11]
    count = wish.shape[0]
    pace = change / largest if change < np.inf and largest < np.inf else 0.1
    of_place = 0.1 * PENALTY
    of_speed = PENALTY / pace**2 if largest < np.inf else 0.0
    of_bend = PENALTY / pace**4 if change < np.inf and count > 2 else 0.0
    _factor(count, of_place, of_speed, of_bend, starts_held, ends_held, inverse, beside, behind)
    for i in range(count):
        inverse[i] = 1.0 / inverse[i]
    for i in range(count):
        place[i] = min(max(x[i], lower), upper)
        speed[i] = min(max(x[i] - x[i - 1], -largest), largest) if i > 0 else 0.0
        bend[i] = min(max(x[i] - 2.0 * x[i - 1] + x[i - 2], -change), change) if i > 1 else 0.0
    for _ in range(ITERATIONS):
        for i in range(count):
            held = (starts_held and i < 2) or (ends_held and i >= count - 2)
            right[i] = (HELD if held else 1.0) * wish[i] + of_place * (place[i] - place_dual[i])
        for i in range(1, count):
            pull = of_speed * (speed[i] - speed_dual[i])
            right[i] += pull
            right[i - 1] -= pull
        for i in range(2, count):
            pull = of_bend * (bend[i] - bend_dual[i])
            right[i] += pull
            right[i - 1] -= 2.0 * pull
            right[i - 2] += pull
        # Values of the frames beside are carried along: each waits for the last one, not for memory as well.
        last, before = 0.0, 0.0
        for i in range(count):
            value = right[i] - behind[i] * before - beside[i] * last
            right[i], before, last = value, last, value
        after, later, beside_after, behind_after, behind_later = 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(count - 1, -1, -1):
            value = right[i] * inverse[i] - behind_later * later - beside_after * after
            behind_later, behind_after, beside_after = behind_after, behind[i], beside[i]
            x[i], later, after = value, after, value
        last, before = 0.0, 0.0
        for i in range(count):
            value = x[i]
            _project(i, value, lower, upper, place, place_dual)
            if i > 0:
                _project(i, value - last, -largest, largest, speed, speed_dual)
            if i > 1:
                _project(i, value - 2.0 * last + before, -change, change, bend, bend_dual)
            before, last = last, value


@fused_inner_kernel
def _project(i: int, value: float, low: float, high: float, kept: np.ndarray, dual: np.ndarray) -> None:
    """Bring a value within its limits and note by how much it was over."""
    value = RELAXATION * value + (1.0 - RELAXATION) * kept[i]
    kept[i] = min(max(value + dual[i], low), high)
    dual[i] += value - kept[i]


@fused_inner_kernel
def _factor(
    count: int,
    of_place: float,
    of_speed: float,
    of_bend: float,
    starts_held: bool,
    ends_held: bool,
    diagonal: np.ndarray,
    beside: np.ndarray,
    behind: np.ndarray,
) -> None:
    """Write L D Lᵀ of the splitting's matrix: D, and L's two lower diagonals."""
    for i in range(count):
        held = (starts_held and i < 2) or (ends_held and i >= count - 2)
        own = (HELD if held else 1.0) + of_place
        # How many first and second differences a frame has a share in, as their end, middle and begin.
        own += of_speed * ((1.0 if i > 0 else 0.0) + (1.0 if i + 1 < count else 0.0))
        own += of_bend * ((1.0 if i > 1 else 0.0) + (1.0 if i + 2 < count else 0.0))
        own += 4.0 * of_bend if 0 < i < count - 1 else 0.0
        first = -of_speed if i > 0 else 0.0
        first -= 2.0 * of_bend * ((1.0 if i > 1 else 0.0) + (1.0 if 0 < i < count - 1 else 0.0))
        second = of_bend if i > 1 else 0.0
        behind[i] = second / diagonal[i - 2] if i > 1 else 0.0
        if i > 1:
            first -= behind[i] * diagonal[i - 2] * beside[i - 1]
        beside[i] = first / diagonal[i - 1] if i > 0 else 0.0
        if i > 1:
            own -= behind[i] ** 2 * diagonal[i - 2]
        if i > 0:
            own -= beside[i] ** 2 * diagonal[i - 1]
        diagonal[i] = own


@fused_inner_kernel
def _is_free(
    at: float, step: float, pace: float, lower: float, upper: float, largest: float, change: float
) -> bool:
    """Tell whether a joint may take a step beyond any doubt, without asking how large it could be at most.

    Braking from a step s takes no more than (s + change)² / (2 change), see ``stoppable_step``.
    """
    room, size = upper - at if step > 0.0 else at - lower, abs(step)
    within = lower <= at <= upper and size <= largest and abs(step - pace) <= change and size <= room
    return within and (size + change) * (size + change) <= 2.0 * change * room


@fused_kernel
def follow(wish: np.ndarray, bounds: Bounds, out: np.ndarray) -> None:
    """Write the courses (T, N) of followers of a wish (T, N), frame t by nothing after t."""
    frames = wish.shape[0]
    for j in range(wish.shape[1]):
        lower, upper = bounds.lower[j], bounds.upper[j]
        largest, change = bounds.largest_step[j], bounds.largest_change[j]
        at = min(max(wish[0, j], lower), upper)
        out[0, j] = at
        pace, late = 0.0, False
        for frame in range(1, frames):
            goal, own = wish[frame, j], wish[frame, j] - wish[frame - 1, j]
            on_time = not late and at == wish[frame - 1, j]
            if on_time and _is_free(at, own, pace, lower, upper, largest, change):
                pace, at = own, goal
                out[frame, j] = at
                continue
            move = goal - at
            if late:
                # Relative to the wish, which moves on, no faster than can be braked from.
                gap = move - own
                move = own + math.copysign(stoppable_step(abs(gap), change), gap)
            low, high = step_limits(at, pace, lower, upper, largest, change, change if frame > 1 else np.inf)
            pace = min(max(move, low), high)
            at += pace
            if abs(at - goal) < ARRIVED:
                at = goal
                late = late and abs(pace - own) > change
            else:
                late = True
            out[frame, j] = at
