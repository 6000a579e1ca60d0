"""The lower triangle of Gauss–Newton's matrix, to which costs add products of their Jacobian's columns."""

from __future__ import annotations

import numpy as np

from understudy.kernels.compilation import fused_inner_kernel


@fused_inner_kernel
def add_product(va: int, vb: int, value: float, hessian: np.ndarray) -> None:
    """Add the product of two degrees of freedom's columns to the lower triangle (V, V).

    Args:
        va: The variable that drives the one, at least 0.
        vb: That of the other one; negative where nothing drives it. Where one variable drives both, their
            product counts twice.
        value: The product.
        hessian: Receives it.
    """
    if va > vb:
        if vb >= 0:
            hessian[va, vb] += value
    elif va == vb:
        hessian[va, va] += 2.0 * value
    else:
        hessian[vb, va] += value
