"""Hard limits of variables, and how far a problem goes for them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.errors import RobotError
from understudy.kernels.compilation import fused_inner_kernel
from understudy.kinematics.blocks.guide import GuideBlock
from understudy.kinematics.tree import Tree

FARTHEST = 2.0 * math.pi
"""Where a joint without limits is taken to end [rad or m], to look at what a curved coupling does."""

CONTRADICTION = 1e-9
"""By how much [rad or m] the limits of coupled joints may contradict each other, by rounding."""


class Bounds(NamedTuple):
    """Hard limits of the variables; infinite where there is none."""

    lower: np.ndarray  # (V,) [rad or m]
    upper: np.ndarray  # (V,)
    largest_step: np.ndarray  # (V,) between two frames [rad or m]
    largest_change: np.ndarray  # (V,) of that step from one frame to the next [rad or m]


class Effort(NamedTuple):
    """When to be content, and when to doubt."""

    first_iterations: int = 201  # for the first frame, from every start
    iterations: int = 31  # for every later frame
    smallest_step: float = 1e-4  # converged once no variable moves by more [rad or m]
    least_damping: float = 1e-9  # share of the diagonal that Levenberg–Marquardt adds at least
    ridge: float = 1e-10  # added to the diagonal in any case
    doubtful_cost: float = math.inf  # a frame that costs more may be caught in a poor IK branch
    doubt_pause: int = 1  # frames between two looks for a better one, at first
    longest_pause: int = 1  # and at the most, after looks that found none
    longest_lead: int = 1  # frames after which leading joints to a better one is given up
    fewest_points: int = 0  # a frame that shows fewer keeps its neighbour's pose
    agreement: float = -1.0  # ends at a frame that had this pose within so much, or a better one; < 0: never
    reuse: int = 1  # 1: a matrix may lead several steps, which may be lengthened; 0: each has its own
    from_given: int = 0  # frames start from the pose that is there, not from the last one: 1 in it, 2 carried
    lost_cost: float = math.inf  # a frame near a guide that costs so much more than it did is solved again
    enough: float = 0.0  # converged as well once all steps to come are taken to gain no more than that


def typed(effort: Effort) -> Effort:
    """Return an effort whose numbers have the types that kernels were compiled for."""
    defaults = Effort()._asdict()
    return Effort(**{name: type(defaults[name])(value) for name, value in effort._asdict().items()})


def open_bounds(tree: Tree) -> Bounds:
    """Return bounds that hold nothing back."""
    size = len(tree.variable)
    return Bounds(np.full(size, -np.inf), *(np.full(size, np.inf) for _ in range(3)))


def variable_bounds(
    tree: Tree,
    lower: np.ndarray,
    upper: np.ndarray,
    largest_step: np.ndarray,
    largest_change: np.ndarray | None = None,
) -> Bounds:
    """Return limits of the variables from limits of all degrees of freedom (V,) each.

    A joint that drives coupled ones is narrowed until all of them stay within their own limits; the
    polynomial is sampled for that, a line exactly at its ends. A curved one changes a coupled joint's step
    also at constant speed, by its curvature times the step's square: half of what is allowed is for that.
    """
    lower, upper, largest_step = lower.copy(), upper.copy(), largest_step.copy()
    change = np.full(len(lower), np.inf) if largest_change is None else largest_change.copy()
    for dof, driver in enumerate(tree.variable):
        if driver in (-1, dof):
            continue
        x = _samples(float(lower[driver]), float(upper[driver]))
        zero, own_zero = tree.q_zero[tree.dof_q[driver]], tree.q_zero[tree.dof_q[dof]]
        value = own_zero + np.polynomial.polynomial.polyval(x - zero, tree.coupling[dof])
        line = not tree.coupling[dof, 2:].any() and tree.coupling[dof, 1] != 0.0
        if line:
            own = np.array([lower[dof], upper[dof]])
            ends = (own - own_zero - tree.coupling[dof, 0]) / tree.coupling[dof, 1]
            lower[driver] = max(lower[driver], zero + ends.min())
            upper[driver] = min(upper[driver], zero + ends.max())
        elif np.isfinite(lower[dof]) or np.isfinite(upper[dof]):
            inside = x[(value >= lower[dof]) & (value <= upper[dof])]
            lower[driver], upper[driver] = inside.min(initial=np.inf), inside.max(initial=-np.inf)
        if lower[driver] > upper[driver] + CONTRADICTION:
            raise RobotError(
                f"degree of freedom {dof} follows {driver}, and no place of that one keeps both within their "
                f"limits; its own are {lower[dof]:g} to {upper[dof]:g}"
            )
        lower[driver] = min(lower[driver], upper[driver])
        x = _samples(float(lower[driver]), float(upper[driver]))
        slope = np.polynomial.polynomial.polyval(
            x - zero, np.polynomial.polynomial.polyder(tree.coupling[dof])
        )
        steepest = max(float(np.abs(slope).max()), 1e-12)
        largest_step[driver] = min(largest_step[driver], largest_step[dof] / steepest)
        if line:
            change[driver] = min(change[driver], change[dof] / steepest)
        else:
            bends = np.polynomial.polynomial.polyder(tree.coupling[dof], 2)
            curvature = max(float(np.abs(np.polynomial.polynomial.polyval(x - zero, bends)).max()), 1e-12)
            change[driver] = min(change[driver], 0.5 * change[dof] / steepest)
            largest_step[driver] = min(largest_step[driver], math.sqrt(0.5 * change[dof] / curvature))
    return Bounds(lower, upper, largest_step, change)


def _samples(lower: float, upper: float) -> np.ndarray:
    """Return places (N,) of a joint all over its range."""
    return np.linspace(max(lower, -FARTHEST), min(upper, FARTHEST), 20001)


@fused_inner_kernel
def stoppable_step(room: float, change: float) -> float:
    """Return the largest step from which a joint stops within ``room``, this step counted.

    Each later step is smaller by ``change``: a step of n to n + 1 changes covers
    (n + 1) step − change n (n + 1) / 2 before the joint rests.
    """
    if room <= 0.0:
        return 0.0
    if change == np.inf or room == np.inf:
        return room
    whole = math.floor(0.5 * (math.sqrt(1.0 + 8.0 * room / change) - 1.0))
    return room / (whole + 1.0) + 0.5 * change * whole


@fused_inner_kernel
def limits_of_frame(
    dof_q: np.ndarray,
    bounds: Bounds,
    last: np.ndarray,
    before: np.ndarray,
    history: int,
    lower: np.ndarray,
    upper: np.ndarray,
) -> float:
    """Write position limits, narrowed to what acceleration and velocity leave and what can be braked from.

    A joint that keeps to them from its first step on can always keep all three. Where one comes from outside,
    acceleration takes precedence over velocity and velocity over position: the joint goes as far towards its
    range as it can. Returns by how much [rad or m] the worst joint then stays outside.
    """
    excess = 0.0
    for v in range(lower.shape[0]):
        lower[v], upper[v] = bounds.lower[v], bounds.upper[v]
        if history == 0 or dof_q[v] < 0:
            continue
        at, change = last[dof_q[v]], bounds.largest_change[v]
        pace, known = at - before[dof_q[v]], change if history > 1 else np.inf
        low, high = step_limits(at, pace, lower[v], upper[v], bounds.largest_step[v], change, known)
        excess = max(excess, max(at + low - upper[v], lower[v] - at - high))
        lower[v], upper[v] = max(lower[v], at + low), min(upper[v], at + high)
        if lower[v] > upper[v]:
            lower[v] = upper[v] = at + low
    return excess


@fused_inner_kernel
def keep_to_guide(
    dof_q: np.ndarray,
    guide: GuideBlock,
    frame: int,
    stride: int,
    last: np.ndarray,
    history: int,
    lower: np.ndarray,
    upper: np.ndarray,
) -> None:
    """Narrow limits (V,) to the room about a guide, and to what can be braked before that ends.

    Where that shares nothing with the limits, their nearest end counts.
    """
    for v in range(lower.shape[0]):
        c, room = dof_q[v], guide.room[frame, v]
        if c < 0 or room == np.inf:
            continue
        low, high = -room, room
        if history > 0:
            away = last[c] - guide.target[frame - stride, c]
            low, high = step_limits(away, 0.0, -room, room, np.inf, guide.braking[v], np.inf)
            low, high = away + low, away + high
        here = guide.target[frame, c]
        lower[v], upper[v] = _common(lower[v], upper[v], here + low, here + high)


@fused_inner_kernel
def keep_distance(
    guide: GuideBlock, frame: int, along: np.ndarray, last: np.ndarray, weight: np.ndarray
) -> None:
    """Ask joints that the guide drags for where they would be ``along`` it (Q,), not in the last frame.

    ``last`` (Q,) and ``weight`` (V,) are the poses and weights of joints that stay where they are. Of a pose
    that is asked for joint by joint, those that are not dragged have next to no weight there.
    """
    drags = 0
    for v in range(weight.shape[0]):
        drags += 1 if guide.drag[frame, v] > 0.0 else 0
    if drags > 0:
        for i in range(last.shape[0]):
            last[i] = along[i]
        for v in range(weight.shape[0]):
            weight[v] = max(weight[v], guide.drag[frame, v])


@fused_inner_kernel
def step_limits(
    at: float, pace: float, lower: float, upper: float, largest: float, change: float, known: float
) -> tuple[float, float]:
    """Return the least and the largest step that a joint may take from where it is.

    Args:
        at: Where it is [rad or m].
        pace: Its last step.
        lower: Its range.
        upper: Its range.
        largest: The largest step.
        change: By how much steps may differ, for braking before the ends of the range.
        known: By how much this step may differ from the last one; infinite where that is not known.
    """
    low, high = _common(pace - known, pace + known, -largest, largest)
    ahead, back = upper - at, lower - at
    ahead = stoppable_step(ahead, change) if ahead >= 0.0 else ahead
    back = -stoppable_step(-back, change) if back <= 0.0 else back
    return _common(low, high, back, ahead)


@fused_inner_kernel
def _common(low: float, high: float, other_low: float, other_high: float) -> tuple[float, float]:
    """Return what an interval shares with another one; its nearest end twice where that is nothing."""
    if low > other_high:
        return low, low
    if high < other_low:
        return high, high
    return max(low, other_low), min(high, other_high)
