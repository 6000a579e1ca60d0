"""Where joints may be in the next frame, by where they were in the last two ((13) to (15) in one).

Position, speed and acceleration together leave each joint an interval, which ends where it could not brake
before the end of its range any more.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.kernels.compilation import lean_kernel
from understudy.kinematics.limits import Bounds, limits_of_frame, open_bounds
from understudy.kinematics.tree import Tree
from understudy.retarget.simultaneous.frame_limits import JointRows
from understudy.retarget.simultaneous.joint_terms import ACCELERATION, POSITION, VELOCITY, JointLimit
from understudy.retarget.simultaneous.step import moved_by

NARROWEST = 1e-6
"""Half the width [rad or m] of an interval at least, so that there is something between its ends."""


class NextFrame:
    """Intervals of a robot's joints.

    Args:
        tree: The robot's tree.
        free: (D,) its variables.
        limits: What joints have to keep over a clip.
        fps: Frames a second [1/s].
        weight: [1] of being outside by half the interval's width.
    """

    def __init__(
        self, tree: Tree, free: np.ndarray, limits: Sequence[JointLimit], fps: float, weight: float
    ) -> None:
        """Gather the limits of all variables."""
        self.tree, self.free, self.weight = tree, free, weight
        bounds = open_bounds(tree)
        for limit in limits:
            own, half = free[limit.places], 1.0 / limit.scale
            if limit.stencil == POSITION:
                bounds.lower[own], bounds.upper[own] = limit.middle - half, limit.middle + half
            elif limit.stencil == VELOCITY:
                bounds.largest_step[own] = half / fps
            else:
                assert limit.stencil == ACCELERATION
                bounds.largest_change[own] = half / fps**2
        self.bounds = bounds
        self.places = np.flatnonzero(tree.dof_q[free] >= 0)
        self.columns = tree.dof_q[free[self.places]]

    def intervals(self, earlier: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return lowest and highest values (J,) of joints after two poses (2, Q), or after none (0, Q)."""
        before, last = earlier if len(earlier) else np.zeros((2, earlier.shape[1]))
        lower, upper = np.empty((2, len(self.tree.variable)))
        _write(self.tree.dof_q, self.bounds, last, before, len(earlier), lower, upper)
        own = self.free[self.places]
        return lower[own], upper[own]

    def rows(self, lower: np.ndarray, upper: np.ndarray) -> JointRows:
        """Return intervals as rows of one frame."""
        ends = np.isfinite(lower) & np.isfinite(upper)
        middle, half = 0.5 * (lower + upper)[ends], np.maximum(0.5 * (upper - lower)[ends], NARROWEST)
        return JointRows(
            self.columns[ends], self.places[ends], len(self.free), middle - half, middle + half, self.weight
        )

    def within(self, pose: np.ndarray, lower: np.ndarray, upper: np.ndarray) -> np.ndarray:
        """Return a pose (1, Q) whose joints are in intervals."""
        kept = pose.copy()
        kept[:, self.columns] = np.clip(pose[:, self.columns], lower, upper)
        return moved_by(self.tree, kept, np.zeros((1, len(self.tree.variable))))


@lean_kernel
def _write(
    dof_q: np.ndarray,
    bounds: Bounds,
    last: np.ndarray,
    before: np.ndarray,
    history: int,
    lower: np.ndarray,
    upper: np.ndarray,
) -> None:
    """Write lower and upper (V,); see ``limits_of_frame``."""
    limits_of_frame(dof_q, bounds, last, before, history, lower, upper)
