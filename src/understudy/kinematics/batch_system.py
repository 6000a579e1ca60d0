"""A step of a whole clip from its normal equations, by structure.

Three kinds of variables: what does not meet between frames (*local*, such as a free base) is eliminated frame
by frame; what does (*timed*) is banded in time, see ``clip_system``; what all frames share
(*shared*, such as lengths) is what remains, its matrix the Schur complement of everything else.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.kinematics.clip_system import FRAMES_APART, ClipSystem, solve_clip_system


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
        frames = len(self.gradient)
        rest = np.concatenate([kinds.timed, kinds.shared])
        # Local variables x leave A − Bᵀ H⁻¹ B and a − Bᵀ H⁻¹ h of the others, frame by frame.
        inner = self.hessian[:, kinds.local[:, None], kinds.local]
        across = self.hessian[:, kinds.local[:, None], rest]
        sides = np.concatenate([across, self.gradient[:, kinds.local, None]], axis=2)
        solved = np.linalg.solve(inner, sides) if len(kinds.local) else sides
        matrix = self.hessian[:, rest[:, None], rest] - across.transpose(0, 2, 1) @ solved[:, :, :-1]
        slope = self.gradient[:, rest] - (across.transpose(0, 2, 1) @ solved[:, :, -1:])[..., 0]
        timed = len(kinds.timed)
        # Shared variables see what is left of all frames together.
        system = ClipSystem(
            gradient=slope[:, :timed],
            own=matrix[:, :timed, :timed],
            diagonals=self._all_diagonals(),
            squares=(),
            border=matrix[:, :timed, timed:],
            shared_gradient=slope[:, timed:].sum(axis=0) + self.shared_gradient,
            shared=matrix[:, timed:, timed:].sum(axis=0) + self.shared_hessian,
        )
        by_time, shared = solve_clip_system(system)
        moved = np.concatenate([by_time, np.tile(shared, (frames, 1))], axis=1)
        change = np.zeros_like(self.gradient)
        change[:, rest] = moved
        change[:, kinds.local] = -solved[:, :, -1] - (solved[:, :, :-1] @ moved[..., None])[..., 0]
        return change

    def _all_diagonals(self) -> np.ndarray:
        """Return (T, 3, D) what meets between frames, 0 where frames are too far apart to."""
        frames, apart, size = self.diagonals.shape
        return np.concatenate([self.diagonals, np.zeros((frames, FRAMES_APART + 1 - apart, size))], axis=1)

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
