"""A problem stated once, for any of the three drivers: a tree, what is asked of it, and its limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from understudy.kinematics.costs import Costs
from understudy.kinematics.limits import Bounds, Effort, typed
from understudy.kinematics.sparsity import Pattern, pattern_of
from understudy.kinematics.tree import Tree

Arrays = TypeVar("Arrays")


@dataclass(frozen=True, eq=False)
class Problem:
    """What is asked of a tree over some frames.

    Attributes:
        tree: The tree.
        costs: What is asked; targets of T frames.
        bounds: Hard limits.
        starts: (S, Q) poses from which the first frame is solved; the best result is taken.
        effort: When to be content.
        pattern: Sparsity of the normal equations; found from the costs where it is not known already.
    """

    tree: Tree
    costs: Costs
    bounds: Bounds
    starts: np.ndarray
    effort: Effort = Effort()
    pattern: Pattern | None = None

    def __post_init__(self) -> None:
        """Bring everything into the form for which the kernels are compiled."""
        put = object.__setattr__
        put(self, "costs", as_kernels_take(self.costs))
        put(self, "bounds", as_kernels_take(self.bounds))
        put(self, "starts", as_kernels_take(np.atleast_2d(self.starts)))
        put(self, "effort", typed(self.effort))
        put(self, "pattern", self.pattern or pattern_of(self.tree, self.costs))


def as_kernels_take(arrays: Arrays) -> Arrays:
    """Return arrays, or named tuples of them, contiguous and writable: others would be compiled for anew."""
    given: Any = arrays
    taken: Any = given
    if isinstance(given, tuple):
        taken = type(given)(*(as_kernels_take(part) for part in given))
    elif not (given.flags.c_contiguous and given.flags.writeable and given.flags.aligned):
        taken = np.array(given, order="C")
    return taken
