"""One step of a whole clip: every unknown at once.

What does not meet between frames (the person's pose, and sizes where each frame has its own) is eliminated
frame by frame; the robot's poses are banded in time; sizes that all frames share remain in the end.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import get_lapack_funcs

from understudy.kinematics.batch_frames import step_frames
from understudy.kinematics.clip_system import ClipSystem
from understudy.kinematics.tree import Tree
from understudy.retarget.simultaneous.clip import Clip, Equations, State, limit_cost
from understudy.retarget.simultaneous.interior_point import least_within_limits

RIDGE = 1e-9
"""Added to the diagonal in any case; makes what nothing determines stay."""


class Step(NamedTuple):
    """Where a step leads."""

    state: State
    promise: float  # by how much the quadratic model says that the cost falls
    largest: float  # the largest change [rad or m]


class _Local(NamedTuple):
    """L variables of single frames, solved for everything else."""

    solved: np.ndarray  # (T, L, K + D + 1) by shared ones, by the robot's, and by themselves
    system: ClipSystem  # of what is left


def take_step(clip: Clip, state: State, at: Equations, damping: float) -> Step:
    """Return the state after a step damped by so much [1]."""
    variables, count = len(clip.person.tree.variable), len(clip.unknown)
    per_frame = len(state.sizes) == len(state.robot)
    local = _eliminate(at, variables, count, damping, per_frame)
    change, shared = least_within_limits(local.system, at.limits)
    known = np.concatenate([np.broadcast_to(shared, (len(change), len(shared))), change], axis=1)
    own = -local.solved[..., -1] - (local.solved[..., :-1] @ known[..., None])[..., 0]
    own = own if per_frame else np.concatenate([own, known[:, :count]], axis=1)
    moved = np.zeros((len(change), len(clip.robot.tree.variable)))
    moved[:, clip.robot.free] = change
    new = State(
        moved_by(clip.person.tree, state.person, own[:, :variables]),
        moved_by(clip.robot.tree, state.robot, moved),
        *state[2:],
    )
    if count:
        values = state.shared
        values[:, clip.unknown] += own[:, variables:] if per_frame else shared
        new = new.with_shared(values)
    largest = max(float(np.abs(change).max()), float(np.abs(own).max()))
    return Step(new, _promise(at, own, change, per_frame), largest)


def _eliminate(at: Equations, variables: int, count: int, damping: float, per_frame: bool) -> _Local:
    """Return the variables of single frames solved for the others, and what is left of the equations."""
    frames, size, inside = len(at.inner), at.across.shape[2], variables + (count if per_frame else 0)
    left = count - (inside - variables)
    solved = np.empty((frames, inside, left + size + 1))
    bands, gradient = at.bands.copy(), at.gradient.copy()
    every = np.arange(size)
    bands[:, 0, every, every] += damping + RIDGE
    border, shared, slope = np.zeros((frames, size, left)), np.zeros((left, left)), np.zeros(left)
    (solve,) = get_lapack_funcs(("posv",), (at.inner,))
    own, sides = np.arange(inside), np.empty((inside, left + size + 1), order="F")
    for frame in range(frames):
        inner = at.inner[frame, :inside, :inside].copy(order="F")
        inner[own, own] += damping + RIDGE
        sides[:, :left] = at.inner[frame, :inside, inside:]
        sides[:, left:-1] = at.across[frame, :inside]
        sides[:, -1] = at.inner_slope[frame, :inside]
        if per_frame:
            inner[own[variables:], own[variables:]] += at.prior / frames
            sides[variables:, -1] += at.prior_slope[frame]
        _, found, failed = solve(inner, sides, lower=1, overwrite_a=1)
        if failed:
            raise np.linalg.LinAlgError("a frame's normal equations are not positive definite")
        solved[frame] = found
        less = sides[:, :-1].T @ found
        bands[frame, 0] -= less[left:, left:-1]
        gradient[frame] -= less[left:, -1]
        if left:
            border[frame] = at.across[frame, inside:].T - less[left:, :left]
            shared += at.inner[frame, inside:, inside:] - less[:left, :left]
            slope += at.inner_slope[frame, inside:] - less[:left, -1]
    if left:
        shared[range(left), range(left)] += at.prior + damping * frames + RIDGE
        slope += at.prior_slope[0]
    return _Local(solved, ClipSystem(gradient, bands, border, slope, shared))


def _promise(at: Equations, own: np.ndarray, change: np.ndarray, per_frame: bool) -> float:
    """Return by how much the undamped model says that the cost falls.

    Args:
        at: The model.
        own: (T, H + K) changes of the person and of shared parameters.
        change: (T, D) changes of the robot.
        per_frame: Whether shared parameters are each frame's own.
    """
    shared = own[:, own.shape[1] - len(at.prior) :] if per_frame else own[:1, own.shape[1] - len(at.prior) :]
    linear = (at.inner_slope * own).sum() + (at.gradient * change).sum() + (at.prior_slope * shared).sum()
    square = ((at.inner @ own[..., None])[..., 0] * own).sum()
    square += 2.0 * ((at.across @ change[..., None])[..., 0] * own).sum()
    square += (at.prior / len(at.prior_slope) * shared**2).sum()
    square += _banded_square(at.bands, change)
    still = np.zeros_like(change)
    saved = sum(limit_cost(limit, still) - limit_cost(limit, change) for limit in at.limits)
    return saved - float(linear + 0.5 * square)


def _banded_square(bands: np.ndarray, change: np.ndarray) -> float:
    """Return changeᵀ H change of a matrix in bands (T, 3, D, D) and a change (T, D)."""
    square = 0.0
    for apart in range(bands.shape[1]):
        later, earlier = change[apart:], change[: len(change) - apart]
        both = float(((bands[: len(earlier), apart] @ earlier[..., None])[..., 0] * later).sum())
        square += both if apart == 0 else 2.0 * both
    return square


def moved_by(tree: Tree, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Return poses moved by a change (T, V), coupled joints following."""
    found = np.empty_like(q)
    step_frames(
        tree, np.ascontiguousarray(q), np.ascontiguousarray(change), np.ones(len(tree.variable)), found
    )
    return found
