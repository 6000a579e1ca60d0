"""The rotation that carries one set of points onto another best (Kabsch; Terlemez 2014, VI-C)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.spatial.vectors import cross


@dataclass(frozen=True, eq=False)
class Alignment:
    """For every frame the rigid motion that carries model points nearest to seen ones.

    Attributes:
        rotations: (T, 3, 3) ``R_world_model``, proper rotations.
        translations: (T, 3) of the model's origin, in the unit of the seen points.
        residuals: (T,) weighted root mean square of the distances that remain.
        mirrored_residuals: (T,) the same if a mirror image of the model were allowed.
        thickness: (T,) how far the model points that count are off one line, as a share of their length:
            the second singular value of the centred points over the first. Near zero a turn about that
            line is not determined.
    """

    rotations: np.ndarray
    translations: np.ndarray
    residuals: np.ndarray
    mirrored_residuals: np.ndarray
    thickness: np.ndarray


def align(model: np.ndarray, seen: np.ndarray, weights: np.ndarray) -> Alignment:
    """Return the motions of a rigid model that minimise ∑ weight · |seen - (R · model + t)|².

    With ``H = ∑ (seen - c_seen) (model - c_model)ᵀ = U S Vᵀ`` the paper writes ``R = V Uᵀ``, which carries
    the seen points to the model; the pose of the object is its inverse ``U Vᵀ``. Where that is a
    reflection, the sign of the direction with the smallest singular value is turned.

    Args:
        model: (K, 3) points in the model's frame.
        seen: (T, K, 3) where they were seen; anything where the weight is zero.
        weights: (T, K), zero where a point does not count; frames without any weight come out at rest
            with a thickness of zero.
    """
    share, used = _shares(seen, weights)
    centre_model, centre_seen = share @ model, np.einsum("tk,tki->ti", share, used)
    spread_model = model[None] - centre_model[:, None]
    spread_seen = used - centre_seen[:, None]
    weighted = share[..., None] * spread_model
    rotations, singular, sign = _turns(spread_seen, weighted)
    translations = centre_seen - np.einsum("tij,tj->ti", rotations, centre_model)
    apart = spread_seen - spread_model @ np.swapaxes(rotations, 1, 2)
    square = np.einsum("tk,tki->t", share, spread_seen**2) + np.einsum("tk,tki->t", share, spread_model**2)
    # The mirrored model takes the other sign of the smallest singular value.
    mirrored = singular[:, 0] + singular[:, 1] - sign * singular[:, 2]
    return Alignment(
        rotations=rotations,
        translations=translations,
        residuals=np.sqrt(np.einsum("tk,tki->t", share, apart**2)),
        # What is zero but for rounding may be negative.
        mirrored_residuals=np.sqrt(np.maximum(square - 2.0 * mirrored, 0.0)),
        thickness=_thickness(weighted, spread_model),
    )


def best_turns(model: np.ndarray, seen: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the rotations (T, 3, 3) that :func:`align` finds, and nothing else of it."""
    share, used = _shares(seen, weights)
    spread_seen = used - np.einsum("tk,tki->ti", share, used)[:, None]
    return _turns(spread_seen, share[..., None] * (model[None] - (share @ model)[:, None]))[0]


def _shares(seen: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (T, K) weights that add up to 1, and (T, K, 3) points, 0 where they do not count."""
    used = np.where(weights[..., None] > 0.0, seen, 0.0)
    total = np.maximum(weights.sum(axis=1), np.finfo(float).tiny)
    return weights / total[:, None], used


def _turns(spread_seen: np.ndarray, weighted: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (T, 3, 3) the best proper turns, (T, 3) singular values, and (T,) -1 where one was mirrored."""
    u, singular, vt = np.linalg.svd(np.swapaxes(spread_seen, 1, 2) @ weighted)
    sign = np.where(_determinants(u) * _determinants(vt) < 0.0, -1.0, 1.0)
    u[:, :, 2] *= sign[:, None]
    return u @ vt, singular, sign


def _determinants(turns: np.ndarray) -> np.ndarray:
    """Return (T,) the determinants of (T, 3, 3), 1 or -1 but for rounding where axes are perpendicular."""
    a, b, c = turns[:, 0], turns[:, 1], turns[:, 2]
    crossed = cross(b, c)
    return a[:, 0] * crossed[:, 0] + a[:, 1] * crossed[:, 1] + a[:, 2] * crossed[:, 2]


def _thickness(weighted: np.ndarray, spread: np.ndarray) -> np.ndarray:
    squares = np.linalg.eigvalsh(np.swapaxes(weighted, 1, 2) @ spread)
    longest = squares[:, 2]
    return np.sqrt(np.maximum(squares[:, 1], 0.0) / np.where(longest > 0.0, longest, 1.0))
