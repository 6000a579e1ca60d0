"""The solver of small quadratic programmes, a package that only the controller ``whole-body`` needs."""

from __future__ import annotations

import numpy as np

from understudy.errors import OptionError

_SOLVED = (1, 2)
"""DAQP found the optimum, or one that gives where it was told that limits may."""


def require_solver() -> None:
    """Require the solver to be installed.

    Raises:
        OptionError: Where it is not, with how to install it.
    """
    try:
        import daqp  # noqa: F401
    except ImportError as error:
        raise OptionError(
            "controller 'whole-body' needs a package that is not installed: pip install 'understudy[balance]'"
        ) from error


def solve_quadratic(
    square: np.ndarray,
    line: np.ndarray,
    rows: np.ndarray,
    most: np.ndarray,
    least: np.ndarray,
    sense: np.ndarray,
    give: float,
) -> np.ndarray | None:
    """Return x (N,) that minimises ½ xᵀ H x + fᵀ x within bounds, None where none is found.

    Args:
        square: (N, N) H, positive definite.
        line: (N,) f.
        rows: (R, N) A.
        most: (N + R,) upper bounds of x and of A x.
        least: (N + R,) lower ones.
        sense: (N + R,) DAQP's kinds of bounds: 0 for hard ones, 5 for equations, 8 for those that give.
        give: How much the latter give.
    """
    import daqp

    found, _, flag, _ = daqp.solve(square, line, rows, most, least, sense, rho_soft=give)
    return np.asarray(found) if flag in _SOLVED else None
