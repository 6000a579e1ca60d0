"""Hard limits of variables, and how far a problem goes for them."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from understudy.kinematics.compilation import lean_inner_kernel
from understudy.kinematics.tree import Tree


class Bounds(NamedTuple):
    """Hard limits of the variables; infinite where there is none."""

    lower: np.ndarray  # (V,) [rad or m]
    upper: np.ndarray  # (V,)
    largest_step: np.ndarray  # (V,) between two frames [rad or m]


class Effort(NamedTuple):
    """When to be content, and when to doubt."""

    first_iterations: int = 201  # for the first frame, from every start
    iterations: int = 31  # for every later frame
    smallest_step: float = 1e-5  # converged once no variable moves by more [rad or m]
    least_damping: float = 1e-9  # share of the diagonal that Levenberg–Marquardt adds at least
    ridge: float = 1e-10  # added to the diagonal in any case
    pin_rise: float = 1.0  # share of the way to a firmer pin closed in a frame
    pin_fall: float = 1.0  # share of the way to a looser pin, or none, closed in a frame
    doubtful_cost: float = math.inf  # a frame that costs more may be caught in a poor IK branch
    doubt_pause: int = 1  # frames between two looks for a better one
    fewest_points: int = 0  # a frame that shows fewer keeps its neighbour's pose
    agreement: float = -1.0  # ends at a frame that had this pose within so much, or a better one; < 0: never
    from_given: int = 0  # 1: every frame starts from the pose that is there, not from the last one


def typed(effort: Effort) -> Effort:
    """Return an effort whose numbers have the types that kernels were compiled for."""
    defaults = Effort()._asdict()
    return Effort(**{name: type(defaults[name])(value) for name, value in effort._asdict().items()})


def open_bounds(tree: Tree) -> Bounds:
    """Return bounds that hold nothing back."""
    size = len(tree.variable)
    return Bounds(np.full(size, -np.inf), np.full(size, np.inf), np.full(size, np.inf))


def variable_bounds(tree: Tree, lower: np.ndarray, upper: np.ndarray, largest_step: np.ndarray) -> Bounds:
    """Return limits of the variables from limits of all degrees of freedom (V,) each.

    A joint that drives coupled ones is narrowed until all of them stay within their own limits; the
    polynomial is sampled for that, a line exactly at its ends.
    """
    lower, upper, largest_step = lower.copy(), upper.copy(), largest_step.copy()
    for dof, driver in enumerate(tree.variable):
        if driver in (-1, dof):
            continue
        low, high = max(lower[driver], -1e3), min(upper[driver], 1e3)
        x = np.linspace(low, high, 20001)
        zero, own_zero = tree.q_zero[tree.dof_q[driver]], tree.q_zero[tree.dof_q[dof]]
        value = own_zero + np.polynomial.polynomial.polyval(x - zero, tree.coupling[dof])
        line = not tree.coupling[dof, 2:].any() and tree.coupling[dof, 1] != 0.0
        if line:
            own = np.array([lower[dof], upper[dof]])
            ends = (own - own_zero - tree.coupling[dof, 0]) / tree.coupling[dof, 1]
            lower[driver] = max(lower[driver], zero + ends.min())
            upper[driver] = min(upper[driver], zero + ends.max())
        else:
            inside = x[(value >= lower[dof]) & (value <= upper[dof])]
            lower[driver], upper[driver] = inside.min(), inside.max()
        x = np.linspace(max(lower[driver], -1e3), min(upper[driver], 1e3), 20001)
        slope = np.polynomial.polynomial.polyval(
            x - zero, np.polynomial.polynomial.polyder(tree.coupling[dof])
        )
        steepest = max(float(np.abs(slope).max()), 1e-12)
        largest_step[driver] = min(largest_step[driver], largest_step[dof] / steepest)
    return Bounds(lower, upper, largest_step)


@lean_inner_kernel
def limits_of_frame(
    dof_q: np.ndarray,
    bounds: Bounds,
    last: np.ndarray,
    history: int,
    lower: np.ndarray,
    upper: np.ndarray,
) -> float:
    """Write position limits, after a first frame narrowed to what the velocity limits leave.

    Where no position within reach is allowed, velocity takes precedence: the joint goes as far towards its
    range as it can. Returns by how much [rad or m] the worst joint then stays outside.
    """
    excess = 0.0
    for v in range(lower.shape[0]):
        lower[v], upper[v] = bounds.lower[v], bounds.upper[v]
        if history > 0 and dof_q[v] >= 0:
            low, high = last[dof_q[v]] - bounds.largest_step[v], last[dof_q[v]] + bounds.largest_step[v]
            if low > upper[v]:
                excess = max(excess, low - upper[v])
                lower[v], upper[v] = low, low
            elif high < lower[v]:
                excess = max(excess, lower[v] - high)
                lower[v], upper[v] = high, high
            else:
                lower[v], upper[v] = max(lower[v], low), min(upper[v], high)
    return excess
