"""What is asked of a body over a whole clip, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.clip.footholds import Footholds, some_frames
from understudy.kinematics.clip.rates import Rates
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
    """

    tree: Tree
    costs: Costs
    rates: Rates
    footholds: Footholds

    def part(self, frames: slice) -> ClipProblem:
        """Return the problem of some frames on end alone; written to, its soles are this one's."""
        return replace(
            self,
            costs=frames_of(self.costs, frames),
            rates=self.rates._replace(wanted=self.rates.wanted[frames]),
            footholds=some_frames(self.footholds, frames),
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
    """

    q: np.ndarray
    z: np.ndarray
    cost: np.ndarray
    steps: np.ndarray
    converged: np.ndarray
