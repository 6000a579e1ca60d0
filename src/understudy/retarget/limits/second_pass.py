"""A solved motion brought within limits of velocity and acceleration, and its parts apart.

First every joint's course is brought within its limits by itself, neither late nor early: the guide. Then the
frames around those that had to change, and those in which parts would touch, are solved again within the hard
limits, near the guide, so that the other joints make up for what one of them cannot do. Where much is lost by
that, or parts are deep in each other, the stretch is solved as a whole (``together``), and again near that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext

import numpy as np

from understudy.kinematics.blocks.guide import guide_block
from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.forward import couple_frames
from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem
from understudy.kinematics.solver import Solver, frame_solver, solve_stretch
from understudy.kinematics.touching import contact_costs
from understudy.kinematics.tree import Tree
from understudy.motion.stretches import stretches as runs_of
from understudy.motion.stretches import stretches_around
from understudy.retarget.limits.limbs_alike import limbs_alike, limbs_cost_more
from understudy.retarget.limits.task_path import least_jerk
from understudy.retarget.limits.together import solve_together
from understudy.retarget.steady_hips import SteadyHips, evened

GUIDANCE = 1.0
"""Weight [1/rad] by which a joint that had to change is drawn to the guide."""

HOLD = 0.1
"""Weight [1/rad] by which others are while parts touch: a wrist that nothing else holds would fold away."""

TOUCH = 1e-5
"""What parts that are too near to each other may cost before they count as touching: as ¼° of a limb."""

DEEP, LOST = 0.02, 0.035
"""What parts in each other, and limits, may cost a frame before its stretch is solved as a whole."""

WHOLE_MARGIN = 0.3
"""Time [s] before and after such frames that belongs to the stretch."""

PASSING = 0.4
"""Time [s] up to which parts that are in each other pass through: as long as a change of IK branch may take.
Those that stay longer want to be in each other, and have to know on which side they came."""

MERGE = 0.2
"""Time [s] of that in which it leaves what was there before, and comes back to it."""

HELD_BACK, TOO_SLOW = np.radians((2.0, 6.0)), np.radians((15.0, 30.0))
"""Errors [rad] of a limb without limits up to which both its segments share alike what parts in the way, and
joints that are too slow, take from it, and from which on they do not."""

PLANNED = 0.75
"""Share of the limits that the guide takes up; the rest is left for making up for other joints."""

EASE = 0.05
"""Time [s] in which they come back to the guide when parts have parted."""

ROOM, FAR = 0.1, 1.0
"""Distance [rad or m] that joints may keep from the guide; in contact, if they did not have to change."""

BRAKING = 0.3
"""Share of the largest acceleration that is kept for braking before that."""

_MANY = 100.0
"""Time constants after which nothing is left."""

MARGIN = 6
"""Frames before and after those that had to change which are solved again, too."""


def keep_limits(
    problem: Problem,
    out: Outcome,
    bounds: Bounds,
    fps: float,
    watch: Callable[[str, Outcome], None],
    hips: SteadyHips | None = None,
) -> None:
    """Bring a solved clip within limits of motion and its parts apart, in place.

    Args:
        problem: The problem that was solved, parts kept apart; of its limits only those of position count.
        out: What became of all its frames, where parts might pass through each other.
        bounds: Its limits of position, velocity and acceleration.
        fps: Frames a second [1/s].
        watch: Told the name of each stage and what it left.
        hips: What holds hips on a path without jolts, None to leave them to the feet.
    """
    free, least = out.q.copy(), out.cost.copy()
    touching = _touches(problem, free, TOUCH)
    asked = _sharing(problem, stretches_around(touching, MARGIN), MARGIN, free, HELD_BACK)
    _solve_near(asked, out, bounds, fps, touching, hips)
    watch("courses within limits", out)
    lost = out.cost - least
    # Parts that are deep in each other cost a frame more than it would without them.
    costly = np.flatnonzero((lost > 0.5 * DEEP) & touching.any())
    if len(costly):
        lost[costly] -= limbs_cost_more(asked, problem, free, costly)
    poor = lost > LOST
    poor[costly] |= _touches(problem, out.q, DEEP, costly)
    stretches = stretches_around(poor, round(WHOLE_MARGIN * fps))
    deep = np.zeros(len(free), dtype=bool)
    for first, stop in stretches:
        deep[first:stop] = _touches(problem, free, DEEP, slice(first, stop))
    if stretches:
        _solve_as_a_whole(problem, out, bounds, fps, free, least, stretches, deep)
        watch("stretches as a whole", out)


def _solve_as_a_whole(
    problem: Problem,
    out: Outcome,
    bounds: Bounds,
    fps: float,
    free: np.ndarray,
    least: np.ndarray,
    stretches: Sequence[tuple[int, int]],
    deep: np.ndarray,
) -> None:
    """Solve stretches of frames together, within the hard limits.

    Args:
        problem: The problem.
        out: The clip within limits.
        bounds: Its limits.
        fps: Frames a second [1/s].
        free: (T, Q) the clip without limits of motion.
        least: (T,) what frames cost then.
        stretches: First frames, and the frames after the last ones.
        deep: (T,) frames of these in which parts are deep in each other then.
    """
    near = out.q.copy()
    longest = {stretch: _longest_run(deep[slice(*stretch)]) / fps for stretch in stretches}
    starts = {stretch: [near] for stretch in stretches}
    passing = [stretch for stretch, time in longest.items() if 0.0 < time <= PASSING]
    if passing:
        through = _led_over(problem.tree, free, near, bounds, fps, passing)
        starts |= {stretch: [through, near] for stretch in passing}
    staying = [stretch for stretch, time in longest.items() if time > PASSING]
    if staying:
        # Parts stay on the side on which they began: it may also be the one from which they came.
        _solve_apart(problem, out, fps, free, least, staying, deep)
        apart = _led_over(problem.tree, out.q, near, bounds, fps, staying)
        starts |= {stretch: [near, apart] for stretch in staying}
        out.q[:] = near
    # Around parts in the way an arm has little to share: its upper segment takes precedence there.
    slow = [stretch for stretch, time in longest.items() if time == 0.0]
    asked = _sharing(problem, slow, MERGE * fps, free, TOO_SLOW)
    for stretch in stretches:
        part, walls_rise = slice(*stretch), stretch in passing
        own = float(least[part].sum())
        out.q[part], out.cost[part] = solve_together(
            asked, starts[stretch], bounds, *stretch, own, walls_rise
        )
    _within(problem.tree, out, bounds)


def _longest_run(holds: np.ndarray) -> int:
    """Return the largest number of frames in a row in which something holds (S,)."""
    return max((stop - first for first, stop in runs_of(holds)), default=0)


def _sharing(
    problem: Problem,
    stretches: Sequence[tuple[int, int]],
    time: float,
    free: np.ndarray,
    reach: np.ndarray,
) -> Problem:
    """Return the problem with limbs that share alike what is taken from them in stretches of frames.

    Args:
        problem: The problem.
        stretches: First frames, and the frames after the last ones.
        time: In so many frames they go over to that and back.
        free: (T, Q) the clip without limits of motion, and
        reach: (2,) [rad] by how much limbs may be off in it, see :func:`limbs_alike`.
    """
    share = np.zeros(len(free))
    for first, stop in stretches:
        share[first:stop] = _leading_over(first, stop, len(share), time)
    return limbs_alike(problem, share, free, reach)


def _led_over(
    tree: Tree,
    q: np.ndarray,
    near: np.ndarray,
    bounds: Bounds,
    fps: float,
    stretches: Sequence[tuple[int, int]],
) -> np.ndarray:
    """Return poses (T, Q) with joints within limits that lead over to others (T, Q) outside of stretches."""
    led, own = near.copy(), free_scalars(tree)
    columns = tree.dof_q[own]
    for first, stop in stretches:
        share = _leading_over(first, stop, len(q), MERGE * fps)[:, None]
        part = slice(first, stop)
        led[part] = q[part]
        led[part, columns] += (1.0 - share) * (near - q)[part, columns]
    led[:, columns] = limited(led[:, columns], Bounds(*(array[own] for array in bounds)))
    couple_frames(tree, led)
    return led


def _solve_apart(
    problem: Problem,
    out: Outcome,
    fps: float,
    free: np.ndarray,
    least: np.ndarray,
    stretches: Sequence[tuple[int, int]],
    deep: np.ndarray,
) -> None:
    """Take stretches back to how they are without limits of motion, parts of them apart.

    Frames that are solved together leave parts on the side on which they began. Where they are deep in each
    other, it should be the one from which they came: there frames are solved one after the other, and taken
    so where that costs less than each frame by itself. See ``_solve_as_a_whole``.
    """
    shape = (len(free), len(problem.tree.variable))
    for first, stop in stretches:
        out.q[first:stop], out.cost[first:stop] = free[first:stop], least[first:stop]
    weight, drag = np.zeros(shape), np.zeros(shape)
    own = free_scalars(problem.tree)
    weight[:, own], drag[:, own] = HOLD, _drag(fps)
    after = _near(problem, free, weight, drag, np.full(shape, np.inf), problem.bounds)
    alone, asked = frame_solver(problem), np.zeros(len(free), dtype=bool)
    for first, stop in stretches:
        asked[first:stop] = deep[first:stop]
    for first, stop in stretches_around(asked, MARGIN):
        part = slice(first, stop)
        solve_stretch(alone, out, first, stop)
        each = out.cost[part].sum()
        out.q[part], out.cost[part] = free[part], least[part]
        solve_stretch(after, out, first, stop)
        if each < out.cost[part].sum():
            out.q[part] = free[part]


def _drag(fps: float) -> float:
    """Return the weight [1/rad] by which joints keep their distance from the guide."""
    # Over so many time constants from frame to frame nothing is left of a distance.
    return HOLD / float(np.sqrt(np.expm1(min(1.0 / (EASE * fps), _MANY))))


def _leading_over(first: int, stop: int, frames: int, time: float) -> np.ndarray:
    """Return shares (S,) that rise to 1 as a stretch begins and fall as it ends, not at the ends of the clip.

    Args:
        first: The first frame of the stretch.
        stop: The frame after its last one.
        frames: Of the clip.
        time: In so many frames.
    """
    places = np.arange(first, stop)
    after = places - first + 1 if first > 0 else np.full(len(places), np.inf)
    ahead = stop - places if stop < frames else np.full(len(places), np.inf)
    return least_jerk(np.clip(np.minimum(after, ahead) / time, 0.0, 1.0))


def _around(holds: np.ndarray, margin: int) -> np.ndarray:
    """Return (T, N) where something (T, N) holds at most so many frames before or after."""
    total = np.concatenate([np.zeros((1, holds.shape[1]), dtype=np.int64), np.cumsum(holds, axis=0)])
    frames = np.arange(len(holds))
    last, first = np.minimum(frames + margin + 1, len(holds)), np.maximum(frames - margin, 0)
    return total[last] > total[first]


def _touches(
    problem: Problem, q: np.ndarray, most: float, frames: np.ndarray | slice = slice(None)
) -> np.ndarray:
    """Return whether contact costs more than ``most`` in frames of a clip (T, Q), by default in all."""
    block = problem.costs.distance
    block = block._replace(target=block.target[frames], weight=block.weight[frames])
    return contact_costs(problem.tree, block, q[frames], most) > most


def _solve_near(
    problem: Problem,
    out: Outcome,
    bounds: Bounds,
    fps: float,
    touching: np.ndarray,
    hips: SteadyHips | None,
) -> None:
    """Solve frames again near courses within limits, those that are over them or ``touching`` (T,)."""
    tree = problem.tree
    own = free_scalars(tree)
    columns, limits = tree.dof_q[own], Bounds(*(array[own] for array in bounds))
    wish = out.q[:, columns]
    planned = limits._replace(
        largest_step=PLANNED * limits.largest_step, largest_change=PLANNED * limits.largest_change
    )
    kept = limited(wish, planned)
    changed = kept != wish
    again = stretches_around(changed.any(axis=1) | touching, MARGIN)
    if not again:
        return
    near = _around(touching[:, None], MARGIN) & ~_around(changed, MARGIN)
    pose, weight = out.q.copy(), np.zeros((len(wish), len(tree.variable)))
    pose[:, columns] = kept
    # Of long clips each of these is as large as the clip.
    del wish, kept
    weight[:, own] = np.where(changed, GUIDANCE, HOLD * near)
    drag, room = np.zeros(weight.shape), np.full(weight.shape, np.inf)
    drag[:, own] = _drag(fps) * near
    room[:, own] = np.where(near, FAR, ROOM)
    del changed, near
    with nullcontext(problem) if hips is None else evened(problem, out.q, hips, fps) as held:
        solver = _near(held, pose, weight, drag, room, bounds)
        for first, stop in again:
            solve_stretch(solver, out, first, stop)
    del held, solver, pose, weight, drag, room
    _within(tree, out, bounds)


def _near(
    problem: Problem, pose: np.ndarray, weight: np.ndarray, drag: np.ndarray, room: np.ndarray, bounds: Bounds
) -> Solver:
    """Return who solves the problem within hard limits and near poses (T, Q), see ``GuideBlock``."""
    if len(problem.costs.guide.weight):
        # Joints that have a guide of their own, such as fingers, keep it as far as their limits allow.
        weight = np.maximum(weight, problem.costs.guide.weight)
    guide = guide_block(problem.tree, pose, weight, drag, room, BRAKING * bounds.largest_change)
    guided = problem.asking(guide=guide).within(bounds)
    return Solver(guided.content_with(pose[0], doubtful_cost=np.inf, lost_cost=DEEP))


def _within(tree: Tree, out: Outcome, bounds: Bounds) -> None:
    """Bring joints within limits that are still over by as much as frames are solved exactly.

    Where two stretches meet that may be so.
    """
    own = free_scalars(tree)
    columns = tree.dof_q[own]
    out.q[:, columns] = limited(out.q[:, columns], Bounds(*(array[own] for array in bounds)))
    couple_frames(tree, out.q)
