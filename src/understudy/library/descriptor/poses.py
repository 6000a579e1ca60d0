"""Poses out of a descriptor: how a motion begins, goes on and ends, for a drawing without its file."""

from __future__ import annotations

import numpy as np
from scipy.fft import idct

from understudy.library.descriptor.descriptor import ORDERS, PLACES, WEIGHTS
from understudy.library.descriptor.features import VECTORS, WIDTH
from understudy.spatial.vectors import lengths

_TRUNK, _SHOULDERS, _HIPS = 0.5, 0.19, 0.1
_LENGTHS = {"upper_arm": 0.29, "forearm": 0.26, "thigh": 0.43, "shin": 0.42}
"""Of an adult [m]."""

_SHORTEST = 1e-6
BONES: tuple[tuple[str, str], ...] = (
    ("mid_hips", "neck"),
    ("neck", "head"),
    ("shoulder_l", "shoulder_r"),
    ("hip_l", "hip_r"),
    *(
        (f"{start}_{side}", f"{end}_{side}")
        for side in "lr"
        for start, end in (("shoulder", "elbow"), ("elbow", "wrist"), ("hip", "knee"), ("knee", "ankle"))
    ),
)
"""Lines of a figure."""


def poses_of(descriptor: np.ndarray, count: int) -> list[dict[str, np.ndarray]]:
    """Return points (3,) [m] of an adult's figure at even places of a motion, hips at 0, facing x, z up."""
    rows = descriptor[: (1 + ORDERS) * WIDTH].reshape(1 + ORDERS, WIDTH).astype(np.float64)
    rows = rows / np.concatenate([[WEIGHTS["mean"]], np.full(ORDERS, WEIGHTS["course"])])[:, None]
    spectrum = np.zeros((PLACES, WIDTH))
    spectrum[: 1 + ORDERS] = rows * np.sqrt(PLACES)
    course = idct(spectrum, axis=0, norm="ortho")
    places = np.linspace(0, PLACES - 1, count).round().astype(int)
    return [_figure(course[place].reshape(-1, 3)) for place in places]


def _figure(directions: np.ndarray) -> dict[str, np.ndarray]:
    sizes = lengths(directions)
    units = directions / np.maximum(sizes, _SHORTEST)[:, None]
    along = {
        name: unit if size > _SHORTEST else None
        for name, unit, size in zip(VECTORS, units, sizes, strict=True)
    }
    up = np.array([0.0, 0.0, 1.0])
    points = {"mid_hips": np.zeros(3), "neck": _TRUNK * up, "head": (_TRUNK + 0.22) * up}
    twist = along["hip_line"]
    hips = np.array([0.0, 1.0, 0.0]) if twist is None else twist
    for side, sign in (("l", 1.0), ("r", -1.0)):
        points[f"shoulder_{side}"] = np.array([0.0, sign * _SHOULDERS, _TRUNK])
        points[f"hip_{side}"] = sign * _HIPS * hips
        for start, middle, end, upper, lower in (
            ("shoulder", "elbow", "wrist", "upper_arm", "forearm"),
            ("hip", "knee", "ankle", "thigh", "shin"),
        ):
            first, second = along[f"{upper}_{side}"], along[f"{lower}_{side}"]
            first = -up if first is None else first
            second = first if second is None else second
            points[f"{middle}_{side}"] = points[f"{start}_{side}"] + _LENGTHS[upper] * first
            points[f"{end}_{side}"] = points[f"{middle}_{side}"] + _LENGTHS[lower] * second
    world = _upright(along["up"])
    return {name: world @ point for name, point in points.items()}


def _upright(up: np.ndarray | None) -> np.ndarray:
    """Return the rotation (3, 3) that brings a direction of the trunk's frame up, its front or top ahead."""
    if up is None:
        return np.eye(3)
    ahead = np.array([1.0, 0.0, 0.0]) - up[0] * up
    if np.linalg.norm(ahead) < 0.3:
        ahead = np.array([0.0, 0.0, 1.0]) - up[2] * up
    ahead = ahead / np.linalg.norm(ahead)
    return np.stack([ahead, np.cross(up, ahead), up])
