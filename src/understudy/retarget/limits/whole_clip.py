"""A clip solved within all limits: frame by frame in the better IK branches, then as a whole from there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.interpolate import CubicSpline

from understudy.kinematics.blocks.posture import free_scalars
from understudy.kinematics.clip.footholds import some_frames
from understudy.kinematics.clip.problem import ClipProblem, ClipSolution
from understudy.kinematics.clip.rates import rates_of
from understudy.kinematics.clip.solve import LAST_FIRMNESS, solve_whole_clip
from understudy.kinematics.clip.stencil import WIDTH
from understudy.kinematics.costs import Costs
from understudy.kinematics.forward import couple_frames
from understudy.kinematics.joint_motion import limited
from understudy.kinematics.limb_branches import look_limb_by_limb
from understudy.kinematics.limits import Bounds
from understudy.kinematics.problem import Problem, as_kernels_take
from understudy.kinematics.seams import mend_seams
from understudy.kinematics.solver import Say, Solution, frames_of, solve_clip
from understudy.kinematics.tree import BALL, FREE, Tree
from understudy.motion.ending import Ending
from understudy.retarget.limits.self_collision import without_contact
from understudy.retarget.over_time import FIRM, OverTime, nothing_over_time
from understudy.spatial import rotations as rot

LONGEST_LOSS = 0.5
"""Time [s] in which an IK branch that is carried back may cost more than it saved before."""

LOOKS = 0.2
"""Time [s] between looks for a better IK branch of a single limb: going there and back takes longer."""

WITHIN = 0.998
"""Share of the limits that the solver is given, so that what is left over them after it is within them."""

RATE = 30.0
"""Frames a second [1/s] that are solved at least: what people do is below 20 Hz, and goals are free of noise.
All frames are solved from there, along cubic splines."""


def solve_within_limits(
    problem: Problem,
    frame_count: int,
    fps: float,
    bounds: Bounds,
    say: Say | None = None,
    over_time: OverTime | None = None,
) -> Solution:
    """Solve all frames of a clip, in the better IK branches, parts kept apart, and within limits of motion.

    Args:
        problem: The problem, of whose limits only those of position count.
        frame_count: T.
        fps: Frames a second [1/s].
        bounds: Its limits of position, velocity and acceleration.
        say: Told in a sentence when kernels have to be compiled first, and which frames were not solved.
        over_time: What frames ask of each other, by default nothing; then every frame is solved.
    """
    stride, some = some_of(frame_count, fps, np.inf if over_time is None else RATE)
    asked = over_time or nothing_over_time(problem.tree, frame_count)
    if stride > 1:
        slow, few = slower(bounds, stride), every(problem, some, stride)
        part, taken = _solve(few, fps / stride, slow, say, of_frames(asked, some, stride))
        near = between(problem.tree, some, part.q, frame_count)
        whole = solve_whole_clip(
            clip_of(problem, fps, bounds, asked), near, is_near=True, firmness=LAST_FIRMNESS
        )
        taken = whole.steps + taken[np.repeat(np.arange(len(some)), stride)[:frame_count]]
    else:
        whole, taken = _solve(problem, fps, bounds, say, asked)
    found = Solution(
        q=whole.q,
        costs=whole.cost,
        iterations=taken,
        endings=np.where(whole.converged, Ending.CONVERGED, Ending.ITERATION_LIMIT).astype(np.int64),
        infeasible_by=np.zeros(frame_count),
    )
    bring_within(problem.tree, found.q, bounds)
    tell_left(whole.converged, say)
    return found


def some_of(frames: int, fps: float, rate: float) -> tuple[int, np.ndarray]:
    """Return how far apart frames are that are solved first, at least ``rate`` a second, and which (N,).

    All of them where there are so few that hardly any would be left.
    """
    stride = max(int(fps // rate), 1)
    some = np.minimum(np.arange(0, frames + stride - 1, stride), frames - 1)
    return (stride, some) if len(some) > WIDTH else (1, np.arange(frames))


def tell_left(converged: np.ndarray, say: Say | None) -> None:
    """Say which frames (T,) the solver left before it had converged."""
    left = np.flatnonzero(~converged)
    if say is not None and len(left):
        say(f"{len(left)} frames from frame {left[0]} on were left before the solver had converged")


def _solve(
    problem: Problem, fps: float, bounds: Bounds, say: Say | None, asked: OverTime
) -> tuple[ClipSolution, np.ndarray]:
    """Solve a clip, of which limits are exceeded by next to nothing; return iterations (T,) with it."""
    free = without_contact(problem)
    start = solve_clip(free, len(asked.path), say)
    mend_seams(free, start.outcome, round(LONGEST_LOSS * fps))
    look_limb_by_limb(free, start.outcome, bounds, round(LOOKS * fps), round(LONGEST_LOSS * fps))
    found = solve_whole_clip(clip_of(problem, fps, bounds, asked), start.q)
    return found, start.iterations + found.steps


def clip_of(problem: Problem, fps: float, bounds: Bounds, asked: OverTime) -> ClipProblem:
    """Return what is asked of a whole clip."""
    tree = problem.tree
    tight = bounds._replace(
        largest_step=WITHIN * bounds.largest_step, largest_change=WITHIN * bounds.largest_change
    )
    wanted = np.zeros((len(asked.path), len(tree.variable)))
    wanted[2:, : asked.path.shape[1]] = np.diff(asked.path, n=2, axis=0)
    rates = rates_of(tree, tight, fps * asked.velocity, fps**2 * asked.acceleration, wanted)
    return ClipProblem(tree, _standing_firmly(problem, asked), rates, asked.footholds, asked.forces)


def slower(bounds: Bounds, stride: int) -> Bounds:
    """Return limits of frames that are so many apart."""
    return bounds._replace(
        largest_step=stride * bounds.largest_step, largest_change=stride**2 * bounds.largest_change
    )


def every(problem: Problem, some: np.ndarray, stride: int) -> Problem:
    """Return a problem of some frames (N,), so many apart."""
    costs, effort = frames_of(problem.costs, some), problem.effort
    costs = costs._replace(
        velocity=costs.velocity._replace(weight=costs.velocity.weight / stride),
        acceleration=costs.acceleration._replace(weight=costs.acceleration.weight / stride**2),
    )
    pauses = {
        name: max(getattr(effort, name) // stride, 1)
        for name in ("doubt_pause", "longest_pause", "longest_lead")
    }
    return replace(problem, costs=costs, effort=effort._replace(**pauses))


def of_frames(asked: OverTime, some: np.ndarray, stride: int) -> OverTime:
    """Return what some frames (N,), so many apart, ask of each other."""
    direction = asked.direction
    if direction is not None:
        direction = direction._replace(**{f: getattr(direction, f)[some] for f in direction.timed})
    forces = None if asked.forces is None else asked.forces.every(some, stride)
    return replace(
        asked,
        footholds=some_frames(asked.footholds, some),
        path=asked.path[some],
        direction=direction,
        forces=forces,
    )


def between(tree: Tree, some: np.ndarray, q: np.ndarray, frames: int) -> np.ndarray:
    """Return all poses (T, Q) from some frames (N,), along cubic splines."""
    q = np.array(q)
    turns = [
        at + 3 * (kind == FREE)
        for kind, at in zip(tree.joint_type, tree.joint_q, strict=True)
        if kind in (FREE, BALL)
    ]
    for at in turns:
        q[:, at : at + 4] = rot.continuous(q[:, at : at + 4])
    found = CubicSpline(some, q)(np.arange(frames))
    for at in turns:
        found[:, at : at + 4] = rot.normalise(found[:, at : at + 4])
    couple_frames(tree, found)
    return found


def _standing_firmly(problem: Problem, asked: OverTime) -> Costs:
    """Return costs in which soles stand firmly, all others as they are; targets are to be written to."""
    point = problem.costs.point
    weight, own = np.array(point.weight), asked.footholds.point.ravel()
    sole = np.zeros(weight.shape[1], dtype=bool)
    sole[own] = True
    for index in range(asked.footholds.stance.shape[1]):
        columns = asked.footholds.point[index]
        stands = asked.footholds.stance[:, index] >= 0
        weight[:, columns, :2] *= np.where(stands, FIRM, 0.0)[:, None, None]
        weight[:, columns, 2] *= stands[:, None]
    return problem.costs._replace(
        point=point._replace(weight=weight, target=np.array(point.target)),
        direction=problem.costs.direction if asked.direction is None else as_kernels_take(asked.direction),
    )


def bring_within(tree: Tree, q: np.ndarray, bounds: Bounds) -> None:
    """Bring joints within limits that are over them by as much as the clip is solved exactly, in place."""
    own = free_scalars(tree)
    columns = tree.dof_q[own]
    q[:, columns] = limited(q[:, columns], Bounds(*(array[own] for array in bounds)))
    couple_frames(tree, q)


def joint_excess(tree: Tree, q: np.ndarray, bounds: Bounds) -> dict[str, float]:
    """Return by what share of its range or largest value a joint in (T, Q) is over each limit at most."""
    own = free_scalars(tree)
    x, limits = q[:, tree.dof_q[own]], Bounds(*(array[own] for array in bounds))
    middle, half = 0.5 * (limits.lower + limits.upper), 0.5 * (limits.upper - limits.lower)
    bounded = np.isfinite(half)
    used = {
        "joint position": (np.abs(x - middle)[:, bounded] / half[bounded] - 1.0) / 2.0,
        "joint velocity": np.abs(np.diff(x, axis=0)) / limits.largest_step - 1.0,
        "joint acceleration": np.abs(np.diff(x, n=2, axis=0)) / limits.largest_change - 1.0,
    }
    return {name: float(share.max(initial=0.0)) for name, share in used.items()}
