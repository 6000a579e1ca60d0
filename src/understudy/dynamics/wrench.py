"""The force and the moment that the world has to exert on a body for it to move as it does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.dynamics.derivatives import SmoothMotion
from understudy.spatial import rotations as rot
from understudy.spatial.vectors import cross

ROOT = 6
"""Degrees of freedom of a free root."""


@dataclass(frozen=True, eq=False)
class Wrench:
    """Forces and moments over T frames.

    Attributes:
        force_w: (T, 3) [N].
        moment_w: (T, 3) [N m] about ``at_w``.
        at_w: (T, 3) [m].
    """

    force_w: np.ndarray
    moment_w: np.ndarray
    at_w: np.ndarray

    def about(self, at_w: np.ndarray) -> Wrench:
        """Return the same wrench with its moments about other points (T, 3) [m]."""
        return Wrench(self.force_w, self.moment_w + cross(self.at_w - at_w, self.force_w), at_w)


def root_wrench(motion: SmoothMotion, forces: np.ndarray) -> Wrench:
    """Return the wrench at a free root.

    Args:
        motion: Coordinates of a body with a free root.
        forces: (T, nv) generalised forces by MuJoCo, which gives moments on a free root in its own axes.
    """
    turn = rot.as_matrix(motion.q[:, 3:7])
    moment_w = np.einsum("tij,tj->ti", turn, forces[:, 3:ROOT])
    return Wrench(forces[:, :3], moment_w, motion.q[:, :3])
