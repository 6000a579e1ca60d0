"""Where the canonical landmarks are on a person."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.anthropometry.reference_body import LANDMARK_POINTS
from understudy.human.body.flesh import Flesh
from understudy.human.body.layout import Layout
from understudy.human.body.lengths import of_side
from understudy.motion.landmarks import SIDES

Place = tuple[str, np.ndarray]
"""A body, and a point (3,) [m] in its frame."""

_FINGERS = {"fingertip": "*Middle_tip", "thumb_tip": "*Thumb_tip"}


def landmark_places(layout: Layout, lengths: Mapping[str, float], flesh: Flesh) -> dict[str, Place]:
    """Return canonical landmark → where it is; a joint centre moves with the segment before the joint.

    Args:
        layout: The points of the body.
        lengths: Side by side [m].
        flesh: For the points of the face and the heels.
    """
    names = dict(LANDMARK_POINTS)
    for side in SIDES:
        names |= {f"{name}_{side}": f"{point}_{side}" for name, point in _FINGERS.items()}
    parents = {point.name: point.parent for point in layout.bodies}
    places: dict[str, Place] = {}
    for landmark, point in names.items():
        if parents.get(point):
            places[landmark] = parents[point], layout.offsets[point]
        else:
            places[landmark] = layout.carriers[point], layout.places[point]
    radius, crown = flesh.head, lengths["head"]
    places["nose"] = "BUN", np.array([1.15 * radius, 0.0, crown - 1.60 * radius])
    for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
        ankle_height = of_side(lengths, side)["ankle_height"]
        places[f"ear_{side}"] = "BUN", np.array([0.0, sign * 0.90 * radius, crown - 1.42 * radius])
        places[f"heel_{side}"] = f"{side.upper()}A", np.array([-flesh.heel, 0.0, -ankle_height])
    return places
