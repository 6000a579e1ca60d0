"""One step of a whole clip: every unknown at once.

What does not meet between frames (the person's pose, and sizes where each frame has its own) is eliminated
frame by frame; the robot's poses are banded in time; sizes that all frames share remain in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.linalg import get_blas_funcs, get_lapack_funcs

from understudy.kinematics.batch_frames import step_frames
from understudy.kinematics.clip_search import Proposal
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
    """L variables of single frames, solved for S others: K shared ones, D of the robot, and 1.

    With the factor C of their matrix H = C Cᵀ and sides B, ``solved`` is C⁻¹ B: Bᵀ H⁻¹ B is its square.
    """

    factors: np.ndarray  # (T, L, L) C, column after column
    solved: np.ndarray  # (T, S, L)
    model: Model  # of what is left

    def least(self, known: np.ndarray) -> np.ndarray:
        """Return (T, L) where their cost is least after changes (T, K + D) of the others."""
        right = -self.solved[:, -1] - (known[:, None] @ self.solved[:, :-1])[:, 0]
        (solve,) = get_blas_funcs(("trsv",), (right,))
        for factor, side in zip(self.factors, right, strict=True):
            solve(factor.T, side, lower=1, trans=1, overwrite_x=1)
        return right


def take_step(
    clip: Clip, state: State, at: Equations, damping: float, room: np.ndarray | None = None
) -> Proposal[State]:
    """Return a step damped by so much [1], worked out in ``room`` for factors."""
    variables, count = len(clip.person.tree.variable), len(clip.unknown)
    per_frame = len(state.sizes) == len(state.robot)
    local = _eliminate(at, variables, count, damping, per_frame)
    begin = _beginning(at.limits, at.sums.gradient)
    change, shared = least_within_limits(local.model, at.limits, room, CLOSE, begin)
    known = np.concatenate([np.broadcast_to(shared, (len(change), len(shared))), change], axis=1)
    own = local.least(known)
    own = own if per_frame else np.concatenate([own, known[:, :count]], axis=1)
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

    largest = max(float(np.abs(change).max()), float(np.abs(own).max()))
    return Proposal(along, _promise(at, own, change, per_frame), largest)


def _beginning(limits: Sequence[LinearLimit], slope: np.ndarray) -> float:
    """Return where the interior point method begins, by what limits cost as things are."""
    still = np.zeros_like(slope)
    cost = sum(limit_cost(limit, still) for limit in limits)
    return float(np.clip(BEGIN_SHARE * cost, BEGIN, MOST_BEGIN))


def _eliminate(at: Equations, variables: int, count: int, damping: float, per_frame: bool) -> _Local:
    """Return the variables of single frames solved for the others, and what is left of the equations."""
    frames, size, inside = len(at.inner), at.across.shape[1], variables + (count if per_frame else 0)
    left = count - (inside - variables)
    factors, solved = at.inner[:, :inside, :inside].copy(), np.empty((frames, left + size + 1, inside))
    factors.reshape(frames, -1)[:, :: inside + 1] += damping + RIDGE
    solved[:, :left], solved[:, left:-1] = at.inner[:, inside:, :inside], at.across[:, :, :inside]
    solved[:, -1] = at.inner_slope[:, :inside]
    if per_frame:
        own = np.arange(variables, inside)
        factors[:, own, own] += at.prior / frames
        solved[:, -1, variables:] += at.prior_slope
    sums, shared, slope = Sums(frames, size, at.sums.own.copy()), np.zeros((left, left)), np.zeros(left)
    sums.gradient[:], sums.diagonals[:], sums.figures = at.sums.gradient, at.sums.diagonals, at.sums.figures
    sums.diagonals[:, 0] += damping + RIDGE
    border = at.across[:, :, inside:].copy()
    (factorise,) = get_lapack_funcs(("potrf",), (factors,))
    solve, multiply = get_blas_funcs(("trsm", "gemm"), (factors,))
    for frame in range(frames):
        factor, sides = factors[frame].T, solved[frame].T
        _, failed = factorise(factor, lower=1, overwrite_a=1, clean=0)
        if failed:
            raise np.linalg.LinAlgError("a frame's normal equations are not positive definite")
        solve(1.0, factor, sides, lower=1, overwrite_b=1)
        less = multiply(1.0, sides, sides, trans_a=1)
        sums.own[frame] -= less[left:-1, left:-1]
        sums.gradient[frame] -= less[left:-1, -1]
        if left:
            border[frame] -= less[left:-1, :left]
            shared -= less[:left, :left]
            slope -= less[:left, -1]
    if left:
        shared += at.inner[:, inside:, inside:].sum(axis=0)
        slope += at.inner_slope[:, inside:].sum(axis=0) + at.prior_slope[0]
        shared[range(left), range(left)] += at.prior + damping * frames + RIDGE
    return _Local(factors, solved, Model(sums, border, slope, shared))


def _promise(at: Equations, own: np.ndarray, change: np.ndarray, per_frame: bool) -> float:
    """Return by how much the undamped model says that the cost falls.

    Args:
        at: The model.
        own: (T, H + K) changes of the person and of shared parameters.
        change: (T, D) changes of the robot.
        per_frame: Whether shared parameters are each frame's own.
    """
    shared = own[:, own.shape[1] - len(at.prior) :] if per_frame else own[:1, own.shape[1] - len(at.prior) :]
    linear = (at.inner_slope * own).sum() + (at.sums.slope() * change).sum() + (at.prior_slope * shared).sum()
    square = ((at.inner @ own[..., None])[..., 0] * own).sum()
    square += 2.0 * ((at.across @ own[..., None])[..., 0] * change).sum()
    square += (at.prior / len(at.prior_slope) * shared**2).sum()
    square += at.sums.square(change)
    still = np.zeros_like(change)
    saved = sum(limit_cost(limit, still) - limit_cost(limit, change) for limit in at.limits)
    return saved - float(linear + 0.5 * square)


def moved_by(tree: Tree, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return poses moved by a change (T, V), coupled joints following."""
    found = np.empty_like(q)
    step_frames(
        tree, np.ascontiguousarray(q), np.ascontiguousarray(change), np.ones(len(tree.variable)), found
    )
    return found
