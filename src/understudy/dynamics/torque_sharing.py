"""Forces of the floor that keep motors within their limits, where any do.

A wrench can be given by many forces, of which ``ground_forces`` takes small ones. Where motors would be
beyond their limits with these, others may do: those are found here that give as much of the wrench, and of
what is beyond the limits leave as little as can be.
"""

from __future__ import annotations

import numpy as np

from understudy.dynamics.ground_forces import Pushes
from understudy.dynamics.wrench import ROOT
from understudy.kinematics.force_cones import Needs, left_over

FIRM = 100.0
"""How many times as much a share of body weight counts that is not given as a share of a torque too much."""


def shared_torques(
    able: Pushes,
    target: np.ndarray,
    weight: float,
    torques: np.ndarray,
    levers: np.ndarray,
    largest: np.ndarray,
) -> np.ndarray:
    """Return torques (T, J) [N m or N] with forces of the floor that are best for motors.

    Args:
        able: How the floor can push in T frames.
        target: (T, 6) [N] the wrench that is needed, moments over ``able.length``.
        weight: [N] of the body.
        torques: (T, J) that joints need if nothing pushes.
        levers: (T, P, J, 3) torques by unit forces along each axis at the points.
        largest: (J,) what motors give, infinite where that is not known.
    """
    frames, count = len(target), able.price.shape[1]
    known = np.flatnonzero(np.isfinite(largest))
    scale = np.r_[np.full(ROOT, FIRM / weight), 1.0 / largest[known]]
    by_edge = np.einsum("tpei,tpji->tpej", able.edges, levers).reshape(frames, count, -1)
    effect = weight * np.concatenate([able.wrenches, by_edge[..., known]], axis=2) * scale
    needs = Needs(
        need=np.concatenate([target, torques[:, known]], axis=1) * scale,
        effect=np.ascontiguousarray(effect),
        most=np.ascontiguousarray(able.upper),
        pushes=np.full(frames, count),
    )
    amounts = left_over(needs, 1.0)[1]
    return torques - np.einsum("tvj,tv->tj", by_edge, weight * amounts)
