"""The step of an interval: where the model of its frames, and what limits cost, are least together.

Frames are a quadratic function of the change; so are footholds and shared parameters. What limits cost is
not, so that finding the least takes some Newton steps by itself where they matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.kernels.compilation import fused_vector_kernel
from understudy.kinematics.clip.band import Room, solve_band
from understudy.kinematics.clip.footholds import SIZE
from understudy.kinematics.clip.state import Nearby, OverTime

STEPS, SHARES, ENOUGH = 6, (1.0, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4), 0.1
"""Steps at most, shares of one that are tried, and the share of what was gained that another has to gain."""

CUT = 0.1
"""Share of a step below which what is almost free went so far that it held up all else."""


@dataclass(eq=False)
class Step:
    """A change of a clip: of poses (T, V), footholds (K, 3), shared parameters (N,).

    It is cut where limits that were not felt beforehand left next to nothing of a Newton step.
    """

    poses: np.ndarray
    feet: np.ndarray
    shared: np.ndarray
    is_cut: bool = False

    def towards(self, other: Step, share: float) -> Step:
        """Return the change after a share of the way to another."""
        return Step(
            self.poses + share * (other.poses - self.poses),
            self.feet + share * (other.feet - self.feet),
            self.shared + share * (other.shared - self.shared),
            self.is_cut or share < CUT,
        )


@dataclass(frozen=True, eq=False)
class Model:
    """A quadratic model of an interval, of T frames in it and beside it with V variables.

    Attributes:
        near: The interval.
        hessian: (T, V, V) second derivatives of single frames.
        gradient: (T, V) first ones.
        damping: (T,) share of the diagonal that is added.
        is_free: (V,) which variables there are.
        stance: (T, F) the footholds that move along.
        columns: (T, 3F + N, V) second derivatives by footholds and shared parameters.
        own: (K, 3, 3) second derivatives by footholds.
        slope: (K, 3) first ones.
        shared: (N, N) second derivatives by parameters.
        shared_slope: (N,) first ones.
    """

    near: Nearby
    hessian: np.ndarray
    gradient: np.ndarray
    damping: np.ndarray
    is_free: np.ndarray
    stance: np.ndarray
    columns: np.ndarray
    own: np.ndarray
    slope: np.ndarray
    shared: np.ndarray
    shared_slope: np.ndarray

    def least(self, begun: OverTime, room: Room) -> Step | None:
        """Return the change at which it all costs least; None where the model has no least.

        Args:
            begun: What frames ask of each other where they are.
            room: Memory for factors.
        """
        step = Step(np.zeros_like(self.gradient), np.zeros_like(self.slope), np.zeros(len(self.shared)))
        over = begun
        value = first_value = begun.cost
        for _ in range(STEPS):
            target = self._newton(step, over, room)
            if target is None:
                return None
            way = target.poses - step.poses
            expected = over.cost + (way * (over.slopes + 0.5 * _along(over, way))).sum()
            for share in SHARES:
                tried = step.towards(target, share)
                there = self.near.after(tried.poses)
                over_time = sum(float(each.sum()) for each in there.costs())
                found = self._value(tried, over_time)
                if found < value:
                    break
            else:
                break
            gained, value, step = value - found, found, tried
            missed = over_time - expected
            if gained < ENOUGH * (first_value - value) or (share == 1.0 and missed < ENOUGH * gained):
                break
            over = there.look()
        return step

    def _value(self, step: Step, over_time: float) -> float:
        """Return what the model says that a step costs, with what frames ask of each other after it."""
        cost = quadratic_cost(
            self.hessian, self.gradient, self.damping, self.columns, self.stance, self.near.first,
            self.near.stop, step.poses, step.feet, step.shared,
        )  # fmt: skip
        cost += (step.feet * self.slope).sum() + 0.5 * np.einsum("ki,kij,kj", step.feet, self.own, step.feet)
        cost += step.shared @ (self.shared_slope + 0.5 * self.shared @ step.shared)
        return float(cost) + over_time

    def _newton(self, step: Step, over: OverTime, room: Room) -> Step | None:
        """Return where a Newton step leads from a step."""
        first, stop = self.near.first, self.near.stop
        target = Step(np.zeros_like(step.poses), np.zeros_like(step.feet), np.zeros_like(step.shared))
        part = slice(first, stop)
        target.poses[part] = (self.gradient + over.slopes - _along(over, step.poses))[part]
        room.columns[part] = self.columns[part]
        if not solve_band(
            room, self.hessian, over.bands, over.blocks, self.damping, self.is_free, first, stop, self.stance,
            self.own, self.slope, self.shared, self.shared_slope, target.poses, target.feet, target.shared,
        ):  # fmt: skip
            return None
        return target


@fused_vector_kernel
def quadratic_cost(
    hessian: np.ndarray,
    gradient: np.ndarray,
    damping: np.ndarray,
    columns: np.ndarray,
    stance: np.ndarray,
    first: int,
    stop: int,
    change: np.ndarray,
    feet: np.ndarray,
    shared: np.ndarray,
) -> float:
    """Return what a change costs frames by their quadratic models; see :class:`Model`.

    Args:
        hessian: (T, V, V) second derivatives of single frames.
        gradient: (T, V) first ones.
        damping: (T,) share of the diagonal that is added.
        columns: (T, 3F + N, V) second derivatives by footholds and shared parameters.
        stance: (T, F) the footholds that move along.
        first: First frame.
        stop: Behind the last one.
        change: (T, V) of poses.
        feet: (K, 3) of footholds.
        shared: (N,) of shared parameters.
    """
    total, size, soles = 0.0, change.shape[1], stance.shape[1]
    for t in range(first, stop):
        for i in range(size):
            d, row = change[t, i], damping[t] * hessian[t, i, i] * change[t, i]
            for j in range(size):
                row += hessian[t, i, j] * change[t, j]
            total += d * (gradient[t, i] + 0.5 * row)
        for s in range(columns.shape[1]):
            by = 0.0
            if s >= SIZE * soles:
                by = shared[s - SIZE * soles]
            elif stance[t, s // SIZE] >= 0:
                by = feet[stance[t, s // SIZE], s % SIZE]
            if by != 0.0:
                row = 0.0
                for i in range(size):
                    row += columns[t, s, i] * change[t, i]
                total += by * row
    return float(total)


def _along(over: OverTime, change: np.ndarray) -> np.ndarray:
    """Return the product (T, V) of second derivatives over time and a change (T, V)."""
    out = over.bands[:, 0] * change
    is_dense = len(over.blocks) > 0
    if is_dense:
        out += np.matmul(over.blocks[:, 0], change[:, :, None])[..., 0]
    for apart in (1, 2):
        diagonal = over.bands[:-apart, apart]
        out[:-apart] += diagonal * change[apart:]
        out[apart:] += diagonal * change[:-apart]
        if is_dense:
            block = over.blocks[:-apart, apart]
            out[:-apart] += np.matmul(block, change[apart:, :, None])[..., 0]
            out[apart:] += np.matmul(change[:-apart, None], block)[:, 0]
    return out
