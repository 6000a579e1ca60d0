"""Axes of a file whose format or header states both which one is up and which one is forward."""

from __future__ import annotations

import numpy as np

from understudy.capture.placing.world_axes import AXES, WorldAxes
from understudy.spatial import rotations as rot


def stated_axes(up: str, forward: str) -> WorldAxes:
    """Return how axes of a file lie in our world, where z is up and x forward.

    Args:
        up: Name of the file's axis that points up, one of ``AXES``.
        forward: Name of the file's axis that points forward, another one.
    """
    rows = np.stack([AXES[forward], np.cross(AXES[up], AXES[forward]), AXES[up]])
    return WorldAxes(up, forward, rot.from_matrix(rows))
