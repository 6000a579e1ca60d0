"""A step of a whole clip from its normal equations, by structure.

Three kinds of variables: what does not meet between frames (*local*, such as a free base) is eliminated frame
by frame; what does (*timed*) is banded in time and solved by a banded Cholesky factor; what all frames share
(*shared*, such as lengths) is what remains, its matrix the Schur complement of everything else.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve, get_lapack_funcs

from understudy.kinematics.time_coupling import write_band


@dataclass(frozen=True, eq=False)
class Kinds:
    """Indices of the variables (V) by kind: ``local`` (L,), ``timed`` (D,), ``shared`` (K,)."""

    local: np.ndarray
    timed: np.ndarray
    shared: np.ndarray


@dataclass(frozen=True, eq=False)
class BatchSystem:
    """Normal equations of a clip at some poses, damping included.

    Attributes:
        kinds: The variables by kind.
        gradient: (T, V) of every frame; those of shared variables add up.
        hessian: (T, V, V) likewise, held variables' rows and columns being those of the identity.
        diagonals: (T, A + 1, D) what meets between frames t and t + a.
        shared_gradient: (K,) of the shared variables' own prior.
        shared_hessian: (K, K) likewise.
    """

    kinds: Kinds
    gradient: np.ndarray
    hessian: np.ndarray
    diagonals: np.ndarray
    shared_gradient: np.ndarray
    shared_hessian: np.ndarray

    def step(self) -> np.ndarray:
        """Return the change (T, V) at which the model is least; shared ones repeat in every frame."""
        kinds = self.kinds
        frames, count = len(self.gradient), len(kinds.shared)
        rest = np.concatenate([kinds.timed, kinds.shared])
        # Local variables x leave A − Bᵀ H⁻¹ B and a − Bᵀ H⁻¹ h of the others, frame by frame.
        inner = self.hessian[:, kinds.local[:, None], kinds.local]
        across = self.hessian[:, kinds.local[:, None], rest]
        sides = np.concatenate([across, self.gradient[:, kinds.local, None]], axis=2)
        solved = np.linalg.solve(inner, sides) if len(kinds.local) else sides
        matrix = self.hessian[:, rest[:, None], rest] - across.transpose(0, 2, 1) @ solved[:, :, :-1]
        slope = self.gradient[:, rest] - (across.transpose(0, 2, 1) @ solved[:, :, -1:])[..., 0]
        timed = len(kinds.timed)
        by_time = self._timed_part(matrix, slope, timed)
        # Shared variables see what is left of all frames together.
        border = matrix[:, :timed, timed:]
        own = matrix[:, timed:, timed:].sum(axis=0) + self.shared_hessian
        pull = slope[:, timed:].sum(axis=0) + self.shared_gradient
        own -= np.einsum("tdk,tdj->kj", border, by_time[:, :, :count])
        pull -= np.einsum("tdk,td->k", border, by_time[:, :, count])
        shared = -cho_solve(cho_factor(own), pull) if count else np.zeros(0)
        moved = np.concatenate(
            [-by_time[:, :, count] - by_time[:, :, :count] @ shared, np.tile(shared, (frames, 1))], axis=1
        )
        change = np.zeros_like(self.gradient)
        change[:, rest] = moved
        change[:, kinds.local] = -solved[:, :, -1] - (solved[:, :, :-1] @ moved[..., None])[..., 0]
        return change

    def _timed_part(self, matrix: np.ndarray, slope: np.ndarray, timed: int) -> np.ndarray:
        """Return (T, D, K + 1) the timed variables' matrix solved for the border and for the slope."""
        frames, count = len(matrix), matrix.shape[1] - timed
        if timed == 0:
            return np.zeros((frames, 0, count + 1))
        width = max(timed, (self.diagonals.shape[1] - 1) * timed + 1)
        band = np.empty((frames * timed, width))
        write_band(np.ascontiguousarray(matrix[:, :timed, :timed]), self.diagonals, band)
        factorise, substitute = get_lapack_funcs(("pbtrf", "pbtrs"), (band,))
        factor, failed = factorise(band.T, lower=1, overwrite_ab=1)
        if failed:
            raise np.linalg.LinAlgError("the clip's normal equations are not positive definite")
        sides = np.concatenate([matrix[:, :timed, timed:], slope[:, :timed, None]], axis=2)
        columns = np.asfortranarray(sides.reshape(frames * timed, -1))
        solved, _ = substitute(factor, columns, lower=1, overwrite_b=1)
        return np.ascontiguousarray(solved).reshape(frames, timed, count + 1)

    def promise(self, change: np.ndarray) -> float:
        """Return by how much this model, which is damped, says that a change (T, V) lowers the cost."""
        kinds = self.kinds
        bent = (self.hessian @ change[..., None])[..., 0]
        decrease = -float((change * (self.gradient + 0.5 * bent)).sum())
        moved = change[:, kinds.timed]
        for apart in range(self.diagonals.shape[1]):
            share = 0.5 if apart == 0 else 1.0
            pairs = moved[: len(moved) - apart] * moved[apart:]
            decrease -= share * float((self.diagonals[: len(moved) - apart, apart] * pairs).sum())
        shared = change[0, kinds.shared]
        return decrease - float(shared @ (self.shared_gradient + 0.5 * self.shared_hessian @ shared))
