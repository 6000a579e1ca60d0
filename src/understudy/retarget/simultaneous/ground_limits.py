"""Limits of what a motion asks of the ground: ZMP, centre of mass and force ((19) to (21) of the paper)."""

from __future__ import annotations

import numpy as np

from understudy.dynamics.support import Support
from understudy.dynamics.zmp import LEAST_PULL
from understudy.retarget.simultaneous.figures import FigureLimit
from understudy.retarget.simultaneous.ground import CENTRE, FORCE, TIPPING, Ground

ZMP = "ZMP"

_NO_LENGTH = 1e-9
"""An edge [m] below which two corners are one."""


class ZmpInPolygons(FigureLimit):
    """That the ZMP is in its polygons: n (p − corner f_z) ≤ 0 for every edge.

    Args:
        ground: Whose figures.
        allowed: Polygons of all frames.
        weight: [1/m].
    """

    def __init__(self, ground: Ground, allowed: Support, weight: float) -> None:
        """Make a row of every edge."""
        normals, along, counts = _edges(allowed)
        slopes = np.concatenate([-along[..., None], normals], axis=2)
        part = slice(FORCE.stop - 1, TIPPING.stop)
        super().__init__(ZMP, "mm", ground, part, slopes, np.zeros(along.shape), counts, weight)
        self.ground = ground
        self.widths = np.ptp(np.einsum("tei,tci->tec", normals, allowed.inside().corners), axis=2)
        """(T − 2, E) [m] of the polygons, across every edge."""


def centre_limit(ground: Ground, allowed: Support, weight: float) -> FigureLimit:
    """Return that the centre of mass is over its polygons, by a weight [1/m]."""
    normals, along, counts = _edges(allowed)
    return FigureLimit("centre of mass", "mm", ground, CENTRE, normals, -along, counts, weight)


def force_limit(ground: Ground, stands: np.ndarray, friction: float, weight: float) -> FigureLimit:
    """Return that the ground pushes, and neither pulls nor holds a foot that slips.

    It carries ``LEAST_PULL`` of the weight at least, without which there is no ZMP, but for the frames beside
    those in the air; and |fₓ| + |f_y| ≤ μ f_z, which every pyramid of friction allows.

    Args:
        ground: Whose figures.
        stands: (T,) whether a sole stands.
        friction: μ.
        weight: [1] of a force that lacks as much as body weight.
    """
    signs = np.array([[x, y] for x in (1.0, -1.0) for y in (1.0, -1.0)])
    cone = np.column_stack([signs, np.full(len(signs), -friction)])
    inside = stands[1:-1]
    lasting = inside & stands[2:] & stands[:-2]
    slopes = np.broadcast_to(np.vstack([[0.0, 0.0, -1.0], cone]), (len(inside), 1 + len(cone), 3))
    offsets = np.zeros(slopes.shape[:2])
    offsets[:, 0] = np.where(lasting, LEAST_PULL, 0.0)
    counts = np.broadcast_to(inside[:, None], offsets.shape)
    return FigureLimit("ground force", "%", ground, FORCE, slopes, offsets, counts, weight)


def _edges(allowed: Support) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return edges of polygons but the ends': normals (T − 2, E, 2), places along them, whether."""
    inner = allowed.inside()
    length = np.linalg.norm(inner.edges, axis=2, keepdims=True)
    counts = (length > _NO_LENGTH) & inner.stands[:, None, None]
    outward = np.stack([inner.edges[..., 1], -inner.edges[..., 0]], axis=2)
    normals = np.where(counts, outward / np.maximum(length, _NO_LENGTH), 0.0)
    return normals, np.einsum("tei,tei->te", normals, inner.corners), counts[..., 0]
