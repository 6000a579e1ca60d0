"""The torso of a drawn person: eggs for chest and pelvis that turn with shoulders and hips."""

from __future__ import annotations

import numpy as np

from understudy.motion.human_motion import HumanMotion
from understudy.spatial import rotations as rot
from understudy.view.body_parts import MIDDLE_COLOUR, Egg

_EGGS: tuple[tuple[str, float, tuple[float, float, float]], ...] = (
    ("shoulder_line", 0.64, (0.064, 0.096, 0.135)),
    ("hip_line", 0.05, (0.060, 0.086, 0.068)),
)
"""The line that an egg turns with, its place from mid-hips (0) to mid-shoulders (1), and its half depth,
width and height relative to body height."""


def torso_parts(human: HumanMotion, height: float) -> list[Egg]:
    """Return chest and pelvis of a person of this body height [m], as far as the capture covers them."""
    (hips_w, _), (shoulders_w, _) = human.landmark("mid_hips"), human.landmark("mid_shoulders")
    up_w, up_known = human.direction("trunk")
    eggs: list[Egg] = []
    for line, place, radii in _EGGS:
        left_w, left_known = human.direction(line)
        # Where hips and shoulders are in line with the trunk, there is no telling front from side.
        known = up_known & left_known & (rot.angle_between(up_w, left_w) % np.pi > 1e-3)
        axes_w = np.broadcast_to(np.eye(3), (human.frame_count, 3, 3)).copy()
        axes_w[known] = rot.as_matrix(rot.from_axes(None, left_w[known], up_w[known]))
        centre_w = hips_w + place * (shoulders_w - hips_w)
        eggs.append(Egg(centre_w, axes_w, known, height * np.array(radii), MIDDLE_COLOUR))
    return eggs
