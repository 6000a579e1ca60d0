"""How alike two people move: directions of limbs in the body's own axes, whenever they were reached."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from understudy.errors import InvalidMotionError
from understudy.motion import HumanMotion
from understudy.motion.landmarks import LIMB_SEGMENTS
from understudy.signals.time_warping import matched_frames, warping_path

COMPARED = 400
"""Most frames of a motion that are compared; longer ones at a lower rate."""

_SEEN = 0.5
"""Share of frames in which a segment has to be seen to count."""


class Likeness(NamedTuple):
    """How alike two motions are.

    Attributes:
        angle: [rad] by which limbs differ when both are in step, over frames and segments.
        matched: (T,) for every frame of the first motion, which frame of the second goes with it.
    """

    angle: float
    matched: np.ndarray


@lru_cache(maxsize=64)
def limb_directions(human: HumanMotion) -> dict[str, np.ndarray]:
    """Return segment → directions (T, 3) of limbs in the axes of the trunk: forward, left, up."""
    left, left_known = human.direction("shoulder_line")
    up, up_known = human.direction("trunk")
    up = np.where(up_known[:, None], up, np.array([0.0, 0.0, 1.0]))
    if not left_known.any():
        raise InvalidMotionError("the motion shows no shoulders, expected both")
    left = _held(left, left_known)
    forward = _unit(np.cross(left, up))
    axes = np.stack([forward, left, np.cross(forward, left)], axis=1)
    found = {}
    for segment in LIMB_SEGMENTS:
        direction, known = human.direction(segment)
        if known.mean() >= _SEEN:
            found[segment] = np.einsum("tij,tj->ti", axes, _held(direction, known))
    if not found:
        raise InvalidMotionError("the motion shows no limb, expected an arm or a leg")
    return found


def likeness(first: HumanMotion, second: HumanMotion) -> Likeness:
    """Return how alike two motions are, in the segments that both show.

    Raises:
        InvalidMotionError: Where they have no limb in common.
    """
    one, other = limb_directions(first), limb_directions(second)
    common = [segment for segment in one if segment in other]
    if not common:
        raise InvalidMotionError("the motions show no limb in common, expected one at least")
    places = [_compared(motion.frame_count) for motion in (first, second)]
    flat = [
        np.concatenate([each[segment][place] for segment in common], axis=1)
        for each, place in zip((one, other), places, strict=True)
    ]
    alike = flat[0] @ flat[1].T / len(common)
    # The chord between directions; close to their angle, and a mean over segments of squares.
    cost = np.sqrt(np.maximum(2.0 - 2.0 * alike, 0.0))
    pairs, mean = warping_path(cost)
    coarse = matched_frames(pairs, len(places[0]))
    coarse = np.interp(coarse, np.arange(len(places[1])), places[1])
    return Likeness(mean, np.interp(np.arange(first.frame_count), places[0], coarse))


def _compared(frames: int) -> np.ndarray:
    return np.unique(np.linspace(0, frames - 1, min(frames, COMPARED)).round().astype(int))


def _held(values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return values (T, 3) in which unknown ones are the nearest known one."""
    seen = np.flatnonzero(known)
    if len(seen) == len(known):
        return values
    nearest = seen[np.abs(np.arange(len(known))[:, None] - seen).argmin(axis=1)]
    return values[nearest]


def _unit(values: np.ndarray) -> np.ndarray:
    return values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-12)
