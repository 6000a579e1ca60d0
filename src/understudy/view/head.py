"""The head of a drawn person: an egg with a nose where its orientation is known, a ball where it is not."""

from __future__ import annotations

import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.spatial import rotations as rot
from understudy.view.body_parts import MIDDLE_COLOUR, Egg

_RADII = np.array([0.057, 0.046, 0.070])
"""Half depth, width and height of a head relative to body height."""

_NOSE_RADIUS = 0.012
"""Relative to body height."""

_NOSE_PLACE = np.array([1.08, 0.0, -0.1])
"""Where the nose is in the head's axes, relative to the head's half depth, width and height."""


def head_parts(human: HumanMotion, height: float) -> list[Egg]:
    """Return the head of a person of this body height [m]; none where no landmark tells of one."""
    radii = height * _RADII
    frame_axes_w = rot.as_matrix(human.frames["head"]) if "head" in human.frames else None
    centre_w, known = _centre(human, frame_axes_w, radii)
    if not known.any():
        return []
    upright_w = np.broadcast_to(np.eye(3), (human.frame_count, 3, 3))
    nose_radii = np.full(3, height * _NOSE_RADIUS)
    if frame_axes_w is None:
        nose_w, nose_known = human.landmark("nose")
        ball = Egg(centre_w, upright_w, known, np.full(3, radii.mean()), MIDDLE_COLOUR)
        return [ball, Egg(nose_w, upright_w, nose_known, nose_radii, MIDDLE_COLOUR)]
    nose_w = centre_w + frame_axes_w @ (_NOSE_PLACE * radii)
    egg = Egg(centre_w, frame_axes_w, known, radii, MIDDLE_COLOUR)
    return [egg, Egg(nose_w, upright_w, known, nose_radii, MIDDLE_COLOUR)]


def _centre(
    human: HumanMotion, axes_w: np.ndarray | None, radii: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the middle of the head (T, 3) [m] and where it is known (T,), by the best landmarks."""
    (top_w, top_known), (base_w, base_known) = human.landmark("head_top"), human.landmark("head")
    if top_known.any() and axes_w is not None:
        return top_w - radii[2] * axes_w[:, :, 2], top_known
    if (top_known & base_known).any():
        return top_w - radii[2] * rot.normalise(top_w - base_w), top_known & base_known
    (left_w, left_known), (right_w, right_known) = human.landmark("ear_l"), human.landmark("ear_r")
    if (left_known & right_known).any():
        return 0.5 * (left_w + right_w), left_known & right_known
    for name in ("head", "head_top", "nose"):
        points_w, known = human.landmark(name)
        if known.any():
            return points_w, known
    return base_w, base_known
