"""The functional centre of joints: the point nearest to all their axes."""

from __future__ import annotations

import numpy as np


def nearest_point_to_axes(anchors: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """Return the point with the least sum of squared distances to lines, (n, 3) anchors and unit axes.

    Directions that the axes leave open (one axis, or parallel ones) are filled from the anchors' mean,
    by a prior whose weight of 1e-6 moves no well-defined centre by more than a micrometre.
    """
    prior = 1e-6
    projections = np.eye(3) - axes[:, :, None] * axes[:, None, :]
    matrix = projections.sum(axis=0) + prior * np.eye(3)
    vector = np.einsum("nij,nj->i", projections, anchors) + prior * anchors.mean(axis=0)
    return np.linalg.solve(matrix, vector)
