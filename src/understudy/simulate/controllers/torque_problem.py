"""Torques by a quadratic programme: accelerations and ground forces that come nearest to what is wanted."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from understudy.simulate.controllers.quadratic import solve_quadratic

_ROOT_DOFS = 6
_RIDGE_RATES, _RIDGE_PUSHES = 1e-6, 1e-3
"""Prices of a squared acceleration and of a squared push, where no task needs it."""

_FAR = 1e30
_EQUALITY, _SOFT = 5, 8
_GIVE = 1e-9
"""How much limits of torque give where nothing else would be possible, as the solver weighs it."""


@dataclass(eq=False)
class Tasks:
    """Least-squares tasks on N accelerations v̇ and P pushes λ: Σ w ‖A v̇ + B λ − b‖².

    Attributes:
        count: N.
        pushes: P.
    """

    count: int
    pushes: int
    _rows: list[np.ndarray] = field(default_factory=list)
    _aims: list[np.ndarray] = field(default_factory=list)
    _weights: list[np.ndarray] = field(default_factory=list)

    def rates(self, matrix: np.ndarray, aim: np.ndarray, weight: float | np.ndarray) -> None:
        """Add a task on accelerations: matrix (R, N), aim (R,), weight of each row."""
        row = np.zeros((len(aim), self.count + self.pushes))
        row[:, : self.count] = matrix
        self._add(row, aim, weight)

    def forces(self, matrix: np.ndarray, aim: np.ndarray, weight: float | np.ndarray) -> None:
        """Add a task on pushes: matrix (R, P), aim (R,), weight of each row."""
        row = np.zeros((len(aim), self.count + self.pushes))
        row[:, self.count :] = matrix
        self._add(row, aim, weight)

    def _add(self, row: np.ndarray, aim: np.ndarray, weight: float | np.ndarray) -> None:
        self._rows.append(row)
        self._aims.append(aim)
        self._weights.append(np.full(len(aim), weight))

    def summed(self) -> tuple[np.ndarray, np.ndarray]:
        """Return H (N + P, N + P) and f (N + P,) of ½ xᵀ H x + fᵀ x."""
        rows, weights = np.concatenate(self._rows), np.concatenate(self._weights)
        weighted = rows.T * weights
        square = weighted @ rows
        ridge = np.full(len(square), _RIDGE_PUSHES)
        ridge[: self.count] = _RIDGE_RATES
        square[np.diag_indices_from(square)] += ridge
        return square, -weighted @ np.concatenate(self._aims)


@dataclass(frozen=True, eq=False)
class Motors:
    """What a robot's motors and the ground have to do with each other: M v̇ + h = Sᵀ τ + Gᵀ λ.

    Attributes:
        inertia: (N, N) M; the root's six come first.
        bias: (N,) h.
        effects: (P, N) G, of pushes.
        least: (N − 6,) smallest torques [N m or N].
        most: (N − 6,) largest.
        weight: [N] of the robot, by which rows are made of one size.
    """

    inertia: np.ndarray
    bias: np.ndarray
    effects: np.ndarray
    least: np.ndarray
    most: np.ndarray
    weight: float


def solve(tasks: Tasks, motors: Motors) -> tuple[np.ndarray, np.ndarray] | None:
    """Return accelerations (N,) and torques (N − 6,); None where the solver finds none.

    Args:
        tasks: What is wanted.
        motors: Dynamics and limits.
    """
    count, pushes = tasks.count, tasks.pushes
    square, line = tasks.summed()
    dynamics = np.concatenate([motors.inertia, -motors.effects.T], axis=1)
    scale = np.concatenate([np.full(_ROOT_DOFS, motors.weight), 0.5 * (motors.most - motors.least)])
    root, rest = motors.bias[:_ROOT_DOFS], motors.bias[_ROOT_DOFS:]
    most = np.concatenate(
        [np.full(count + pushes, _FAR), np.concatenate([-root, motors.most - rest]) / scale]
    )
    least = np.concatenate(
        [np.full(count, -_FAR), np.zeros(pushes), np.concatenate([-root, motors.least - rest]) / scale]
    )
    sense = np.zeros(len(most), dtype=np.int32)
    sense[count + pushes :] = _SOFT
    sense[count + pushes : count + pushes + _ROOT_DOFS] = _EQUALITY
    found = solve_quadratic(square, line, dynamics / scale[:, None], most, least, sense, _GIVE)
    if found is None:
        return None
    torques = dynamics[_ROOT_DOFS:] @ found + rest
    return found[:count], np.clip(torques, motors.least, motors.most)
