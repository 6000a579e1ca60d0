"""Rows of joints over time, one for the upper and one for the lower limit, in kernels; see ``joint_terms``.

A row is how far the sum Σ sₐ qₜ₊ₐ of a joint is beyond its limit, with a stencil s of one to three frames.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from understudy.kernels.compilation import fused_kernel


class JointRows(NamedTuple):
    """Which sums: of J joints with a stencil of A frames."""

    places: np.ndarray  # (J,) the joints among D variables
    stencil: np.ndarray  # (A,) s
    slope: np.ndarray  # (J,) of a row by the sum


@fused_kernel
def write_joint_rows(
    joints: JointRows, used: np.ndarray, shift: np.ndarray, change: np.ndarray, rows: np.ndarray
) -> None:
    """Write rows (2, R, J): used − 1 and −used − 1, each with its shift.

    Args:
        joints: Which.
        used: (R, J) share of half the allowed range that is used as things are.
        shift: (2, R, J) added to the rows.
        change: (T, D) after which.
        rows: Written to.
    """
    places, stencil, slope = joints
    for r in range(used.shape[0]):
        for j in range(used.shape[1]):
            moved = 0.0
            for a in range(stencil.shape[0]):
                moved += stencil[a] * change[r + a, places[j]]
            now = used[r, j] + moved * slope[j]
            rows[0, r, j], rows[1, r, j] = now - 1.0 + shift[0, r, j], -now - 1.0 + shift[1, r, j]


@fused_kernel
def add_joint_pull(joints: JointRows, pull: np.ndarray, gradient: np.ndarray) -> None:
    """Add to gradient (T, D) that of rows with a cost whose derivatives by them are ``pull`` (2, R, J)."""
    places, stencil, slope = joints
    for r in range(pull.shape[1]):
        for j in range(pull.shape[2]):
            own = slope[j] * (pull[0, r, j] - pull[1, r, j])
            for a in range(stencil.shape[0]):
                gradient[r + a, places[j]] += stencil[a] * own


@fused_kernel
def add_joint_stiffness(joints: JointRows, stiffness: np.ndarray, diagonals: np.ndarray) -> None:
    """Add to diagonals (T, 3, D) second derivatives of a cost that are ``stiffness`` (2, R, J) by rows."""
    places, stencil, slope = joints
    for r in range(stiffness.shape[1]):
        for j in range(stiffness.shape[2]):
            own = slope[j] * slope[j] * (stiffness[0, r, j] + stiffness[1, r, j])
            for a in range(stencil.shape[0]):
                for b in range(a, stencil.shape[0]):
                    diagonals[r + a, b - a, places[j]] += stencil[a] * stencil[b] * own
