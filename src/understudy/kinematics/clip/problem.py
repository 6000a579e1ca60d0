"""What is asked of a body over a whole clip, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from understudy.kinematics.clip.footholds import Footholds, some_frames
from understudy.kinematics.clip.rates import Rates, slower
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
            rates=self.rates._replace(path=self.rates.path[frames]),
            footholds=some_frames(self.footholds, frames),
        )

    def every(self, stride: int) -> ClipProblem:
        """Return the problem of every so-manieth frame, with targets of its own."""
        frames = slice(None, None, stride)
        costs = frames_of(self.costs, frames)
        point = costs.point._replace(target=np.array(costs.point.target))
        return replace(
            self,
            costs=_contiguous(costs._replace(point=point)),
            rates=slower(self.rates, stride),
            footholds=some_frames(self.footholds, frames),
        )


def _contiguous(costs: Costs) -> Costs:
    """Return costs whose arrays over time have no gaps."""
    blocks = {}
    for name, block in costs._asdict().items():
        fields = {f: np.ascontiguousarray(getattr(block, f)) for f in getattr(block, "timed", ())}
        blocks[name] = block._replace(**fields)
    return costs._replace(**blocks)


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
