"""One step of a whole clip: every unknown at once.

What does not meet between frames (the person's pose, and sizes where each frame has its own) is eliminated
frame by frame; the robot's poses are banded in time; sizes that all frames share remain in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from understudy.kinematics.batch_frames import step_frames
from understudy.kinematics.blas_functions import new_arguments
from understudy.kinematics.clip_search import Proposal
from understudy.kinematics.frame_elimination import divide_by_upper, eliminate_frames
from understudy.kinematics.tree import Tree
from understudy.retarget.simultaneous.clip import Clip, Equations, LinearLimit, State, limit_cost
from understudy.retarget.simultaneous.interior_point import Model, least_within_limits
from understudy.retarget.simultaneous.sums import Sums

RIDGE = 1e-9
"""Added to the diagonal in any case; makes what nothing determines stay."""

CLOSE = 1e-4
"""How near to the least of its model a step comes, in units of the cost, see ``interior_point``; the next one
has another model anyway."""

BEGIN, BEGIN_SHARE, MOST_BEGIN = 0.1, 0.01, 10.0
"""How far from it the search begins: at least, as a share of what limits cost beforehand, and at most."""


class _Local(NamedTuple):
    """L variables of single frames, solved for S others: K shared ones, D of the robot, and 1."""

    factors: np.ndarray  # (T, L, L) of their matrices, see ``frame_elimination``
    sides: np.ndarray  # (T, S, L) by which they go back as others go on, half of the way through the factors
    constant: float  # what their model costs where the others stay
    model: Model  # of what is left

    def least(self, known: np.ndarray) -> np.ndarray:
        """Return (T, L) where their cost is least after changes (T, K + D) of the others."""
        found = -self.sides[:, -1] - (known[:, None] @ self.sides[:, :-1])[:, 0]
        divide_by_upper(self.factors, found)
        return found


def take_step(
    clip: Clip, state: State, at: Equations, damping: float, room: np.ndarray | None = None
) -> Proposal[State]:
    """Return a step damped by so much [1], worked out in ``room`` for factors."""
    variables, count = len(clip.person.tree.variable), len(clip.unknown)
    per_frame = len(state.sizes) == len(state.robot)
    local = _eliminate(at, variables, count, damping, per_frame)
    begin = _beginning(at.limits, at.sums.gradient)
    change, shared = least_within_limits(local.model, at.limits, room, CLOSE, begin)
    own = local.least(np.concatenate([np.broadcast_to(shared, (len(change), len(shared))), change], axis=1))
    moved = np.zeros((len(change), len(clip.robot.tree.variable)))
    moved[:, clip.robot.free] = change

    def along(share: float) -> State:
        new = State(
            moved_by(clip.person.tree, state.person, share * own[:, :variables]),
            moved_by(clip.robot.tree, state.robot, share * moved),
            *state[2:],
        )
        if not count:
            return new
        values = state.shared
        values[:, clip.unknown] += share * (own[:, variables:] if per_frame else shared)
        return new.with_shared(values)

    largest = max(float(np.abs(each).max(initial=0.0)) for each in (change, own, shared))
    damped = 0.5 * damping * float((own**2).sum() + (change**2).sum() + len(change) * (shared**2).sum())
    return Proposal(along, _promise(at, local, own, change, shared, damping), largest, damped)


def _beginning(limits: Sequence[LinearLimit], slope: np.ndarray) -> float:
    """Return where the interior point method begins, by what limits cost as things are."""
    still = np.zeros_like(slope)
    cost = sum(limit_cost(limit, still) for limit in limits)
    return float(np.clip(BEGIN_SHARE * cost, BEGIN, MOST_BEGIN))


def _eliminate(at: Equations, variables: int, count: int, damping: float, per_frame: bool) -> _Local:
    """Return the variables of single frames solved for the others, and what is left of the equations."""
    frames, size = at.sums.gradient.shape
    inside = variables + (count if per_frame else 0)
    left = count - (inside - variables)
    every, constant = left + size + 1, 0.0
    factors, solved = np.empty((frames, inside, inside)), np.empty((frames, every, inside))
    sums, shared, slope = Sums(frames, size, at.sums.own.copy()), np.zeros((left, left)), np.zeros(left)
    sums.gradient[:], sums.diagonals[:], sums.figures = at.sums.gradient, at.sums.diagonals, at.sums.figures
    sums.diagonals[:, 0] += damping + RIDGE
    border = np.empty((frames, size, left))
    for part, bodies in at.bodies():
        own, sides = factors[part], solved[part]
        own[:] = bodies.inner[:, :inside, :inside]
        own.reshape(len(own), -1)[:, :: inside + 1] += damping + RIDGE
        sides[:, :left], sides[:, left:-1] = bodies.inner[:, inside:, :inside], bodies.across[:, :, :inside]
        sides[:, -1] = bodies.inner_slope[:, :inside]
        if per_frame:
            sizes = np.arange(variables, inside)
            own[:, sizes, sizes] += at.prior / frames
            sides[:, -1, variables:] += at.prior_slope[part]
        less = np.empty((len(own), every, every))
        if not eliminate_frames(new_arguments(), own, sides, less):
            raise np.linalg.LinAlgError("a frame's normal equations are not positive definite")
        sums.own[part] += bodies.own - less[:, left:-1, left:-1]
        sums.gradient[part] += bodies.gradient - less[:, left:-1, -1]
        border[part] = bodies.across[:, :, inside:] - less[:, left:-1, :left]
        shared += (bodies.inner[:, inside:, inside:] - less[:, :left, :left]).sum(axis=0)
        slope += (bodies.inner_slope[:, inside:] - less[:, :left, -1]).sum(axis=0)
        constant -= 0.5 * float(less[:, -1, -1].sum())
    if left:
        slope += at.prior_slope[0]
        shared[range(left), range(left)] += at.prior + damping * frames + RIDGE
    return _Local(factors, solved, constant, Model(sums, border, slope, shared))


def _promise(
    at: Equations, local: _Local, own: np.ndarray, change: np.ndarray, shared: np.ndarray, damping: float
) -> float:
    """Return by how much the undamped model says that the cost falls.

    Args:
        at: The model.
        local: The same, damped, with variables of single frames eliminated.
        own: (T, L) changes of those.
        change: (T, D) changes of the robot.
        shared: (K,) changes of shared parameters.
        damping: By how much it was damped.
    """
    sums, border, slope, matrix = local.model
    cost = local.constant + float((sums.slope() * change).sum()) + 0.5 * sums.square(change)
    if len(shared):
        along = np.einsum("td,tdk->k", change, border)
        cost += float(shared @ (slope + along) + 0.5 * shared @ matrix @ shared)
    cost -= 0.5 * (damping + RIDGE) * float((own**2).sum() + (change**2).sum())
    cost -= 0.5 * (damping * len(change) + RIDGE) * float((shared**2).sum())
    still = np.zeros_like(change)
    saved = sum(limit_cost(limit, still) - limit_cost(limit, change) for limit in at.limits)
    return saved - cost


def moved_by(tree: Tree, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return poses moved by a change (T, V), coupled joints following."""
    found = np.empty_like(q)
    step_frames(
        tree, np.ascontiguousarray(q), np.ascontiguousarray(change), np.ones(len(tree.variable)), found
    )
    return found
