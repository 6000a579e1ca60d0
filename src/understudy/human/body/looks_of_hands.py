"""How hands look: a palm, and a capsule for each bone of the fingers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from understudy.anthropometry.hand import FINGERS, hand_points, palm_direction
from understudy.human.body.clothes import SKIN
from understudy.human.body.layout import Layout
from understudy.human.body.shape import Capsule, Ellipsoid, Shape, vector

_THICKNESS = {"Thumb": 0.115, "Index": 0.098, "Middle": 0.102, "Ring": 0.096, "Little": 0.084}
"""Half thickness of a finger in hand breadths."""

_TAPER = {"CMC": 1.15, "MCP": 1.05, "PIP": 0.95, "DIP": 0.86, "IP": 0.95}
"""How thick the segment behind a joint is in its finger."""


def hand_shapes(side: str, own: Mapping[str, float], layout: Layout) -> list[Shape]:
    """Return the palm and the segments of the fingers."""
    wrist = f"{side.upper()}W"
    breadth, length = own["hand_breadth"], own["hand"]
    shapes: list[Shape] = [
        Ellipsoid(
            wrist,
            (-0.05 * breadth, 0.0, -0.23 * length),
            (0.47 * breadth, 0.17 * breadth, 0.28 * length),
            SKIN,
        ),
        Capsule(wrist, (0.0, 0.0, 0.0), (0.0, 0.0, -0.14 * length), 0.23 * breadth, SKIN),
    ]
    for finger in FINGERS:
        # The palm's bones fill it up to the knuckles.
        across, down = finger.across * breadth, finger.along * length
        start = (0.6 * across, 0.0, -0.5 * down)
        shapes.append(Capsule(wrist, start, (across, 0.0, -down), 0.125 * breadth, SKIN))
    return shapes + _finger_shapes(side, own, layout)


def _finger_shapes(side: str, own: Mapping[str, float], layout: Layout) -> list[Shape]:
    shapes: list[Shape] = []
    breadth = own["hand_breadth"]
    for point in hand_points(side):
        if point.parent.endswith("W"):
            continue
        end = point.place(own)
        finger, joint = _named(point.parent)
        radius = _THICKNESS[finger] * _TAPER[joint] * breadth
        if not point.is_joint:
            # The capsule's own end reaches the fingertip.
            end = end * (1.0 - radius / float(np.linalg.norm(end)))
        if finger == "Thumb" and joint == "CMC":
            radius *= 1.25
        start = 0.15 * radius * palm_direction(side) if finger == "Thumb" else np.zeros(3)
        shapes.append(Capsule(point.parent, vector(start), vector(end), radius, SKIN))
    return shapes


def _named(point: str) -> tuple[str, str]:
    """Return finger and joint of a point's name, such as ``LIndexMCP``."""
    finger = next(name for name in _THICKNESS if point[1:].startswith(name))
    return finger, point[1 + len(finger) :]
