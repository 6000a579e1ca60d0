"""What is asked of a body over a whole clip, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from understudy.kinematics.clip.footholds import Footholds, some_frames
from understudy.kinematics.clip.inner import Inner
from understudy.kinematics.clip.rates import Rates
from understudy.kinematics.clip.stencil import Stencil
from understudy.kinematics.costs import Costs
from understudy.kinematics.solver import frames_of
from understudy.kinematics.tree import Tree


@dataclass(frozen=True, eq=False)
class ClipProblem:
    """What is asked of a tree over a whole clip.

    Attributes:
        tree: The tree.
        costs: What single frames ask; corners that stand are among its points.
        rates: Prices and limits over time.
        footholds: The stances.
        stencil: Quantities of three successive frames, such as forces, if any.
        inner: Variables of single frames beside their poses, and shared parameters, if any.
    """

    tree: Tree
    costs: Costs
    rates: Rates
    footholds: Footholds
    stencil: Stencil | None = None
    inner: Inner | None = None

    def part(self, frames: slice) -> ClipProblem:
        """Return the problem of some frames on end alone; written to, its soles are this one's."""
        return replace(
            self,
            costs=frames_of(self.costs, frames),
            rates=self.rates._replace(wanted=self.rates.wanted[frames]),
            footholds=some_frames(self.footholds, frames),
            stencil=None if self.stencil is None else self.stencil.part(frames),
            inner=None if self.inner is None else self.inner.part(frames),
        )


@dataclass(frozen=True, eq=False)
class ClipSolution:
    """What became of a clip.

    Attributes:
        q: (T, Q) poses.
        z: (K, 3) footholds: by how much each is moved [m] and turned [rad].
        cost: (T,) what frames cost.
        steps: (T,) taken.
        converged: (T,) whether steps had become too small to matter.
        inner: (T, P) inner coordinates.
        shared: (N,) parameters that all frames share.
    """

    q: np.ndarray
    z: np.ndarray
    cost: np.ndarray
    steps: np.ndarray
    converged: np.ndarray
    inner: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    shared: np.ndarray = field(default_factory=lambda: np.zeros(0))
