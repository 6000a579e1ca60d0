"""A problem stated once, for any of the three drivers: a tree, what is asked of it, and its limits."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.kinematics.costs import Costs
from understudy.kinematics.limits import Bounds, Effort, typed
from understudy.kinematics.sparsity import Pattern, pattern_of
from understudy.kinematics.tree import Tree

Arrays = TypeVar("Arrays")

_TAKEN = (np.dtype(np.float64), np.dtype(np.int64), np.dtype(np.uint32), np.dtype(np.bool_))
"""Types of numbers for which kernels are compiled."""


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
        _check_rows(self.costs._asdict())
        put = object.__setattr__
        put(self, "costs", as_kernels_take(self.costs))
        put(self, "bounds", as_kernels_take(self.bounds))
        put(self, "starts", as_kernels_take(np.atleast_2d(self.starts)))
        put(self, "effort", typed(self.effort))
        put(self, "pattern", self.pattern or pattern_of(self.tree, self.costs))

    def asking(self, pattern: Pattern | None = None, **blocks: Any) -> Problem:
        """Return the same problem with other blocks of costs.

        Args:
            pattern: Sparsity of the normal equations, where blocks are not of the same bodies as before.
            **blocks: Name of a cost → the block that takes its place.
        """
        taken = {name: as_kernels_take(block) for name, block in blocks.items()}
        _check_rows(taken)
        return self._with(costs=self.costs._replace(**taken), pattern=pattern or self.pattern)

    def within(self, bounds: Bounds) -> Problem:
        """Return the same problem within other limits."""
        return self._with(bounds=as_kernels_take(bounds))

    def content_with(self, starts: np.ndarray | None = None, **efforts: Any) -> Problem:
        """Return the same problem for whom is content at another time, or begins elsewhere.

        Args:
            starts: (S, Q) poses from which the first frame is solved, if others.
            **efforts: Fields of :class:`Effort` that differ.
        """
        begun = self.starts if starts is None else as_kernels_take(np.atleast_2d(starts))
        return self._with(effort=typed(self.effort._replace(**efforts)), starts=begun)

    def _with(self, **fields: Any) -> Problem:
        """Return the same problem with fields that have their form already; none is looked at again."""
        found = copy(self)
        for name, value in fields.items():
            object.__setattr__(found, name, value)
        return found


def as_kernels_take(arrays: Arrays) -> Arrays:
    """Return arrays, or named tuples of them, contiguous and writable: others would be compiled for anew."""
    given: Any = arrays
    taken: Any = given
    if isinstance(given, tuple):
        taken = type(given)(*[as_kernels_take(part) for part in given])
    elif given.dtype not in _TAKEN:
        taken = np.array(given, dtype=np.float64 if given.dtype.kind == "f" else np.int64, order="C")
    elif not given.flags.carray:
        # It is not contiguous, aligned and writable, which is asked at once: problems have dozens of arrays.
        taken = np.array(given, order="C")
    return taken


def require_rows(costs: Costs, frames: int) -> None:
    """Refuse to solve more frames than the costs have targets for.

    Raises:
        InvalidMotionError: Naming the cost that has too few.
    """
    for name, block in costs._asdict().items():
        rows = [getattr(block, field) for field in getattr(block, "timed", ())]
        if any(array.size for array in rows) and len(rows[0]) < frames:
            raise InvalidMotionError(f"cost '{name}' has targets for {len(rows[0])} frames, not for {frames}")


def _check_rows(costs: Mapping[str, Any]) -> None:
    """Refuse arrays that do not fit each other: kernels would read beyond their ends."""
    for name, block in costs.items():
        fields = getattr(block, "timed", ())
        rows = {len(getattr(block, field)) for field in fields}
        if len(rows) > 1:
            found = ", ".join(f"{field} {len(getattr(block, field))}" for field in fields)
            raise InvalidMotionError(f"cost '{name}' has arrays for different numbers of frames: {found}")
        if fields and not np.isfinite(block.target).all():
            raise InvalidMotionError(f"cost '{name}' has targets that are not finite")
