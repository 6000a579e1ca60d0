"""The error of body vectors exactly as the infant study computes it (Fiala 5.1).

Both bodies are canonised: the middle of the shoulders becomes the origin (5.1) and the middle of the hips
comes to lie at [0, -1, 0] (5.2), which turns, shifts and scales all points. Two points leave the turn about
the line between them open, and the thesis does not say what settles it; here the line of the shoulders does,
so that +x is to the left and +z ahead. Then the angle between the reference's vector and the target's is
taken (5.3), and its mean (5.4), standard deviation (5.5) and median over all frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.evaluate.torso import torso_axes
from understudy.motion import HumanMotion
from understudy.motion.landmarks import SEGMENTS
from understudy.spatial import rotations as rot

BODY_VECTORS: dict[str, str] = {
    "right upper arm": "upper_arm_r",
    "left upper arm": "upper_arm_l",
    "right forearm": "forearm_r",
    "left forearm": "forearm_l",
    "right thigh": "thigh_r",
    "left thigh": "thigh_l",
    "right calf": "shin_r",
    "left calf": "shin_l",
}
"""Rows of Tables 5.2, 5.3 and 5.5 in their order, with our names of the segments."""

_SHORTEST_TRUNK = 1e-6
"""Trunks up to this length [m] cannot be scaled to one."""


@dataclass(frozen=True)
class VectorError:
    """The error of one body vector [rad] over all frames in which both bodies show it."""

    mean: float
    standard_deviation: float
    median: float
    frames: int


def canonise(human: HumanMotion) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return landmarks (T, 3) of a canonised body, lengths in trunks, and where (T,) its trunk is known.

    Args:
        human: A person's motion, or a robot's through ``human_from_robot``.
    """
    (top, top_known), (low, low_known) = (human.landmark(name) for name in ("mid_shoulders", "mid_hips"))
    left, left_known = human.direction("shoulder_line")
    trunk = np.where((top_known & low_known)[:, None], top - low, 0.0)
    axes, definite = torso_axes(trunk, left)
    length = np.linalg.norm(trunk, axis=1)
    known = top_known & low_known & left_known & definite & (length > _SHORTEST_TRUNK)
    scale = np.where(known, length, 1.0)[:, None]
    points = {
        name: np.einsum("tji,tj->ti", axes, np.where(known[:, None], human.landmark(name)[0] - top, np.nan))
        / scale
        for name in human.names
    }
    return points, known


def vector_errors(reference: HumanMotion, target: HumanMotion) -> dict[str, np.ndarray]:
    """Return body vector → error angles (T,) [rad], NaN where either body does not show it.

    Args:
        reference: The person.
        target: The robot, read off by ``human_from_robot``, frame by frame.
    """
    if reference.frame_count != target.frame_count:
        raise InvalidMotionError(
            f"the target has {target.frame_count} frames and the reference {reference.frame_count}, "
            "expected the same count"
        )
    (ours, ours_known), (theirs, theirs_known) = canonise(reference), canonise(target)
    errors = {}
    for name, segment in BODY_VECTORS.items():
        start, end = SEGMENTS[segment]
        if not {start, end} <= set(ours) & set(theirs):
            continue
        both = ours_known & theirs_known
        for body in (reference, target):
            both = both & body.direction(segment)[1]
        angle = rot.angle_between(
            np.nan_to_num(ours[end] - ours[start]), np.nan_to_num(theirs[end] - theirs[start])
        )
        errors[name] = np.where(both, angle, np.nan)
    return errors


def summarise(angles: np.ndarray | Iterable[np.ndarray]) -> VectorError:
    """Return mean (5.4), standard deviation over n (5.5) and median of error angles [rad], NaN left out.

    Args:
        angles: (T,) of one recording, or those of many.
    """
    parts = [angles] if isinstance(angles, np.ndarray) else list(angles)
    values = np.concatenate([np.ravel(part) for part in parts]) if parts else np.zeros(0)
    known = values[~np.isnan(values)]
    if known.size == 0:
        return VectorError(float("nan"), float("nan"), float("nan"), 0)
    return VectorError(float(known.mean()), float(known.std()), float(np.median(known)), int(known.size))
