"""Costs and limits of how fast a robot's joints move and speed up (Ayusawa and Yoshida 2017, (14), (15))."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.kinematics.joint_rows import JointRows, add_joint_pull, add_joint_stiffness, write_joint_rows
from understudy.kinematics.tree import Tree
from understudy.retarget.simultaneous.rates import add_pull, add_stiffness, rates
from understudy.retarget.simultaneous.sums import Sums

POSITION, VELOCITY, ACCELERATION = (1.0,), (-1.0, 1.0), (1.0, -2.0, 1.0)

_NAMES = {POSITION: "joint position", VELOCITY: "joint velocity", ACCELERATION: "joint acceleration"}


class Steady:
    """Accelerations of all variables cost a little, so that what nothing else decides is smooth.

    Args:
        tree: The robot's tree.
        free: (D,) its variables.
        fps: Frames a second [1/s].
        weight: [s²/rad].
    """

    def __init__(self, tree: Tree, free: np.ndarray, fps: float, weight: float) -> None:
        """Note what is needed."""
        self.tree, self.free, self.fps, self.weight = tree, free, fps, weight

    def _hasty(self, robot: np.ndarray) -> np.ndarray:
        """Return (T − 2, D) accelerations times their weight, none of clips that are too short."""
        if len(robot) < len(ACCELERATION):
            return np.zeros((0, len(self.free)))
        return self.weight * self.fps * np.diff(rates(self.tree, robot, self.fps)[:, self.free], axis=0)

    def cost(self, robot: np.ndarray) -> float:
        """Return the cost; see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        return 0.5 * float((self._hasty(robot) ** 2).sum())

    def add(self, robot: np.ndarray, sums: Sums) -> None:
        """Add its derivatives; see :class:`~understudy.retarget.simultaneous.clip.Term`."""
        hasty, slope, every = self._hasty(robot), self.weight * self.fps**2, np.arange(len(self.free))
        add_pull(slope * hasty, ACCELERATION, every, sums.gradient)
        add_stiffness(np.full(hasty.shape, slope**2), ACCELERATION, every, sums.diagonals)


class JointLimit:
    """A limit of where joints are, how fast they move or speed up, by a penalty that can grow.

    Args:
        columns: (J,) coordinates of the joints.
        places: (J,) the joints among the robot's variables.
        limits: Lowest and highest value (J,) each [rad, rad/s or rad/s²]; infinite where there is none.
        stencil: ``POSITION``, ``VELOCITY`` or ``ACCELERATION``.
        fps: Frames a second [1/s].
        frames: Of the clip.
        weight: [1] of exceeding a limit by as much as half the allowed range.
    """

    unit = "%"

    def __init__(
        self,
        columns: np.ndarray,
        places: np.ndarray,
        limits: tuple[np.ndarray, np.ndarray],
        stencil: tuple[float, ...],
        fps: float,
        frames: int,
        weight: float,
    ) -> None:
        """Note what is needed; nothing was exceeded yet."""
        self.name = _NAMES[stencil]
        lower, upper = limits
        known = np.isfinite(lower) & np.isfinite(upper) & (upper > lower)
        self.columns, self.places = columns[known], places[known]
        self.stencil, self.weight = stencil, weight
        lower, upper = lower[known], upper[known]
        self.middle, half = 0.5 * (lower + upper), 0.5 * (upper - lower)
        self.scale, self.rate = 1.0 / half, fps ** (len(stencil) - 1)
        self.joints = JointRows(self.places, np.array(stencil), self.scale * self.rate)
        self.shift = np.zeros((2, max(frames - len(stencil) + 1, 0), len(self.columns)))

    def used(self, robot: np.ndarray) -> np.ndarray:
        """Return (R, J) which share of half the allowed range is used, negative in the other direction."""
        values = np.diff(robot[:, self.columns], n=len(self.stencil) - 1, axis=0) * self.rate
        return np.ascontiguousarray((values - self.middle) * self.scale)

    def at(self, robot: np.ndarray) -> LinearJointLimit:
        """Return the limit near poses (T, Q)."""
        return LinearJointLimit(self, self.used(robot))

    def excess(self, robot: np.ndarray) -> float:
        """Return the largest excess [%] of half the allowed range."""
        return 100.0 * float((np.abs(self.used(robot)) - 1.0).max(initial=0.0))

    def insist(self, robot: np.ndarray, factor: float) -> None:
        """Note what was exceeded, so that the next steps make up for it."""
        used = self.used(robot)
        self.shift = np.maximum(self.shift + np.stack([used, -used]) - 1.0, 0.0) / factor**2
        self.weight *= factor


@dataclass(frozen=True, eq=False)
class LinearJointLimit:
    """A limit near some poses: which share ``used`` (R, J) of the allowed range they use."""

    limit: JointLimit
    used: np.ndarray

    @property
    def weight(self) -> float:
        """[1] of exceeding the limit by as much as half the allowed range."""
        return self.limit.weight

    def rows(self, change: np.ndarray) -> np.ndarray:
        """Return (2, R, J) by how much the upper and the lower limit are exceeded."""
        found = np.empty(self.limit.shift.shape)
        write_joint_rows(self.limit.joints, self.used, self.limit.shift, change, found)
        return found

    def add_pull(self, pull: np.ndarray, sums: Sums) -> None:
        """Add to the sums; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        add_joint_pull(self.limit.joints, pull, sums.gradient)

    def add_stiffness(self, stiffness: np.ndarray, sums: Sums) -> None:
        """Add to the sums; see :class:`~understudy.retarget.simultaneous.clip.LinearLimit`."""
        add_joint_stiffness(self.limit.joints, stiffness, sums.diagonals)
